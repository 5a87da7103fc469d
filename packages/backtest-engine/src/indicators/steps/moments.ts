// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import type { Line, Plan } from "../flow/plan.ts";

/** Variance of the first line and covariance of both over the last `period` rows, each times the period. */
export interface Moments {
  readonly left: Line;
  readonly right: Line;
  readonly both: Line;
}

/** Sums of squares and products around the means of the last `period` rows, summed as in `windowSum`. */
export function windowMoments(plan: Plan, left: Line, right: Line, period: number): Moments {
  const products = plan.input();
  const [squares, otherSquares] = plan.twin([left, right], period - 1, (xx, yy) => {
    const x = left.values;
    const y = right.values;
    const xy = products.values;
    const tails = Array.from({ length: 5 }, () => new Float64Array(period + 1));
    const [tailX, tailY, tailXX, tailYY, tailXY] = tails as [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    const scale = 1 / period;
    const state = { filled: 0, baseX: 0, baseY: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0 };
    return (from, to) => {
      let { filled, baseX, baseY, x: headX, y: headY, xx: headXX, yy: headYY, xy: headXY } = state;
      for (let i = from; i < to; i++) {
        for (const stop = Math.min(to, i + period - 1 - filled); i < stop; i++) {
          const dx = x[i]! - baseX;
          const dy = y[i]! - baseY;
          headX += dx;
          headY += dy;
          headXX += dx * dx;
          headYY += dy * dy;
          headXY += dx * dy;
          filled++;
          const sumX = tailX[filled]! + headX;
          const sumY = tailY[filled]! + headY;
          xx[i] = tailXX[filled]! + headXX - sumX * sumX * scale;
          yy[i] = tailYY[filled]! + headYY - sumY * sumY * scale;
          xy[i] = tailXY[filled]! + headXY - sumX * sumY * scale;
        }
        if (i === to) break;
        filled = 0;
        baseX = x[i]!;
        baseY = y[i]!;
        headX = headY = headXX = headYY = headXY = 0;
        for (let k = period - 1, at = i; k >= 0; k--, at--) {
          const dx = x[at]! - baseX;
          const dy = y[at]! - baseY;
          tailX[k] = headX += dx;
          tailY[k] = headY += dy;
          tailXX[k] = headXX += dx * dx;
          tailYY[k] = headYY += dy * dy;
          tailXY[k] = headXY += dx * dy;
        }
        xx[i] = headXX - headX * headX * scale;
        yy[i] = headYY - headY * headY * scale;
        xy[i] = headXY - headX * headY * scale;
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
  });
  return { left: squares, right: otherSquares, both: { ...products, begin: squares.begin } };
}
