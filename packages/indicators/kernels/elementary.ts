// Logarithms, sine and cosine of two rows at a time, by the operations of `src/indicators/steps/elementary.ts` in the
// same order. Each loop ends before the first pair with a number that has a rule of its own there, and returns the
// number of rows that it has computed.

import * as numbers from "./numbers";

/** Natural logarithms. */
export function logarithms(x: usize, out: usize, rows: i32): i32 {
  const start = out;
  for (const end = out + ((<usize>rows) << 3); out < end; out += 16) {
    const value = v128.load(x);
    if (!arePlain(value)) break;
    const power = powerOf(value);
    const f = fractionOf(value);
    const half = f64x2.mul(f64x2.mul(f64x2.splat(numbers.HALF), f), f);
    const small = f64x2.add(restOf(f, half), f64x2.mul(power, f64x2.splat(numbers.LN_2_REST)));
    const less = f64x2.sub(f64x2.sub(half, small), f);
    v128.store(out, f64x2.sub(f64x2.mul(power, f64x2.splat(numbers.LN_2)), less));
    x += 16;
  }
  return <i32>((out - start) >> 3);
}

/** Decimal logarithms. */
export function decimalLogarithms(x: usize, out: usize, rows: i32): i32 {
  const start = out;
  for (const end = out + ((<usize>rows) << 3); out < end; out += 16) {
    const value = v128.load(x);
    if (!arePlain(value)) break;
    const power = powerOf(value);
    const f = fractionOf(value);
    const half = f64x2.mul(f64x2.mul(f64x2.splat(numbers.HALF), f), f);
    const whole = f64x2.sub(f, half);
    const product = f64x2.mul(f64x2.splat(numbers.SPLIT), whole);
    const first = f64x2.sub(product, f64x2.sub(product, whole));
    const second = f64x2.add(f64x2.sub(f64x2.sub(f, first), half), restOf(f, half));
    const scaled = f64x2.mul(power, f64x2.splat(numbers.LOG_2));
    const part = f64x2.mul(first, f64x2.splat(numbers.LOG_E));
    const sum = f64x2.add(scaled, part);
    const small = f64x2.add(
      f64x2.add(
        f64x2.mul(power, f64x2.splat(numbers.LOG_2_REST)),
        f64x2.mul(f64x2.add(first, second), f64x2.splat(numbers.LOG_E_REST)),
      ),
      f64x2.mul(second, f64x2.splat(numbers.LOG_E)),
    );
    const lost = f64x2.add(f64x2.sub(scaled, sum), part);
    v128.store(out, f64x2.add(sum, f64x2.add(small, lost)));
    x += 16;
  }
  return <i32>((out - start) >> 3);
}

/** Sines of angles in radians. */
export function sines(x: usize, out: usize, rows: i32): i32 {
  const start = out;
  for (const end = out + ((<usize>rows) << 3); out < end; out += 16) {
    const value = v128.load(x);
    if (!areNear(value)) break;
    const zero = f64x2.eq(value, f64x2.splat(0));
    v128.store(out, v128.bitselect(value, turned(value, 0), zero));
    x += 16;
  }
  return <i32>((out - start) >> 3);
}

/** Cosines of angles in radians. */
export function cosines(x: usize, out: usize, rows: i32): i32 {
  const start = out;
  for (const end = out + ((<usize>rows) << 3); out < end; out += 16) {
    const value = v128.load(x);
    if (!areNear(value)) break;
    v128.store(out, turned(value, 1));
    x += 16;
  }
  return <i32>((out - start) >> 3);
}

/** True for two numbers that are above 0, finite and not subnormal. */
function arePlain(value: v128): bool {
  const isNormal = f64x2.ge(value, f64x2.splat(numbers.LEAST_NORMAL));
  return i64x2.all_true(v128.and(isNormal, f64x2.lt(value, f64x2.splat(numbers.INFINITE))));
}

/** Power of 2 that is taken out of each number. */
function powerOf(value: v128): v128 {
  const biased = i64x2.shr_u(i64x2.add(value, i64x2.splat(numbers.TO_ONE)), 52);
  return f64x2.sub(v128.or(biased, i64x2.splat(numbers.COUNT)), f64x2.splat(numbers.COUNTED));
}

/** Remainder of each number, less 1. */
function fractionOf(value: v128): v128 {
  const mantissa = v128.and(
    i64x2.add(value, i64x2.splat(numbers.TO_ONE)),
    i64x2.splat(numbers.MANTISSA),
  );
  return f64x2.sub(i64x2.add(mantissa, i64x2.splat(numbers.ROOT)), f64x2.splat(numbers.ONE));
}

/** The logarithm of `1 + f` less `f - half`, where `half` is a half of the square. */
function restOf(f: v128, half: v128): v128 {
  const s = f64x2.div(f, f64x2.add(f64x2.splat(numbers.TWO), f));
  const z = f64x2.mul(s, s);
  const w = f64x2.mul(z, z);
  const even = f64x2.mul(
    w,
    plus(numbers.SERIES_1, w, plus(numbers.SERIES_3, w, f64x2.splat(numbers.SERIES_5))),
  );
  const odd = plus(
    numbers.SERIES_0,
    w,
    plus(numbers.SERIES_2, w, plus(numbers.SERIES_4, w, f64x2.splat(numbers.SERIES_6))),
  );
  return f64x2.mul(s, f64x2.add(half, f64x2.add(f64x2.mul(z, odd), even)));
}

/** `constant + w * more`. */
function plus(constant: f64, w: v128, more: v128): v128 {
  return f64x2.add(f64x2.splat(constant), f64x2.mul(w, more));
}

/** True for two numbers between ±2^19. */
function areNear(value: v128): bool {
  const size = v128.andnot(value, f64x2.splat(numbers.MINUS_ZERO));
  return i64x2.all_true(f64x2.lt(size, f64x2.splat(numbers.FARTHEST)));
}

/** Sines of angles and of so many right angles beyond them. */
function turned(x: v128, beyond: i64): v128 {
  const rounded = f64x2.add(f64x2.mul(x, f64x2.splat(numbers.TURNS)), f64x2.splat(numbers.ROUNDER));
  const turns = f64x2.sub(rounded, f64x2.splat(numbers.ROUNDER));
  const rough = f64x2.sub(x, f64x2.mul(turns, f64x2.splat(numbers.HALF_PI)));
  const more = f64x2.mul(turns, f64x2.splat(numbers.HALF_PI_MORE));
  const near = f64x2.sub(rough, more);
  const lost = f64x2.sub(f64x2.sub(rough, near), more);
  const missing = f64x2.sub(f64x2.mul(turns, f64x2.splat(numbers.HALF_PI_REST)), lost);
  const y = f64x2.sub(near, missing);
  const rest = f64x2.sub(f64x2.sub(near, y), missing);
  const z = f64x2.mul(y, y);
  const w = f64x2.mul(z, z);
  const half = f64x2.mul(f64x2.splat(numbers.HALF), z);
  const whole = f64x2.sub(f64x2.splat(numbers.ONE), half);
  // The last bits of what was rounded are those of the whole number.
  const quarter = i64x2.add(rounded, i64x2.splat(beyond));
  const one = i64x2.splat(1);
  const isSine = i64x2.ne(v128.and(quarter, one), one);
  const value = v128.bitselect(
    sineOf(y, rest, z, w, whole),
    cosineOf(y, rest, z, w, half, whole),
    isSine,
  );
  const sign = i64x2.shl(i64x2.shr_u(quarter, 1), 63);
  return v128.xor(value, sign);
}

function sineOf(y: v128, rest: v128, z: v128, w: v128, whole: v128): v128 {
  const even = plus(
    numbers.SINE_0,
    w,
    plus(numbers.SINE_2, w, plus(numbers.SINE_4, w, f64x2.splat(numbers.SINE_6))),
  );
  const odd = plus(numbers.SINE_1, w, plus(numbers.SINE_3, w, f64x2.splat(numbers.SINE_5)));
  const series = f64x2.mul(f64x2.mul(y, z), f64x2.add(even, f64x2.mul(z, odd)));
  return f64x2.add(y, f64x2.add(series, f64x2.mul(rest, whole)));
}

function cosineOf(y: v128, rest: v128, z: v128, w: v128, half: v128, whole: v128): v128 {
  const even = plus(numbers.COSINE_0, w, plus(numbers.COSINE_2, w, f64x2.splat(numbers.COSINE_4)));
  const odd = plus(numbers.COSINE_1, w, plus(numbers.COSINE_3, w, f64x2.splat(numbers.COSINE_5)));
  const series = f64x2.mul(w, f64x2.add(even, f64x2.mul(z, odd)));
  const small = f64x2.sub(series, f64x2.mul(y, rest));
  const lost = f64x2.sub(f64x2.sub(f64x2.splat(numbers.ONE), whole), half);
  return f64x2.add(whole, f64x2.add(lost, small));
}
