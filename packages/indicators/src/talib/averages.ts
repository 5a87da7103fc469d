import { defineIndicator, type Indicator, type UnstablePeriod } from "../flow/indicator.ts";
import type { Line, Plan } from "../flow/plan.ts";
import { choice } from "../parameters.ts";
import { adaptiveAverage } from "../steps/adaptive.ts";
import {
  averageOf,
  doubled,
  exponential,
  tillson,
  triangular,
  tripled,
  type Seeding,
} from "../steps/averages.ts";
import { mesaAverages } from "../steps/mesa.ts";
import { windowMean, windowWeighted } from "../steps/windows.ts";
import {
  average,
  factor,
  period,
  type AverageOption,
  type PeriodOption,
  type UnstablePeriodOptions,
} from "./options.ts";

type Average = Indicator<"values", PeriodOption>;

/** First value of exponential averages. */
export interface SeedingOption {
  /** First value: the `mean` of the first window (default), or the `first` value, as in MetaStock. */
  readonly seeding: Seeding;
}

/** Period and seeding of an exponential average. */
export interface SeededPeriodOptions extends PeriodOption, SeedingOption {}

/** Period, seeding, and values left out at the start. */
export interface EmaOptions extends SeededPeriodOptions, UnstablePeriod {}

/** Period and volume factor of a T3, and values left out at the start. */
export interface T3Options extends UnstablePeriodOptions {
  /** Part of the doubled average in each of the three stages, 0–1, default 0.7. */
  readonly volumeFactor: number;
}

/** Bounds of the weight of a MAMA, and values left out at the start. */
export interface MamaOptions extends UnstablePeriod {
  /** Greatest weight of the newest value, 0.01–0.99, default 0.5. */
  readonly fastLimit: number;
  /** Least weight of the newest value, 0.01–0.99, default 0.05. */
  readonly slowLimit: number;
}

/** Period and kind of a moving average. */
export interface MaOptions extends PeriodOption, AverageOption {}

const seeding = choice(["mean", "first"]);

function plain(
  name: string,
  title: string,
  formula: string,
  of: (plan: Plan, line: Line, period: number) => Line,
): Average {
  return defineIndicator({
    name,
    talib: name.toUpperCase(),
    family: "overlap",
    title,
    inputs: ["values"],
    parameters: period(30),
    formula,
    build: (plan, [line], parameters: PeriodOption) => of(plan, line!, parameters.period),
  });
}

function seeded(
  name: string,
  title: string,
  formula: string,
  of: (plan: Plan, line: Line, period: number, seeding: Seeding) => Line,
): Indicator<"values", SeededPeriodOptions> {
  return defineIndicator({
    name,
    talib: name.toUpperCase(),
    family: "overlap",
    title,
    source: "Mulloy, 1994",
    inputs: ["values"],
    parameters: { ...period(30), seeding },
    formula,
    build: (plan, [line], parameters: SeededPeriodOptions) =>
      of(plan, line!, parameters.period, parameters.seeding),
  });
}

/** Simple moving average (SMA). `period` 2–100,000, default 30; warm-up `period - 1`. */
export const sma: Average = plain(
  "sma",
  "Simple moving average",
  "mean of the last n values",
  windowMean,
);

/**
 * Exponential moving average (EMA). `period` 2–100,000, default 30; `seeding` `mean` or `first`; warm-up `period - 1`
 * and the unstable period.
 */
export const ema: Indicator<"values", EmaOptions> = defineIndicator({
  name: "ema",
  talib: "EMA",
  family: "overlap",
  title: "Exponential moving average",
  inputs: ["values"],
  parameters: { ...period(30), seeding },
  isUnstable: true,
  formula: "e + 2 / (n + 1) × (x − e), from the mean of the first n values",
  build: (plan, [line], parameters) =>
    exponential(plan, line!, parameters.period, parameters.seeding),
});

/**
 * Weighted moving average (WMA): weight 1 for the oldest value of the window, `period` for the newest. `period`
 * 2–100,000, default 30; warm-up `period - 1`.
 */
export const wma: Average = plain(
  "wma",
  "Weighted moving average",
  "(1 × oldest + … + n × newest) / (1 + … + n)",
  windowWeighted,
);

/**
 * Double exponential moving average (DEMA; Mulloy, 1994). `period` 2–100,000, default 30; warm-up `2 × (period - 1)`.
 */
export const dema: Indicator<"values", SeededPeriodOptions> = seeded(
  "dema",
  "Double exponential moving average",
  "2 × EMA − EMA(EMA)",
  doubled,
);

/**
 * Triple exponential moving average (TEMA; Mulloy, 1994). `period` 2–100,000, default 30; warm-up `3 × (period - 1)`.
 */
export const tema: Indicator<"values", SeededPeriodOptions> = seeded(
  "tema",
  "Triple exponential moving average",
  "3 × EMA − 3 × EMA(EMA) + EMA(EMA(EMA))",
  tripled,
);

/**
 * Triangular moving average (TRIMA): the values in the middle of the window weigh most. `period` 2–100,000, default 30;
 * warm-up `period - 1`.
 */
export const trima: Average = plain(
  "trima",
  "Triangular moving average",
  "SMA of an SMA, of ⌈n / 2⌉ and ⌊n / 2⌋ + 1 values (both ⌈n / 2⌉ for odd n)",
  triangular,
);

/**
 * Kaufman's adaptive moving average (KAMA; Trading Systems and Methods, 1995). `period` 2–100,000, default 30; warm-up
 * `period` and the unstable period.
 * What is below 1e-14 counts as 0, see `withRelativeZero`.
 */
export const kama: Indicator<"values", UnstablePeriodOptions> = defineIndicator({
  name: "kama",
  talib: "KAMA",
  family: "overlap",
  title: "Kaufman's adaptive moving average",
  source: "Kaufman, Trading Systems and Methods, 1995",
  inputs: ["values"],
  parameters: period(30),
  isUnstable: true,
  formula:
    "k + w² × (x − k) with w = E × (2/3 − 2/31) + 2/31, E = |x − x n rows ago| / sum of the n steps between",
  build: (plan, [line], parameters) => adaptiveAverage(plan, line!, parameters.period),
});

/**
 * Tillson's T3 (T3; 1998). `period` 2–100,000, default 5; `volumeFactor` 0–1, default 0.7; warm-up `6 × (period - 1)`
 * and the unstable period.
 */
export const t3: Indicator<"values", T3Options> = defineIndicator({
  name: "t3",
  talib: "T3",
  family: "overlap",
  title: "Tillson's T3",
  source: "Tillson, 1998",
  inputs: ["values"],
  parameters: { ...period(5), volumeFactor: factor(0.7, 1) },
  isUnstable: true,
  formula: "G(G(G(x))) with G = (1 + v) × EMA − v × EMA(EMA)",
  build: (plan, [line], parameters) =>
    tillson(plan, line!, parameters.period, parameters.volumeFactor),
});

/**
 * MESA adaptive moving average and its following average (MAMA; Ehlers, 2001). `fastLimit` and `slowLimit` 0.01–0.99,
 * default 0.5 and 0.05; warm-up 32 and the unstable period.
 */
export const mama: Indicator<"values", MamaOptions, "mama" | "fama"> = defineIndicator({
  name: "mama",
  talib: "MAMA",
  family: "overlap",
  title: "MESA adaptive moving average",
  source: "Ehlers, 2001",
  inputs: ["values"],
  parameters: {
    fastLimit: { ...factor(0.5, 0.99), minimum: 0.01 },
    slowLimit: { ...factor(0.05, 0.99), minimum: 0.01 },
  },
  isUnstable: true,
  outputs: ["mama", "fama"],
  formula:
    "m + w × (x − m) with w = max(slow limit, fast limit / degrees that the phase turned back by); fama with w / 2 over mama",
  build: (plan, [line], parameters) =>
    mesaAverages(plan, line!, parameters.fastLimit, parameters.slowLimit),
});

/**
 * Moving average of any kind (MA). `period` 1–100,000, default 30; `average` as in {@link AverageOption}; the warm-up
 * is that of the kind. `mama` takes no period: it has the limits 0.5 and 0.05.
 * With `kama`, a way below 1e-14 counts as 0, see `withRelativeZero`.
 */
export const ma: Indicator<"values", MaOptions> = defineIndicator({
  name: "ma",
  talib: "MA",
  family: "overlap",
  title: "Moving average",
  inputs: ["values"],
  parameters: { ...period(30, 1), average },
  formula: "the average of the kind that is named",
  build: (plan, [line], parameters) =>
    averageOf(plan, line!, parameters.average, parameters.period),
});
