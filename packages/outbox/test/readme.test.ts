import { dirname } from "node:path";

import { expect, test } from "vitest";

import { readmeExample, runInPackage } from "../../../test/support/readme-example.ts";

const folder = dirname(import.meta.dirname);

test("the README's example prints what it says", async () => {
  const { code, output } = readmeExample(folder);
  expect(await runInPackage(folder, code)).toBe(output);
});
