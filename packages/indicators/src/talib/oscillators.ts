// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import { defineIndicator, type Indicator, type UnstablePeriod } from "../flow/indicator.ts";
import { delayed, type Line, type Plan } from "../flow/plan.ts";
import { whole } from "../parameters.ts";
import { differenceOf, TINY } from "../steps/arithmetic.ts";
import { averageOf, exponential, lookbackOf, type AverageKind } from "../steps/averages.ts";
import { windowRange } from "../steps/extremes.ts";
import type { Prices } from "../steps/ranges.ts";
import { relativeStrength } from "../steps/relative-strength.ts";
import {
  average,
  period,
  type AverageOption,
  type FastSlowOptions,
  type PeriodOption,
} from "./options.ts";

/** Lines of a MACD. */
export type MacdLines = "macd" | "signal" | "histogram";

/** Period of a signal line. */
export interface SignalOption {
  /** Period of the signal line in candles, 1–100,000, default 9. */
  readonly signalPeriod: number;
}

/** Periods of a MACD. */
export interface MacdPeriods extends FastSlowOptions, SignalOption {}

/** Periods and kinds of the averages of a MACD. */
export interface MacdExtOptions extends MacdPeriods {
  /** Kind of the fast average. Default `sma`. */
  readonly fastAverage: AverageKind;
  /** Kind of the slow average. Default `sma`. */
  readonly slowAverage: AverageKind;
  /** Kind of the signal's average. Default `sma`. */
  readonly signalAverage: AverageKind;
}

/** Periods and kind of the averages of a price oscillator. */
export interface PriceOscillatorOptions extends FastSlowOptions, AverageOption {}

/** Window and averages of a stochastic oscillator. */
export interface StochOptions {
  /** Window of the range in candles, 1–100,000, default 5. */
  readonly fastKPeriod: number;
  /** Period of the average that gives the slow %K, 1–100,000, default 3. */
  readonly slowKPeriod: number;
  /** Kind of the average that gives the slow %K. Default `sma`. */
  readonly slowKAverage: AverageKind;
  /** Period of the average that gives the slow %D, 1–100,000, default 3. */
  readonly slowDPeriod: number;
  /** Kind of the average that gives the slow %D. Default `sma`. */
  readonly slowDAverage: AverageKind;
}

/** Window and average of a fast stochastic oscillator. */
export interface StochFastOptions {
  /** Window of the range in candles, 1–100,000, default 5. */
  readonly fastKPeriod: number;
  /** Period of the average that gives %D, 1–100,000, default 3. */
  readonly fastDPeriod: number;
  /** Kind of the average that gives %D. Default `sma`. */
  readonly fastDAverage: AverageKind;
}

/** Window of the RSI, window and average of its stochastic oscillator. */
export interface StochRsiOptions extends PeriodOption, StochFastOptions, UnstablePeriod {}

const fastSlow = { fastPeriod: whole(12, 2), slowPeriod: whole(26, 2) };

/** One average each of a fast and a slow period. */
interface Pace {
  readonly period: number;
  readonly kind: AverageKind;
}

/** The two averages, the shorter period first. */
function ordered(one: Pace, other: Pace): readonly [fast: Pace, slow: Pace] {
  return one.period <= other.period ? [one, other] : [other, one];
}

/** Fast average minus slow average and its signal; both averages start so that their first values fall together. */
function convergence(
  plan: Plan,
  line: Line,
  [fast, slow]: readonly [fast: Pace, slow: Pace],
  weights: readonly [number | undefined, number | undefined],
  signal: Pace,
): Line[] {
  const lookbacks = [fast, slow].map(({ kind, period: n }) => lookbackOf(kind, n));
  const wait = Math.max(...lookbacks);
  const [quick, calm] = [fast, slow].map(({ kind, period: n }, k) => {
    const from = delayed(line, wait - lookbacks[k]!);
    return kind === "ema" && n > 1
      ? exponential(plan, from, n, "mean", weights[k])
      : averageOf(plan, from, kind, n);
  });
  const difference = differenceOf(plan, quick!, calm!);
  const average = averageOf(plan, difference, signal.kind, signal.period);
  return [difference, average, differenceOf(plan, difference, average)];
}

/**
 * Moving average convergence/divergence (MACD; Appel, 1979). `fastPeriod` 12, `slowPeriod` 26 (2–100,000, exchanged
 * where the fast one is longer), `signalPeriod` 9 (1–100,000); warm-up `slowPeriod + signalPeriod - 2`.
 */
export const macd: Indicator<"values", MacdPeriods, MacdLines> = defineIndicator({
  name: "macd",
  talib: "MACD",
  family: "momentum",
  title: "Moving average convergence/divergence",
  source: "Appel, 1979",
  inputs: ["values"],
  parameters: { ...fastSlow, signalPeriod: whole(9) },
  outputs: ["macd", "signal", "histogram"],
  formula: "EMA fast − EMA slow, its EMA, the difference of both",
  build: (plan, [line], { fastPeriod, slowPeriod, signalPeriod }) => {
    const pace = (n: number): Pace => ({ period: n, kind: "ema" });
    const paces = ordered(pace(fastPeriod), pace(slowPeriod));
    return convergence(plan, line!, paces, [undefined, undefined], pace(signalPeriod));
  },
});

/**
 * MACD of averages of any kind (MACDEXT). Periods as MACD, all averages `sma` by default; the warm-up is that of the
 * slower average and of the signal.
 * With `kama`, a way below 1e-14 counts as 0, see `withRelativeZero`.
 */
export const macdExt: Indicator<"values", MacdExtOptions, MacdLines> = defineIndicator({
  name: "macdExt",
  talib: "MACDEXT",
  family: "momentum",
  title: "MACD with averages of any kind",
  source: "Appel, 1979",
  inputs: ["values"],
  parameters: {
    fastPeriod: fastSlow.fastPeriod,
    fastAverage: average,
    slowPeriod: fastSlow.slowPeriod,
    slowAverage: average,
    signalPeriod: whole(9),
    signalAverage: average,
  },
  outputs: ["macd", "signal", "histogram"],
  formula: "fast average − slow average, its average, the difference of both",
  build: (plan, [line], options) => {
    const paces = ordered(
      { period: options.fastPeriod, kind: options.fastAverage },
      { period: options.slowPeriod, kind: options.slowAverage },
    );
    const signal = { period: options.signalPeriod, kind: options.signalAverage };
    return convergence(plan, line!, paces, [undefined, undefined], signal);
  },
});

/**
 * MACD of 12 and 26 candles with the weights 0.15 and 0.075 that Appel gave (MACDFIX). `signalPeriod` 1–100,000,
 * default 9; warm-up `24 + signalPeriod`.
 */
export const macdFix: Indicator<"values", SignalOption, MacdLines> = defineIndicator({
  name: "macdFix",
  talib: "MACDFIX",
  family: "momentum",
  title: "MACD 12/26",
  source: "Appel, 1979",
  inputs: ["values"],
  parameters: { signalPeriod: whole(9) },
  outputs: ["macd", "signal", "histogram"],
  formula: "EMA of weight 0.15 − EMA of weight 0.075, its EMA, the difference of both",
  build: (plan, [line], { signalPeriod }) =>
    convergence(
      plan,
      line!,
      [
        { period: 12, kind: "ema" },
        { period: 26, kind: "ema" },
      ],
      [0.15, 0.075],
      { period: signalPeriod, kind: "ema" },
    ),
});

function pacesOf(options: PriceOscillatorOptions): readonly [fast: Pace, slow: Pace] {
  const { fastPeriod, slowPeriod, average: kind } = options;
  return ordered({ period: fastPeriod, kind }, { period: slowPeriod, kind });
}

/**
 * Absolute price oscillator (APO): the difference of two averages, each from its own first window. `fastPeriod` 12,
 * `slowPeriod` 26 (2–100,000), average `sma`; warm-up that of the slower average.
 * With `kama`, a way below 1e-14 counts as 0, see `withRelativeZero`.
 */
export const apo: Indicator<"values", PriceOscillatorOptions> = defineIndicator({
  name: "apo",
  talib: "APO",
  family: "momentum",
  title: "Absolute price oscillator",
  inputs: ["values"],
  parameters: { ...fastSlow, average },
  formula: "fast average − slow average",
  build: (plan, [line], options) => {
    const [fast, slow] = pacesOf(options).map((one) =>
      averageOf(plan, line!, one.kind, one.period),
    );
    return differenceOf(plan, fast!, slow!);
  },
});

/**
 * Percentage price oscillator (PPO): the difference of two averages in percent of the slow one. Options and warm-up as
 * `apo`.
 * What is below 1e-14 counts as 0, see `withRelativeZero`.
 */
export const ppo: Indicator<"values", PriceOscillatorOptions> = defineIndicator({
  name: "ppo",
  talib: "PPO",
  family: "momentum",
  title: "Percentage price oscillator",
  inputs: ["values"],
  parameters: { ...fastSlow, average },
  formula: "100 × (fast average − slow average) / slow average",
  build: (plan, [line], options) => {
    const [fast, slow] = pacesOf(options).map((one) =>
      averageOf(plan, line!, one.kind, one.period),
    );
    return plan.step([fast!, slow!], 0, (out) => {
      const [f, s] = [fast!.values, slow!.values];
      return (from, to) => {
        const tiny = TINY;
        for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
          const calm = s[i]!;
          const percent = 100 * ((f[i]! - calm) / calm);
          out[i] = Math.abs(calm) < tiny ? 0 : percent;
        }
      };
    });
  },
});

/** Place of the close in the range of a window, 0–100; 0 in a range of nothing. */
function placeInRange(plan: Plan, { high, low, close }: Prices, n: number): Line {
  const [top, bottom] = windowRange(plan, high, low, n);
  return plan.step([top, bottom, close], 0, (out) => {
    const [t, b, c] = [top.values, bottom.values, close.values];
    return (from, to) => {
      for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
        const percent = (t[i]! - b[i]!) / 100;
        const place = (c[i]! - b[i]!) / percent;
        out[i] = percent === 0 ? 0 : place;
      }
    };
  });
}

/**
 * Stochastic oscillator (STOCH; Lane, 1950s), 0–100; 0 in a range of nothing. Periods 5, 3 and 3 (1–100,000), averages
 * `sma`; the warm-up of all three windows together.
 */
export const stoch: Indicator<"high" | "low" | "close", StochOptions, "slowK" | "slowD"> =
  defineIndicator({
    name: "stoch",
    talib: "STOCH",
    family: "momentum",
    title: "Stochastic oscillator",
    source: "Lane, 1950s",
    inputs: ["high", "low", "close"],
    parameters: {
      fastKPeriod: whole(5),
      slowKPeriod: whole(3),
      slowKAverage: average,
      slowDPeriod: whole(3),
      slowDAverage: average,
    },
    outputs: ["slowK", "slowD"],
    formula:
      "average of 100 × (close − lowest low) / (highest high − lowest low) of the last n candles, and its average",
    build: (plan, [high, low, close], options) => {
      const prices = { high: high!, low: low!, close: close! };
      const raw = placeInRange(plan, prices, options.fastKPeriod);
      const slowK = averageOf(plan, raw, options.slowKAverage, options.slowKPeriod);
      return [slowK, averageOf(plan, slowK, options.slowDAverage, options.slowDPeriod)];
    },
  });

/**
 * Fast stochastic oscillator (STOCHF), 0–100; 0 in a range of nothing. Periods 5 and 3 (1–100,000), average `sma`; the
 * warm-up of both windows together.
 */
export const stochF: Indicator<"high" | "low" | "close", StochFastOptions, "fastK" | "fastD"> =
  defineIndicator({
    name: "stochF",
    talib: "STOCHF",
    family: "momentum",
    title: "Fast stochastic oscillator",
    source: "Lane, 1950s",
    inputs: ["high", "low", "close"],
    parameters: { fastKPeriod: whole(5), fastDPeriod: whole(3), fastDAverage: average },
    outputs: ["fastK", "fastD"],
    formula:
      "100 × (close − lowest low) / (highest high − lowest low) of the last n candles, and its average",
    build: (plan, [high, low, close], options) => {
      const prices = { high: high!, low: low!, close: close! };
      const fastK = placeInRange(plan, prices, options.fastKPeriod);
      return [fastK, averageOf(plan, fastK, options.fastDAverage, options.fastDPeriod)];
    },
  });

/**
 * Fast stochastic oscillator of the RSI (STOCHRSI; Chande and Kroll, 1994), 0–100. `period` of the RSI 2–100,000,
 * default 14; the others as `stochF`; warm-up `period` and that of `stochF`, and the unstable period.
 * What is below 1e-14 counts as 0, see `withRelativeZero`.
 */
export const stochRsi: Indicator<"values", StochRsiOptions, "fastK" | "fastD"> = defineIndicator({
  name: "stochRsi",
  talib: "STOCHRSI",
  family: "momentum",
  title: "Stochastic RSI",
  source: "Chande and Kroll, The New Technical Trader, 1994",
  inputs: ["values"],
  parameters: {
    ...period(14),
    fastKPeriod: whole(5),
    fastDPeriod: whole(3),
    fastDAverage: average,
  },
  isUnstable: true,
  outputs: ["fastK", "fastD"],
  formula:
    "100 × (RSI − lowest RSI) / (highest RSI − lowest RSI) of the last k rows, and its average",
  build: (plan, [line], options) => {
    const rsi = relativeStrength(plan, line!, options.period);
    const fastK = placeInRange(plan, { high: rsi, low: rsi, close: rsi }, options.fastKPeriod);
    return [fastK, averageOf(plan, fastK, options.fastDAverage, options.fastDPeriod)];
  },
});

/**
 * Williams' %R (WILLR; 1973), -100–0; 0 in a range of nothing. `period` 2–100,000, default 14; warm-up `period - 1`.
 */
export const willR: Indicator<"high" | "low" | "close", PeriodOption> = defineIndicator({
  name: "willR",
  talib: "WILLR",
  family: "momentum",
  title: "Williams' %R",
  source: "Williams, 1973",
  inputs: ["high", "low", "close"],
  parameters: period(14),
  formula: "−100 × (highest high − close) / (highest high − lowest low) of the last n candles",
  build: (plan, [high, low, close], { period: n }: PeriodOption) => {
    const [top, bottom] = windowRange(plan, high!, low!, n);
    return plan.step([top, bottom, close!], 0, (out) => {
      const [t, b, c] = [top.values, bottom.values, close!.values];
      return (from, to) => {
        for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
          const percent = (t[i]! - b[i]!) / -100;
          const place = (t[i]! - c[i]!) / percent;
          out[i] = percent === 0 ? 0 : place;
        }
      };
    });
  },
});
