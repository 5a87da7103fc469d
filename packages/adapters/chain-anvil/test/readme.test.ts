import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

import { readmeExample, runInPackage } from "../../../../test/support/readme-example.ts";
import { hasAnvil } from "./has-anvil.ts";

const here = dirname(import.meta.dirname);

test.skipIf(!hasAnvil())("the README's example gives the output that it shows", async () => {
  const { code, output } = readmeExample(here);
  const folder = mkdtempSync(join(tmpdir(), "bourse-readme-"));
  try {
    expect(await runInPackage(here, code.replaceAll("./data", folder))).toBe(output);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
