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
    const state = { sum: 0 };
    return (from, to, seen) => {
      let { sum } = state;
      let i = from;
      for (const ready = from + period - 1 - seen; i < ready && i < to; i++) out[i] = sum += x[i]!;
      const share = 1 - 1 / period;
      for (; i < to; i++) out[i] = sum = share * sum + x[i]!;
      state.sum = sum;
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

/**
 * Tillson's T3 (1998): DEMA of DEMA of DEMA with a volume factor in place of 1. Six exponential averages, each of the
 * one before from its first mean on; once all are there, one loop takes them on.
 */
export function tillson(plan: Plan, line: Line, period: number, volumeFactor: number): Line {
  const v = volumeFactor;
  const cube = v * v * v;
  const square = v * v;
  const [c6, c5] = [-cube, 3 * (square + cube)];
  const [c4, c3] = [-6 * square - 3 * (v + cube), 1 + 3 * v + cube + 3 * square];
  return plan.step([line], DEPTH * (period - 1), (out) => {
    const x = line.values;
    const weight = 2 / (period + 1);
    const chain = new Float64Array(DEPTH);
    const counts = new Int32Array(DEPTH);
    return (from, to, seen) => {
      let i = from;
      for (const ready = from + DEPTH * (period - 1) + 1 - seen; i < ready && i < to; i++) {
        advance(x[i]!, chain, counts, period, weight);
        out[i] = c6 * chain[5]! + c5 * chain[4]! + c4 * chain[3]! + c3 * chain[2]!;
      }
      let [e1, e2, e3] = [chain[0]!, chain[1]!, chain[2]!];
      let [e4, e5, e6] = [chain[3]!, chain[4]!, chain[5]!];
      for (; i < to; i++) {
        e1 += weight * (x[i]! - e1);
        e2 += weight * (e1 - e2);
        e3 += weight * (e2 - e3);
        e4 += weight * (e3 - e4);
        e5 += weight * (e4 - e5);
        e6 += weight * (e5 - e6);
        out[i] = c6 * e6 + c5 * e5 + c4 * e4 + c3 * e3;
      }
      [chain[0], chain[1], chain[2]] = [e1, e2, e3];
      [chain[3], chain[4], chain[5]] = [e4, e5, e6];
    };
  });
}

/** Exponential averages in a T3. */
const DEPTH = 6;

/** Takes each average of a chain on by one value; each adds up its first mean before the next one begins. */
function advance(
  value: number,
  chain: Float64Array,
  counts: Int32Array,
  period: number,
  weight: number,
): void {
  let input = value;
  for (let k = 0; k < chain.length; k++) {
    const count = ++counts[k]!;
    if (count > period) chain[k]! += weight * (input - chain[k]!);
    else chain[k]! += (input - chain[k]!) / count;
    if (count < period) return;
    input = chain[k]!;
  }
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
