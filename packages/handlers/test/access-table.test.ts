import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { accessPage } from "../scripts/access-table.ts";

/** The cells of each line: a formatter pads them. */
const linesOf = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) => line.replaceAll(/-{3,}/g, "---").replaceAll(/\s+/g, " ").trim())
    .filter((line) => line !== "");

test("the page of who may call what says it as the routes and their rules do", () => {
  const page = readFileSync(new URL("../../../docs/access.md", import.meta.url), "utf8");
  expect(linesOf(page), "run: pnpm --filter @bourse/handlers write:access").toEqual(
    linesOf(accessPage()),
  );
});
