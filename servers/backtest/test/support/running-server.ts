/** The server in this process, on a free port and a folder of its own. */

import { readEnvironment, type HttpLogger } from "@bourse/http";
import { onTestFinished } from "vitest";

import { backtestEnvironment } from "../../src/environment.ts";
import { startBacktestServer } from "../../src/start.ts";
import { callsTo, type Calls } from "./calls.ts";
import { tempFolder } from "./temp-folder.ts";

export interface TestServer extends Calls {
  readonly folder: string;
  close(): Promise<void>;
}

/** Simulated candles unless told otherwise: no test asks the network. */
export async function runTestServer(
  variables: Readonly<Record<string, string>> = {},
  logger?: HttpLogger,
): Promise<TestServer> {
  const folder = variables["DATA_DIR"] ?? (await tempFolder());
  const config = readEnvironment(backtestEnvironment, {
    BACKTEST_PORT: "0",
    DATA_PROVIDER: "simulated",
    LOG_LEVEL: "silent",
    WORKERS: "2",
    ...variables,
    DATA_DIR: folder,
  });
  const server = await startBacktestServer(config, logger);
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= server.close());
  onTestFinished(close);
  return { ...callsTo(server.url), folder, close };
}
