// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.
//
// Each window is summed afresh, so that nothing drifts: the rows are cut into blocks of one period, a window is the
// tail of one block and the head of the next, and the tails are summed from behind once for each block. Means are
// summed as distances from the last value of the block, so that a flat window gives its value exactly.

import type { Line, Plan } from "../flow/plan.ts";

/** Sum of the last `period` values. */
export function windowSum(plan: Plan, line: Line, period: number): Line {
  return plan.step([line], period - 1, (out) => {
    const x = line.values;
    const tails = new Float64Array(period + 1);
    const state = { filled: 0, head: 0 };
    return (from, to) => {
      let { filled, head } = state;
      for (let i = from; i < to; i++) {
        if (++filled < period) {
          head += x[i]!;
          out[i] = tails[filled]! + head;
          continue;
        }
        let tail = 0;
        for (let k = period - 1, at = i; k >= 0; k--, at--) tails[k] = tail += x[at]!;
        out[i] = tail;
        filled = 0;
        head = 0;
      }
      state.filled = filled;
      state.head = head;
    };
  });
}

/** Mean of the last `period` values. */
export function windowMean(plan: Plan, line: Line, period: number): Line {
  return plan.step([line], period - 1, (out) => {
    const x = line.values;
    const tails = new Float64Array(period + 1);
    const scale = 1 / period;
    const state = { filled: 0, head: 0, base: 0 };
    return (from, to) => {
      let { filled, head, base } = state;
      for (let i = from; i < to; i++) {
        if (++filled < period) {
          head += x[i]! - base;
          out[i] = base + (tails[filled]! + head) * scale;
          continue;
        }
        base = x[i]!;
        let tail = 0;
        for (let k = period - 1, at = i; k >= 0; k--, at--) tails[k] = tail += x[at]! - base;
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

/** Mean and slope of the straight line of least squares through the last `period` values. */
export function windowTrend(plan: Plan, line: Line, period: number): [mean: Line, slope: Line] {
  return plan.twin([line], period - 1, (mean, slope) => {
    const x = line.values;
    const tails = new Float64Array(period + 1);
    const weightedTails = new Float64Array(period + 1);
    const scale = 1 / period;
    const middle = (period + 1) / 2;
    const slopeScale = 12 / (period * (period * period - 1));
    const state = { filled: 0, head: 0, weighted: 0, base: 0 };
    return (from, to) => {
      let { filled, head, weighted, base } = state;
      for (let i = from; i < to; i++) {
        let sum = 0;
        let weights = 0;
        if (++filled < period) {
          const distance = x[i]! - base;
          weighted += period * distance - head;
          head += distance;
          sum = tails[filled]! + head;
          weights = weightedTails[filled]! + weighted;
        } else {
          base = x[i]!;
          for (let k = period - 1, at = i; k >= 0; k--, at--) {
            tails[k] = sum += x[at]! - base;
            weightedTails[k] = weights += sum;
          }
          filled = 0;
          head = 0;
          weighted = 0;
        }
        mean[i] = base + sum * scale;
        slope[i] = (weights - middle * sum) * slopeScale;
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
    const tails = new Float64Array(period + 1);
    const scale = 2 / (period * (period + 1));
    const state = { filled: 0, head: 0, weighted: 0, base: 0 };
    return (from, to) => {
      let { filled, head, weighted, base } = state;
      for (let i = from; i < to; i++) {
        if (++filled < period) {
          const distance = x[i]! - base;
          weighted += period * distance - head;
          head += distance;
          out[i] = base + (tails[filled]! + weighted) * scale;
          continue;
        }
        base = x[i]!;
        let sum = 0;
        let weights = 0;
        for (let k = period - 1, at = i; k >= 0; k--, at--) {
          sum += x[at]! - base;
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

/** Population variance of the last `period` values; never below 0. */
export function windowVariance(plan: Plan, line: Line, period: number): Line {
  return plan.step([line], period - 1, (out) => {
    const x = line.values;
    const tails = new Float64Array(period + 1);
    const squareTails = new Float64Array(period + 1);
    const scale = 1 / period;
    const state = { filled: 0, head: 0, headSquares: 0, base: 0 };
    return (from, to) => {
      let { filled, head, headSquares, base } = state;
      for (let i = from; i < to; i++) {
        let sum = 0;
        let squares = 0;
        if (++filled < period) {
          const distance = x[i]! - base;
          head += distance;
          headSquares += distance * distance;
          sum = tails[filled]! + head;
          squares = squareTails[filled]! + headSquares;
        } else {
          base = x[i]!;
          for (let k = period - 1, at = i; k >= 0; k--, at--) {
            const distance = x[at]! - base;
            tails[k] = sum += distance;
            squareTails[k] = squares += distance * distance;
          }
          filled = 0;
          head = 0;
          headSquares = 0;
        }
        const shift = sum * scale;
        const variance = squares * scale - shift * shift;
        out[i] = variance > 0 ? variance : 0;
      }
      state.filled = filled;
      state.head = head;
      state.headSquares = headSquares;
      state.base = base;
    };
  });
}

/** Mean distance of the last `period` values from their mean. O(period) for each row, as in TA-Lib. */
export function windowDeviation(plan: Plan, line: Line, mean: Line, period: number): Line {
  return plan.step([line, mean], 0, (out) => {
    const x = line.values;
    const means = mean.values;
    plan.look(period - 1);
    return (from, to) => {
      for (let i = from; i < to; i++) {
        const middle = means[i]!;
        let sum = 0;
        for (let at = i - period + 1; at <= i; at++) sum += Math.abs(x[at]! - middle);
        out[i] = sum / period;
      }
    };
  });
}
