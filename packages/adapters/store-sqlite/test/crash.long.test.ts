import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { storeCrashConformance } from "@bourse/conformance/store";
import { afterAll, describe, test } from "vitest";

import { rounds } from "../../../../test/support/rounds.ts";
import { openSqliteStore } from "../src/index.ts";

describe("the SQLite store", () => {
  const folder = mkdtempSync(join(tmpdir(), "bourse-crash-"));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  const path = join(folder, "store");
  const writer = fileURLToPath(new URL("crash-writer.ts", import.meta.url));

  storeCrashConformance({
    test,
    kills: rounds(3, 50),
    open: (options) => openSqliteStore({ ...options, path }),
    spawnWriter: () => spawn(process.execPath, ["-C", "@bourse/source", writer, path]),
  });
});
