/** Logarithms, sine and cosine by arithmetic of our own: how near they are, and that kernels have the same bits. */

import { constantFrom, double, assert as holds, oneof, property } from "fast-check";
import { describe, expect, test } from "vitest";

import { kernels } from "../../src/flow/kernels.ts";
import { cosine, decimalLogarithm, logarithm, sine } from "../../src/steps/elementary.ts";
import { cos, ln, log10, sin } from "../../src/talib/transforms.ts";

/** The true values to 21 digits, computed with 40 by mpmath 1.3.0 (Python). */
const TRUE_VALUES = {
  ln: [
    [0.3, "-1.20397280432593602963"],
    [0.7071067811865475, "-0.34657359027997274336"],
    [0.7071067811865477, "-0.346573590279972429341"],
    [0.9999999, "-1.0000000494736474329e-7"],
    [1.0000001, "9.99999950583870451775e-8"],
    [1.5, "0.405465108108164381978"],
    [2.718281828459045, "0.999999999999999946818"],
    [42.37, "3.74644056463846779024"],
    [99999.5, "11.5129204649577283784"],
    [1e-300, "-690.77552789821370518"],
    [1.7976931348623157e308, "709.782712893383996732"],
    [2.2250738585072014e-308, "-708.396418532264106224"],
  ],
  log10: [
    [0.3, "-0.522878745280337578777"],
    [0.7071067811865475, "-0.150514997831990636108"],
    [0.7071067811865477, "-0.150514997831990499731"],
    [0.9999999, "-4.34294503389383907387e-8"],
    [1.0000001, "4.34294460442099447841e-8"],
    [1.5, "0.176091259055681242081"],
    [2.718281828459045, "0.434294481903251804554"],
    [42.37, "1.62705846400098960879"],
    [99999.5, "4.99999782852216178462"],
    [1e-300, "-299.999999999999999989"],
    [1.7976931348623157e308, "308.254715559916743851"],
    [2.2250738585072014e-308, "-307.652655568588781508"],
  ],
  sin: [
    [1e-9, "1.00000000000000006211e-9"],
    [0.5, "0.479425538604203000273"],
    [0.7853981633974483, "0.707106781186547502752"],
    [0.7853981633974484, "0.707106781186547581257"],
    [1.5707963267948966, "1.0"],
    [3.141592653589793, "1.22464679914735317723e-16"],
    [-2.5, "-0.598472144103956494052"],
    [10.25, "-0.734698430404795428074"],
    [100.37, "-0.160270722588105083708"],
    [-41234.125, "0.660452797847828046833"],
    [524287.9, "0.0683596602433689748886"],
    [11.0, "-0.999990206550703457052"],
  ],
  cos: [
    [1e-9, "0.9999999999999999995"],
    [0.5, "0.877582561890372716116"],
    [0.7853981633974483, "0.70710678118654754605"],
    [0.7853981633974484, "0.707106781186547467545"],
    [1.5707963267948966, "6.12323399573676588613e-17"],
    [3.141592653589793, "-1.0"],
    [-2.5, "-0.801143615546933714834"],
    [10.25, "-0.678393850473845295514"],
    [100.37, "0.987073095308086422821"],
    [-41234.125, "-0.750867566096029999823"],
    [524287.9, "0.9976607423625584152"],
    [11.0, "0.00442569798805078574836"],
  ],
} as const;

const OWN = { ln: logarithm, log10: decimalLogarithm, sin: sine, cos: cosine };
const MATH = { ln: Math.log, log10: Math.log10, sin: Math.sin, cos: Math.cos };
const INDICATORS = { ln, log10, sin, cos };
const NAMES = ["ln", "log10", "sin", "cos"] as const;

/** Numbers between two doubles, both counted in their order. */
function distance(one: number, other: number): number {
  const [a = 0n, b = 0n] = new BigInt64Array(Float64Array.of(one, other).buffer);
  return Math.abs(Number(a - b));
}

/** Numbers for which the functions have rules. */
const RULED = [0, -0, NaN, Infinity, -Infinity, -1];
/** Numbers at which the arithmetic ends, on both sides, and beyond. */
const EDGES = [5e-324, 2 ** -1023, 2 ** -1022, 2 ** 19, -(2 ** 19), 1e300];

describe.each(NAMES)("%s", (name) => {
  test("differs from the true value by less than one unit of the last place", () => {
    for (const [x, exact] of TRUE_VALUES[name]) {
      expect(distance(OWN[name](x), Number(exact)), String(x)).toBeLessThanOrEqual(1);
    }
  });

  test("differs from Math by three units of the last place at most, in all sizes", () => {
    const sizes = oneof(
      double({ noNaN: true }),
      double({ min: 0.5, max: 2, noNaN: true }),
      double({ min: -1000, max: 1000, noNaN: true }),
    );
    const isRuled = (x: number): boolean => Number.isNaN(MATH[name](x)) || !Number.isFinite(x);
    holds(
      property(sizes, (x) => {
        if (isRuled(x)) expect(OWN[name](x)).toBe(MATH[name](x));
        else expect(distance(OWN[name](x), MATH[name](x))).toBeLessThanOrEqual(3);
      }),
      { numRuns: 3000 },
    );
  });

  test("has the rules of Math for what is no positive or no small number", () => {
    for (const x of RULED) expect(OWN[name](x), String(x)).toBe(MATH[name](x));
  });

  test("has the same bits in kernels, wherever a number with a rule of its own stands", () => {
    expect(kernels()).not.toBeNull();
    const numbers = oneof(
      { weight: 3, arbitrary: double({ min: -1e6, max: 1e6, noNaN: true }) },
      { weight: 1, arbitrary: double() },
      { weight: 1, arbitrary: constantFrom(...RULED, ...EDGES) },
    );
    holds(
      property(numbers, numbers, numbers, numbers, numbers, (...some) => {
        const column = Float64Array.from(
          { length: 5003 },
          (_, i) => some[(i * i) % 5]! * (1 + (i % 7)),
        );
        column[0] = 1;
        const line = INDICATORS[name](column);
        const wrong = column.findIndex((x, i) => !Object.is(line[i], OWN[name](x)));
        expect(wrong, `${column[wrong]}: ${line[wrong]}`).toBe(-1);
      }),
    );
  });
});

test("the decimal logarithm of a power of ten is a whole number", () => {
  for (let power = -307; power <= 308; power++) {
    expect(decimalLogarithm(Number(`1e${power}`))).toBe(power);
  }
});
