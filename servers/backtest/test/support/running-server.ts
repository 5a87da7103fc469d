/** The server in this process, on a free port and a folder of its own. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { readEnvironment } from "@bourse/http";
import { afterAll, beforeAll, onTestFinished } from "vitest";

import { backtestEnvironment } from "../../src/environment.ts";
import { startBacktestServer } from "../../src/start.ts";
import { callsTo, type Calls } from "./calls.ts";
import { tempFolder } from "./temp-folder.ts";

export interface TestServer extends Calls {
  readonly folder: string;
  readonly close: () => Promise<void>;
}

/** Starts a server for one test: simulated candles unless told otherwise, so that no test asks the network. */
export async function runTestServer(
  variables: Readonly<Record<string, string>> = {},
): Promise<TestServer> {
  const server = await open(variables["DATA_DIR"] ?? (await tempFolder()), variables);
  onTestFinished(server.close);
  return server;
}

/** Starts one server for all tests of a file or group that leave nothing behind that another could notice. */
export function sharedTestServer(
  variables: Readonly<Record<string, string>> = {},
): () => TestServer {
  let server: TestServer | undefined;
  beforeAll(async () => {
    server = await open(await mkdtemp(join(tmpdir(), "bourse-backtest-")), variables);
  });
  afterAll(async () => {
    await server?.close();
    await rm(server!.folder, { recursive: true });
  });
  return () => server!;
}

async function open(
  folder: string,
  variables: Readonly<Record<string, string>>,
): Promise<TestServer> {
  const config = readEnvironment(backtestEnvironment, {
    BACKTEST_PORT: "0",
    DATA_PROVIDER: "simulated",
    LOG_LEVEL: "silent",
    WORKERS: "2",
    ...variables,
    DATA_DIR: folder,
  });
  const server = await startBacktestServer(config);
  let closed: Promise<void> | undefined;
  return { ...callsTo(server.url), folder, close: () => (closed ??= server.close()) };
}
