/**
 * Logarithms, sine and cosine by plain arithmetic, so that a loop in WebAssembly has the same bits: the functions of
 * `Math` are the engine's own, and not open to it. Errors stay below one unit of the last place. The polynomials are
 * interpolated at Chebyshev's nodes from the series of the functions.
 */

/** A number, and what {@link powerOf} leaves of it. */
const bits = new DataView(new ArrayBuffer(8));

/** High words of 1 and of the root of a half, from which to the root of 2 a number is brought. */
const ONE = 0x3ff0_0000;
const ROOT = 0x3fe6_a09e;

/** Least number that is not subnormal. */
const LEAST = 2 ** -1022;

/** The first 42 bits of ln 2 and of log₁₀ 2, and what is left of them: times an exponent, they are exact. */
const LN_2 = 0.6931471805598903;
const LN_2_REST = 5.497923018708371e-14;
const LOG_2 = 0.30102999566395283;
const LOG_2_REST = 2.8363394551044964e-14;
/** The first 26 bits of 1 / ln 10, and what is left of it. */
const LOG_E = 0.4342944771051407;
const LOG_E_REST = 4.798111141615973e-9;
/** Splits a number into its first 26 bits and the rest (Veltkamp 1968). */
const SPLIT = 2 ** 27 + 1;

/** Natural logarithm. */
export function logarithm(x: number): number {
  if (!(x >= LEAST && x < Infinity)) return Math.log(x);
  const power = powerOf(x);
  const f = bits.getFloat64(0) - 1;
  const half = 0.5 * f * f;
  return power * LN_2 - (half - (restOf(f, half) + power * LN_2_REST) - f);
}

/** Decimal logarithm; exact for powers of 10. */
export function decimalLogarithm(x: number): number {
  if (!(x >= LEAST && x < Infinity)) return Math.log10(x);
  const power = powerOf(x);
  const f = bits.getFloat64(0) - 1;
  const half = 0.5 * f * f;
  const whole = f - half;
  const product = SPLIT * whole;
  const first = product - (product - whole);
  const second = f - first - half + restOf(f, half);
  const scaled = power * LOG_2;
  const part = first * LOG_E;
  const sum = scaled + part;
  const small = power * LOG_2_REST + (first + second) * LOG_E_REST + second * LOG_E;
  return sum + (small + (scaled - sum + part));
}

/** Power of 2 that is taken out of a number above 0; what remains is in {@link bits}. */
function powerOf(x: number): number {
  bits.setFloat64(0, x);
  const high = bits.getInt32(0) + (ONE - ROOT);
  bits.setInt32(0, (high & 0xf_ffff) + ROOT);
  return (high >> 20) - 1023;
}

/** The logarithm of `1 + f` less `f - half`, where `half` is a half of the square. */
function restOf(f: number, half: number): number {
  const s = f / (2 + f);
  return s * (half + seriesOf(s * s));
}

/** `(2 atanh(s) - 2 s) / s` by the square of s. */
function seriesOf(z: number): number {
  const w = z * z;
  const even = w * (0.3999999999989945 + w * (0.22222211130560726 + w * 0.15331711346672997));
  const odd =
    0.666666666666667 +
    w * (0.28571428626001427 + w * (0.18182889433757515 + w * 0.14616576421644387));
  return z * odd + even;
}

/** Sizes from which a product of the first part of pi / 2 may not be exact. */
const FARTHEST = 2 ** 19;

/** Sine of an angle in radians. */
export function sine(x: number): number {
  if (x === 0) return x; // with its sign
  return Math.abs(x) < FARTHEST ? turned(x, 0) : Math.sin(x);
}

/** Cosine of an angle in radians. */
export function cosine(x: number): number {
  return Math.abs(x) < FARTHEST ? turned(x, 1) : Math.cos(x);
}

/** The first 33 bits of pi / 2, the next 33, and what is left of it. */
const HALF_PI = 1.5707963267341256;
const HALF_PI_MORE = 6.077100506303966e-11;
const HALF_PI_REST = 2.0222662487959506e-21;
/** Added to a number and taken away again, it leaves a whole one. */
const ROUNDER = 1.5 * 2 ** 52;

/** Sine of an angle and of so many right angles beyond it. The angle is reduced as by Cody and Waite (1980). */
function turned(x: number, beyond: number): number {
  const turns = x * 0.6366197723675814 + ROUNDER - ROUNDER;
  const rough = x - turns * HALF_PI;
  const more = turns * HALF_PI_MORE;
  const near = rough - more;
  const missing = turns * HALF_PI_REST - (rough - near - more);
  const angle = near - missing;
  const rest = near - angle - missing;
  const quarter = (turns + beyond) & 3;
  const value = (quarter & 1) === 0 ? sineOf(angle, rest) : cosineOf(angle, rest);
  return quarter > 1 ? -value : value;
}

/** Sine of `y + rest` between ±pi / 4. */
function sineOf(y: number, rest: number): number {
  const z = y * y;
  const w = z * z;
  const even =
    -0.16666666666666666 +
    w * (-0.00019841269841265063 + w * (-2.5052106231802837e-8 + w * -7.586691094197958e-13));
  const odd = 0.008333333333333331 + w * (2.7557319219337312e-6 + w * 1.6058531516797758e-10);
  return y + (y * z * (even + z * odd) + rest * (1 - 0.5 * z));
}

/** Cosine of `y + rest` between ±pi / 4. */
function cosineOf(y: number, rest: number): number {
  const z = y * y;
  const w = z * z;
  const half = 0.5 * z;
  const whole = 1 - half;
  const even = 0.041666666666666664 + w * (2.480158729876456e-5 + w * 2.087614614655861e-9);
  const odd = -0.0013888888888887398 + w * (-2.7557317271145144e-7 + w * -1.1382623647474604e-11);
  return whole + (1 - whole - half + (w * (even + z * odd) - y * rest));
}
