import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

import { readmeExample, runInPackage } from "../../../../test/support/readme-example.ts";

test("the README's example gives the output that it shows", async () => {
  const folder = dirname(import.meta.dirname);
  const { code, output } = readmeExample(folder);
  const directory = mkdtempSync(join(tmpdir(), "bourse-readme-"));
  try {
    expect(
      await runInPackage(folder, code.replaceAll("candle-files", join(directory, "candle-files"))),
    ).toBe(output);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
