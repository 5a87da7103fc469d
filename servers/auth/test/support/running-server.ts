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
  readonly adminHint: string;
  close(): Promise<void>;
}

export interface TestServerOptions {
  readonly logger?: HttpLogger;
  readonly clock?: ManualClock;
}

export async function runTestServer(
  variables: Readonly<Record<string, string>> = {},
  { logger, clock = createManualClock({ now: Date.UTC(2026, 0, 15) }) }: TestServerOptions = {},
): Promise<TestServer> {
  const folder = variables["DATA_DIR"] ?? (await tempFolder());
  const config = readEnvironment(authEnvironment, {
    AUTH_PORT: "0",
    AUTH_STORE_URL: "memory:",
    LOG_LEVEL: "silent",
    ...variables,
    DATA_DIR: folder,
  });
  const hasher = createPasswordHasher({ memoryKibibytes: 8, passes: 1, maxQueued: 1000 });
  const server = await startAuthServer(config, logger, { clock, hasher });
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= server.close());
  onTestFinished(close);
  return { ...callsTo(server.url), folder, clock, adminHint: server.adminHint ?? "", close };
}
