/** The server's process as the measurements use it. */

import { fork } from "node:child_process";
import { once } from "node:events";

import type { Committed, Served } from "./serve.ts";
import type { WorldSize } from "./world.ts";

export interface ServerProcess extends Served {
  /** Time at which the server's last transaction was durable, in nanoseconds of the machine's monotonic clock. */
  committedAt(): Promise<bigint>;
  end(): Promise<void>;
}

export async function startServerProcess({ markets, drafts }: WorldSize): Promise<ServerProcess> {
  const child = fork(new URL("serve.ts", import.meta.url), [String(markets), String(drafts)], {
    execArgv: ["-C", "@bourse/source", "--disable-warning=ExperimentalWarning"],
  });
  const ended = once(child, "exit").then(() => {
    throw new Error("the server ended before it was ready");
  });
  const [served] = (await Promise.race([once(child, "message"), ended])) as [Served];
  ended.catch(() => undefined);
  return {
    ...served,
    committedAt: async () => {
      child.send("committed");
      const [{ at }] = (await once(child, "message")) as [Committed];
      return BigInt(at);
    },
    end: async () => {
      const exit = once(child, "exit");
      child.disconnect();
      await exit;
    },
  };
}
