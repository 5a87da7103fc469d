// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import { Plan, type Line } from "../flow/plan.ts";
import { adaptiveAverage } from "./adaptive.ts";
import { weighedSum } from "./arithmetic.ts";
import { mesaAverages } from "./mesa.ts";
import { windowMean, windowWeighted } from "./windows.ts";

/** Kinds of moving averages, in the order of TA-Lib's numbers from 0. */
export const AVERAGES = [
  "sma",
  "ema",
  "wma",
  "dema",
  "tema",
  "trima",
  "kama",
  "mama",
  "t3",
] as const;

/** Kind of a moving average. */
export type AverageKind = (typeof AVERAGES)[number];

/** First value of an exponential average: the mean of its first window, or the first value itself. */
export type Seeding = "mean" | "first";

/** Exponential average with a weight for the newest value, from the mean of the first `period` values. */
export function exponential(
  plan: Plan,
  line: Line,
  period: number,
  seeding: Seeding = "mean",
  weight: number = 2 / (period + 1),
): Line {
  return plan.step([line], period - 1, (out) => {
    const x = line.values;
    const state = { average: 0, base: 0, sum: 0 };
    return (from, to, seen) => {
      let { average } = state;
      let i = from;
      if (seeding === "first") {
        if (seen === 0) average = out[i] = x[i++]!;
      } else if (seen < period) {
        let { base, sum } = state;
        const ready = Math.min(to, from + period - seen);
        if (seen === 0) base = x[i]!;
        for (; i < ready; i++) sum += x[i]! - base;
        average = out[i - 1] = base + sum / period;
        state.base = base;
        state.sum = sum;
      }
      for (; i < to; i++) {
        average += weight * (x[i]! - average);
        out[i] = average;
      }
      state.average = average;
    };
  });
}

/** Wilder's average: the newest value has the weight 1 / period. */
export const wilder = (plan: Plan, line: Line, period: number): Line =>
  exponential(plan, line, period, "mean", 1 / period);

/** Wilder's sum: loses its period-th part with each value that is added; starts with `period - 1` values. */
export function wilderSum(plan: Plan, line: Line, period: number): Line {
  return plan.step([line], period - 2, (out) => {
    const x = line.values;
    let kept = 0;
    return (from, to, seen) => {
      let sum = kept;
      let i = from;
      for (const ready = from + period - 1 - seen; i < ready && i < to; i++) out[i] = sum += x[i]!;
      const share = 1 - 1 / period;
      for (; i < to; i++) out[i] = sum = share * sum + x[i]!;
      kept = sum;
    };
  });
}

/** An exponential average, the average of it, and so on, `depth` of them. */
function exponentials(
  plan: Plan,
  line: Line,
  period: number,
  depth: number,
  seeding: Seeding = "mean",
): Line[] {
  const all: Line[] = [];
  for (let k = 0; k < depth; k++) all.push(exponential(plan, all[k - 1] ?? line, period, seeding));
  return all;
}

/** Double (Mulloy, 1994): 2 × EMA − EMA of the EMA. */
export const doubled = (plan: Plan, line: Line, period: number, seeding?: Seeding): Line =>
  weighedSum(plan, exponentials(plan, line, period, 2, seeding), [2, -1]);

/** Triple (Mulloy, 1994): 3 × EMA − 3 × EMA of the EMA + EMA of that. */
export const tripled = (plan: Plan, line: Line, period: number, seeding?: Seeding): Line =>
  weighedSum(plan, exponentials(plan, line, period, 3, seeding), [3, -3, 1]);

/** Tillson's T3 (1998): DEMA of DEMA of DEMA with a volume factor in place of 1. */
export function tillson(plan: Plan, line: Line, period: number, volumeFactor: number): Line {
  const [, , third, fourth, fifth, sixth] = exponentials(plan, line, period, 6);
  const v = volumeFactor;
  const lines = [sixth, fifth, fourth, third] as Line[];
  const cube = v * v * v;
  const square = v * v;
  return weighedSum(plan, lines, [
    -cube,
    3 * (square + cube),
    -6 * square - 3 * (v + cube),
    1 + 3 * v + cube + 3 * square,
  ]);
}

/** Triangular: a simple average of a simple average, which together span `period` values. */
export function triangular(plan: Plan, line: Line, period: number): Line {
  const half = Math.floor((period + 1) / 2);
  return windowMean(plan, windowMean(plan, line, half), period + 1 - half);
}

/** The moving average of a kind. A period of 1 gives the line itself; `mama` has its own limits and no period. */
export function averageOf(plan: Plan, line: Line, kind: AverageKind, period: number): Line {
  if (period === 1) return line;
  switch (kind) {
    case "sma":
      return windowMean(plan, line, period);
    case "ema":
      return exponential(plan, line, period);
    case "wma":
      return windowWeighted(plan, line, period);
    case "dema":
      return doubled(plan, line, period);
    case "tema":
      return tripled(plan, line, period);
    case "trima":
      return triangular(plan, line, period);
    case "kama":
      return adaptiveAverage(plan, line, period);
    case "mama":
      return mesaAverages(plan, line, 0.5, 0.05)[0];
    case "t3":
      return tillson(plan, line, period, 0.7);
  }
}

/** Rows that an average of a kind waits for its first value. */
export function lookbackOf(kind: AverageKind, period: number): number {
  const plan = new Plan(0);
  return averageOf(plan, plan.input(), kind, period).begin;
}
