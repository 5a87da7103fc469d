import { dirname } from "node:path";

import { expect, test } from "vitest";

import { readmeExample, runInPackage } from "../../../test/support/readme-example.ts";

const folder = dirname(import.meta.dirname);

test("the README shows how a suite runs under node:test, and all of it passes", async () => {
  const printed = await runInPackage(folder, readmeExample(folder).code);
  expect(printed).toMatch(/^(?:#|ℹ) fail 0$/mu);
});
