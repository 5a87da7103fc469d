/** One form of numbers and times: no page has its own beside the shared functions. */

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

const APPS = join(import.meta.dirname, "../..");
const OWN_FORMAT =
  /\.to(?:Fixed|Precision|Exponential)\(|\.toLocale(?:Date|Time)?String\(|\bIntl\.|toISOString\(\)\s*\.(?:slice|split|replace|substring)/gu;

/** The shared functions, and the places that format what nobody reads as a figure. */
const ALLOWED: Readonly<Record<string, string>> = {
  "ui/src/model/format.ts": "the shared form of times, durations and sizes",
  "ui/src/model/chart-times.ts": "the shared form of the times of markets and axes",
  "curation-desk/page/model/local-time.ts": "the value of an input of a date, as browsers want it",
  "curation-desk/page/model/characters.ts": "counts characters as people see them",
  "dashboard/page/model/line-path.ts": "coordinates of a drawing",
  "backtest-studio/page/pages/run/walk-forward-result.tsx": "the width of a bar",
  "backtest-studio/page/model/search-effort.ts": "values of a form, without the noise of fractions",
  "backtest-studio/page/model/sketch.ts": "coordinates of a drawing",
  "backtest-studio/page/chart/ticks.ts": "finds the digits that a number is written with",
  "backtest-studio/page/chart/price-digits.ts": "finds the digits that prices are written with",
  "backtest-studio/page/chart/crosshair.ts": "rounds a number to what a pixel is worth",
};

const found = globSync(["ui/src/**/*.{ts,tsx}", "*/page/**/*.{ts,tsx}"], { cwd: APPS }).flatMap(
  (file) => {
    const source = readFileSync(join(APPS, file), "utf8");
    return [...source.matchAll(OWN_FORMAT)].map(([call]) => ({ file, call }));
  },
);

test("numbers and times are formatted by the shared functions alone", () => {
  expect(found.filter(({ file }) => ALLOWED[file] === undefined)).toEqual([]);
});

test("each file that may format by itself does so", () => {
  const files = new Set(found.map(({ file }) => file));
  expect(Object.keys(ALLOWED).filter((file) => !files.has(file))).toEqual([]);
});
