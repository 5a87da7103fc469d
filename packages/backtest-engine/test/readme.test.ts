import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

const packageFolder = fileURLToPath(new URL("..", import.meta.url));
const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

function block(language: string): string {
  return new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "msu").exec(readme)?.[1] ?? "";
}

/** A process of its own has to start first, on a machine that may be busy. */
const limits = { timeout: 60_000 };

test("the README's example prints what the README says", limits, () => {
  const flags = ["-C", "@bourse/source", "--disable-warning=ExperimentalWarning"];
  const printed = execFileSync(
    process.execPath,
    [...flags, "--input-type=module-typescript", "-e", block("ts")],
    { cwd: packageFolder, encoding: "utf8", env: { PATH: process.env["PATH"], NO_COLOR: "1" } },
  );
  expect(printed).toBe(block("text"));
  expect(printed).not.toBe("");
});
