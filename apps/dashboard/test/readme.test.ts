import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

const packageFolder = fileURLToPath(new URL("..", import.meta.url));
const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

function block(language: string): string {
  return new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "msu").exec(readme)?.[1] ?? "";
}

test("the README's example prints what the README says", () => {
  const flags = ["-C", "@bourse/source", "--input-type=module-typescript"];
  const printed = execFileSync(process.execPath, [...flags, "-e", block("ts")], {
    cwd: packageFolder,
    encoding: "utf8",
  });
  expect(printed).toBe(block("text"));
});
