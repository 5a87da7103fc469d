import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("..", import.meta.url));
const readme = readFileSync(`${folder}README.md`, "utf8");
const block = (language: string): string =>
  new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "msu").exec(readme)?.[1] ?? "";

test("the README shows the example's real output", { timeout: 30_000 }, () => {
  const flags = ["-C", "@bourse/source", "--disable-warning=ExperimentalWarning"];
  const output = execFileSync(
    process.execPath,
    [...flags, "--input-type=module-typescript", "-e", block("ts")],
    { cwd: folder, encoding: "utf8", env: { PATH: process.env["PATH"], NO_COLOR: "1" } },
  );
  expect(output).toBe(block("text"));
});
