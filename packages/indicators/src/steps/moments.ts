// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import type { Line, Plan, Span } from "../flow/plan.ts";
import { TINY } from "./arithmetic.ts";
import { addressOf, firstOfBlocks, reachOfBlocks, spanAfter } from "./kernel-spans.ts";

/** Relation of two lines: covariance by variance of the first, or by both deviations. */
export type Relation = "slope" | "correlation";

/** Relation of two lines over the last `period` rows; 0 where one of those that divide does not vary. */
export function windowRelation(
  plan: Plan,
  left: Line,
  right: Line,
  period: number,
  relation: Relation,
): Line {
  return plan.step([left, right], period - 1, (out) => {
    const [x, y] = [left.values, right.values];
    const isSlope = relation === "slope";
    const kernels = isSlope && period !== 5 ? null : plan.kernels(reachOfBlocks(period));
    if (kernels !== null && isSlope) {
      return spanAfter(4, (from, to) => {
        const [left, right] = [addressOf(x, from), addressOf(y, from)];
        kernels.slopeOfFive(left, right, addressOf(out, from), to - from);
      });
    }
    if (kernels !== null) {
      // Six numbers for each place of a block.
      const tails = addressOf(plan.array(6 * (period + 1)), 0);
      return (from, to, seen) => {
        const first = firstOfBlocks(from, seen, period);
        const [left, right] = [addressOf(x, first), addressOf(y, first)];
        kernels.correlation(left, right, addressOf(out, first), tails, to - first, period);
      };
    }
    if (isSlope && period === 5) return slopeOfFive(x, y, out);
    return relationSpan(x, y, period, isSlope, out);
  });
}

/** Relation of sums of squares and products around the means of `period` rows. */
function relationOf(xx: number, yy: number, xy: number, period: number, isSlope: boolean): number {
  const size = isSlope ? Math.abs(period * xx) : xx * yy;
  const relation = xy / (isSlope ? xx : Math.sqrt(size));
  return size < TINY ? 0 : relation;
}

/** Sums of squares and products around the means of the last `period` rows, summed as in `windowSum`. */
function relationSpan(
  x: Float64Array,
  y: Float64Array,
  period: number,
  isSlope: boolean,
  out: Float64Array,
): Span {
  // Five numbers for each place: five arrays would take more registers than there are.
  const tails = new Float64Array(5 * (period + 1));
  const scale = 1 / period;
  const last = (period - 1) & 0x3fffffff;
  const state = { filled: 0, baseX: 0, baseY: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0 };
  return (from, to) => {
    let { baseX, baseY, x: headX, y: headY, xx: headXX, yy: headYY, xy: headXY } = state;
    let filled = state.filled & 0x3fffffff;
    const end = to & 0x3fffffff;
    for (let i = from & 0x3fffffff; i < end; i = (i + 1) & 0x3fffffff) {
      const place = filled + 1 - i;
      for (const stop = Math.min(end, i + last - filled); i < stop; i++) {
        const dx = x[i]! - baseX;
        const dy = y[i]! - baseY;
        headX += dx;
        headY += dy;
        headXX += dx * dx;
        headYY += dy * dy;
        headXY += dx * dy;
        const tail = (5 * (i + place)) | 0;
        const sumX = tails[tail]! + headX;
        const sumY = tails[tail + 1]! + headY;
        const xx = tails[tail + 2]! + headXX - sumX * sumX * scale;
        const yy = tails[tail + 3]! + headYY - sumY * sumY * scale;
        const xy = tails[tail + 4]! + headXY - sumX * sumY * scale;
        out[i] = relationOf(xx, yy, xy, period, isSlope);
      }
      filled = i + place - 1;
      if (i === end) break;
      const first = i - last;
      filled = 0;
      baseX = x[i]!;
      baseY = y[i]!;
      headX = headY = headXX = headYY = headXY = 0;
      for (let k = last; k >= 0; k--) {
        const dx = x[first + k]! - baseX;
        const dy = y[first + k]! - baseY;
        const tail = (5 * k) | 0;
        tails[tail] = headX += dx;
        tails[tail + 1] = headY += dy;
        tails[tail + 2] = headXX += dx * dx;
        tails[tail + 3] = headYY += dy * dy;
        tails[tail + 4] = headXY += dx * dy;
      }
      const xx = headXX - headX * headX * scale;
      const yy = headYY - headY * headY * scale;
      out[i] = relationOf(xx, yy, headXY - headX * headY * scale, period, isSlope);
      headX = headY = headXX = headYY = headXY = 0;
    }
    state.filled = filled;
    state.baseX = baseX;
    state.baseY = baseY;
    state.x = headX;
    state.y = headY;
    state.xx = headXX;
    state.yy = headYY;
    state.xy = headXY;
  };
}

/** Slope over five rows, the usual window of beta; blocks would be too short for their loops to pay. */
function slopeOfFive(x: Float64Array, y: Float64Array, out: Float64Array): Span {
  return (from, to, seen) => {
    const tiny = TINY;
    const start = from + Math.max(0, 4 - seen);
    for (let i = start & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
      const baseX = x[i]!;
      const baseY = y[i]!;
      const xa = x[i - 1]! - baseX;
      const xb = x[i - 2]! - baseX;
      const xc = x[i - 3]! - baseX;
      const xd = x[i - 4]! - baseX;
      const ya = y[i - 1]! - baseY;
      const yb = y[i - 2]! - baseY;
      const yc = y[i - 3]! - baseY;
      const yd = y[i - 4]! - baseY;
      const sumX = xa + xb + (xc + xd);
      const sumY = ya + yb + (yc + yd);
      const xx = xa * xa + xb * xb + (xc * xc + xd * xd) - sumX * sumX * 0.2;
      const xy = xa * ya + xb * yb + (xc * yc + xd * yd) - sumX * sumY * 0.2;
      const slope = xy / xx;
      out[i] = Math.abs(5 * xx) < tiny ? 0 : slope;
    }
  };
}
