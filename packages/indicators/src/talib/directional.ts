// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import { defineIndicator, type Indicator } from "../flow/indicator.ts";
import type { Line, Plan } from "../flow/plan.ts";
import { ratioOf } from "../steps/arithmetic.ts";
import { wilderSum } from "../steps/averages.ts";
import { averageIndex, directionOf, heldIndex, movementOf, rawIndex } from "../steps/direction.ts";
import { windowRangeAges } from "../steps/extreme-rows.ts";
import { trueRangeOf, type Prices } from "../steps/ranges.ts";
import { period, type PeriodOption, type UnstablePeriodOptions } from "./options.ts";

const SOURCE = "Wilder, New Concepts in Technical Trading Systems, 1978";

type Movement = Indicator<"high" | "low", UnstablePeriodOptions>;
type OfPrices = Indicator<"high" | "low" | "close", UnstablePeriodOptions>;

function movement(
  name: string,
  talib: string,
  title: string,
  formula: string,
  side: 0 | 1,
): Movement {
  return defineIndicator({
    name,
    talib,
    family: "momentum",
    title,
    source: SOURCE,
    inputs: ["high", "low"],
    parameters: period(14, 1),
    isUnstable: true,
    formula,
    build: (plan, [high, low], { period: n }: UnstablePeriodOptions) => {
      const raw = movementOf(plan, { high: high!, low: low! })[side];
      return n === 1 ? raw : wilderSum(plan, raw, n);
    },
  });
}

function ofPrices(
  name: string,
  talib: string,
  title: string,
  formula: string,
  least: number,
  of: (plan: Plan, prices: Prices, period: number) => Line,
): OfPrices {
  return defineIndicator({
    name,
    talib,
    family: "momentum",
    title,
    source: SOURCE,
    inputs: ["high", "low", "close"],
    parameters: period(14, least),
    isUnstable: true,
    formula,
    build: (plan, [high, low, close], parameters: UnstablePeriodOptions) =>
      of(plan, { high: high!, low: low!, close: close! }, parameters.period),
  });
}

/** Indicator of one side: percent of the true range; a period of 1 gives the plain fraction, as in TA-Lib. */
function indicatorOf(side: "plus" | "minus") {
  return (plan: Plan, prices: Prices, n: number): Line => {
    if (n === 1) {
      const [plus, minus] = movementOf(plan, prices);
      return ratioOf(plan, side === "plus" ? plus : minus, trueRangeOf(plan, prices));
    }
    const direction = directionOf(plan, prices, n);
    return ratioOf(plan, direction[side], direction.range, 100);
  };
}

const averaged = (plan: Plan, prices: Prices, n: number): Line =>
  averageIndex(plan, rawIndex(plan, directionOf(plan, prices, n)), n);

/**
 * Wilder's sum of upward movements (PLUS_DM), in price units. `period` 1–100,000, default 14; warm-up `period - 1`, 1
 * for a period of 1, and the unstable period.
 */
export const plusDm: Movement = movement(
  "plusDm",
  "PLUS_DM",
  "Plus directional movement",
  "s − s / n + (high − high before, where it is above 0 and above low before − low)",
  0,
);

/**
 * Wilder's sum of downward movements (MINUS_DM), in price units. `period` 1–100,000, default 14; warm-up `period - 1`,
 * 1 for a period of 1, and the unstable period.
 */
export const minusDm: Movement = movement(
  "minusDm",
  "MINUS_DM",
  "Minus directional movement",
  "s − s / n + (low before − low, where it is above 0 and above high − high before)",
  1,
);

/**
 * Upward movement in percent of the true range (PLUS_DI). `period` 1–100,000, default 14; a period of 1 gives the plain
 * fraction; warm-up `period` and the unstable period.
 * What is below 1e-14 counts as 0, see `withRelativeZero`.
 */
export const plusDi: OfPrices = ofPrices(
  "plusDi",
  "PLUS_DI",
  "Plus directional indicator",
  "100 × +DM / Wilder's sum of true ranges",
  1,
  indicatorOf("plus"),
);

/**
 * Downward movement in percent of the true range (MINUS_DI). `period` 1–100,000, default 14; a period of 1 gives the
 * plain fraction; warm-up `period` and the unstable period.
 * What is below 1e-14 counts as 0, see `withRelativeZero`.
 */
export const minusDi: OfPrices = ofPrices(
  "minusDi",
  "MINUS_DI",
  "Minus directional indicator",
  "100 × −DM / Wilder's sum of true ranges",
  1,
  indicatorOf("minus"),
);

/**
 * Directional movement index (DX; Wilder, 1978), 0–100. `period` 2–100,000, default 14; warm-up `period` and the
 * unstable period.
 * What is below 1e-14 counts as 0, see `withRelativeZero`.
 */
export const dx: OfPrices = ofPrices(
  "dx",
  "DX",
  "Directional movement index",
  "100 × |+DI − −DI| / (+DI + −DI)",
  2,
  (plan, prices, n) => heldIndex(plan, rawIndex(plan, directionOf(plan, prices, n))),
);

/**
 * Average directional index (ADX; Wilder, 1978), 0–100: the strength of a trend on either side. `period` 2–100,000,
 * default 14; warm-up `2 × period - 1` and the unstable period.
 * What is below 1e-14 counts as 0, see `withRelativeZero`.
 */
export const adx: OfPrices = ofPrices(
  "adx",
  "ADX",
  "Average directional index",
  "Wilder's average of DX",
  2,
  averaged,
);

/**
 * Rating of the average directional index (ADXR; Wilder, 1978), 0–100. `period` 2–100,000, default 14; warm-up
 * `3 × period - 2` and the unstable period.
 * What is below 1e-14 counts as 0, see `withRelativeZero`.
 */
export const adxr: OfPrices = ofPrices(
  "adxr",
  "ADXR",
  "Average directional index rating",
  "(ADX + ADX n − 1 candles ago) / 2",
  2,
  (plan, prices, n) => {
    const adx = averaged(plan, prices, n);
    return plan.step([adx], n - 1, (out) => {
      const x = adx.values;
      return (from, to, seen) => {
        for (
          let i = (from + Math.max(0, n - 1 - seen)) & 0x3fffffff, end = to & 0x3fffffff;
          i < end;
          i++
        ) {
          out[i] = (x[i]! + x[i - n + 1]!) / 2;
        }
      };
    });
  },
);

/** Both Aroon lines: 100 on a new extreme, less by 100 / period with each candle since. */
function aroonOf(plan: Plan, high: Line, low: Line, n: number): [down: Line, up: Line] {
  const [sinceHigh, sinceLow] = windowRangeAges(plan, high, low, n + 1);
  return plan.twin([sinceHigh, sinceLow], 0, (down, up) => {
    const [u, d] = [sinceHigh.values, sinceLow.values];
    const scale = 100 / n;
    return (from, to) => {
      for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
        down[i] = scale * (n - d[i]!);
        up[i] = scale * (n - u[i]!);
      }
    };
  });
}

/**
 * Aroon (AROON; Chande, 1995), 0–100: the newness of the lowest low and of the highest high. `period` 2–100,000,
 * default 14; warm-up `period`.
 */
export const aroon: Indicator<"high" | "low", PeriodOption, "down" | "up"> = defineIndicator({
  name: "aroon",
  talib: "AROON",
  family: "momentum",
  title: "Aroon",
  source: "Chande, 1995",
  inputs: ["high", "low"],
  parameters: period(14),
  outputs: ["down", "up"],
  formula: "100 × (n − candles since the lowest low, the highest high of the last n + 1) / n",
  build: (plan, [high, low], parameters) => aroonOf(plan, high!, low!, parameters.period),
});

/** Aroon up minus Aroon down (AROONOSC; Chande, 1995), -100–100. `period` 2–100,000, default 14; warm-up `period`. */
export const aroonOsc: Indicator<"high" | "low", PeriodOption> = defineIndicator({
  name: "aroonOsc",
  talib: "AROONOSC",
  family: "momentum",
  title: "Aroon oscillator",
  source: "Chande, 1995",
  inputs: ["high", "low"],
  parameters: period(14),
  formula: "Aroon up − Aroon down",
  build: (plan, [high, low], { period: n }: PeriodOption) => {
    const [up, down] = windowRangeAges(plan, high!, low!, n + 1);
    return plan.step([up, down], 0, (out) => {
      const [u, d] = [up.values, down.values];
      const scale = 100 / n;
      return (from, to) => {
        for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++)
          out[i] = scale * (d[i]! - u[i]!);
      };
    });
  },
});
