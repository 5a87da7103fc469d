/** Reads candles and reference results that lie beside the project; nothing of them is kept in it. */

import { existsSync, readFileSync } from "node:fs";

import type { Candles } from "../../src/candles/candles.ts";

const folder = new URL("../../../../../shared/data/", import.meta.url);

/** Whether the reference data is here. In CI its absence is an error, elsewhere its tests are skipped by name. */
export const hasReferenceData: boolean = existsSync(folder);

if (!hasReferenceData && process.env["CI"] !== undefined) {
  throw new Error(`Expected the reference data at ${folder.pathname}, which CI must have.`);
}

export function readExpected<T>(file: string): T {
  return JSON.parse(readFileSync(new URL(`expected/${file}`, folder), "utf8")) as T;
}

/** Candles of a file with the header timestamp,open,high,low,close,volume. */
export function readCandles(file: string): Candles {
  const text = readFileSync(new URL(`candles/${file}`, folder), "utf8");
  const rows = text
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(",").map(Number));
  const column = (index: number): Float64Array =>
    Float64Array.from(rows, (row) => row[index] ?? NaN);
  return {
    length: rows.length,
    time: column(0),
    open: column(1),
    high: column(2),
    low: column(3),
    close: column(4),
    volume: column(5),
  };
}

/** Candles from rows of [open, high, low, close], one a minute unless told otherwise. */
export function candlesOf(
  rows: readonly (readonly number[])[],
  intervalMilliseconds = 60_000,
): Candles {
  const column = (index: number): Float64Array =>
    Float64Array.from(rows, (row) => row[index] ?? NaN);
  return {
    length: rows.length,
    time: Float64Array.from(rows, (_, index) => index * intervalMilliseconds),
    open: column(0),
    high: column(1),
    low: column(2),
    close: column(3),
    volume: new Float64Array(rows.length).fill(1),
  };
}
