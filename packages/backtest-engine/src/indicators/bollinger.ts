// Indices stay within 0..length-1, so `!` on typed-array reads only tells the checker what the loops say.

import { EngineError } from "../errors.ts";
import { slideMoments } from "./deviation.ts";
import { checkPeriod, outputFor } from "./window.ts";

/** Three lines around the price, one number a candle each. */
export interface BollingerBands {
  readonly middle: Float64Array;
  readonly upper: Float64Array;
  readonly lower: Float64Array;
}

/**
 * Bollinger bands: the mean of the last `period` values, and `width` population deviations above and below it.
 *
 * NaN until `period` values are there; leading NaN of `values` count as warm-up. O(n). A flat window gives three
 * equal lines. `out` lets a loop reuse its three arrays.
 *
 * @throws EngineError OPTIONS_INVALID: a period that is no whole number ≥ 1, a width that is not finite and ≥ 0,
 * an `out` of another length
 */
export function bollinger(
  values: Float64Array,
  period: number,
  width = 2,
  out?: BollingerBands,
): BollingerBands {
  checkPeriod("bollinger", "period", period);
  checkWidth(width);
  const middle = outputFor("bollinger", values, out?.middle);
  const upper = outputFor("bollinger", values, out?.upper);
  const lower = outputFor("bollinger", values, out?.lower);
  slideMoments(values, period, period, middle, upper);
  for (let i = 0; i < middle.length; i++) {
    const mean = middle[i]!;
    const reach = width * upper[i]!;
    upper[i] = mean + reach;
    lower[i] = mean - reach;
  }
  return out ?? { middle, upper, lower };
}

function checkWidth(width: number): void {
  if (Number.isFinite(width) && width >= 0) return;
  throw new EngineError(
    "OPTIONS_INVALID",
    `bollinger: expected the width to be a finite number of deviations of at least 0, found ${String(width)}.`,
    { details: { indicator: "bollinger", option: "width" } },
  );
}
