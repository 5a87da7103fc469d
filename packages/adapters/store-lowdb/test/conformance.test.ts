import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { storeConformance } from "@bourse/conformance/store";
import { afterAll, describe, test } from "vitest";

import { openLowdbStore } from "../src/index.ts";

describe("the lowdb store", () => {
  const folder = mkdtempSync(join(tmpdir(), "bourse-lowdb-"));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  storeConformance({
    test,
    fileOf: (place) => join(folder, place, "store.json"),
    open: (place, options) =>
      openLowdbStore({ ...options, path: join(folder, place, "store.json") }),
  });
});
