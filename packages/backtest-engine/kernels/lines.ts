// Lines of points: a point is a pair, x before y.

import { MINUS_ZERO } from "./numbers";

/** Point of a row. */
function pointOf(x: usize, y: usize, row: i32): v128 {
  const at = (<usize>row) << 3;
  return v128.load_lane<u64>(y + at, v128.load64_zero(x + at), 1);
}

/**
 * The `count` points of a line of more rows that keep its shape best, by Largest-Triangle-Three-Buckets, and the
 * highest y up to each; `peak` is one before the first. As `lttb` and `peaksAt` of the engine, without a jump for the
 * largest triangle: which of its points that is, no processor foresees.
 */
export function thinned(
  x: usize,
  y: usize,
  outX: usize,
  outY: usize,
  outPeak: usize,
  rows: i32,
  count: i32,
  peak: f64,
): void {
  const width = <f64>(rows - 2) / <f64>(count - 2);
  const sign = f64x2.replace_lane(f64x2.splat(0), 1, MINUS_ZERO);
  const none = f64x2.splat(-1);
  let before = pointOf(x, y, 0);
  let highest = f64x2.pmax(f64x2.splat(peak), before);
  v128.store_lane<u64>(outX, before, 0);
  v128.store_lane<u64>(outY, before, 1);
  v128.store_lane<u64>(outPeak, highest, 1);
  let from = 1;
  let to = min(rows - 1, <i32>width + 1);
  for (let bucket = 0; bucket < count - 2; bucket++) {
    const next = min(rows - 1, <i32>(<f64>(bucket + 2) * width) + 1);
    const last = bucket === count - 3 ? rows : next;
    let sum = f64x2.splat(0);
    for (let row = to; row < last; row++) sum = f64x2.add(sum, pointOf(x, y, row));
    const apart = f64x2.sub(f64x2.div(sum, f64x2.splat(<f64>(last - to))), before);
    const across = v128.xor(v128.shuffle<u64>(apart, apart, 1, 0), sign);
    let most = none;
    let found = before;
    let foundPeak = highest;
    for (let row = from; row < to; row++) {
      const point = pointOf(x, y, row);
      highest = f64x2.pmax(highest, point);
      const parts = f64x2.mul(f64x2.sub(point, before), across);
      const area = f64x2.abs(f64x2.add(parts, v128.shuffle<u64>(parts, parts, 1, 0)));
      const isLarger = f64x2.gt(area, most);
      found = v128.bitselect(point, found, isLarger);
      foundPeak = v128.bitselect(highest, foundPeak, isLarger);
      most = f64x2.pmax(most, area);
    }
    before = found;
    outX += 8;
    outY += 8;
    outPeak += 8;
    v128.store_lane<u64>(outX, found, 0);
    v128.store_lane<u64>(outY, found, 1);
    v128.store_lane<u64>(outPeak, foundPeak, 1);
    from = to;
    to = next;
  }
  let end = before;
  for (let row = from; row < rows; row++) {
    end = pointOf(x, y, row);
    highest = f64x2.pmax(highest, end);
  }
  v128.store_lane<u64>(outX, end, 0, 8);
  v128.store_lane<u64>(outY, end, 1, 8);
  v128.store_lane<u64>(outPeak, highest, 1, 8);
}
