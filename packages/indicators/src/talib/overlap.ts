// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import { defineIndicator, type Indicator } from "../flow/indicator.ts";
import { delayed, type Line, type Plan } from "../flow/plan.ts";
import { real, whole } from "../parameters.ts";
import { TINY } from "../steps/arithmetic.ts";
import { averageOf, lookbackOf } from "../steps/averages.ts";
import { middleOf } from "../steps/extremes.ts";
import { parabolicStop } from "../steps/parabolic.ts";
import { windowMean, windowSpread } from "../steps/windows.ts";
import { average, factor, period, type AverageOption, type PeriodOption } from "./options.ts";

/** Lines of a band. */
export type BandLines = "upper" | "middle" | "lower";

/** Window, widths and average of Bollinger bands. */
export interface BbandsOptions extends PeriodOption, AverageOption {
  /** Deviations from the middle to the upper band. Any finite number, default 2. */
  readonly upperWidth: number;
  /** Deviations from the middle to the lower band. Any finite number, default 2. */
  readonly lowerWidth: number;
}

/** Bounds of the periods and kind of the average of a MAVP. */
export interface MavpOptions extends AverageOption {
  /** Least period, 2–1,000, default 2. */
  readonly minPeriod: number;
  /** Greatest period, 2–1,000, default 30: the average of each period is kept, which takes memory. */
  readonly maxPeriod: number;
}

/** Acceleration of a parabolic stop. */
export interface SarOptions {
  /** First acceleration and the step by which it grows with each new extreme, from 0 on, default 0.02. */
  readonly acceleration: number;
  /** Greatest acceleration, from 0 on, default 0.2. */
  readonly maximum: number;
}

/** Accelerations of both sides of a parabolic stop, its start and its offset. */
export interface SarExtOptions {
  /** First stop: above 0 of a long position, below 0 of a short one, 0 (default) as the first move says. */
  readonly startValue: number;
  /** Fraction of the stop that it is moved by on a reversal, from 0 on, default 0. */
  readonly offsetOnReverse: number;
  /** First acceleration of long positions, from 0 on, default 0.02. */
  readonly accelerationInitLong: number;
  /** Step of the acceleration of long positions, from 0 on, default 0.02. */
  readonly accelerationLong: number;
  /** Greatest acceleration of long positions, from 0 on, default 0.2. */
  readonly accelerationMaxLong: number;
  /** First acceleration of short positions, from 0 on, default 0.02. */
  readonly accelerationInitShort: number;
  /** Step of the acceleration of short positions, from 0 on, default 0.02. */
  readonly accelerationShort: number;
  /** Greatest acceleration of short positions, from 0 on, default 0.2. */
  readonly accelerationMaxShort: number;
}

/**
 * Acceleration bands (ACCBANDS; Headley, 2002). `period` 2–100,000, default 20; warm-up `period - 1`.
 * What is below 1e-14 counts as 0, see `withRelativeZero`.
 */
export const accBands: Indicator<"high" | "low" | "close", PeriodOption, BandLines> =
  defineIndicator({
    name: "accBands",
    talib: "ACCBANDS",
    family: "overlap",
    title: "Acceleration bands",
    source: "Headley, 2002",
    inputs: ["high", "low", "close"],
    parameters: period(20),
    outputs: ["upper", "middle", "lower"],
    formula:
      "means of the last n of: high × (1 + w), close, low × (1 − w) with w = 4 × (high − low) / (high + low)",
    build: (plan, [high, low, close], { period: n }: PeriodOption) => {
      const [upper, lower] = plan.twin([high!, low!], 0, (above, below) => {
        const [h, l] = [high!.values, low!.values];
        return (from, to) => {
          const tiny = TINY;
          for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
            const whole = h[i]! + l[i]!;
            const ratio = (4 * (h[i]! - l[i]!)) / whole;
            const reach = Math.abs(whole) < tiny ? 0 : ratio;
            above[i] = h[i]! * (1 + reach);
            below[i] = l[i]! * (1 - reach);
          }
        };
      });
      return [upper, close!, lower].map((line) => windowMean(plan, line, n));
    },
  });

/**
 * Bollinger bands (BBANDS; Bollinger, 1980s) around any average; the deviation is the population's, around the simple
 * mean. `period` 2–100,000, default 5; widths 2 and 2; warm-up that of the average.
 * What is below 1e-14 counts as 0, see `withRelativeZero`.
 */
export const bbands: Indicator<"values", BbandsOptions, BandLines> = defineIndicator({
  name: "bbands",
  talib: "BBANDS",
  family: "overlap",
  title: "Bollinger bands",
  source: "Bollinger, 1980s",
  inputs: ["values"],
  parameters: { ...period(5), upperWidth: real(2), lowerWidth: real(2), average },
  outputs: ["upper", "middle", "lower"],
  formula: "average ± width × population deviation of the last n values",
  build: (plan, [line], parameters) => {
    const { period: n, upperWidth, lowerWidth } = parameters;
    const [mean, variance] = windowSpread(plan, line!, n);
    const isPlain = parameters.average === "sma";
    const middle = isPlain ? mean : averageOf(plan, line!, parameters.average, n);
    const [upper, lower] = plan.twin([middle, variance], 0, (above, below) => {
      const [m, v] = [middle.values, variance.values];
      return (from, to) => {
        const tiny = TINY;
        for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
          const root = Math.sqrt(v[i]!);
          const deviation = v[i]! < tiny ? 0 : root;
          above[i] = m[i]! + upperWidth * deviation;
          below[i] = m[i]! - lowerWidth * deviation;
        }
      };
    });
    return [upper, middle, lower];
  },
});

/**
 * Moving average whose period changes from row to row (MAVP): that of the column `periods`, cut to whole numbers within
 * `minPeriod` (2–1,000, default 2) and `maxPeriod` (2–1,000, default 30; TA-Lib: 100,000). All averages start so that
 * their first values fall together; warm-up that of `maxPeriod`. O(n × (maxPeriod - minPeriod)).
 * With `kama`, a way below 1e-14 counts as 0, see `withRelativeZero`.
 */
export const mavp: Indicator<"values" | "periods", MavpOptions> = defineIndicator({
  name: "mavp",
  talib: "MAVP",
  family: "overlap",
  title: "Moving average with variable period",
  inputs: ["values", "periods"],
  parameters: { minPeriod: whole(2, 2, 1000), maxPeriod: whole(30, 2, 1000), average },
  formula: "average of the last p values, p the row's own period",
  build: (plan, [line, periods], parameters) => {
    const { minPeriod, maxPeriod } = parameters;
    if (parameters.average === "sma") return ownMeans(plan, line!, periods!, minPeriod, maxPeriod);
    const whole = lookbackOf(parameters.average, maxPeriod);
    const lines = Array.from({ length: Math.max(1, maxPeriod - minPeriod + 1) }, (_, k) => {
      const n = maxPeriod - k;
      const wait = whole - lookbackOf(parameters.average, n);
      return averageOf(plan, delayed(line!, wait), parameters.average, n);
    });
    return chosen(plan, periods!, lines, minPeriod, maxPeriod);
  },
});

/** Mean of the last values over each row's own period, summed as distances from the row's value. */
function ownMeans(plan: Plan, line: Line, periods: Line, least: number, most: number): Line {
  return plan.step([line, periods], most - 1, (out) => {
    const [x, wanted] = [line.values, periods.values];
    return (from, to, seen) => {
      for (
        let i = (from + Math.max(0, most - 1 - seen)) & 0x3fffffff, end = to & 0x3fffffff;
        i < end;
        i++
      ) {
        const n = Math.min(most, Math.max(least, Math.trunc(wanted[i]!)));
        const base = x[i]!;
        // Two sums, so that one does not wait for the other.
        let sum = 0;
        let other = 0;
        let at = i - n + 1;
        for (; at < i; at += 2) {
          sum += x[at]! - base;
          other += x[at + 1]! - base;
        }
        out[i] = base + (sum + other) / n;
      }
    };
  });
}

/** The line of each row's own period; the first of `lines` is that of the greatest one, then downwards. */
function chosen(
  plan: Plan,
  periods: Line,
  lines: readonly Line[],
  least: number,
  most: number,
): Line {
  const values = lines.map((line) => line.values);
  return plan.step([periods, ...lines], 0, (out) => {
    const wanted = periods.values;
    return (from, to) => {
      for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
        const n = Math.min(most, Math.max(least, Math.trunc(wanted[i]!)));
        out[i] = values[most - n]?.[i] ?? NaN; // a period of NaN names no average
      }
    };
  });
}

/**
 * Middle between highest and lowest value of a window (MIDPOINT). `period` 2–100,000, default 14; warm-up `period - 1`.
 */
export const midPoint: Indicator<"values", PeriodOption> = defineIndicator({
  name: "midPoint",
  talib: "MIDPOINT",
  family: "overlap",
  title: "Midpoint",
  inputs: ["values"],
  parameters: period(14),
  formula: "(max of the last n values + min of the last n values) / 2",
  build: (plan, [line], { period: n }: PeriodOption) => middleOf(plan, line!, line!, n),
});

/**
 * Middle between the highest high and the lowest low of a window (MIDPRICE). `period` 2–100,000, default 14; warm-up
 * `period - 1`.
 */
export const midPrice: Indicator<"high" | "low", PeriodOption> = defineIndicator({
  name: "midPrice",
  talib: "MIDPRICE",
  family: "overlap",
  title: "Midpoint price",
  inputs: ["high", "low"],
  parameters: period(14),
  formula: "(highest high of the last n candles + lowest low of the last n candles) / 2",
  build: (plan, [high, low], { period: n }: PeriodOption) => middleOf(plan, high!, low!, n),
});

/**
 * Parabolic stop and reverse (SAR; Wilder, 1978): the stop of a position that is always in the market. `acceleration`
 * and `maximum` from 0 on, default 0.02 and 0.2; warm-up 1.
 */
export const sar: Indicator<"high" | "low", SarOptions> = defineIndicator({
  name: "sar",
  talib: "SAR",
  family: "overlap",
  title: "Parabolic SAR",
  source: "Wilder, New Concepts in Technical Trading Systems, 1978",
  inputs: ["high", "low"],
  parameters: { acceleration: factor(0.02), maximum: factor(0.2) },
  formula:
    "stop + a × (extreme − stop), a grows with each new extreme; never within the last two candles; touched, it turns",
  build: (plan, [high, low], { acceleration, maximum }) => {
    const side = { initial: acceleration, step: acceleration, maximum };
    const rules = { long: side, short: side, startValue: 0, offset: 0, shortSign: 1 } as const;
    return parabolicStop(plan, high!, low!, rules);
  },
});

/**
 * Parabolic stop and reverse with settings for each side (SAREXT); the stops of short positions are negative. Defaults
 * as SAR, options from 0 on; warm-up 1.
 */
export const sarExt: Indicator<"high" | "low", SarExtOptions> = defineIndicator({
  name: "sarExt",
  talib: "SAREXT",
  family: "overlap",
  title: "Parabolic SAR, extended",
  source: "Wilder, New Concepts in Technical Trading Systems, 1978",
  inputs: ["high", "low"],
  parameters: {
    startValue: real(0),
    offsetOnReverse: factor(0),
    accelerationInitLong: factor(0.02),
    accelerationLong: factor(0.02),
    accelerationMaxLong: factor(0.2),
    accelerationInitShort: factor(0.02),
    accelerationShort: factor(0.02),
    accelerationMaxShort: factor(0.2),
  },
  formula: "as SAR, with an acceleration for each side; negative while the position is short",
  build: (plan, [high, low], options) =>
    parabolicStop(plan, high!, low!, {
      long: {
        initial: options.accelerationInitLong,
        step: options.accelerationLong,
        maximum: options.accelerationMaxLong,
      },
      short: {
        initial: options.accelerationInitShort,
        step: options.accelerationShort,
        maximum: options.accelerationMaxShort,
      },
      startValue: options.startValue,
      offset: options.offsetOnReverse,
      shortSign: -1,
    }),
});
