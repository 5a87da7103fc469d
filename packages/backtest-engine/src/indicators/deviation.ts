// Indices stay within 0..length-1, so `!` on typed-array reads only tells the checker what the loops say.

import { checkPeriod, firstValue, outputFor } from "./window.ts";

/** Which deviation: over the count (`population`) or over the count less one (`sample`). */
export interface DeviationOptions {
  /** Default `population`, the one that Bollinger bands use. */
  readonly kind?: "population" | "sample";
}

/**
 * The standard deviation of the last `period` values.
 *
 * NaN until `period` values are there; leading NaN of `values` count as warm-up. O(n) for any period.
 * No squares of prices are ever subtracted from each other, so the result is never NaN or negative by rounding:
 * a flat window gives exactly 0, and a price of 1e9 with movements of 1e-3 keeps its digits.
 *
 * @throws EngineError OPTIONS_INVALID: a period below 1 (2 for the sample deviation), an `out` of another length
 */
export function standardDeviation(
  values: Float64Array,
  period: number,
  options: DeviationOptions = {},
  out?: Float64Array,
): Float64Array {
  const sample = options.kind === "sample";
  checkPeriod("standardDeviation", "period", period, sample ? 2 : 1);
  const result = outputFor("standardDeviation", values, out);
  slideMoments(values, period, sample ? period - 1 : period, undefined, result);
  return result;
}

/**
 * Writes the mean (when asked for) and the deviation of each window.
 *
 * The values are cut into blocks of one period. Each window is the tail of one block and the head of the next:
 * both carry count, mean and squared distance from the mean (Welford), and two such summaries join without
 * cancellation (Chan, Golub and LeVeque 1979).
 */
export function slideMoments(
  values: Float64Array,
  period: number,
  divisor: number,
  means: Float64Array | undefined,
  deviations: Float64Array,
): void {
  const length = values.length;
  const first = firstValue(values);
  const warmUp = Math.min(length, first + period - 1);
  means?.fill(NaN, 0, warmUp);
  deviations.fill(NaN, 0, warmUp);
  if (first + period > length) return;
  const reciprocals = Float64Array.from({ length: period + 1 }, (_, count) => 1 / count);
  const tailMeans = new Float64Array(period);
  const tailSquares = new Float64Array(period);
  for (let block = first; block + period <= length; block += period) {
    summariseTails(values, block, period, reciprocals, tailMeans, tailSquares);
    const last = block + period - 1;
    if (means !== undefined) means[last] = tailMeans[0]!;
    deviations[last] = Math.sqrt(tailSquares[0]! / divisor);
    const heads = Math.min(period - 1, length - block - period);
    let mean = 0;
    let squares = 0;
    for (let k = 1; k <= heads; k++) {
      const value = values[last + k]!;
      const distance = value - mean;
      mean = k === 1 ? value : mean + distance * reciprocals[k]!;
      squares += k === 1 ? 0 : distance * (value - mean);
      const share = k * reciprocals[period]!;
      const apart = mean - tailMeans[k]!;
      if (means !== undefined) means[last + k] = tailMeans[k]! + apart * share;
      const joined = squares + tailSquares[k]! + apart * apart * share * (period - k);
      deviations[last + k] = Math.sqrt(joined / divisor);
    }
  }
}

/** Mean and squared distance of a block's values from its k-th on, for every k. */
function summariseTails(
  values: Float64Array,
  block: number,
  period: number,
  reciprocals: Float64Array,
  tailMeans: Float64Array,
  tailSquares: Float64Array,
): void {
  let mean = values[block + period - 1]!;
  let squares = 0;
  tailMeans[period - 1] = mean;
  tailSquares[period - 1] = 0;
  for (let k = period - 2; k >= 0; k--) {
    const value = values[block + k]!;
    const distance = value - mean;
    mean += distance * reciprocals[period - k]!;
    squares += distance * (value - mean);
    tailMeans[k] = mean;
    tailSquares[k] = squares;
  }
}
