// Relations of two lines over windows.

import { FIFTH, FIVE, MINUS_ZERO, TINY } from "./numbers";

/** Bytes of the five sums that a place has: of both lines, of their squares, of their product, and room for one. */
const SUMS: usize = 48;

/**
 * Correlation of the last `period` rows in blocks as in windows.ts, from the row `period - 1` on; 0 where one does not
 * vary. `tails` has room for the sums of a block.
 */
export function correlation(
  x: usize,
  y: usize,
  out: usize,
  tails: usize,
  rows: i32,
  period: i32,
): void {
  const scale = f64x2.splat(1 / <f64>period);
  const last = <usize>(period - 1);
  let left = rows;
  let base = f64x2.splat(0);
  for (let isFirst = true; left > 0; isFirst = false) {
    if (!isFirst) {
      let sums = f64x2.splat(0);
      let squares = f64x2.splat(0);
      let products: f64 = 0;
      const heads = min(<usize>left, last);
      for (let k: usize = 0; k < heads; k++) {
        const now = v128.load_lane<u64>(y + (k << 3), v128.load64_zero(x + (k << 3)), 1);
        const distance = f64x2.sub(now, base);
        sums = f64x2.add(sums, distance);
        squares = f64x2.add(squares, f64x2.mul(distance, distance));
        products += f64x2.extract_lane(distance, 0) * f64x2.extract_lane(distance, 1);
        const tail = tails + (k + 1) * SUMS;
        store<f64>(
          out + (k << 3),
          correlationOf(
            f64x2.add(v128.load(tail), sums),
            f64x2.add(v128.load(tail, 16), squares),
            load<f64>(tail, 32) + products,
            scale,
          ),
        );
      }
    }
    if (left < period) return;
    base = v128.load_lane<u64>(y + (last << 3), v128.load64_zero(x + (last << 3)), 1);
    let sums = f64x2.splat(0);
    let squares = f64x2.splat(0);
    let products: f64 = 0;
    for (let k = <isize>last; k >= 0; k--) {
      const at = (<usize>k) << 3;
      const now = v128.load_lane<u64>(y + at, v128.load64_zero(x + at), 1);
      const distance = f64x2.sub(now, base);
      sums = f64x2.add(sums, distance);
      squares = f64x2.add(squares, f64x2.mul(distance, distance));
      products += f64x2.extract_lane(distance, 0) * f64x2.extract_lane(distance, 1);
      const tail = tails + <usize>k * SUMS;
      v128.store(tail, sums);
      v128.store(tail, squares, 16);
      store<f64>(tail, products, 32);
    }
    store<f64>(out + (last << 3), correlationOf(sums, squares, products, scale));
    x += (last + 1) << 3;
    y += (last + 1) << 3;
    out += (last + 1) << 3;
    left -= period;
  }
}

/** Correlation of two lines of sums, of squares and of products. */
function correlationOf(sums: v128, squares: v128, products: f64, scale: v128): f64 {
  const spread = f64x2.sub(squares, f64x2.mul(f64x2.mul(sums, sums), scale));
  const together = f64x2.extract_lane(sums, 0) * f64x2.extract_lane(sums, 1);
  const size = f64x2.extract_lane(spread, 0) * f64x2.extract_lane(spread, 1);
  const relation = (products - together * f64x2.extract_lane(scale, 0)) / sqrt(size);
  return size < TINY ? 0 : relation;
}

/** Slope of `y` over `x` of five rows, two at a time; four rows before the first one are read. */
export function slopeOfFive(x: usize, y: usize, out: usize, rows: i32): void {
  const fifth = f64x2.splat(FIFTH);
  const five = f64x2.splat(FIVE);
  const tiny = f64x2.splat(TINY);
  const sign = f64x2.splat(MINUS_ZERO);
  for (const end = out + ((<usize>rows) << 3); out < end; out += 16) {
    const baseX = v128.load(x);
    const baseY = v128.load(y);
    const xa = f64x2.sub(v128.load(x - 8), baseX);
    const xb = f64x2.sub(v128.load(x - 16), baseX);
    const xc = f64x2.sub(v128.load(x - 24), baseX);
    const xd = f64x2.sub(v128.load(x - 32), baseX);
    const ya = f64x2.sub(v128.load(y - 8), baseY);
    const yb = f64x2.sub(v128.load(y - 16), baseY);
    const yc = f64x2.sub(v128.load(y - 24), baseY);
    const yd = f64x2.sub(v128.load(y - 32), baseY);
    const sumX = f64x2.add(f64x2.add(xa, xb), f64x2.add(xc, xd));
    const sumY = f64x2.add(f64x2.add(ya, yb), f64x2.add(yc, yd));
    const xx = f64x2.sub(
      f64x2.add(
        f64x2.add(f64x2.mul(xa, xa), f64x2.mul(xb, xb)),
        f64x2.add(f64x2.mul(xc, xc), f64x2.mul(xd, xd)),
      ),
      f64x2.mul(f64x2.mul(sumX, sumX), fifth),
    );
    const xy = f64x2.sub(
      f64x2.add(
        f64x2.add(f64x2.mul(xa, ya), f64x2.mul(xb, yb)),
        f64x2.add(f64x2.mul(xc, yc), f64x2.mul(xd, yd)),
      ),
      f64x2.mul(f64x2.mul(sumX, sumY), fifth),
    );
    const isNone = f64x2.lt(v128.andnot(f64x2.mul(five, xx), sign), tiny);
    v128.store(out, v128.andnot(f64x2.div(xy, xx), isNone));
    x += 16;
    y += 16;
  }
}
