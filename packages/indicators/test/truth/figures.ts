/** Comparing figures of the engine with those of another program. */

import { createHash } from "node:crypto";

import { expect } from "vitest";

/** The most by which a figure may differ from the reference, relative to it. */
export const TOLERANCE = 1e-9;

/** Equity curve as a reference file states it: a part of it, its sum, and a hash of all of it. */
export interface EquityFigures {
  readonly n: number;
  readonly final: number;
  readonly every50: readonly number[];
  readonly sum: number;
  readonly sha256: string;
  /** The hash is that of every curve whose relative deviation is below this. */
  readonly margin: number;
}

/** The relative difference; against 1 where the reference is smaller than `least`. */
export function deviation(found: number, expected: number, least = 1e-6): number {
  return Object.is(found, expected)
    ? 0
    : Math.abs(found - expected) / Math.max(Math.abs(expected), least);
}

/** Fails unless every number is within {@link TOLERANCE} of its counterpart, of `least` where that is smaller. */
export function expectClose(
  found: ArrayLike<number>,
  expected: ArrayLike<number>,
  what: string,
  least?: number,
): void {
  expect(found.length, `${what}: length`).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) {
    const error = deviation(found[i]!, expected[i]!, least);
    if (!(error <= TOLERANCE)) {
      expect(`${what} at ${i}: ${found[i]}`).toBe(`${what} at ${i}: ${expected[i]}`);
    }
  }
}

/** Fails unless every row equals its counterpart, number by number. */
export function expectRows(
  found: readonly (readonly number[])[],
  expected: readonly (readonly number[])[],
  what: string,
): void {
  for (const [i, row] of expected.entries()) expectClose(found[i] ?? [], row, `${what} ${i}`);
  expect(found.length, `${what}: count`).toBe(expected.length);
}

/** Fails unless each figure named is within {@link TOLERANCE}; null equals null alone. */
export function expectFigures(
  found: Readonly<Record<string, number | null>>,
  expected: Readonly<Record<string, number | string | null>>,
): void {
  for (const [name, value] of Object.entries(found)) {
    const reference = expected[name];
    const isClose =
      typeof value === "number" && typeof reference === "number"
        ? deviation(value, reference) <= TOLERANCE
        : value === reference;
    if (!isClose) expect(`${name}: ${value}`).toBe(`${name}: ${reference}`);
  }
}

/** Fails unless the curve is the one that the reference states. */
export function expectEquity(found: Float64Array, expected: EquityFigures): void {
  expect(found.length, "equity: candles").toBe(expected.n);
  expectClose([found.at(-1)!], [expected.final], "equity at the end");
  const samples = expected.every50.map((_, k) => found[50 * k]!);
  expectClose(samples, expected.every50, "equity at every 50th candle");
  expectClose([compensatedSum(found)], [expected.sum], "sum of the equity");
  const worst = Math.max(...samples.map((value, k) => deviation(value, expected.every50[k]!)));
  if (worst < expected.margin / 4) {
    const text = Array.from(found, (value) => String(Number(value.toPrecision(10)))).join("\n");
    const sha256 = createHash("sha256").update(text).digest("hex");
    expect(sha256, "hash of the equity").toBe(expected.sha256);
  }
}

/** Neumaier's sum. */
function compensatedSum(values: Float64Array): number {
  let sum = 0;
  let lost = 0;
  for (const value of values) {
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return sum + lost;
}
