// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import { Plan, type Line } from "../flow/plan.ts";
import { adaptiveAverage } from "./adaptive.ts";
import { addressOf } from "./kernel-spans.ts";
import { mesaAverages } from "./mesa.ts";
import { betweenLooks, settled } from "./rests.ts";
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
      let i = from & 0x3fffffff;
      const end = to & 0x3fffffff;
      if (seeding === "first") {
        if (seen === 0) average = out[i] = x[i++]!;
      } else if (seen < period) {
        let { base, sum } = state;
        const ready = Math.min(end, from + period - seen) & 0x3fffffff;
        if (seen === 0) base = x[i]!;
        for (; i < ready; i++) sum += x[i]! - base;
        average = out[i - 1] = base + sum / period;
        state.base = base;
        state.sum = sum;
      }
      for (; i < end; i++) {
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

/** Wilder's averages of two lines that begin together. */
export function wilderPair(
  plan: Plan,
  one: Line,
  other: Line,
  period: number,
): [average: Line, otherAverage: Line] {
  const kernels = plan.kernels(0);
  if (kernels === null) return [wilder(plan, one, period), wilder(plan, other, period)];
  return plan.twin([one, other], period - 1, (averages, otherAverages) => {
    const lines = [
      { x: one.values, out: averages },
      { x: other.values, out: otherAverages },
    ];
    const state = plan.array(2);
    const sums = lines.map(() => ({ base: 0, sum: 0 }));
    return (from, to, seen) => {
      const ready = Math.min(to, from + Math.max(0, period - seen));
      if (seen < period) {
        for (const [k, { x, out }] of lines.entries()) {
          const sum = sums[k]!;
          if (seen === 0) sum.base = x[from]!;
          for (let i = from; i < ready; i++) sum.sum += x[i]! - sum.base;
          out[ready - 1] = state[k] = sum.base + sum.sum / period;
        }
      }
      if (ready === to) return;
      const [a, b, c, d] = lines.flatMap(({ x, out }) => [
        addressOf(x, ready),
        addressOf(out, ready),
      ]);
      kernels.averagePair(a!, c!, b!, d!, to - ready, 1 / period, addressOf(state, 0));
    };
  });
}

/** Wilder's sum: loses its period-th part with each value that is added; starts with `period - 1` values. */
export function wilderSum(plan: Plan, line: Line, period: number): Line {
  return plan.step([line], period - 2, (out) => {
    const x = line.values;
    const state = { sum: 0 };
    return (from, to, seen) => {
      let { sum } = state;
      let i = from & 0x3fffffff;
      const end = to & 0x3fffffff;
      for (const ready = from + period - 1 - seen; i < ready && i < end; i++) out[i] = sum += x[i]!;
      const share = 1 - 1 / period;
      for (; i < end; i++) out[i] = sum = share * sum + x[i]!;
      state.sum = sum;
    };
  });
}

/**
 * Exponential averages of one period, each of the one before from that one's first value on, times a factor each and
 * added up: two or three of them. Once all are there, one loop takes them on, in which none waits for a whole line of
 * another.
 */
export function chained(
  plan: Plan,
  line: Line,
  period: number,
  factors: readonly number[],
  seeding: Seeding = "mean",
): Line {
  const depth = factors.length;
  const takeOn = depth === 2 ? takeTwoOn : takeThreeOn;
  return plan.step([line], depth * (period - 1), (out) => {
    const x = line.values;
    const chain = new Float64Array(depth);
    const counts = new Int32Array(depth);
    const weight = 2 / (period + 1);
    return (from, to, seen) => {
      let i = from;
      for (const ready = from + depth * (period - 1) + 1 - seen; i < ready && i < to; i++) {
        advance(x[i]!, chain, counts, period, seeding);
        out[i] = factors.reduce((sum, factor, k) => sum + factor * chain[k]!, 0);
      }
      takeOn(x, out, i, to, chain, factors, weight);
    };
  });
}

/** Takes each average of a chain on by one value; each has its first value before the next one begins. */
function advance(
  value: number,
  chain: Float64Array,
  counts: Int32Array,
  period: number,
  seeding: Seeding,
): void {
  let input = value;
  for (let k = 0; k < chain.length; k++) {
    const count = ++counts[k]!;
    const isMean = count <= period && (seeding === "mean" || count === 1);
    chain[k]! += isMean ? (input - chain[k]!) / count : (2 / (period + 1)) * (input - chain[k]!);
    if (count < period) return;
    input = chain[k]!;
  }
}

/** Loop over rows in which all averages of a chain go on. */
type TakeOn = (
  x: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
  chain: Float64Array,
  factors: readonly number[],
  weight: number,
) => void;

const takeTwoOn: TakeOn = (x, out, from, to, chain, factors, weight) => {
  const [c1 = 0, c2 = 0] = factors;
  let [e1, e2] = [chain[0]!, chain[1]!];
  for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
    e1 += weight * (x[i]! - e1);
    e2 += weight * (e1 - e2);
    out[i] = c1 * e1 + c2 * e2;
  }
  [chain[0], chain[1]] = [e1, e2];
};

const takeThreeOn: TakeOn = (x, out, from, to, chain, factors, weight) => {
  const [c1 = 0, c2 = 0, c3 = 0] = factors;
  let [e1, e2, e3] = [chain[0]!, chain[1]!, chain[2]!];
  for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
    e1 += weight * (x[i]! - e1);
    e2 += weight * (e1 - e2);
    e3 += weight * (e2 - e3);
    out[i] = c1 * e1 + c2 * e2 + c3 * e3;
  }
  [chain[0], chain[1], chain[2]] = [e1, e2, e3];
};

/** Double (Mulloy, 1994): 2 × EMA − EMA of the EMA. */
export const doubled = (plan: Plan, line: Line, period: number, seeding?: Seeding): Line =>
  chained(plan, line, period, [2, -1], seeding);

/** Triple (Mulloy, 1994): 3 × EMA − 3 × EMA of the EMA + EMA of that. */
export const tripled = (plan: Plan, line: Line, period: number, seeding?: Seeding): Line =>
  chained(plan, line, period, [3, -3, 1], seeding);

/**
 * Tillson's T3 (1998): DEMA of DEMA of DEMA with a volume factor in place of 1. It is a sum of the third to the sixth
 * of six exponential averages of one another, whose factors add up to 1: the value without a sum of their rests.
 */
export function tillson(plan: Plan, line: Line, period: number, volumeFactor: number): Line {
  const v = volumeFactor;
  const cube = v * v * v;
  const square = v * v;
  const weight = 2 / (period + 1);
  // The factor of a rest is the sum of those of the averages from there on.
  const factors = [1, 1, 1, -3 * (v + square) - cube, 3 * square + 2 * cube, -cube];
  const depth = factors.length;
  const scales = new Float64Array(depth).fill(1);
  for (let k = 1; k < depth; k++) scales[k] = scales[k - 1]! * weight;
  const scaled = factors.map((factor, k) => factor * scales[k]!);
  return plan.step([line], depth * (period - 1), (out) => {
    const x = line.values;
    const chain = new Float64Array(depth);
    const counts = new Int32Array(depth);
    /** Rests, each by its scale, and the value before. */
    const state = new Float64Array(depth + 1);
    const begin = (value: number): number => {
      chain.forEach((average, k) => {
        state[k] = ((k === 0 ? value : chain[k - 1]!) - average) / scales[k]!;
      });
      state[depth] = value;
      return scaled.reduce((sum, factor, k) => sum - factor * state[k]!, value);
    };
    const go = (from: number, to: number): void =>
      takeSixOn(x, out, from, to, state, scaled, weight);
    const settle = (): void => {
      for (let k = 0; k < depth; k++) state[k] = settled(state[k]!);
    };
    return (from, to, seen) => {
      let i = from;
      const ready = from + depth * (period - 1) - seen;
      for (; i <= ready && i < to; i++) advance(x[i]!, chain, counts, period, "mean");
      if (i > from && i > ready) out[ready] = begin(x[ready]!);
      betweenLooks(i, to, seen + i - from, go, settle);
    };
  });
}

/** Each rest has the scale `weight` times that of the one before, which spares a multiplication. */
const takeSixOn: TakeOn = (x, out, from, to, state, factors, weight) => {
  const [, f2 = 0, f3 = 0, f4 = 0, f5 = 0, f6 = 0] = factors;
  const kept = 1 - weight;
  let [r1, r2, r3] = [state[0]!, state[1]!, state[2]!];
  let [r4, r5, r6] = [state[3]!, state[4]!, state[5]!];
  let before = state[6]!;
  for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
    const value = x[i]!;
    const g1 = value - before + r1;
    before = value;
    r1 = kept * g1;
    const g2 = g1 + r2;
    r2 = kept * g2;
    const g3 = g2 + r3;
    r3 = kept * g3;
    const g4 = g3 + r4;
    r4 = kept * g4;
    const g5 = g4 + r5;
    r5 = kept * g5;
    r6 = kept * (g5 + r6);
    out[i] = value - (r1 + f2 * r2 + f3 * r3 + (f4 * r4 + f5 * r5 + f6 * r6));
  }
  [state[0], state[1], state[2]] = [r1, r2, r3];
  [state[3], state[4], state[5]] = [r4, r5, r6];
  state[6] = before;
};

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
