import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { readmeExample, runInPackage } from "../../../../test/support/readme-example.ts";

const adapters = join(import.meta.dirname, "../..");

describe("the first example of the README", () => {
  test.each(["store", "store-lowdb", "store-sqlite"])(
    "of %s gives the output that it shows",
    async (name) => {
      const { code, output } = readmeExample(join(adapters, name));
      const folder = mkdtempSync(join(tmpdir(), "bourse-readme-"));
      try {
        const printed = await runInPackage(join(adapters, name), code.replaceAll("./data", folder));
        expect(printed.replaceAll(folder, "./data")).toBe(output);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});
