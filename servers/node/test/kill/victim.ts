/** The node that is killed: everything is imported before it is told to start, so that lives follow fast. */

import { trustNobody } from "@bourse/http";

import type { NodeEnvironment } from "../../src/environment.ts";
import { startNodeServer } from "../../src/start.ts";

process.once("message", (config: NodeEnvironment) => {
  void startNodeServer({ ...config, TRUST_PROXY: trustNobody }).then(({ urls }) =>
    process.send?.({ type: "ready", urls }),
  );
});
process.once("disconnect", () => process.exit(1));
process.send?.({ type: "warm" });
