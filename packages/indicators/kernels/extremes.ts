// Extremes of windows, in blocks as in windows.ts. `pmax` and `pmin` are one instruction without a jump, and keep the
// first of two values that are equal.

import { MINUS_ZERO, ONE } from "./numbers";

/** The higher one of each value and an older one. */
export function higher(x: usize, older: usize, out: usize, rows: i32): void {
  for (const end = out + ((<usize>rows) << 3); out < end; out += 16) {
    v128.store(out, f64x2.pmax(v128.load(x), v128.load(older)));
    x += 16;
    older += 16;
  }
}

/** The lower one of each value and an older one. */
export function lower(x: usize, older: usize, out: usize, rows: i32): void {
  for (const end = out + ((<usize>rows) << 3); out < end; out += 16) {
    v128.store(out, f64x2.pmin(v128.load(x), v128.load(older)));
    x += 16;
    older += 16;
  }
}

/** Highest of the last `period` values, from the row `period - 1` on. */
export function highest(x: usize, out: usize, rows: i32, period: i32): void {
  if (rows < period) return;
  const none = f64x2.splat(-Infinity);
  const last = (<usize>(period - 1)) << 3;
  let tail = none;
  for (let at = last; at > 0; at -= 8) {
    tail = f64x2.pmax(tail, v128.load64_zero(x + at));
    v128.store_lane<u64>(out + last + at, tail, 0);
  }
  v128.store_lane<u64>(out + last, f64x2.pmax(tail, v128.load64_zero(x)), 0);
  x += last + 8;
  out += last + 8;
  let left = rows - period;
  for (; left >= period; left -= period) {
    let head = none;
    tail = none;
    let behind = last;
    for (let at: usize = 0; at < last; at += 8) {
      head = f64x2.pmax(head, v128.load64_zero(x + at));
      v128.store_lane<u64>(out + at, f64x2.pmax(head, v128.load64_zero(out + at)), 0);
      tail = f64x2.pmax(tail, v128.load64_zero(x + behind));
      v128.store_lane<u64>(out + last + behind, tail, 0);
      behind -= 8;
    }
    v128.store_lane<u64>(out + last, f64x2.pmax(tail, v128.load64_zero(x)), 0);
    x += last + 8;
    out += last + 8;
  }
  let head = none;
  for (; left > 0; left--) {
    head = f64x2.pmax(head, v128.load64_zero(x));
    v128.store_lane<u64>(out, f64x2.pmax(head, v128.load64_zero(out)), 0);
    x += 8;
    out += 8;
  }
}

/** Lowest of the last `period` values, from the row `period - 1` on. */
export function lowest(x: usize, out: usize, rows: i32, period: i32): void {
  if (rows < period) return;
  const none = f64x2.splat(Infinity);
  const last = (<usize>(period - 1)) << 3;
  let tail = none;
  for (let at = last; at > 0; at -= 8) {
    tail = f64x2.pmin(tail, v128.load64_zero(x + at));
    v128.store_lane<u64>(out + last + at, tail, 0);
  }
  v128.store_lane<u64>(out + last, f64x2.pmin(tail, v128.load64_zero(x)), 0);
  x += last + 8;
  out += last + 8;
  let left = rows - period;
  for (; left >= period; left -= period) {
    let head = none;
    tail = none;
    let behind = last;
    for (let at: usize = 0; at < last; at += 8) {
      head = f64x2.pmin(head, v128.load64_zero(x + at));
      v128.store_lane<u64>(out + at, f64x2.pmin(head, v128.load64_zero(out + at)), 0);
      tail = f64x2.pmin(tail, v128.load64_zero(x + behind));
      v128.store_lane<u64>(out + last + behind, tail, 0);
      behind -= 8;
    }
    v128.store_lane<u64>(out + last, f64x2.pmin(tail, v128.load64_zero(x)), 0);
    x += last + 8;
    out += last + 8;
  }
  let head = none;
  for (; left > 0; left--) {
    head = f64x2.pmin(head, v128.load64_zero(x));
    v128.store_lane<u64>(out, f64x2.pmin(head, v128.load64_zero(out)), 0);
    x += 8;
    out += 8;
  }
}

/** A high and the negative of a low. */
function edgesOf(high: usize, low: usize, sign: v128): v128 {
  return v128.xor(v128.load_lane<u64>(low, v128.load64_zero(high), 1), sign);
}

/** Writes the highest and the lowest of a window, given its highest one and the negative of its lowest one. */
function storeEdges(highest: usize, lowest: usize, edges: v128, sign: v128): void {
  const signed = v128.xor(edges, sign);
  v128.store_lane<u64>(highest, signed, 0);
  v128.store_lane<u64>(lowest, signed, 1);
}

/**
 * Highest `high` and lowest `low` of the last `period` rows, from the row `period - 1` on, the lowest as the highest of
 * the negative numbers. `tails` has room for two blocks of both.
 */
export function range(
  high: usize,
  low: usize,
  highest: usize,
  lowest: usize,
  tails: usize,
  rows: i32,
  period: i32,
): void {
  if (rows < period) return;
  const none = f64x2.splat(-Infinity);
  const sign = f64x2.replace_lane(f64x2.splat(0), 1, MINUS_ZERO);
  const last = (<usize>(period - 1)) << 3;
  let next = tails + ((last + 8) << 1);
  let tail = none;
  for (let at = last; at > 0; at -= 8) {
    tail = f64x2.pmax(tail, edgesOf(high + at, low + at, sign));
    v128.store(tails + (at << 1), tail);
  }
  tail = f64x2.pmax(tail, edgesOf(high, low, sign));
  storeEdges(highest + last, lowest + last, tail, sign);
  for (let left = rows - period; left > 0; left -= period) {
    high += last + 8;
    low += last + 8;
    highest += last + 8;
    lowest += last + 8;
    let head = none;
    if (left < period) {
      for (let at: usize = 0; at < (<usize>left) << 3; at += 8) {
        head = f64x2.pmax(head, edgesOf(high + at, low + at, sign));
        const edges = f64x2.pmax(head, v128.load(tails + (at << 1), 16));
        storeEdges(highest + at, lowest + at, edges, sign);
      }
      return;
    }
    tail = none;
    let behind = last;
    for (let at: usize = 0; at < last; at += 8) {
      head = f64x2.pmax(head, edgesOf(high + at, low + at, sign));
      const edges = f64x2.pmax(head, v128.load(tails + (at << 1), 16));
      storeEdges(highest + at, lowest + at, edges, sign);
      tail = f64x2.pmax(tail, edgesOf(high + behind, low + behind, sign));
      v128.store(next + (behind << 1), tail);
      behind -= 8;
    }
    tail = f64x2.pmax(tail, edgesOf(high, low, sign));
    storeEdges(highest + last, lowest + last, tail, sign);
    const before = tails;
    tails = next;
    next = before;
  }
}

/**
 * Ages of the highest `high` and of the lowest `low` of the last `period` rows, from the row `period - 1` on; of equal
 * ones the latest counts. Both are searched for at once, the lowest as the highest of the negative numbers. `tails` has
 * room for the extremes of a block and their rows.
 */
export function ages(
  high: usize,
  low: usize,
  highAge: usize,
  lowAge: usize,
  tails: usize,
  rows: i32,
  period: i32,
): void {
  const none = f64x2.splat(-Infinity);
  const one = f64x2.splat(ONE);
  const last = <usize>(period - 1);
  let left = rows;
  let block = f64x2.splat(0);
  let tailRow = block;
  for (let isFirst = true; left > 0; isFirst = false) {
    if (!isFirst) {
      let head = none;
      let headRow = tailRow;
      let row = block;
      const heads = min(<usize>left, last);
      for (let k: usize = 0; k < heads; k++) {
        const at = k << 3;
        const now = v128.load_lane<u64>(high + at, f64x2.neg(v128.load64_splat(low + at)), 0);
        const isHigher = f64x2.ge(now, head);
        head = v128.bitselect(now, head, isHigher);
        headRow = v128.bitselect(row, headRow, isHigher);
        const tail = tails + ((k + 1) << 5);
        const isTail = f64x2.gt(v128.load(tail), head);
        const age = f64x2.sub(row, v128.bitselect(v128.load(tail, 16), headRow, isTail));
        v128.store_lane<u64>(highAge + at, age, 0);
        v128.store_lane<u64>(lowAge + at, age, 1);
        row = f64x2.add(row, one);
      }
    }
    if (left < period) return;
    const end = f64x2.add(block, f64x2.splat(<f64>last));
    let tail = none;
    tailRow = end;
    let row = end;
    for (let k = <isize>last; k >= 0; k--) {
      const at = (<usize>k) << 3;
      const now = v128.load_lane<u64>(high + at, f64x2.neg(v128.load64_splat(low + at)), 0);
      const isHigher = f64x2.gt(now, tail);
      tail = v128.bitselect(now, tail, isHigher);
      tailRow = v128.bitselect(row, tailRow, isHigher);
      v128.store(tails + ((<usize>k) << 5), tail);
      v128.store(tails + ((<usize>k) << 5), tailRow, 16);
      row = f64x2.sub(row, one);
    }
    const age = f64x2.sub(end, tailRow);
    v128.store_lane<u64>(highAge + (last << 3), age, 0);
    v128.store_lane<u64>(lowAge + (last << 3), age, 1);
    block = f64x2.add(end, one);
    high += (last + 1) << 3;
    low += (last + 1) << 3;
    highAge += (last + 1) << 3;
    lowAge += (last + 1) << 3;
    left -= period;
  }
}

/** First row of the highest value of the rows `from` to `to`; that of `from` if it is no number. */
function firstHighest(x: usize, from: i32, to: i32): i32 {
  let most = v128.load64_splat(x + ((<usize>from) << 3));
  let best = i64x2.splat(from);
  let row = i64x2.replace_lane(i64x2.splat(from + 1), 1, from + 2);
  const two = i64x2.splat(2);
  let k = from + 1;
  for (; k < to; k += 2) {
    const now = v128.load(x + ((<usize>k) << 3));
    best = v128.bitselect(row, best, f64x2.gt(now, most));
    most = f64x2.pmax(most, now);
    row = i64x2.add(row, two);
  }
  let value = f64x2.extract_lane(most, 0);
  let at = <i32>i64x2.extract_lane(best, 0);
  const other = f64x2.extract_lane(most, 1);
  const otherAt = <i32>i64x2.extract_lane(best, 1);
  if (other > value || (other === value && otherAt < at)) {
    value = other;
    at = otherAt;
  }
  return k === to && load<f64>(x + ((<usize>to) << 3)) > value ? to : at;
}

/**
 * Row of the highest of the last `period` values by TA-Lib's rule: a value as good as the best takes its place, and
 * when the best has left the window, the earliest of the best that remain follows. Rows are counted from `x`, before
 * which `oldest` rows are no part of the series; `first` is added to what is written. `best` is the row of the best
 * before the row `from`; returns that of the last row.
 */
export function keptHighest(
  x: usize,
  out: usize,
  from: i32,
  to: i32,
  period: i32,
  oldest: i32,
  first: f64,
  best: i32,
): i32 {
  let most = best < oldest ? -Infinity : load<f64>(x + ((<usize>best) << 3));
  for (let i = from; i < to; i++) {
    const value = load<f64>(x + ((<usize>i) << 3));
    if (best <= i - period) {
      best = firstHighest(x, max(i - period + 1, oldest), i);
      most = load<f64>(x + ((<usize>best) << 3));
    } else if (value >= most) {
      most = value;
      best = i;
    }
    store<f64>(out + ((<usize>i) << 3), first + <f64>best);
  }
  return best;
}

/** First row of the lowest value of the rows `from` to `to`; that of `from` if it is no number. */
function firstLowest(x: usize, from: i32, to: i32): i32 {
  let least = v128.load64_splat(x + ((<usize>from) << 3));
  let best = i64x2.splat(from);
  let row = i64x2.replace_lane(i64x2.splat(from + 1), 1, from + 2);
  const two = i64x2.splat(2);
  let k = from + 1;
  for (; k < to; k += 2) {
    const now = v128.load(x + ((<usize>k) << 3));
    best = v128.bitselect(row, best, f64x2.lt(now, least));
    least = f64x2.pmin(least, now);
    row = i64x2.add(row, two);
  }
  let value = f64x2.extract_lane(least, 0);
  let at = <i32>i64x2.extract_lane(best, 0);
  const other = f64x2.extract_lane(least, 1);
  const otherAt = <i32>i64x2.extract_lane(best, 1);
  if (other < value || (other === value && otherAt < at)) {
    value = other;
    at = otherAt;
  }
  return k === to && load<f64>(x + ((<usize>to) << 3)) < value ? to : at;
}

/** Row of the lowest of the last `period` values; else as `keptHighest`. */
export function keptLowest(
  x: usize,
  out: usize,
  from: i32,
  to: i32,
  period: i32,
  oldest: i32,
  first: f64,
  best: i32,
): i32 {
  let least = best < oldest ? Infinity : load<f64>(x + ((<usize>best) << 3));
  for (let i = from; i < to; i++) {
    const value = load<f64>(x + ((<usize>i) << 3));
    if (best <= i - period) {
      best = firstLowest(x, max(i - period + 1, oldest), i);
      least = load<f64>(x + ((<usize>best) << 3));
    } else if (value <= least) {
      least = value;
      best = i;
    }
    store<f64>(out + ((<usize>i) << 3), first + <f64>best);
  }
  return best;
}
