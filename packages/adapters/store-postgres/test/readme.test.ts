import { join } from "node:path";

import { missingPostgres, startPostgres } from "test-postgres";
import { describe, expect, test } from "vitest";

import { readmeExample, runInPackage } from "../../../../test/support/readme-example.ts";

const folder = join(import.meta.dirname, "..");

describe.skipIf(missingPostgres() !== null)("the first example of the README", () => {
  test("gives the output that it shows", async () => {
    const { code, output } = readmeExample(folder);
    const server = await startPostgres();
    try {
      const address = "postgres://bourse:secret@127.0.0.1:5432/bourse";
      expect(code).toContain(address);
      expect(await runInPackage(folder, code.replace(address, server.url()))).toBe(output);
    } finally {
      await server.stop();
    }
  }, 60_000);
});
