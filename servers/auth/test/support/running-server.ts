/** The server in this process, on a free port, in memory unless told otherwise, with hashes that cost little. */

import { createPasswordHasher } from "@bourse/credentials";
import { readEnvironment, type HttpLogger } from "@bourse/http";
import { createManualClock, type ManualClock } from "@bourse/kernel";
import { onTestFinished } from "vitest";

import { authEnvironment } from "../../src/environment.ts";
import { startAuthServer } from "../../src/start.ts";
import { callsTo, type Calls } from "./calls.ts";
import { tempFolder } from "./temp-folder.ts";

export interface TestServer extends Calls {
  readonly folder: string;
  readonly clock: ManualClock;
  /** Action of SIGHUP. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

export interface TestServerOptions {
  readonly logger?: HttpLogger;
  readonly clock?: ManualClock;
  /** Hashes that may wait; with a bound they cost as much as they do in earnest. Default: any number. */
  readonly maxQueued?: number;
  /** Folder of the built web page. Default: the one that the build has made, if any. */
  readonly pageDirectory?: string;
}

export async function runTestServer(
  variables: Readonly<Record<string, string>> = {},
  options: TestServerOptions = {},
): Promise<TestServer> {
  const {
    logger,
    clock = createManualClock({ now: Date.UTC(2026, 0, 15) }),
    maxQueued,
    pageDirectory,
  } = options;
  const folder = variables["DATA_DIR"] ?? (await tempFolder());
  const config = readEnvironment(authEnvironment, {
    AUTH_PORT: "0",
    AUTH_STORE_URL: "memory:",
    LOG_LEVEL: "silent",
    ...variables,
    DATA_DIR: folder,
  });
  const hasher = createPasswordHasher(
    maxQueued === undefined ? { memoryKibibytes: 8, passes: 1, maxQueued: 1000 } : { maxQueued },
  );
  const server = await startAuthServer(config, logger, {
    clock,
    hasher,
    ...(pageDirectory === undefined ? {} : { pageDirectory }),
  });
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= server.close());
  onTestFinished(close);
  const refresh = async (): Promise<void> => server.refresh?.();
  return { ...callsTo(server.url), folder, clock, refresh, close };
}
