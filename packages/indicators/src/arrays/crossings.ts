// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

import { checkColumn, checkSameLength } from "./window.ts";

/**
 * Crossings of two lines: 1 on the candle on which `fast` rises from below to above `slow`, -1 on which it falls from
 * above to below, else 0.
 *
 * Strict on both sides: touching is not crossing, and after an exact tie on the candle before there is no crossing
 * either. NaN on either side is no crossing. O(n).
 *
 * @throws IndicatorError OPTIONS_INVALID: lines of different lengths
 */
export function crossings(fast: Float64Array, slow: Float64Array): Int8Array {
  checkColumn("crossings", "fast", fast);
  checkColumn("crossings", "slow", slow);
  checkSameLength("crossings", fast, slow);
  const result = new Int8Array(fast.length);
  let before = 0;
  for (let i = 0; i < result.length; i++) {
    const above = fast[i]!;
    const below = slow[i]!;
    const side = Number(above > below) - Number(above < below);
    // From one side to the other is a step of 2; to or from a tie it is 1, and half of that is cut to 0.
    result[i] = ((side - before) / 2) | 0;
    before = side;
  }
  return result;
}
