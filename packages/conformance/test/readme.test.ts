import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

test("the README shows how a suite runs under node:test, and all of it passes", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const [, example = ""] = /^```ts\n(.*?)^```$/msu.exec(readme) ?? [];
  const flags = ["-C", "@bourse/source", "--disable-warning=ExperimentalWarning"];
  const output = execFileSync(
    process.execPath,
    [...flags, "--input-type=module-typescript", "-e", example],
    {
      cwd: fileURLToPath(new URL("..", import.meta.url)),
      encoding: "utf8",
      env: { PATH: process.env["PATH"], NO_COLOR: "1" },
    },
  );
  expect(output).toMatch(/^(?:#|ℹ) fail 0$/mu);
});
