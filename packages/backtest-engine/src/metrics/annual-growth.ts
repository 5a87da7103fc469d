import { finiteOrNull, growthOf } from "./returns.ts";

/**
 * Annual growth rate that leads from `start` to `end` in `years`: (end / start)^(1 / years) − 1.
 *
 * Null when `start` or `years` is not above 0, `end` is below 0, or the time is so short that the value overflows.
 */
export function annualGrowth(start: number, end: number, years: number): number | null {
  if (!(start > 0 && years > 0 && end >= 0)) return null;
  return finiteOrNull((end / start) ** (1 / years) - 1);
}

/**
 * Annual return of an account that had a value at the close of each of the candles that open at `time`: the one
 * definition of metrics, tear sheets and reports. `barsPerYear` is the number of candles in a year.
 */
export function annualGrowthOver(
  time: Float64Array,
  start: number,
  end: number,
  barsPerYear: number,
): number | null {
  return annualGrowth(start, end, time.length / barsPerYear);
}

/** Annual growth rate of returns of equal periods, compounded; null as in {@link annualGrowth}, and without returns. */
export function annualReturn(returns: Float64Array, periodsPerYear: number): number | null {
  return annualGrowth(1, growthOf(returns), returns.length / periodsPerYear);
}
