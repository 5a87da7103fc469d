/** The one suite against this server, on each engine in a long run and on the default one otherwise. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { curationConformance, type CurationConformanceTarget } from "@bourse/conformance/curation";
import { createPasswordHasher } from "@bourse/credentials";
import { readEnvironment, type RunningServer } from "@bourse/http";
import { createManualClock } from "@bourse/kernel";
import { afterAll, beforeAll, describe, test } from "vitest";

import { isLongRun } from "../../../test/support/rounds.ts";
import { curationEnvironment } from "../src/environment.ts";
import { startCurationServer } from "../src/start.ts";
import { ADMIN_EMAIL, adminCodeIn } from "./support/people.ts";

const ENGINES = ["sqlite:curation.db", ...(isLongRun ? ["memory:", "lowdb:curation.json"] : [])];

describe.each(ENGINES)("on %s", (engine) => {
  let folder: string;
  let server: RunningServer;
  let target: CurationConformanceTarget;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "bourse-curation-"));
    const [name = "", file = ""] = engine.split(":");
    const clock = createManualClock({ now: Date.UTC(2026, 0, 15) });
    const config = readEnvironment(curationEnvironment, {
      CURATION_PORT: "0",
      CURATION_STORE_URL: file === "" ? engine : `${name}:${join(folder, file)}`,
      LOG_LEVEL: "silent",
      ADMIN_EMAILS: ADMIN_EMAIL,
      PUBLIC_URL: "https://markets.example",
      DATA_DIR: folder,
    });
    const hasher = createPasswordHasher({ memoryKibibytes: 8, passes: 1, maxQueued: 1000 });
    server = await startCurationServer(config, undefined, { clock, hasher });
    target = {
      baseUrl: server.url,
      // An idle connection would make the drain wait for it.
      headers: { connection: "close" },
      admin: {
        email: ADMIN_EMAIL,
        password: "correct horse battery",
        code: () => adminCodeIn(folder),
      },
      advance: (time) => clock.advance(time),
    };
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });
  curationConformance({ test, target: () => target, timed: true });
});
