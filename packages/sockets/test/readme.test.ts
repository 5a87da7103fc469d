import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { promisify } from "node:util";

import { expect, onTestFinished, test } from "vitest";

test("the README's example prints what it says", { timeout: 30_000 }, async () => {
  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
  const [, code = "", output = ""] =
    /```ts\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/.exec(readme) ?? [];
  expect(code).not.toBe("");
  // In this folder, so that the package's own dependencies are found.
  const file = new URL(`readme-${process.pid}.tmp.ts`, import.meta.url);
  onTestFinished(() => rm(file, { force: true }));
  await writeFile(file, code);
  const { stdout } = await promisify(execFile)(process.execPath, [
    "-C",
    "@bourse/source",
    file.pathname,
  ]);
  expect(stdout).toBe(output);
});
