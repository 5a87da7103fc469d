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
          const sumX = tailX[i + place]! + headX;
          const sumY = tailY[i + place]! + headY;
          xx[i] = tailXX[i + place]! + headXX - sumX * sumX * scale;
          yy[i] = tailYY[i + place]! + headYY - sumY * sumY * scale;
          xy[i] = tailXY[i + place]! + headXY - sumX * sumY * scale;
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
