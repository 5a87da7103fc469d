// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import { defineIndicator, type Indicator } from "../flow/indicator.ts";
import { whole } from "../parameters.ts";
import { movesOf, TINY } from "../steps/arithmetic.ts";
import { chained, wilderPair } from "../steps/averages.ts";
import { addressOf, spanAfter, spanOfPairs } from "../steps/kernel-spans.ts";
import { typicalPrice } from "../steps/ranges.ts";
import { fractionsOf, rateOf, type ChangeStep } from "../steps/rates.ts";
import { relativeStrength } from "../steps/relative-strength.ts";
import { twiceAsLong, windowDeviation, windowMean, windowSums } from "../steps/windows.ts";
import {
  period,
  type NoOptions,
  type PeriodOption,
  type UnstablePeriodOptions,
} from "./options.ts";

/** The three windows of an ultimate oscillator; their order does not matter. */
export interface UltOscOptions {
  /** First window in candles, 1–100,000, default 7. */
  readonly period1: number;
  /** Second window in candles, 1–100,000, default 14. */
  readonly period2: number;
  /** Third window in candles, 1–100,000, default 28. */
  readonly period3: number;
}

type Change = Indicator<"values", PeriodOption>;

/** Indicator of the change of each value against the one `period` rows before. */
function changes(name: string, title: string, formula: string, step: ChangeStep): Change {
  return defineIndicator({
    name,
    talib: name.toUpperCase(),
    family: "momentum",
    title,
    inputs: ["values"],
    parameters: period(10, 1),
    formula,
    build: (plan, [line], parameters: PeriodOption) => step(plan, line!, parameters.period),
  });
}

/** Change over `period` rows (MOM). `period` 1–100,000, default 10; warm-up `period`. */
export const mom: Change = changes("mom", "Momentum", "x − x n rows ago", (plan, line, n) =>
  plan.step([line], n, (out) => {
    const x = line.values;
    const kernels = plan.kernels(n);
    if (kernels !== null) return spanOfPairs(kernels.difference, x, x, out, n);
    return (from, to, seen) => {
      for (let i = (from + Math.max(0, n - seen)) & 0x3fffffff, end = to & 0x3fffffff; i < end; i++)
        out[i] = x[i]! - x[i - n]!;
    };
  }),
);

/** Change over `period` rows in percent (ROC); 0 after a 0. `period` 1–100,000, default 10; warm-up `period`. */
export const roc: Change = changes(
  "roc",
  "Rate of change",
  "100 × (x / x n rows ago − 1)",
  rateOf(100, -1),
);

/** Change over `period` rows as a fraction (ROCP); 0 after a 0. `period` 1–100,000, default 10; warm-up `period`. */
export const rocp: Change = changes(
  "rocp",
  "Rate of change, fraction",
  "(x − x n rows ago) / x n rows ago",
  (plan, line, n) => fractionsOf(plan, line, n, Number.MIN_VALUE),
);

/** Ratio over `period` rows (ROCR); 0 after a 0. `period` 1–100,000, default 10; warm-up `period`. */
export const rocr: Change = changes(
  "rocr",
  "Rate of change, ratio",
  "x / x n rows ago",
  rateOf(1, 0),
);

/** Ratio over `period` rows times 100 (ROCR100); 0 after a 0. `period` 1–100,000, default 10; warm-up `period`. */
export const rocr100: Change = changes(
  "rocr100",
  "Rate of change, ratio times 100",
  "100 × x / x n rows ago",
  rateOf(100, 0),
);

/**
 * Relative strength index (RSI; Wilder, 1978), 0–100; 0 where nothing has moved. `period` 2–100,000, default 14;
 * warm-up `period` and the unstable period.
 * What is below 1e-14 counts as 0, see `withRelativeZero`.
 */
export const rsi: Indicator<"values", UnstablePeriodOptions> = defineIndicator({
  name: "rsi",
  talib: "RSI",
  family: "momentum",
  title: "Relative strength index",
  source: "Wilder, New Concepts in Technical Trading Systems, 1978",
  inputs: ["values"],
  parameters: period(14),
  isUnstable: true,
  formula: "100 × G / (G + L), G and L Wilder's averages of gains and losses",
  build: (plan, [line], parameters) => relativeStrength(plan, line!, parameters.period),
});

/**
 * Chande momentum oscillator (CMO; 1994), -100–100, with Wilder's averages as in TA-Lib; 0 where nothing has moved.
 * `period` 2–100,000, default 14; warm-up `period` and the unstable period.
 * What is below 1e-14 counts as 0, see `withRelativeZero`.
 */
export const cmo: Indicator<"values", UnstablePeriodOptions> = defineIndicator({
  name: "cmo",
  talib: "CMO",
  family: "momentum",
  title: "Chande momentum oscillator",
  source: "Chande, The New Technical Trader, 1994",
  inputs: ["values"],
  parameters: period(14),
  isUnstable: true,
  formula: "100 × (G − L) / (G + L), G and L Wilder's averages of gains and losses",
  build: (plan, [line], parameters) => {
    const [gains, losses] = wilderPair(plan, ...movesOf(plan, line!), parameters.period);
    return plan.step([gains, losses], 0, (out) => {
      const [g, l] = [gains.values, losses.values];
      return (from, to) => {
        const tiny = TINY;
        for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
          const move = g[i]! + l[i]!;
          const percent = 100 * ((g[i]! - l[i]!) / move);
          out[i] = Math.abs(move) < tiny ? 0 : percent;
        }
      };
    });
  },
});

/**
 * Balance of power (BOP; Livshin, 2001), -1–1: body by range, 0 in a range of nothing. No warm-up.
 * What is below 1e-14 counts as 0, see `withRelativeZero`.
 */
export const bop: Indicator<"open" | "high" | "low" | "close", NoOptions> = defineIndicator({
  name: "bop",
  talib: "BOP",
  family: "momentum",
  title: "Balance of power",
  source: "Livshin, 2001",
  inputs: ["open", "high", "low", "close"],
  formula: "(close − open) / (high − low)",
  build: (plan, lines) =>
    plan.step(lines, 0, (out) => {
      const [o, h, l, c] = lines.map(({ values }) => values);
      const kernels = plan.kernels(0);
      if (kernels !== null) {
        return (from, to) => {
          const [open, high, low, close] = lines.map(({ values }) => addressOf(values, from));
          kernels.balances(open!, high!, low!, close!, addressOf(out, from), to - from);
        };
      }
      return (from, to) => {
        const tiny = TINY;
        for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
          const range = h![i]! - l![i]!;
          const balance = (c![i]! - o![i]!) / range;
          out[i] = range < tiny ? 0 : balance;
        }
      };
    }),
});

/**
 * Commodity channel index (CCI; Lambert, 1980); 0 where nothing varies. `period` 2–100,000, default 14; warm-up
 * `period - 1`. O(n × period).
 */
export const cci: Indicator<"high" | "low" | "close", PeriodOption> = defineIndicator({
  name: "cci",
  talib: "CCI",
  family: "momentum",
  title: "Commodity channel index",
  source: "Lambert, 1980",
  inputs: ["high", "low", "close"],
  parameters: period(14),
  formula: "(t − mean) / (0.015 × mean deviation) of the typical price t over the last n candles",
  build: (plan, [high, low, close], { period: n }: PeriodOption) => {
    const price = typicalPrice(plan, { high: high!, low: low!, close: close! });
    const mean = windowMean(plan, price, n);
    const deviation = windowDeviation(plan, price, mean, n);
    return plan.step([price, mean, deviation], 0, (out) => {
      const [x, m, d] = [price.values, mean.values, deviation.values];
      return (from, to) => {
        for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
          const distance = x[i]! - m[i]!;
          const index = distance / (0.015 * d[i]!);
          out[i] = distance === 0 || d[i] === 0 ? 0 : index;
        }
      };
    });
  },
});

/**
 * Intraday momentum index (IMI; Chande, 1993), 0–100: the share of rising bodies. NaN where no candle of the window has
 * a body. `period` 2–100,000, default 14; warm-up `period - 1` and the unstable period.
 */
export const imi: Indicator<"open" | "close", UnstablePeriodOptions> = defineIndicator({
  name: "imi",
  talib: "IMI",
  family: "momentum",
  title: "Intraday momentum index",
  source: "Chande, 1993",
  inputs: ["open", "close"],
  parameters: period(14),
  isUnstable: true,
  formula: "100 × U / (U + D), U and D the sums of rising and falling bodies of the last n candles",
  build: (plan, [open, close], parameters) => {
    const [rises, falls] = plan.twin([open!, close!], 0, (up, down) => {
      const [o, c] = [open!.values, close!.values];
      return (from, to) => {
        for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
          const body = c[i]! - o[i]!;
          const size = Math.abs(body);
          up[i] = 0.5 * (size + body);
          down[i] = 0.5 * (size - body);
        }
      };
    });
    const [ups, downs] = windowSums(plan, rises, falls, parameters.period);
    return plan.step([ups, downs], 0, (out) => {
      const [u, d] = [ups.values, downs.values];
      return (from, to) => {
        for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++)
          out[i] = 100 * (u[i]! / (u[i]! + d[i]!));
      };
    });
  },
});

/**
 * Money flow index (MFI; Quong and Soudack, 1989), 0–100; 0 where less than 1 has flowed. `period` 2–100,000, default
 * 14; warm-up `period` and the unstable period.
 * A flow of money below 1 counts as 0, see `withRelativeZero`.
 */
export const mfi: Indicator<"high" | "low" | "close" | "volume", UnstablePeriodOptions> =
  defineIndicator({
    name: "mfi",
    talib: "MFI",
    family: "momentum",
    title: "Money flow index",
    source: "Quong and Soudack, 1989",
    inputs: ["high", "low", "close", "volume"],
    parameters: period(14),
    isUnstable: true,
    formula:
      "100 × P / (P + N), P and N the sums of typical price × volume where the typical price rose and fell, of the last n candles",
    build: (plan, [high, low, close, volume], parameters) => {
      const price = typicalPrice(plan, { high: high!, low: low!, close: close! });
      const flows = plan.twin([price, volume!], 1, (into, away) => {
        const [x, v] = [price.values, volume!.values];
        return (from, to, seen) => {
          for (
            let i = (seen === 0 ? from + 1 : from) & 0x3fffffff, end = to & 0x3fffffff;
            i < end;
            i++
          ) {
            const change = x[i]! - x[i - 1]!;
            // Products with 0 or 1: jumps would be guessed wrong half of the time.
            const flow = x[i]! * v[i]!;
            into[i] = flow * Number(change > 0);
            away[i] = flow * Number(change < 0);
          }
        };
      });
      const [into, away] = windowSums(plan, ...flows, parameters.period);
      return plan.step([into, away], 0, (out) => {
        const [p, n] = [into.values, away.values];
        return (from, to) => {
          for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
            const flow = p[i]! + n[i]!;
            const percent = 100 * (p[i]! / flow);
            out[i] = flow < 1 ? 0 : percent;
          }
        };
      });
    },
  });

/**
 * Change of a triple exponential average in percent (TRIX; Hutson, 1983). `period` 1–100,000, default 30; warm-up
 * `3 × (period - 1) + 1`.
 */
export const trix: Indicator<"values", PeriodOption> = defineIndicator({
  name: "trix",
  talib: "TRIX",
  family: "momentum",
  title: "TRIX",
  source: "Hutson, 1983",
  inputs: ["values"],
  parameters: period(30, 1),
  formula: "100 × (t / t one row ago − 1) with t = EMA(EMA(EMA(x)))",
  build: (plan, [line], { period: n }: PeriodOption) => {
    const average = chained(plan, line!, n, [0, 0, 1]);
    return rateOf(100, -1)(plan, average, 1);
  },
});

/**
 * Ultimate oscillator (ULTOSC; Williams, 1976), 0–100, over three windows of 1–100,000 candles, default 7, 14 and 28;
 * warm-up the longest of them.
 * What is below 1e-14 counts as 0, see `withRelativeZero`.
 */
export const ultOsc: Indicator<"high" | "low" | "close", UltOscOptions> = defineIndicator({
  name: "ultOsc",
  talib: "ULTOSC",
  family: "momentum",
  title: "Ultimate oscillator",
  source: "Williams, 1976",
  inputs: ["high", "low", "close"],
  parameters: { period1: whole(7), period2: whole(14), period3: whole(28) },
  formula:
    "100 × (4a + 2b + c) / 7, each the sum of close − min(low, close before) by the sum of true ranges, of the shortest to the longest window",
  build: (plan, [high, low, close], { period1, period2, period3 }) => {
    const [pressure, range] = plan.twin([high!, low!, close!], 1, (pressures, ranges) => {
      const [h, l, c] = [high!.values, low!.values, close!.values];
      const kernels = plan.kernels(1);
      if (kernels !== null) {
        return spanAfter(1, (from, to) => {
          const [top, bottom, end] = [h, l, c].map((values) => addressOf(values, from));
          const [pressure, range] = [addressOf(pressures, from), addressOf(ranges, from)];
          kernels.pressures(top!, bottom!, end!, pressure, range, to - from);
        });
      }
      return (from, to, seen) => {
        const start = seen === 0 ? from + 1 : from;
        for (let i = start & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
          const before = c[i - 1]!;
          const top = h[i]! < before ? before : h[i]!;
          const bottom = before < l[i]! ? before : l[i]!;
          pressures[i] = c[i]! - bottom;
          ranges[i] = top - bottom;
        }
      };
    });
    const [short, middle, long] = [period1, period2, period3].toSorted((a, b) => a - b) as [
      number,
      number,
      number,
    ];
    // By default each window is twice as long as the one before.
    const first = windowSums(plan, pressure, range, short);
    const second =
      middle === 2 * short
        ? twiceAsLong(plan, first, short)
        : windowSums(plan, pressure, range, middle);
    const third =
      long === 2 * middle
        ? twiceAsLong(plan, second, middle)
        : windowSums(plan, pressure, range, long);
    const sums = [...first, ...second, ...third];
    return plan.step(sums, 0, (out) => {
      const [a, ra, b, rb, c, rc] = sums.map(({ values }) => values);
      return (from, to) => {
        const tiny = TINY;
        for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
          let first = a![i]! / ra![i]!;
          let second = b![i]! / rb![i]!;
          let third = c![i]! / rc![i]!;
          if (Math.abs(ra![i]!) < tiny) first = 0;
          if (Math.abs(rb![i]!) < tiny) second = 0;
          if (Math.abs(rc![i]!) < tiny) third = 0;
          out[i] = 100 * ((4 * first + 2 * second + third) / 7);
        }
      };
    });
  },
});
