// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.
//
// Where the extremes of windows lie: as in extremes.ts, with the rows beside the values.

import type { KernelLoops } from "../flow/kernels.ts";
import type { Line, Plan, Span } from "../flow/plan.ts";
import { addressOf, firstOfBlocks, reachOfBlocks } from "./kernel-spans.ts";

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
    const kernels = plan.kernels(reachOfBlocks(period));
    if (kernels !== null) {
      const tails = addressOf(plan.array(4 * (period + 1)), 0);
      return (from, to, seen) => {
        const first = firstOfBlocks(from, seen, period);
        kernels.ages(
          addressOf(h, first),
          addressOf(l, first),
          addressOf(highAges, first),
          addressOf(lowAges, first),
          tails,
          to - first,
          period,
        );
      };
    }
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
      for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
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
 * Row of the highest of the last `period` values, counted from the first of the series. Of equal values the one that
 * TA-Lib's search keeps: a value as good as the best takes its place, and when the best has left the window, the
 * earliest of the best that remain follows. It is searched for then, which is seldom needed.
 */
export function keptHighestRow(plan: Plan, line: Line, period: number): Line {
  return plan.step([line], period - 1, (out) => {
    const x = line.values;
    const kernels = plan.kernels(period - 1);
    if (kernels !== null) return keptSpan(plan, kernels.keptHighest, line, out, period);
    const state = { best: -Infinity, bestRow: -1 };
    return (from, to, seen) => {
      let { best } = state;
      // Rows of the buffers, by which the values are read.
      const shift = seen - from;
      let bestAt = (state.bestRow - shift) | 0;
      const first = plan.skipped + line.begin + shift;
      const width = period & 0x3fffffff;
      const oldest = Math.max(0, -shift) & 0x3fffffff;
      for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
        const value = x[i]!;
        if (bestAt <= i - width) {
          let k = Math.max(i - width + 1, oldest) & 0x3fffffff;
          bestAt = k;
          best = x[k]!;
          for (k++; k <= i; k++) {
            if (x[k]! > best) {
              best = x[k]!;
              bestAt = k;
            }
          }
        } else if (value >= best) {
          best = value;
          bestAt = i;
        }
        out[i] = first + bestAt;
      }
      state.best = best;
      state.bestRow = bestAt + shift;
    };
  });
}

/** Loop of a kernel that searches for rows as TA-Lib does. */
function keptSpan(
  plan: Plan,
  search: KernelLoops["keptHighest"],
  line: Line,
  out: Float64Array,
  period: number,
): Span {
  const state = { row: -1 };
  return (from, to, seen) => {
    const shift = seen - from;
    const first = plan.skipped + line.begin + shift;
    const best = state.row - shift;
    const oldest = Math.max(0, -shift);
    const [x, rows] = [addressOf(line.values, 0), addressOf(out, 0)];
    state.row = search(x, rows, from, to, period, oldest, first, best) + shift;
  };
}

/**
 * Row of the lowest of the last `period` values; else as {@link keptHighestRow}. In a loop of its own, for one loop
 * with a sign takes a third longer.
 */
export function keptLowestRow(plan: Plan, line: Line, period: number): Line {
  return plan.step([line], period - 1, (out) => {
    const x = line.values;
    const kernels = plan.kernels(period - 1);
    if (kernels !== null) return keptSpan(plan, kernels.keptLowest, line, out, period);
    const state = { best: Infinity, bestRow: -1 };
    return (from, to, seen) => {
      let { best } = state;
      const shift = seen - from;
      let bestAt = (state.bestRow - shift) | 0;
      const first = plan.skipped + line.begin + shift;
      const width = period & 0x3fffffff;
      const oldest = Math.max(0, -shift) & 0x3fffffff;
      for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
        const value = x[i]!;
        if (bestAt <= i - width) {
          let k = Math.max(i - width + 1, oldest) & 0x3fffffff;
          bestAt = k;
          best = x[k]!;
          for (k++; k <= i; k++) {
            if (x[k]! < best) {
              best = x[k]!;
              bestAt = k;
            }
          }
        } else if (value <= best) {
          best = value;
          bestAt = i;
        }
        out[i] = first + bestAt;
      }
      state.best = best;
      state.bestRow = bestAt + shift;
    };
  });
}
