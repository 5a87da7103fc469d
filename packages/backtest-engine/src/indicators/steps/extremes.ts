// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import type { Line, Plan } from "../flow/plan.ts";
import { meanOf } from "./arithmetic.ts";

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

/**
 * Highest of one line and lowest of another one over the last `period` rows; blocks as in `windowExtreme`.
 *
 * The farther of two numbers is looked up at an index that is a comparison, 0 or 1: Math.max and `?:` become jumps,
 * which the processor guesses wrong so often that they take twice as long. Both lines are in one loop, for a look-up
 * waits for the one before it, and the other line's does not.
 */
export function windowRange(
  plan: Plan,
  high: Line,
  low: Line,
  period: number,
): [highest: Line, lowest: Line] {
  return plan.twin([high, low], period - 1, (highs, lows) => {
    const [h, l] = [high.values, low.values];
    const topTails = new Float64Array(period + 1).fill(-Infinity);
    const bottomTails = new Float64Array(period + 1).fill(Infinity);
    const [tops, bottoms] = [new Float64Array(2), new Float64Array(2)];
    const [highests, lowests] = [new Float64Array(2), new Float64Array(2)];
    const state = { filled: 0, top: -Infinity, bottom: Infinity };
    return (from, to) => {
      let { filled, top, bottom } = state;
      for (let i = from; i < to; i++) {
        for (const stop = Math.min(to, i + period - 1 - filled); i < stop; i++) {
          filled++;
          tops[0] = top;
          tops[1] = h[i]!;
          top = tops[Number(h[i]! > top)]!;
          highests[0] = top;
          highests[1] = topTails[filled]!;
          highs[i] = highests[Number(topTails[filled]! > top)]!;
          bottoms[0] = bottom;
          bottoms[1] = l[i]!;
          bottom = bottoms[Number(l[i]! < bottom)]!;
          lowests[0] = bottom;
          lowests[1] = bottomTails[filled]!;
          lows[i] = lowests[Number(bottomTails[filled]! < bottom)]!;
        }
        if (i === to) break;
        top = -Infinity;
        bottom = Infinity;
        for (let k = period - 1, at = i; k >= 0; k--, at--) {
          tops[0] = top;
          tops[1] = h[at]!;
          topTails[k] = top = tops[Number(h[at]! > top)]!;
          bottoms[0] = bottom;
          bottoms[1] = l[at]!;
          bottomTails[k] = bottom = bottoms[Number(l[at]! < bottom)]!;
        }
        highs[i] = top;
        lows[i] = bottom;
        filled = 0;
        top = -Infinity;
        bottom = Infinity;
      }
      state.filled = filled;
      state.top = top;
      state.bottom = bottom;
    };
  });
}

/** Middle between the highest of one line and the lowest of another one over the last `period` rows. */
export function middleOf(plan: Plan, high: Line, low: Line, period: number): Line {
  return meanOf(plan, ...windowRange(plan, high, low, period));
}

/**
 * Ages of the highest of one line and of the lowest of another one over the last `period` rows, in rows: 0 for the
 * present one. Of equal values the latest counts. As `windowRange`, with the rows looked up beside the values.
 */
export function windowRangeAges(
  plan: Plan,
  high: Line,
  low: Line,
  period: number,
): [highestAge: Line, lowestAge: Line] {
  return plan.twin([high, low], period - 1, (highAges, lowAges) => {
    const [h, l] = [high.values, low.values];
    const topTails = new Float64Array(period + 1).fill(-Infinity);
    const bottomTails = new Float64Array(period + 1).fill(Infinity);
    const [topRows, bottomRows] = [new Float64Array(period + 1), new Float64Array(period + 1)];
    // Each holds two numbers to look up and, from 2 on, their rows.
    const [tops, bottoms] = [new Float64Array(4), new Float64Array(4)];
    const [topAges, bottomAges] = [new Float64Array(2), new Float64Array(2)];
    const state = { filled: 0, top: -Infinity, topRow: 0, bottom: Infinity, bottomRow: 0 };
    return (from, to, seen) => {
      let { filled, top, topRow, bottom, bottomRow } = state;
      const shift = seen - from;
      for (let i = from; i < to; i++) {
        for (const stop = Math.min(to, i + period - 1 - filled); i < stop; i++) {
          filled++;
          const row = i + shift;
          const isTop = Number(h[i]! >= top);
          tops[0] = top;
          tops[1] = h[i]!;
          tops[2] = topRow;
          tops[3] = row;
          top = tops[isTop]!;
          topRow = tops[2 + isTop]!;
          topAges[0] = row - topRow;
          topAges[1] = row - topRows[filled]!;
          highAges[i] = topAges[Number(topTails[filled]! > top)]!;
          const isBottom = Number(l[i]! <= bottom);
          bottoms[0] = bottom;
          bottoms[1] = l[i]!;
          bottoms[2] = bottomRow;
          bottoms[3] = row;
          bottom = bottoms[isBottom]!;
          bottomRow = bottoms[2 + isBottom]!;
          bottomAges[0] = row - bottomRow;
          bottomAges[1] = row - bottomRows[filled]!;
          lowAges[i] = bottomAges[Number(bottomTails[filled]! < bottom)]!;
        }
        if (i === to) break;
        top = -Infinity;
        bottom = Infinity;
        topRow = bottomRow = i + shift;
        for (let k = period - 1, at = i; k >= 0; k--, at--) {
          const row = at + shift;
          const isTop = Number(h[at]! > top);
          tops[0] = top;
          tops[1] = h[at]!;
          tops[2] = topRow;
          tops[3] = row;
          topTails[k] = top = tops[isTop]!;
          topRows[k] = topRow = tops[2 + isTop]!;
          const isBottom = Number(l[at]! < bottom);
          bottoms[0] = bottom;
          bottoms[1] = l[at]!;
          bottoms[2] = bottomRow;
          bottoms[3] = row;
          bottomTails[k] = bottom = bottoms[isBottom]!;
          bottomRows[k] = bottomRow = bottoms[2 + isBottom]!;
        }
        highAges[i] = i + shift - topRow;
        lowAges[i] = i + shift - bottomRow;
        filled = 0;
        top = -Infinity;
        bottom = Infinity;
      }
      state.filled = filled;
      state.top = top;
      state.topRow = topRow;
      state.bottom = bottom;
      state.bottomRow = bottomRow;
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
