import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { describe, expect, test } from "vitest";

const packageFolder = fileURLToPath(new URL("..", import.meta.url));
const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const blocks = (language: string): string[] =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gmsu"))].map(
    ([, text = ""]) => text,
  );

/** Runs TypeScript as a module of this package, against its sources. */
function run(source: string): string {
  const flags = ["-C", "@bourse/source", "--disable-warning=ExperimentalWarning"];
  return execFileSync(
    process.execPath,
    [...flags, "--input-type=module-typescript", "-e", source],
    {
      cwd: packageFolder,
      encoding: "utf8",
      env: { PATH: process.env["PATH"], NO_COLOR: "1" },
    },
  );
}

describe("the README", () => {
  test("shows the first example's real output", () => {
    expect(run(blocks("ts")[0]!)).toBe(blocks("text")[0]);
  });
});
