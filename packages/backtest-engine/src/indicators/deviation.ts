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
  slideMoments(values, period, sample ? period - 1 : period, result, result);
  return result;
}

/**
 * Writes the mean and then the deviation of each window: given one array for both, it keeps the deviations.
 *
 * The values are cut into blocks of one period. Each window is the tail of one block and the head of the next:
 * both carry count, mean and squared distance from the mean (Welford), and two such summaries join without
 * cancellation (Chan, Golub and LeVeque 1979).
 */
export function slideMoments(
  values: Float64Array,
  period: number,
  divisor: number,
  means: Float64Array,
  deviations: Float64Array,
): void {
  const length = values.length;
  const first = firstValue(values);
  const warmUp = Math.min(length, first + period - 1);
  means.fill(NaN, 0, warmUp);
  deviations.fill(NaN, 0, warmUp);
  if (first + period > length) return;
  const { reciprocals, shares, joins } = weightsFor(period);
  const tailMeans = new Float64Array(period);
  const tailSquares = new Float64Array(period);
  const scale = 1 / divisor;
  for (let block = first; block + period <= length; block += period) {
    const last = block + period - 1;
    summariseTails(values, last, reciprocals, tailMeans, tailSquares);
    means[last] = tailMeans[0]!;
    deviations[last] = Math.sqrt(tailSquares[0]! * scale);
    const stop = Math.min(last + period, length);
    let mean = 0;
    let squares = 0;
    for (let i = last + 1, k = 1; i < stop; i++, k++) {
      const value = values[i]!;
      const distance = value - mean;
      mean += distance * reciprocals[k]!;
      squares += distance * (value - mean);
      const apart = mean - tailMeans[k]!;
      means[i] = tailMeans[k]! + apart * shares[k]!;
      const joined = squares + tailSquares[k]! + apart * apart * joins[k]!;
      deviations[i] = Math.sqrt(joined * scale);
    }
  }
}

/** By count of values k in the head: 1 / k, the head's share of the window, and what weighs the distance of the means. */
function weightsFor(period: number): Record<"reciprocals" | "shares" | "joins", Float64Array> {
  const by = (weight: (count: number) => number): Float64Array =>
    Float64Array.from({ length: period + 1 }, (_, count) => weight(count));
  return {
    reciprocals: by((count) => 1 / count),
    shares: by((count) => count / period),
    joins: by((count) => (count / period) * (period - count)),
  };
}

/** Mean and squared distance of a block's values, the last of which is at `last`, from its k-th on, for every k. */
function summariseTails(
  values: Float64Array,
  last: number,
  reciprocals: Float64Array,
  tailMeans: Float64Array,
  tailSquares: Float64Array,
): void {
  let mean = values[last]!;
  let squares = 0;
  const end = tailMeans.length - 1;
  tailMeans[end] = mean;
  tailSquares[end] = 0;
  for (let k = end - 1, count = 2, i = last - 1; k >= 0; k--, count++, i--) {
    const value = values[i]!;
    const distance = value - mean;
    mean += distance * reciprocals[count]!;
    squares += distance * (value - mean);
    tailMeans[k] = mean;
    tailSquares[k] = squares;
  }
}
