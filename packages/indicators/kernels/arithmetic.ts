// Loops over rows that do not wait for each other, two rows at a time, or four where a row takes so little that the
// loop itself would count: buffers have room for three rows more.
// Lines are given by the address of their first row.

import { FIFTH, HALF, MINUS_ZERO, QUARTER, TINY } from "./numbers";

/** `left + right`. */
export function sum(left: usize, right: usize, out: usize, rows: i32): void {
  for (const end = out + ((<usize>rows) << 3); out < end; out += 16) {
    v128.store(out, f64x2.add(v128.load(left), v128.load(right)));
    left += 16;
    right += 16;
  }
}

/** `left - right`. */
export function difference(left: usize, right: usize, out: usize, rows: i32): void {
  for (const end = out + ((<usize>rows) << 3); out < end; out += 32) {
    const first = f64x2.sub(v128.load(left), v128.load(right));
    const second = f64x2.sub(v128.load(left, 16), v128.load(right, 16));
    v128.store(out, first);
    v128.store(out, second, 16);
    left += 32;
    right += 32;
  }
}

/** `left * right`. */
export function product(left: usize, right: usize, out: usize, rows: i32): void {
  for (const end = out + ((<usize>rows) << 3); out < end; out += 16) {
    v128.store(out, f64x2.mul(v128.load(left), v128.load(right)));
    left += 16;
    right += 16;
  }
}

/** `(open + high + low + close) / 4`. */
export function meanOfCandles(
  open: usize,
  high: usize,
  low: usize,
  close: usize,
  out: usize,
  rows: i32,
): void {
  const quarter = f64x2.splat(QUARTER);
  for (const end = out + ((<usize>rows) << 3); out < end; out += 32) {
    const middle = f64x2.add(v128.load(high), v128.load(low));
    const next = f64x2.add(v128.load(high, 16), v128.load(low, 16));
    const sum = f64x2.add(f64x2.add(middle, v128.load(close)), v128.load(open));
    const nextSum = f64x2.add(f64x2.add(next, v128.load(close, 16)), v128.load(open, 16));
    v128.store(out, f64x2.mul(sum, quarter));
    v128.store(out, f64x2.mul(nextSum, quarter), 16);
    open += 32;
    high += 32;
    low += 32;
    close += 32;
  }
}

/** `(high + low + 2 * close) / 4`. */
export function weightedClose(high: usize, low: usize, close: usize, out: usize, rows: i32): void {
  const quarter = f64x2.splat(QUARTER);
  for (const end = out + ((<usize>rows) << 3); out < end; out += 32) {
    const last = v128.load(close);
    const nextLast = v128.load(close, 16);
    const middle = f64x2.add(v128.load(high), v128.load(low));
    const next = f64x2.add(v128.load(high, 16), v128.load(low, 16));
    v128.store(out, f64x2.mul(f64x2.add(middle, f64x2.add(last, last)), quarter));
    v128.store(out, f64x2.mul(f64x2.add(next, f64x2.add(nextLast, nextLast)), quarter), 16);
    high += 32;
    low += 32;
    close += 32;
  }
}

/** `factor * (left + right)`. */
export function scaledSum(left: usize, right: usize, out: usize, rows: i32, factor: f64): void {
  const scale = f64x2.splat(factor);
  for (const end = out + ((<usize>rows) << 3); out < end; out += 16) {
    v128.store(out, f64x2.mul(scale, f64x2.add(v128.load(left), v128.load(right))));
    left += 16;
    right += 16;
  }
}

/** `first + factor * second`. */
export function plusTimes(first: usize, second: usize, out: usize, rows: i32, factor: f64): void {
  const scale = f64x2.splat(factor);
  for (const end = out + ((<usize>rows) << 3); out < end; out += 16) {
    v128.store(out, f64x2.add(v128.load(first), f64x2.mul(scale, v128.load(second))));
    first += 16;
    second += 16;
  }
}

/** Change of each value against an older one as a fraction of that; 0 after one smaller than `tiny`. */
export function fractions(x: usize, older: usize, out: usize, rows: i32, tiny: f64): void {
  const least = f64x2.splat(tiny);
  const sign = f64x2.splat(MINUS_ZERO);
  for (const end = out + ((<usize>rows) << 3); out < end; out += 16) {
    const before = v128.load(older);
    const fraction = f64x2.div(f64x2.sub(v128.load(x), before), before);
    v128.store(out, v128.andnot(fraction, f64x2.lt(sizeOf(before, sign), least)));
    x += 16;
    older += 16;
  }
}

/** Size of each number; `sign` has the bits of the signs. */
function sizeOf(value: v128, sign: v128): v128 {
  return v128.andnot(value, sign);
}

/** True range; the close of the row before the first one is read. */
export function trueRange(high: usize, low: usize, close: usize, out: usize, rows: i32): void {
  for (const end = out + ((<usize>rows) << 3); out < end; out += 16) {
    const before = v128.load(close - 8);
    const top = f64x2.pmax(v128.load(high), before);
    v128.store(out, f64x2.sub(top, f64x2.pmin(v128.load(low), before)));
    high += 16;
    low += 16;
    close += 16;
  }
}

/** Buying pressures and true ranges; the close of the row before the first one is read. */
export function pressures(
  high: usize,
  low: usize,
  close: usize,
  pressure: usize,
  range: usize,
  rows: i32,
): void {
  for (const end = range + ((<usize>rows) << 3); range < end; range += 16) {
    const before = v128.load(close - 8);
    const bottom = f64x2.pmin(v128.load(low), before);
    v128.store(pressure, f64x2.sub(v128.load(close), bottom));
    v128.store(range, f64x2.sub(f64x2.pmax(v128.load(high), before), bottom));
    high += 16;
    low += 16;
    close += 16;
    pressure += 16;
  }
}

/** Gains and losses from each value to the next; the value of the row before the first one is read. */
export function moves(x: usize, gain: usize, loss: usize, rows: i32): void {
  const half = f64x2.splat(HALF);
  const sign = f64x2.splat(MINUS_ZERO);
  for (const end = loss + ((<usize>rows) << 3); loss < end; loss += 16) {
    const change = f64x2.sub(v128.load(x), v128.load(x - 8));
    const size = sizeOf(change, sign);
    v128.store(gain, f64x2.mul(half, f64x2.add(size, change)));
    v128.store(loss, f64x2.mul(half, f64x2.sub(size, change)));
    x += 16;
    gain += 16;
  }
}

/** `factor * (x / older + offset)`; 0 after a 0. */
export function rates(
  x: usize,
  older: usize,
  out: usize,
  rows: i32,
  factor: f64,
  offset: f64,
): void {
  const scale = f64x2.splat(factor);
  const shift = f64x2.splat(offset);
  const none = f64x2.splat(0);
  for (const end = out + ((<usize>rows) << 3); out < end; out += 16) {
    const before = v128.load(older);
    const rate = f64x2.mul(scale, f64x2.add(f64x2.div(v128.load(x), before), shift));
    v128.store(out, v128.andnot(rate, f64x2.eq(before, none)));
    x += 16;
    older += 16;
  }
}

/** Body by range, with its sign; 0 in a range of nothing. */
export function balances(
  open: usize,
  high: usize,
  low: usize,
  close: usize,
  out: usize,
  rows: i32,
): void {
  const tiny = f64x2.splat(TINY);
  for (const end = out + ((<usize>rows) << 3); out < end; out += 16) {
    const range = f64x2.sub(v128.load(high), v128.load(low));
    const balance = f64x2.div(f64x2.sub(v128.load(close), v128.load(open)), range);
    v128.store(out, v128.andnot(balance, f64x2.lt(range, tiny)));
    open += 16;
    high += 16;
    low += 16;
    close += 16;
  }
}

/**
 * Mean and population variance of five values, of which the four rows before the first one are read; the variance is
 * never below 0. Where both are written to one line, the variance remains.
 */
export function spreadOfFive(x: usize, mean: usize, variance: usize, rows: i32): void {
  const fifth = f64x2.splat(FIFTH);
  const none = f64x2.splat(0);
  for (const end = variance + ((<usize>rows) << 3); variance < end; variance += 16) {
    const base = v128.load(x);
    const a = f64x2.sub(v128.load(x - 8), base);
    const b = f64x2.sub(v128.load(x - 16), base);
    const c = f64x2.sub(v128.load(x - 24), base);
    const d = f64x2.sub(v128.load(x - 32), base);
    const shift = f64x2.mul(f64x2.add(f64x2.add(a, b), f64x2.add(c, d)), fifth);
    const squares = f64x2.add(
      f64x2.add(f64x2.mul(a, a), f64x2.mul(b, b)),
      f64x2.add(f64x2.mul(c, c), f64x2.mul(d, d)),
    );
    const spread = f64x2.sub(f64x2.mul(squares, fifth), f64x2.mul(shift, shift));
    v128.store(mean, f64x2.add(base, shift));
    v128.store(variance, v128.and(spread, f64x2.gt(spread, none)));
    x += 16;
    mean += 16;
  }
}

/** `factor` times the root of each number; 0 for what is not above TA-Lib's 0. */
export function roots(x: usize, out: usize, rows: i32, factor: f64): void {
  const scale = f64x2.splat(factor);
  const tiny = f64x2.splat(TINY);
  for (const end = out + ((<usize>rows) << 3); out < end; out += 16) {
    const value = v128.load(x);
    const root = f64x2.mul(scale, f64x2.sqrt(value));
    v128.store(out, v128.andnot(root, f64x2.lt(value, tiny)));
    x += 16;
  }
}
