import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { storeConformance } from "@bourse/conformance/store";
import { afterAll, describe, test } from "vitest";

import { openSqliteStore } from "../src/index.ts";

describe("the SQLite store", () => {
  const folder = mkdtempSync(join(tmpdir(), "bourse-sqlite-"));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  storeConformance({
    test,
    fileOf: (place) => join(folder, place, "store.db"),
    open: (place, options) =>
      openSqliteStore({ ...options, path: join(folder, place, "store.db") }),
  });
});
