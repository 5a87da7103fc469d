/** The server's process as the measurements use it. */

import { fork } from "node:child_process";
import { once } from "node:events";

import type { Served, Usage } from "./serve.ts";

export interface ServerProcess extends Served {
  usage(): Promise<Usage>;
  end(): Promise<void>;
}

export async function startServerProcess(): Promise<ServerProcess> {
  const child = fork(new URL("serve.ts", import.meta.url), {
    execArgv: ["-C", "@bourse/source", "--disable-warning=ExperimentalWarning"],
  });
  const [served] = (await once(child, "message")) as [Served];
  return {
    ...served,
    usage: async () => {
      child.send("usage");
      const [usage] = (await once(child, "message")) as [Usage];
      return usage;
    },
    end: async () => {
      const exit = once(child, "exit");
      child.disconnect();
      await exit;
    },
  };
}
