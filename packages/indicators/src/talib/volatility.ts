import { defineIndicator, type Indicator } from "../flow/indicator.ts";
import { ratioOf } from "../steps/arithmetic.ts";
import { wilder } from "../steps/averages.ts";
import { trueRangeOf } from "../steps/ranges.ts";
import { period, type NoOptions, type UnstablePeriodOptions } from "./options.ts";

const SOURCE = "Wilder, New Concepts in Technical Trading Systems, 1978";

type Prices = "high" | "low" | "close";

/**
 * Average true range (ATR; Wilder, 1978), in price units. `period` 1–100,000, default 14; warm-up `period` and the
 * unstable period.
 */
export const atr: Indicator<Prices, UnstablePeriodOptions> = defineIndicator({
  name: "atr",
  talib: "ATR",
  family: "volatility",
  title: "Average true range",
  source: SOURCE,
  inputs: ["high", "low", "close"],
  parameters: period(14, 1),
  isUnstable: true,
  formula: "a + (TR − a) / n, from the mean of the first n true ranges",
  build: (plan, [high, low, close], parameters) =>
    wilder(plan, trueRangeOf(plan, { high: high!, low: low!, close: close! }), parameters.period),
});

/**
 * Average true range in percent of the close (NATR; Forman, 2006). `period` 1–100,000, default 14; a period of 1 gives
 * the plain true range, as in TA-Lib; warm-up `period` and the unstable period.
 * What is below 1e-14 counts as 0, see `withRelativeZero`.
 */
export const natr: Indicator<Prices, UnstablePeriodOptions> = defineIndicator({
  name: "natr",
  talib: "NATR",
  family: "volatility",
  title: "Normalized average true range",
  source: "Forman, 2006",
  inputs: ["high", "low", "close"],
  parameters: period(14, 1),
  isUnstable: true,
  formula: "100 × ATR / close",
  build: (plan, [high, low, close], parameters) => {
    const range = trueRangeOf(plan, { high: high!, low: low!, close: close! });
    if (parameters.period === 1) return range;
    return ratioOf(plan, wilder(plan, range, parameters.period), close!, 100);
  },
});

/** True range (TRANGE; Wilder, 1978): the range of a candle with the gap before it. Warm-up 1. */
export const tRange: Indicator<Prices, NoOptions> = defineIndicator({
  name: "tRange",
  talib: "TRANGE",
  family: "volatility",
  title: "True range",
  source: SOURCE,
  inputs: ["high", "low", "close"],
  formula: "max(high, close before) − min(low, close before)",
  build: (plan, [high, low, close]) => {
    plan.kernels(1); // its only step, which is worth them here
    return trueRangeOf(plan, { high: high!, low: low!, close: close! });
  },
});
