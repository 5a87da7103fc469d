// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.
//
// Each window is summed afresh, so that nothing drifts: the rows are cut into blocks of one period, a window is the
// tail of one block and the head of the next, and the tails are summed from behind once for each block. Means are
// summed as distances from the last value of the block, so that a flat window gives its value exactly.
//
// Row numbers are cut to 30 bits, as {@link Span} explains.

import type { Line, Plan, Span } from "../flow/plan.ts";
import {
  addressOf,
  inTurn,
  reachOfBlocks,
  spanAfter,
  spanOfBlocks,
  spanOfPairs,
} from "./kernel-spans.ts";

/** Sum of the last `period` values. */
export function windowSum(plan: Plan, line: Line, period: number): Line {
  return plan.step([line], period - 1, (out) => {
    const x = line.values;
    const kernels = plan.kernels(reachOfBlocks(period));
    if (kernels !== null) return spanOfBlocks(kernels.windowSum, x, out, period);
    const tails = new Float64Array(period + 1);
    const last = (period - 1) & 0x3fffffff;
    const state = { filled: 0, head: 0 };
    return (from, to) => {
      let { head } = state;
      let filled = state.filled & 0x3fffffff;
      const end = to & 0x3fffffff;
      for (let i = from & 0x3fffffff; i < end; i = (i + 1) & 0x3fffffff) {
        const place = filled + 1 - i;
        for (const stop = Math.min(end, i + last - filled); i < stop; i++) {
          head += x[i]!;
          out[i] = tails[i + place]! + head;
        }
        filled = i + place - 1;
        if (i === end) break;
        const first = i - last;
        let tail = 0;
        for (let k = last; k >= 0; k--) tails[k] = tail += x[first + k]!;
        out[i] = tail;
        filled = 0;
        head = 0;
      }
      state.filled = filled;
      state.head = head;
    };
  });
}

/** Sums of the last `period` values of two lines, in one loop. */
export function windowSums(
  plan: Plan,
  one: Line,
  other: Line,
  period: number,
): [sum: Line, otherSum: Line] {
  return plan.twin([one, other], period - 1, (sums, otherSums) => {
    const [x, y] = [one.values, other.values];
    const kernels = plan.kernels(reachOfBlocks(period));
    if (kernels !== null) {
      return inTurn(
        spanOfBlocks(kernels.windowSum, x, sums, period),
        spanOfBlocks(kernels.windowSum, y, otherSums, period),
      );
    }
    const [tails, otherTails] = [new Float64Array(period + 1), new Float64Array(period + 1)];
    const last = (period - 1) & 0x3fffffff;
    const state = { filled: 0, head: 0, otherHead: 0 };
    return (from, to) => {
      let { head, otherHead } = state;
      let filled = state.filled & 0x3fffffff;
      const end = to & 0x3fffffff;
      for (let i = from & 0x3fffffff; i < end; i = (i + 1) & 0x3fffffff) {
        const place = filled + 1 - i;
        for (const stop = Math.min(end, i + last - filled); i < stop; i++) {
          head += x[i]!;
          otherHead += y[i]!;
          sums[i] = tails[i + place]! + head;
          otherSums[i] = otherTails[i + place]! + otherHead;
        }
        filled = i + place - 1;
        if (i === end) break;
        const first = i - last;
        let tail = 0;
        let otherTail = 0;
        for (let k = last; k >= 0; k--) {
          tails[k] = tail += x[first + k]!;
          otherTails[k] = otherTail += y[first + k]!;
        }
        sums[i] = tail;
        otherSums[i] = otherTail;
        filled = 0;
        head = 0;
        otherHead = 0;
      }
      state.filled = filled;
      state.head = head;
      state.otherHead = otherHead;
    };
  });
}

/** Sums of two lines over windows of twice the length of those that have been summed: `period` is theirs. */
export function twiceAsLong(
  plan: Plan,
  sums: readonly [sum: Line, otherSum: Line],
  period: number,
): [sum: Line, otherSum: Line] {
  return plan.twin(sums, period, (ones, others) => {
    const x = sums[0].values;
    const y = sums[1].values;
    const kernels = plan.kernels(period);
    if (kernels !== null) {
      return inTurn(
        spanOfPairs(kernels.sum, x, x, ones, period),
        spanOfPairs(kernels.sum, y, y, others, period),
      );
    }
    return (from, to, seen) => {
      const back = period & 0x3fffffff;
      const start = from + Math.max(0, period - seen);
      for (let i = start & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
        ones[i] = x[i]! + x[i - back]!;
        others[i] = y[i]! + y[i - back]!;
      }
    };
  });
}

/** Mean of the last `period` values. */
export function windowMean(plan: Plan, line: Line, period: number): Line {
  if (period === 3) return meanOfThree(plan, line);
  return plan.step([line], period - 1, (out) => {
    const x = line.values;
    const kernels = plan.kernels(reachOfBlocks(period));
    if (kernels !== null) return spanOfBlocks(kernels.mean, x, out, period);
    const tails = new Float64Array(period + 1);
    const scale = 1 / period;
    const last = (period - 1) & 0x3fffffff;
    const state = { filled: 0, head: 0, base: 0 };
    return (from, to) => {
      let { head, base } = state;
      let filled = state.filled & 0x3fffffff;
      const end = to & 0x3fffffff;
      for (let i = from & 0x3fffffff; i < end; i = (i + 1) & 0x3fffffff) {
        const place = filled + 1 - i;
        for (const stop = Math.min(end, i + last - filled); i < stop; i++) {
          head += x[i]! - base;
          out[i] = base + (tails[i + place]! + head) * scale;
        }
        filled = i + place - 1;
        if (i === end) break;
        const first = i - last;
        base = x[i]!;
        let tail = 0;
        for (let k = last; k >= 0; k--) tails[k] = tail += x[first + k]! - base;
        out[i] = base + tail * scale;
        filled = 0;
        head = 0;
      }
      state.filled = filled;
      state.head = head;
      state.base = base;
    };
  });
}

/** Mean of the last three values, the usual window of smoothed lines, which is too short for blocks to pay. */
function meanOfThree(plan: Plan, line: Line): Line {
  return plan.step([line], 2, (out) => {
    const x = line.values;
    return (from, to, seen) => {
      const start = from + Math.max(0, 2 - seen);
      for (let i = start & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
        const base = x[i]!;
        out[i] = base + (x[i - 1]! - base + (x[i - 2]! - base)) * (1 / 3);
      }
    };
  });
}

/** `ofMean` × mean + `ofSlope` × slope of the straight line of least squares through the last `period` values. */
export function windowTrend(
  plan: Plan,
  line: Line,
  period: number,
  ofMean: 0 | 1,
  ofSlope: number,
): Line {
  return plan.step([line], period - 1, (out) => {
    const x = line.values;
    const tails = new Float64Array(period + 1);
    const weightedTails = new Float64Array(period + 1);
    const scale = 1 / period;
    const middle = (period + 1) / 2;
    const slopeScale = 12 / (period * (period * period - 1));
    const last = (period - 1) & 0x3fffffff;
    const state = { filled: 0, head: 0, weighted: 0, base: 0 };
    return (from, to) => {
      let { head, weighted, base } = state;
      let filled = state.filled & 0x3fffffff;
      const end = to & 0x3fffffff;
      for (let i = from & 0x3fffffff; i < end; i = (i + 1) & 0x3fffffff) {
        const place = filled + 1 - i;
        for (const stop = Math.min(end, i + last - filled); i < stop; i++) {
          const distance = x[i]! - base;
          weighted += period * distance - head;
          head += distance;
          const sum = tails[i + place]! + head;
          const slope = (weightedTails[i + place]! + weighted - middle * sum) * slopeScale;
          out[i] = ofMean * (base + sum * scale) + ofSlope * slope;
        }
        filled = i + place - 1;
        if (i === end) break;
        const first = i - last;
        base = x[i]!;
        let sum = 0;
        let weights = 0;
        for (let k = last; k >= 0; k--) {
          tails[k] = sum += x[first + k]! - base;
          weightedTails[k] = weights += sum;
        }
        const slope = (weights - middle * sum) * slopeScale;
        out[i] = ofMean * (base + sum * scale) + ofSlope * slope;
        filled = 0;
        head = 0;
        weighted = 0;
      }
      state.filled = filled;
      state.head = head;
      state.weighted = weighted;
      state.base = base;
    };
  });
}

/** Linearly weighted mean of the last `period` values, the newest with the weight `period`. */
export function windowWeighted(plan: Plan, line: Line, period: number): Line {
  return plan.step([line], period - 1, (out) => {
    const x = line.values;
    const kernels = plan.kernels(reachOfBlocks(period));
    if (kernels !== null) return spanOfBlocks(kernels.weightedMean, x, out, period);
    const tails = new Float64Array(period + 1);
    const scale = 2 / (period * (period + 1));
    const last = (period - 1) & 0x3fffffff;
    const state = { filled: 0, head: 0, weighted: 0, base: 0 };
    return (from, to) => {
      let { head, weighted, base } = state;
      let filled = state.filled & 0x3fffffff;
      const end = to & 0x3fffffff;
      for (let i = from & 0x3fffffff; i < end; i = (i + 1) & 0x3fffffff) {
        const place = filled + 1 - i;
        for (const stop = Math.min(end, i + last - filled); i < stop; i++) {
          const distance = x[i]! - base;
          weighted += period * distance - head;
          head += distance;
          out[i] = base + (tails[i + place]! + weighted) * scale;
        }
        filled = i + place - 1;
        if (i === end) break;
        const first = i - last;
        base = x[i]!;
        let sum = 0;
        let weights = 0;
        for (let k = last; k >= 0; k--) {
          sum += x[first + k]! - base;
          tails[k] = weights += sum;
        }
        out[i] = base + weights * scale;
        filled = 0;
        head = 0;
        weighted = 0;
      }
      state.filled = filled;
      state.head = head;
      state.weighted = weighted;
      state.base = base;
    };
  });
}

/** Mean and population variance of the last `period` values; the variance is never below 0. */
export function windowSpread(plan: Plan, line: Line, period: number): [mean: Line, variance: Line] {
  return plan.twin([line], period - 1, (means, variances) =>
    period === 5
      ? spreadOfFive(plan, line, means, variances)
      : spreadSpan(line, period, means, variances),
  );
}

/** Population variance of the last `period` values; never below 0. */
export function windowVariance(plan: Plan, line: Line, period: number): Line {
  return plan.step([line], period - 1, (out) =>
    period === 5 ? spreadOfFive(plan, line, null, out) : spreadSpan(line, period, null, out),
  );
}

/** Spread of the last five values, the usual window of deviations; blocks would be too short for their loops to pay. */
function spreadOfFive(
  plan: Plan,
  line: Line,
  means: Float64Array | null,
  variances: Float64Array,
): Span {
  const x = line.values;
  const kernels = plan.kernels(4);
  if (kernels !== null) {
    return spanAfter(4, (from, to) => {
      const [mean, variance] = [means ?? variances, variances].map((line) => addressOf(line, from));
      kernels.spreadOfFive(addressOf(x, from), mean!, variance!, to - from);
    });
  }
  return (from, to, seen) => {
    const start = from + Math.max(0, 4 - seen);
    for (let i = start & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
      const base = x[i]!;
      const a = x[i - 1]! - base;
      const b = x[i - 2]! - base;
      const c = x[i - 3]! - base;
      const d = x[i - 4]! - base;
      const shift = (a + b + (c + d)) * 0.2;
      const variance = (a * a + b * b + (c * c + d * d)) * 0.2 - shift * shift;
      if (means !== null) means[i] = base + shift;
      variances[i] = variance > 0 ? variance : 0;
    }
  };
}

function spreadSpan(
  line: Line,
  period: number,
  means: Float64Array | null,
  variances: Float64Array,
): Span {
  const x = line.values;
  const tails = new Float64Array(period + 1);
  const squareTails = new Float64Array(period + 1);
  const scale = 1 / period;
  const last = (period - 1) & 0x3fffffff;
  const state = { filled: 0, head: 0, headSquares: 0, base: 0 };
  return (from, to) => {
    let { head, headSquares, base } = state;
    let filled = state.filled & 0x3fffffff;
    const end = to & 0x3fffffff;
    for (let i = from & 0x3fffffff; i < end; i = (i + 1) & 0x3fffffff) {
      const place = filled + 1 - i;
      for (const stop = Math.min(end, i + last - filled); i < stop; i++) {
        const distance = x[i]! - base;
        head += distance;
        headSquares += distance * distance;
        const shift = (tails[i + place]! + head) * scale;
        const variance = (squareTails[i + place]! + headSquares) * scale - shift * shift;
        if (means !== null) means[i] = base + shift;
        variances[i] = variance > 0 ? variance : 0;
      }
      filled = i + place - 1;
      if (i === end) break;
      const first = i - last;
      base = x[i]!;
      let sum = 0;
      let squares = 0;
      for (let k = last; k >= 0; k--) {
        const distance = x[first + k]! - base;
        tails[k] = sum += distance;
        squareTails[k] = squares += distance * distance;
      }
      const shift = sum * scale;
      const variance = squares * scale - shift * shift;
      if (means !== null) means[i] = base + shift;
      variances[i] = variance > 0 ? variance : 0;
      filled = 0;
      head = 0;
      headSquares = 0;
    }
    state.filled = filled;
    state.head = head;
    state.headSquares = headSquares;
    state.base = base;
  };
}

/** Mean distance of the last `period` values from their mean. O(period) for each row, as in TA-Lib. */
export function windowDeviation(plan: Plan, line: Line, mean: Line, period: number): Line {
  return plan.step([line, mean], 0, (out) => {
    const x = line.values;
    const means = mean.values;
    plan.look(period - 1);
    return (from, to) => {
      for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
        const middle = means[i]!;
        let sum = 0;
        for (let at = i - period + 1; at <= i; at++) sum += Math.abs(x[at]! - middle);
        out[i] = sum / period;
      }
    };
  });
}
