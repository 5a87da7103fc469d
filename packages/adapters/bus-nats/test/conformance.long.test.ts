import { setTimeout as sleep } from "node:timers/promises";

import { busConformance } from "@bourse/conformance/bus";
import { systemIds } from "@bourse/kernel";
import { afterAll, beforeAll, describe, test } from "vitest";

import { noNats, sharedNatsServer, type NatsServer } from "../../../../test/support/nats-server.ts";
import { openNatsBus } from "../src/index.ts";

describe.skipIf(noNats !== undefined)(`the bus on NATS${noNats ? ` (${noNats})` : ""}`, () => {
  let server: Pick<NatsServer, "url" | "close">;
  beforeAll(async () => {
    server = await sharedNatsServer();
  });
  afterAll(() => server.close());

  busConformance({
    test,
    leaseMilliseconds: 1000,
    open: async (settings) => {
      const namespace = systemIds.uuid().slice(0, 32);
      const open = () => openNatsBus({ ...settings, namespace, url: server.url });
      return { bus: await open(), another: open, pass: sleep, settle: () => sleep(60) };
    },
  });
});
