import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { artifactFiles } from "../artifact-files.ts";

test("the committed bytecode and ABI are what the sources compile to", { timeout: 60_000 }, () => {
  for (const { url, content } of artifactFiles()) {
    expect(readFileSync(url, "utf8"), `run node solidity/compile.ts (${url.pathname})`).toBe(
      content,
    );
  }
});
