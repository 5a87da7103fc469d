import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { accessTable, BEGIN, END } from "../scripts/access-table.ts";

/** The cells of each line: a formatter pads them. */
const linesOf = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) => line.replaceAll(/-{3,}/g, "---").replaceAll(/\s+/g, " ").trim())
    .filter((line) => line !== "");

test("SECURITY.md says who may call what as the routes and their rules do", () => {
  const document = readFileSync(new URL("../../../SECURITY.md", import.meta.url), "utf8");
  const written = document.slice(document.indexOf(BEGIN) + BEGIN.length, document.indexOf(END));
  expect(linesOf(written), "run: pnpm --filter @bourse/handlers write:access").toEqual(
    linesOf(accessTable()),
  );
});
