/** The servers on one database: each keeps its contract there. */

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { authConformance } from "@bourse/conformance/auth";
import { backtestConformance } from "@bourse/conformance/backtest";
import { curationConformance } from "@bourse/conformance/curation";
import { createPasswordHasher } from "@bourse/credentials";
import { readEnvironment, type RunningServer } from "@bourse/http";
import { createManualClock } from "@bourse/kernel";
import { authEnvironment, startAuthServer } from "@bourse/server-auth";
import { backtestEnvironment, startBacktestServer } from "@bourse/server-backtest";
import { curationEnvironment, startCurationServer } from "@bourse/server-curation";
import { afterAll, beforeAll, describe, test } from "vitest";

import { missingPostgres, startPostgres, type TestPostgres } from "./src/start-postgres.ts";

const OPERATOR_KEY = "an-operator-key-of-the-tests";
const ADMIN_EMAIL = "root@example.com";
const missing = missingPostgres();

describe.skipIf(missing !== null)("with STORE_URL of one database", () => {
  let postgres: TestPostgres;
  let folder: string;
  let auth: RunningServer;
  let curation: RunningServer;
  let backtest: RunningServer;
  const clock = createManualClock({ now: Date.UTC(2026, 0, 15) });

  beforeAll(async () => {
    postgres = await startPostgres();
    folder = await mkdtemp(join(tmpdir(), "bourse-servers-"));
    const variables = { STORE_URL: postgres.url(), LOG_LEVEL: "silent", DATA_DIR: folder };
    const hasher = createPasswordHasher({ memoryKibibytes: 8, passes: 1, maxQueued: 1000 });
    const parts = { clock, hasher };
    [auth, curation, backtest] = await Promise.all([
      startAuthServer(
        readEnvironment(authEnvironment, {
          ...variables,
          AUTH_PORT: "0",
          AUTH_OPERATOR_KEY: OPERATOR_KEY,
        }),
        undefined,
        parts,
      ),
      startCurationServer(
        readEnvironment(curationEnvironment, {
          ...variables,
          CURATION_PORT: "0",
          ADMIN_EMAILS: ADMIN_EMAIL,
        }),
        undefined,
        parts,
      ),
      startBacktestServer(
        readEnvironment(backtestEnvironment, {
          ...variables,
          BACKTEST_PORT: "0",
          DATA_PROVIDER: "simulated",
        }),
      ),
    ]);
  }, 60_000);
  afterAll(async () => {
    await Promise.all([auth, curation, backtest].map((server) => server.close()));
    await postgres.stop();
    await rm(folder, { recursive: true });
  }, 60_000);

  /** An idle connection would make the drain wait for it. */
  const headers = { connection: "close" };

  describe("the auth server", () => {
    authConformance({
      test,
      target: () => ({ baseUrl: auth.url, headers, operatorKey: OPERATOR_KEY }),
      operated: true,
    });
  });

  describe("the backtest server", () => {
    backtestConformance({ test, target: () => ({ baseUrl: backtest.url, headers }) });
  });

  describe("the curation server", () => {
    const target = () => ({
      baseUrl: curation.url,
      headers,
      admin: {
        email: ADMIN_EMAIL,
        password: "correct horse battery",
        code: async () => {
          const text = await readFile(join(folder, "curation-admin-code"), "utf8");
          const line = text.split("\n").find((found) => found.startsWith(`${ADMIN_EMAIL} `)) ?? "";
          return line.slice(ADMIN_EMAIL.length + 1);
        },
      },
      advance: (milliseconds: number) => clock.advance(milliseconds),
    });
    curationConformance({ test, target, timed: true });
  });
});
