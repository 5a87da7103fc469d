import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { cataloguePage } from "../../scripts/catalogue-page.ts";
import { indicatorCatalogue } from "../../src/catalogue/index.ts";
import { truthCandles } from "../truth/series.ts";

test("the catalogue has TA-Lib's 161 functions and eleven beyond, each under a name of its own", () => {
  const all = [...indicatorCatalogue.values()].map(({ about }) => about);
  const talib = all.flatMap(({ talib: name }) => (name === null ? [] : [name]));
  expect(new Set(talib).size).toBe(161);
  expect(all.filter(({ family }) => family === "beyond").length).toBe(11);
  expect(all.length).toBe(172);
  expect([...indicatorCatalogue.keys()]).toEqual(all.map(({ name }) => name));
});

test("the page of the documentation says what the catalogue says", async () => {
  const page = readFileSync(new URL("../../../../docs/indicators.md", import.meta.url), "utf8");
  const written = cataloguePage(await truthCandles("d1"), await truthCandles("patterns"));
  expect(page === written, "run: pnpm --filter @bourse/indicators write:indicators").toBe(true);
  expect(page.match(/^### /gm)).toHaveLength(172);
  expect(page.match(/<svg /g)).toHaveLength(172);
});
