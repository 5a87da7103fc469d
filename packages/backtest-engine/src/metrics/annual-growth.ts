import { requireNumbers } from "../require-arguments.ts";
import { finiteOrNull, growthOf } from "./returns.ts";

/**
 * Annual growth rate that leads from `start` to `end` in `years`: (end / start)^(1 / years) − 1.
 *
 * Null when `start` or `years` is not above 0, `end` is below 0, or the time is so short that the value overflows.
 */
export function annualGrowth(start: number, end: number, years: number): number | null {
  requireNumbers({ start, end, years });
  return growthBetween(start, end, years);
}

function growthBetween(start: number, end: number, years: number): number | null {
  if (!(start > 0 && years > 0 && end >= 0)) return null;
  return finiteOrNull((end / start) ** (1 / years) - 1);
}

const DAY = 86_400_000;
/** Shortest time whose return is compounded to a year: one of days would say nothing, in numbers without end. */
const ANNUAL_SPAN = 30 * DAY;

/** True if candles that open at `time`, in milliseconds, cover at least 30 days, so that a year can be told of them. */
export function coversAnnualSpan(time: Float64Array): boolean {
  const { length } = time;
  if (length < 2) return false;
  const step = (time.at(-1)! - time[0]!) / (length - 1); // the last candle is as long as the others
  return step * length >= ANNUAL_SPAN;
}

/**
 * Annual return of an account that had a value at the close of each of the candles that open at `time`, in
 * milliseconds; null below 30 days. The one definition of metrics, tear sheets and reports. `barsPerYear` is the number
 * of candles in a year.
 */
export function annualGrowthOver(
  time: Float64Array,
  start: number,
  end: number,
  barsPerYear: number,
): number | null {
  return coversAnnualSpan(time) ? growthBetween(start, end, time.length / barsPerYear) : null;
}

/** Annual growth rate of returns of equal periods, compounded; null as in {@link annualGrowth}, and without returns. */
export function annualReturn(returns: Float64Array, periodsPerYear: number): number | null {
  requireNumbers({ periodsPerYear });
  return growthBetween(1, growthOf(returns), returns.length / periodsPerYear);
}
