// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import { defineIndicator, type Indicator } from "../flow/indicator.ts";
import type { Line, Plan } from "../flow/plan.ts";
import { real } from "../parameters.ts";
import { rootOf, TINY } from "../steps/arithmetic.ts";
import { windowRelation } from "../steps/moments.ts";
import { fractionsOf } from "../steps/rates.ts";
import { windowTrend, windowVariance } from "../steps/windows.ts";
import { period, type PeriodOption } from "./options.ts";

/** Window and width of a deviation. */
export interface DeviationWidthOptions extends PeriodOption {
  /** Factor of the deviation. Any finite number, default 1. */
  readonly width: number;
}

type Trend = Indicator<"values", PeriodOption>;

function trend(
  name: string,
  talib: string,
  title: string,
  formula: string,
  of: (plan: Plan, line: Line, period: number) => Line,
): Trend {
  return defineIndicator({
    name,
    talib,
    family: "statistics",
    title,
    inputs: ["values"],
    parameters: period(14),
    formula,
    build: (plan, [line], parameters: PeriodOption) => of(plan, line!, parameters.period),
  });
}

/**
 * Slope of the first column's returns against the second's (BETA): the covariance of both divided by the variance of
 * the first, 0 without variance. `period` 1–100,000, default 5; warm-up `period`.
 * What is below 1e-14 counts as 0, see `withRelativeZero`.
 */
export const beta: Indicator<"left" | "right", PeriodOption> = defineIndicator({
  name: "beta",
  talib: "BETA",
  family: "statistics",
  title: "Beta",
  inputs: ["left", "right"],
  parameters: period(5, 1),
  formula: "cov(r, s) / var(r), r and s the returns of left and right from row to row",
  build: (plan, [left, right], parameters: PeriodOption) => {
    const returns = [
      fractionsOf(plan, left!, 1, TINY),
      fractionsOf(plan, right!, 1, TINY),
    ] as const;
    return windowRelation(plan, ...returns, parameters.period, "slope");
  },
});

/**
 * Pearson's correlation of two columns over a window (CORREL), -1–1; 0 where one of them does not vary. `period`
 * 1–100,000, default 30; warm-up `period - 1`.
 * What is below 1e-14 counts as 0, see `withRelativeZero`.
 */
export const correl: Indicator<"left" | "right", PeriodOption> = defineIndicator({
  name: "correl",
  talib: "CORREL",
  family: "statistics",
  title: "Pearson's correlation",
  source: "Pearson, 1895",
  inputs: ["left", "right"],
  parameters: period(30, 1),
  formula: "cov(left, right) / √(var(left) × var(right))",
  build: (plan, [left, right], parameters: PeriodOption) =>
    windowRelation(plan, left!, right!, parameters.period, "correlation"),
});

/**
 * End of the straight line of least squares through a window (LINEARREG). `period` 2–100,000, default 14; warm-up
 * `period - 1`.
 */
export const linearReg: Trend = trend(
  "linearReg",
  "LINEARREG",
  "Linear regression",
  "a + b × (n − 1) for the line a + b × k of least squares through x₀ … xₙ₋₁",
  (plan, line, n) => windowTrend(plan, line, n, 1, (n - 1) / 2),
);

/**
 * Angle of the straight line of least squares through a window, in degrees (LINEARREG_ANGLE). `period` 2–100,000,
 * default 14; warm-up `period - 1`.
 */
export const linearRegAngle: Trend = trend(
  "linearRegAngle",
  "LINEARREG_ANGLE",
  "Angle of the linear regression",
  "atan(b) in degrees for the line a + b × k of least squares",
  (plan, line, n) => {
    const slope = windowTrend(plan, line, n, 0, 1);
    return plan.step([slope], 0, (out) => {
      const x = slope.values;
      return (from, to) => {
        for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++)
          out[i] = Math.atan(x[i]!) * (180 / Math.PI);
      };
    });
  },
);

/**
 * Start of the straight line of least squares through a window (LINEARREG_INTERCEPT). `period` 2–100,000, default 14;
 * warm-up `period - 1`.
 */
export const linearRegIntercept: Trend = trend(
  "linearRegIntercept",
  "LINEARREG_INTERCEPT",
  "Intercept of the linear regression",
  "a for the line a + b × k of least squares",
  (plan, line, n) => windowTrend(plan, line, n, 1, (1 - n) / 2),
);

/**
 * Slope of the straight line of least squares through a window, per row (LINEARREG_SLOPE). `period` 2–100,000, default
 * 14; warm-up `period - 1`.
 */
export const linearRegSlope: Trend = trend(
  "linearRegSlope",
  "LINEARREG_SLOPE",
  "Slope of the linear regression",
  "b for the line a + b × k of least squares",
  (plan, line, n) => windowTrend(plan, line, n, 0, 1),
);

/**
 * Time series forecast: the straight line of least squares through a window, one row ahead (TSF). `period` 2–100,000,
 * default 14; warm-up `period - 1`.
 */
export const tsf: Trend = trend(
  "tsf",
  "TSF",
  "Time series forecast",
  "a + b × n for the line a + b × k of least squares through x₀ … xₙ₋₁",
  (plan, line, n) => windowTrend(plan, line, n, 1, (n + 1) / 2),
);

/**
 * Population deviation of a window times `width` (STDDEV); 0 where the variance is not above 1e-14. `period`
 * 2–100,000, default 5; warm-up `period - 1`.
 * What is below 1e-14 counts as 0, see `withRelativeZero`.
 */
export const stdDev: Indicator<"values", DeviationWidthOptions> = defineIndicator({
  name: "stdDev",
  talib: "STDDEV",
  family: "statistics",
  title: "Standard deviation",
  inputs: ["values"],
  parameters: { ...period(5), width: real(1) },
  formula: "width × √(mean of (x − mean)² over the last n values)",
  build: (plan, [line], parameters) =>
    rootOf(plan, windowVariance(plan, line!, parameters.period), parameters.width),
});

/**
 * Population variance of a window (VAR). `period` 1–100,000, default 5; warm-up `period - 1`. TA-Lib's own `width` has
 * no effect there, and there is none here.
 */
export const variance: Indicator<"values", PeriodOption> = defineIndicator({
  name: "variance",
  talib: "VAR",
  family: "statistics",
  title: "Variance",
  inputs: ["values"],
  parameters: period(5, 1),
  formula: "mean of (x − mean)² over the last n values",
  build: (plan, [line], parameters: PeriodOption) => windowVariance(plan, line!, parameters.period),
});
