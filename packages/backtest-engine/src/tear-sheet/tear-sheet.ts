// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

/** The tear sheet of a run: its figures by day, its drawdowns, and the series behind them. */

import {
  absentOr,
  anyNumber,
  nullOr,
  numberOption,
  objectOf,
  optional,
  trueOrFalse,
  type OptionRules,
} from "@bourse/kernel";
import { price } from "@bourse/kernel/figures";

import type { Candles } from "../candles/candles.ts";
import { datedTimes } from "../candles/dated-times.ts";
import { firstIndexFrom } from "../candles/join-candles.ts";
import { timeZoneRule } from "../candles/place-options.ts";
import { candlesWith } from "../candles/require-candles.ts";
import { EngineError } from "../errors.ts";
import { annualGrowthOver, coversAnnualSpan } from "../metrics/annual-growth.ts";
import { buyHoldReturn } from "../metrics/buy-hold.ts";
import { calmarFrom } from "../metrics/risk.ts";
import { tradingYear, type TradingYear, type TradingYearOptions } from "../metrics/trading-year.ts";
import { withView, type NotebookView } from "../notebook/notebook.ts";
import { anyColumn, requireArguments, shaped } from "../require-arguments.ts";
import { resolveEngineOptions } from "../resolve-engine-options.ts";
import { anyTrades } from "../simulation/trades.ts";
import { benchmarkFigures, type BenchmarkFigures } from "./benchmark-figures.ts";
import { drawdownPeriods, type DrawdownPeriod } from "./drawdown-periods.ts";
import { returnFigures, type ReturnFigures } from "./figures.ts";
import { returnsOfValues } from "./periods.ts";
import { quotient } from "./sample.ts";

const DAY = 86_400_000;

/** A run as a tear sheet needs it, such as a result of `backtest`. */
export interface TearSheetRun {
  /** Opens of the candles, milliseconds UTC, ascending. */
  readonly time: Float64Array;
  /** Value of the account at each close, in the quote currency. */
  readonly equity: Float64Array;
  /** Initial capital in the quote currency. Above 0. */
  readonly initialCapital: number;
  /** Closed trades, for the open profit. Default: it is null. */
  readonly trades?: Iterable<{ readonly pnl: number }>;
  /** True if a position was held at the end. Default: the open profit is null. */
  readonly openAtEnd?: boolean;
  /** Trading days in a year. Default: counted as by `tradingYear`. */
  readonly tradingDays?: number;
  /** Candles in a year. Default: counted as by `tradingYear`. */
  readonly barsPerYear?: number;
  /** Time zone of the days. Default `UTC`. */
  readonly timeZone?: string;
  /** Annual return of the run, as its metrics state it. Default: computed from the number of candles. */
  readonly annualReturn?: number | null;
}

/** Options of {@link tearSheet}. */
export interface TearSheetOptions {
  /**
   * Candles to hold instead: those that were traded on, or another symbol's. They are bought at the first close within
   * the run's time and held. Days without one of them are left out of the comparison; of prices that fall to 0 or below
   * only the total return is known. Default: no benchmark.
   */
  readonly benchmark?: Pick<Candles, "length" | "time" | "open" | "close">;
  /** Trading days in a year. Above 0, at most 366. Default: the run's, else counted as by `tradingYear`. */
  readonly daysPerYear?: number;
  /**
   * Time zone by whose dates candles that are shorter than a day belong to days, weeks, months and years: IANA such as
   * `America/New_York`, or an offset such as `+05:30`. Default: the run's, else `UTC`.
   */
  readonly timeZone?: string;
}

/** Every figure of a tear sheet in one flat object. */
export interface TearSheetFigures extends ReturnFigures, BenchmarkFigures {
  /**
   * Profit of the position that is held at the end, in the quote currency, after the fees so far: equity − initial
   * capital − profit of the closed trades. 0 without one; null where trades are not known.
   */
  readonly openProfit: number | null;
}

/** A tear sheet. */
export interface TearSheet {
  /** Figures, flat: numbers and nulls. */
  readonly figures: TearSheetFigures;
  /** Date of each day: milliseconds of its midnight in UTC. */
  readonly time: Float64Array;
  /** Return of each day. */
  readonly returns: Float64Array;
  /** Return of the benchmark on each day, NaN where it has none; null without a benchmark. */
  readonly benchmark: Float64Array | null;
  /** Drawdowns in the order of time; their indices are those of the days. */
  readonly drawdowns: readonly DrawdownPeriod[];
}

/**
 * Computes the tear sheet of a run. O(n) in the candles, O(d log d) in the days.
 *
 * Returns are those of calendar days in the time zone, from the last value of one day to the last of the next; the
 * first is measured from the initial capital; total and annual return are those of the whole run. Compare `Metrics`,
 * whose returns are per candle.
 *
 * @throws EngineError CANDLES_TOO_FEW without a value of the account; OPTIONS_INVALID when `time` and `equity` differ
 * in length, for a number of trading days out of bounds, or a time zone that is not known
 */
export function tearSheet(run: TearSheetRun, options: TearSheetOptions = {}): TearSheet {
  requireArguments("tearSheet", { run }, SHAPES);
  resolveEngineOptions("tearSheet", options, RULES);
  const { time: moments, equity, initialCapital } = run;
  check(moments, equity);
  const timeZone = options.timeZone ?? run.timeZone;
  const dated = datedTimes(moments, timeZone);
  const { time, returns } = returnsOfValues(equity, dated, initialCapital, "day");
  const year = tradingYear(moments, yearOptions(run, options, timeZone));
  const periods = Math.min(year.tradingDays, year.barsPerYear); // a candle may be longer than a day
  const drawdowns = drawdownPeriods(returns);
  const held = options.benchmark && heldBenchmark(options.benchmark, timeZone, dated, time);
  const benchmark = held?.returns ?? null;
  const figures = returnFigures({ time, returns }, periods, drawdowns);
  const annual = annualReturnOf(run, options, year);
  const sheet: TearSheet = {
    figures: {
      ...figures,
      totalReturn: equity.at(-1)! / initialCapital - 1,
      annualReturn: annual,
      calmarOfDays: calmarFrom(annual, figures.maxDrawdownOfDays),
      exposureAdjustedReturn: quotient(annual, figures.exposedDays),
      ...benchmarkFigures(returns, benchmark, periods),
      benchmarkReturn: held?.total ?? null,
      ...(coversAnnualSpan(moments) ? {} : NO_YEAR),
      openProfit: openProfit(run),
    },
    time,
    returns,
    benchmark,
    drawdowns,
  };
  return withView(sheet, viewOfSheet);
}

/** Every figure by its name, and the growth of 1. */
function viewOfSheet({ figures, returns }: TearSheet): NotebookView {
  let value = 1;
  return {
    title: `Tear sheet of ${returns.length} days`,
    figures: Object.entries(figures).map(([name, figure]) => [
      name.replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`),
      price(figure === null ? null : Number(figure)),
    ]),
    line: returns.map((one) => (value *= 1 + one)),
  };
}

/** The figures beside a benchmark that a time of less than 30 days is too short for. */
const SHAPES = {
  run: objectOf({
    time: anyColumn,
    equity: anyColumn,
    initialCapital: anyNumber,
    trades: absentOr(anyTrades),
    openAtEnd: absentOr(trueOrFalse),
    annualReturn: absentOr(nullOr(anyNumber)),
  }),
};

const RULES: OptionRules<{
  readonly [Key in keyof Required<TearSheetOptions>]: TearSheetOptions[Key];
}> = {
  benchmark: shaped("candles", candlesWith("time", "open", "close")),
  daysPerYear: optional(numberOption({ above: 0, max: 366 })),
  timeZone: timeZoneRule,
};

const NO_YEAR = {
  benchmarkAnnualReturn: null,
  alpha: null,
  jensenAlpha: null,
  upCapture: null,
  downCapture: null,
} as const;

/** The benchmark's return of the whole time and on each day of the run, NaN where it has no candle. */
function heldBenchmark(
  { time, close, length }: NonNullable<TearSheetOptions["benchmark"]>,
  timeZone: string | undefined,
  moments: Float64Array,
  days: Float64Array,
): { readonly total: number | null; readonly returns: Float64Array } {
  const first = moments[0]!;
  const end = days.at(-1)! + DAY;
  const known = datedTimes(time.subarray(0, length), timeZone);
  const from = firstIndexFrom(known, first);
  const to = firstIndexFrom(known, end);
  const prices = close.subarray(from, to);
  const held = returnsOfValues(prices, known.subarray(from, to), prices[0] ?? 0, "day");
  const isHeld = prices.every((price) => price > 0);
  const byDay = new Map(
    Array.from(held.time, (day, k) => [day, isHeld ? held.returns[k]! : NaN] as const),
  );
  return {
    total: prices.length === 0 ? null : buyHoldReturn(prices),
    returns: days.map((day) => byDay.get(day) ?? NaN),
  };
}

function openProfit({ trades, openAtEnd, equity, initialCapital }: TearSheetRun): number | null {
  if (trades === undefined || openAtEnd === undefined) return null;
  if (!openAtEnd) return 0;
  let closed = 0;
  for (const { pnl } of trades) closed += pnl;
  const profit = equity.at(-1)! - initialCapital - closed;
  // A position that was closed with the last candle leaves the rounding of the sums behind.
  return Math.abs(profit) <= 1e-9 * Math.max(initialCapital, Math.abs(closed)) ? 0 : profit;
}

function yearOptions(
  { tradingDays, barsPerYear }: TearSheetRun,
  { daysPerYear }: TearSheetOptions,
  timeZone: string | undefined,
): TradingYearOptions {
  const year =
    daysPerYear === undefined ? { daysPerYear: tradingDays, barsPerYear } : { daysPerYear };
  return { ...year, timeZone };
}

/** The annual return that the run's metrics state, unless the year is another; as they compute it where they do not. */
function annualReturnOf(
  { annualReturn, time, equity, initialCapital }: TearSheetRun,
  { daysPerYear }: TearSheetOptions,
  { barsPerYear }: TradingYear,
): number | null {
  if (annualReturn !== undefined && daysPerYear === undefined) return annualReturn;
  return annualGrowthOver(time, initialCapital, equity.at(-1)!, barsPerYear);
}

function check(time: Float64Array, equity: Float64Array): void {
  if (time.length !== equity.length) {
    throw new EngineError(
      "OPTIONS_INVALID",
      `tearSheet: expected as many times as equity values, found ${time.length} and ${equity.length}.`,
      { details: { option: "equity" } },
    );
  }
  if (equity.length === 0) {
    throw new EngineError(
      "CANDLES_TOO_FEW",
      "tearSheet: expected at least one candle, found none.",
    );
  }
}
