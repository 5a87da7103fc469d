// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import type { Line, Plan } from "../flow/plan.ts";

/** Highest (`sign` 1) or lowest (-1) of the last `period` values; blocks as in `windowSum` (van Herk, 1992). */
function windowExtreme(plan: Plan, line: Line, period: number, sign: 1 | -1): Line {
  return plan.step([line], period - 1, (out) => {
    const x = line.values;
    const tails = new Float64Array(period + 1).fill(-Infinity);
    const state = { filled: 0, head: -Infinity };
    return (from, to) => {
      let { filled, head } = state;
      // Math.max decides without a branch, which would be guessed wrong half of the time.
      for (let i = from; i < to; i++) {
        for (const stop = Math.min(to, i + period - 1 - filled); i < stop; i++) {
          head = Math.max(head, sign * x[i]!);
          out[i] = sign * Math.max(tails[++filled]!, head);
        }
        if (i === to) break;
        let best = -Infinity;
        for (let k = period - 1, at = i; k >= 0; k--, at--) {
          tails[k] = best = Math.max(best, sign * x[at]!);
        }
        out[i] = sign * best;
        filled = 0;
        head = -Infinity;
      }
      state.filled = filled;
      state.head = head;
    };
  });
}

/** Highest of the last `period` values. */
export const highestOf = (plan: Plan, line: Line, period: number): Line =>
  windowExtreme(plan, line, period, 1);

/** Lowest of the last `period` values. */
export const lowestOf = (plan: Plan, line: Line, period: number): Line =>
  windowExtreme(plan, line, period, -1);

/** Middle between the highest of one line and the lowest of another one over the last `period` rows. */
export function middleOf(plan: Plan, high: Line, low: Line, period: number): Line {
  const top = highestOf(plan, high, period);
  const bottom = lowestOf(plan, low, period);
  return plan.step([top, bottom], 0, (out) => {
    const [t, b] = [top.values, bottom.values];
    return (from, to) => {
      for (let i = from; i < to; i++) out[i] = 0.5 * (t[i]! + b[i]!);
    };
  });
}

/**
 * Age of the highest (`sign` 1) or lowest (-1) of the last `period` values, in rows: 0 for the present one. Of equal
 * values the latest counts. Blocks as in `windowExtreme`, with the rows beside the values.
 */
export function latestExtremeAge(plan: Plan, line: Line, period: number, sign: 1 | -1): Line {
  return plan.step([line], period - 1, (out) => {
    const x = line.values;
    const tails = new Float64Array(period + 1).fill(-Infinity);
    const rows = new Float64Array(period + 1);
    const state = { filled: 0, head: -Infinity, headRow: 0 };
    return (from, to, seen) => {
      let { filled, head, headRow } = state;
      const shift = seen - from;
      for (let i = from; i < to; i++) {
        for (const stop = Math.min(to, i + period - 1 - filled); i < stop; i++) {
          const value = sign * x[i]!;
          if (value >= head) {
            head = value;
            headRow = i + shift;
          }
          filled++;
          out[i] = i + shift - (tails[filled]! > head ? rows[filled]! : headRow);
        }
        if (i === to) break;
        let best = -Infinity;
        let row = i + shift;
        for (let k = period - 1, at = i; k >= 0; k--, at--) {
          const value = sign * x[at]!;
          if (value > best) {
            best = value;
            row = at + shift;
          }
          tails[k] = best;
          rows[k] = row;
        }
        out[i] = i + shift - row;
        filled = 0;
        head = -Infinity;
      }
      state.filled = filled;
      state.head = head;
      state.headRow = headRow;
    };
  });
}

/**
 * Row of the highest (`sign` 1) or lowest (-1) of the last `period` values, counted from the first of the series. Of
 * equal values the one that TA-Lib's search keeps: a value as good as the best takes its place, and when the best has
 * left the window, the earliest of the best that remain follows.
 */
export function keptExtremeRow(plan: Plan, line: Line, period: number, sign: 1 | -1): Line {
  return plan.step([line], period - 1, (out) => {
    const x = line.values;
    const tails = new Float64Array(period + 1).fill(-Infinity);
    const rows = new Float64Array(period + 1);
    const state = { filled: 0, head: -Infinity, headRow: 0, best: -Infinity, bestRow: -1 };
    return (from, to, seen) => {
      let { filled, head, headRow, best, bestRow } = state;
      const shift = seen - from;
      const first = plan.skipped + line.begin;
      for (let i = from; i < to; i++) {
        for (const stop = Math.min(to, i + period - 1 - filled); i < stop; i++) {
          const value = sign * x[i]!;
          filled++;
          if (value > head) {
            head = value;
            headRow = i + shift;
          }
          if (bestRow <= i + shift - period) {
            const isOld = tails[filled]! >= head;
            best = isOld ? tails[filled]! : head;
            bestRow = isOld ? rows[filled]! : headRow;
          } else if (value >= best) {
            best = value;
            bestRow = i + shift;
          }
          out[i] = first + bestRow;
        }
        if (i === to) break;
        let top = -Infinity;
        let row = i + shift;
        for (let k = period - 1, at = i; k >= 0; k--, at--) {
          const value = sign * x[at]!;
          if (value >= top) {
            top = value;
            row = at + shift;
          }
          tails[k] = top;
          rows[k] = row;
        }
        if (bestRow <= i + shift - period || i + shift === period - 1) {
          best = top;
          bestRow = row;
        } else if (sign * x[i]! >= best) {
          best = sign * x[i]!;
          bestRow = i + shift;
        }
        out[i] = first + bestRow;
        filled = 0;
        head = -Infinity;
      }
      state.filled = filled;
      state.head = head;
      state.headRow = headRow;
      state.best = best;
      state.bestRow = bestRow;
    };
  });
}
