import type { UnstablePeriod } from "../flow/indicator.ts";
import { choice, LONGEST, real, whole, type IndicatorParameter } from "../parameters.ts";
import { AVERAGES, type AverageKind } from "../steps/averages.ts";

/** Empty options. */
export type NoOptions = Readonly<Record<never, never>>;

/** Option of indicators over a window. */
export interface PeriodOption {
  /** Window in candles. A whole number up to 100,000; least value and default: at each function. */
  readonly period: number;
}

/** Period, and values left out at the start. */
export interface UnstablePeriodOptions extends PeriodOption, UnstablePeriod {}

/** Kind of a moving average. */
export interface AverageOption {
  /** Kind of the moving average. Default `sma`. */
  readonly average: AverageKind;
}

/** Two periods in candles. */
export interface FastSlowOptions {
  /** Period of the fast average in candles, 2–100,000. */
  readonly fastPeriod: number;
  /** Period of the slow average in candles, 2–100,000. */
  readonly slowPeriod: number;
}

/** Parameter of a period. */
export const period = (fallback: number, minimum = 2): { period: IndicatorParameter } => ({
  period: whole(fallback, minimum, LONGEST),
});

/** Parameter of a kind of average. */
export const average: IndicatorParameter = choice(AVERAGES);

/** Parameter of a factor of at least 0. */
export const factor = (fallback: number, maximum?: number): IndicatorParameter =>
  real(fallback, 0, maximum);
