import { finiteOrNull, totalReturn } from "./returns.ts";

/**
 * The yearly growth that leads from `start` to `end` in `years`: (end / start)^(1 / years) − 1.
 *
 * Null when start or years are not above 0, end is below 0, or the time is so short that the growth is past any number.
 */
export function annualGrowth(start: number, end: number, years: number): number | null {
  if (!(start > 0 && years > 0 && end >= 0)) return null;
  return finiteOrNull((end / start) ** (1 / years) - 1);
}

/** The same for returns of equal periods; null as there, and without returns. */
export function annualReturn(returns: Float64Array, periodsPerYear: number): number | null {
  return annualGrowth(1, 1 + totalReturn(returns), returns.length / periodsPerYear);
}
