// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import { defineIndicator, type Indicator } from "../flow/indicator.ts";
import { real, whole } from "../parameters.ts";
import { meanOf, plusTimes } from "../steps/arithmetic.ts";
import { exponential, wilder } from "../steps/averages.ts";
import { windowRange } from "../steps/extremes.ts";
import { trueRangeOf } from "../steps/ranges.ts";
import { period, type PeriodOption } from "../talib/options.ts";
import type { BandLines } from "../talib/overlap.ts";

/** Windows and width of Keltner channels. */
export interface KeltnerOptions extends PeriodOption {
  /** Period of the average true range in candles, 1–100,000, default 10. */
  readonly atrPeriod: number;
  /** Average true ranges from the middle to each line. From 0 on, default 2. */
  readonly multiplier: number;
}

/** Window and width of a Supertrend. */
export interface SupertrendOptions extends PeriodOption {
  /** Average true ranges from the middle of the candle to the stop. From 0 on, default 3. */
  readonly multiplier: number;
}

/**
 * Keltner channels (Keltner, 1960; with the average true range by Raschke, 1980s). `period` of the EMA 1–100,000,
 * default 20; `atrPeriod` 10; `multiplier` 2; warm-up the greater of `period - 1` and `atrPeriod`.
 */
export const keltner: Indicator<"high" | "low" | "close", KeltnerOptions, BandLines> =
  defineIndicator({
    name: "keltner",
    family: "beyond",
    title: "Keltner channels",
    source: "Keltner, How To Make Money in Commodities, 1960; Raschke, 1980s",
    inputs: ["high", "low", "close"],
    parameters: { ...period(20, 1), atrPeriod: whole(10), multiplier: real(2, 0) },
    outputs: ["upper", "middle", "lower"],
    formula: "EMA of the close ± multiplier × ATR",
    build: (plan, [high, low, close], { period: n, atrPeriod, multiplier }) => {
      const middle = exponential(plan, close!, n);
      const range = trueRangeOf(plan, { high: high!, low: low!, close: close! });
      const average = wilder(plan, range, atrPeriod);
      return [
        plusTimes(plan, middle, multiplier, average),
        middle,
        plusTimes(plan, middle, -multiplier, average),
      ];
    },
  });

/**
 * Donchian channels (Donchian, 1960s): highest high and lowest low of a window that ends with the candle itself, and
 * the middle of both. `period` 1–100,000, default 20; warm-up `period - 1`. A breakout is a candle beyond the line of
 * the candle before.
 */
export const donchian: Indicator<"high" | "low", PeriodOption, BandLines> = defineIndicator({
  name: "donchian",
  family: "beyond",
  title: "Donchian channels",
  source: "Donchian, 1960s",
  inputs: ["high", "low"],
  parameters: period(20, 1),
  outputs: ["upper", "middle", "lower"],
  formula:
    "highest high of the last n candles, lowest low of the last n candles, the middle of both",
  build: (plan, [high, low], { period: n }: PeriodOption) => {
    const [upper, lower] = windowRange(plan, high!, low!, n);
    return [upper, meanOf(plan, upper, lower), lower];
  },
});

/**
 * Supertrend (Seban, 2009): a stop that follows the price and changes its side when a close goes beyond it, as in
 * TradingView, with TA-Lib's average true range. `direction` is 1 while the stop lies below the price, -1 above; the
 * first one is -1. `period` 1–100,000, default 10; `multiplier` from 0 on, default 3; warm-up `period`.
 */
export const supertrend: Indicator<
  "high" | "low" | "close",
  SupertrendOptions,
  "stop" | "direction"
> = defineIndicator({
  name: "supertrend",
  family: "beyond",
  title: "Supertrend",
  source: "Seban, 2009",
  inputs: ["high", "low", "close"],
  parameters: { ...period(10, 1), multiplier: real(3, 0) },
  outputs: ["stop", "direction"],
  formula:
    "(high + low) / 2 ∓ multiplier × ATR, which only moves towards the price until the close goes beyond it",
  build: (plan, [high, low, close], { period: n, multiplier }) => {
    const range = trueRangeOf(plan, { high: high!, low: low!, close: close! });
    const average = wilder(plan, range, n);
    return plan.twin([high!, low!, close!, average], 0, (stop, direction) => {
      const [h, l, c] = [high!.values, low!.values, close!.values];
      const a = average.values;
      const state = { side: -1, upper: Infinity, lower: -Infinity, before: NaN };
      return (from, to) => {
        let { side, upper, lower, before } = state;
        for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
          const middle = (h[i]! + l[i]!) / 2;
          const top = middle + multiplier * a[i]!;
          const bottom = middle - multiplier * a[i]!;
          if (top < upper || before > upper) upper = top;
          if (bottom > lower || before < lower) lower = bottom;
          // The first row has no stop that a close could go beyond.
          if (!Number.isNaN(before)) {
            if (side < 0 ? c[i]! > upper : c[i]! < lower) side = -side;
          }
          before = c[i]!;
          stop[i] = side > 0 ? lower : upper;
          direction[i] = side;
        }
        state.side = side;
        state.upper = upper;
        state.lower = lower;
        state.before = before;
      };
    });
  },
});
