import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect, test, vi } from "vitest";

vi.setConfig({ testTimeout: 30_000 });

test("the README's example prints what the README says", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const block = (language: string): string =>
    new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "msu").exec(readme)?.[1] ?? "";
  const flags = ["-C", "@bourse/source", "--disable-warning=ExperimentalWarning"];
  const output = execFileSync(
    process.execPath,
    [...flags, "--input-type=module-typescript", "-e", block("ts")],
    { cwd: fileURLToPath(new URL("..", import.meta.url)), encoding: "utf8" },
  );
  expect(output).toBe(block("text"));
});
