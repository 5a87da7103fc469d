/** The server in this process, on a free port, in memory unless told otherwise, with hashes that cost little. */

import { createPasswordHasher } from "@bourse/credentials";
import { readEnvironment, type HttpLogger } from "@bourse/http";
import { createManualClock, type ManualClock } from "@bourse/kernel";
import { onTestFinished } from "vitest";

import { curationEnvironment } from "../../src/environment.ts";
import { startCurationServer } from "../../src/start.ts";
import { callsTo, type Calls } from "./calls.ts";
import { ADMIN_EMAIL } from "./people.ts";
import { tempFolder } from "./temp-folder.ts";

export interface TestServer extends Calls {
  /** Folder of the server's files. */
  readonly dataDir: string;
  readonly clock: ManualClock;
  close(): Promise<void>;
}

export async function runTestServer(
  variables: Readonly<Record<string, string>> = {},
  logger?: HttpLogger,
): Promise<TestServer> {
  const clock = createManualClock({ now: Date.UTC(2026, 0, 15) });
  const dataDir = variables["DATA_DIR"] ?? (await tempFolder());
  const config = readEnvironment(curationEnvironment, {
    CURATION_PORT: "0",
    CURATION_STORE_URL: "memory:",
    LOG_LEVEL: "silent",
    ADMIN_EMAILS: ADMIN_EMAIL,
    DATA_DIR: dataDir,
    ...variables,
  });
  const hasher = createPasswordHasher({ memoryKibibytes: 8, passes: 1, maxQueued: 1000 });
  const server = await startCurationServer(config, logger, { clock, hasher });
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= server.close());
  onTestFinished(close);
  return { ...callsTo(server.url), clock, dataDir, close };
}
