/** The figures of a run, as every result that has one spells them, and the result of a backtest. */

import * as z from "zod";

import { list, object, oneOf, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import {
  CandleSource,
  Count,
  FiniteNumber,
  GapPolicy,
  MaybeTime,
  NotNegative,
  Statistic,
  Text,
  Timestamp,
  UnitInterval,
} from "./fields.ts";
import { LookAhead, MonteCarlo } from "./robustness.ts";

export const runFigureFields = {
  /** Number of closed trades, the one closed at the end included. */
  total_trades: Count,
  /** Winning trades divided by all trades, 0–1; 0 without a trade. */
  win_rate: UnitInterval,
  /** Final capital divided by initial capital, minus 1: a fraction, 0.05 is 5 %. */
  total_return: FiniteNumber,
  /** Largest fall from a running peak of the equity, a positive fraction. */
  max_drawdown: NotNegative,
  /** Capital at the end, in the quote currency. */
  final_capital: FiniteNumber,
  /** Number of winning trades. */
  wins: Count,
  /** Number of losing trades. */
  losses: Count,
  /** Mean return of a trade, a fraction; 0 without a trade, null where one entered at a price of 0 or below. */
  avg_return: Statistic,
  /** Sum of the profits divided by the sum of the losses; null without a loss. */
  profit_factor: Statistic,
  /** Mean duration of a trade in minutes; null without a trade. */
  avg_duration_minutes: Statistic,
  /** Bars with an open position divided by all bars, 0–1. */
  exposure: UnitInterval,
  /** Return of buying at the first candle and holding to the last, a fraction; null from a price of 0 or below. */
  buy_hold_return: Statistic,
  /** Return a year, compounded, a fraction; null below 30 days, and where it is not defined. */
  annual_return: Statistic,
  /** Standard deviation of the returns a year, a fraction; null where it is not defined. */
  annual_volatility: Statistic,
  /** Sharpe ratio a year; null where it is not defined. */
  sharpe: Statistic,
  /** Sortino ratio a year; null where it is not defined. */
  sortino: Statistic,
  /** Calmar ratio: annual return divided by the largest drawdown; null below 30 days, and without a drawdown. */
  calmar: Statistic,
  /** Longest time below a peak of the equity, in minutes. */
  max_drawdown_duration_minutes: NotNegative,
  /** Return of the best trade, a fraction; null without a trade, and where `avg_return` is. */
  best_trade: Statistic,
  /** Return of the worst trade, a fraction; null without a trade, and where `avg_return` is. */
  worst_trade: Statistic,
  /** Expected return of a trade, a fraction; null without a trade. */
  expectancy: Statistic,
  /** System quality number; null where it is not defined. */
  sqn: Statistic,
  /** Sum of all fees, in the quote currency; below 0 where rebates exceed them. */
  fees_paid: FiniteNumber,
};
/** The figures of a run. Rates and returns are fractions (0.05 is 5 %); a statistic that is not defined is null. */
export interface RunFigures extends Fields<typeof runFigureFields> {}
export const RunFigures: ObjectSchema<RunFigures> = object(runFigureFields);

const configurationFields = {
  /**
   * Request with every default filled in and its range fixed: submitted again, it gives the same figures as long as the
   * source has the same candles. A sweep's stop and target are absent when they are the strategy's own.
   */
  request: z.record(z.string(), z.unknown()),
  /** Version of the engine that computed the result. */
  engine_version: Text,
  /** Version of the strategy. */
  strategy_version: Text,
  /**
   * SHA-256 in hexadecimal of each file of a strategy of the operator's, by the file's name; absent for a strategy of
   * the server itself.
   */
  strategy_files: z.record(z.string(), Text).optional(),
  /** Origin of `trading_days`: `given` by the caller, or counted from the candles (`calendar`). */
  trading_days_from: oneOf(["given", "calendar"]),
  /** Seed of the simulated candles; null for candles from elsewhere. */
  data_seed: z.int().nullable(),
};
/** The configuration that a result was computed under. */
export interface ResultConfiguration extends Fields<typeof configurationFields> {}
export const ResultConfiguration: ObjectSchema<ResultConfiguration> = object(configurationFields);

const gapsFields = {
  /** Policy that was applied. */
  policy: GapPolicy,
  /** Number of gaps; the hours in which an exchange is closed are gaps too. */
  count: Count,
  /** Number of missing candles. */
  missing: Count,
  /** Number of candles that were inserted. */
  filled: Count,
};
/** The missing candles of a run. */
export interface GapsFound extends Fields<typeof gapsFields> {}
const GapsFound: ObjectSchema<GapsFound> = object(gapsFields);

const joinFields = {
  /** Trading pair of the benchmark. */
  symbol: Text,
  /** `trading_day` for candles of a day or longer, `time` for shorter ones. */
  joined_by: oneOf(["trading_day", "time"]),
  /** Number of pairs of a candle of the run and one of the benchmark. */
  pairs: Count,
  /** Number of candles of the run that the benchmark has none for. */
  run_only: Count,
  /** Number of candles of the benchmark, within the time of the run, that the run has none for. */
  benchmark_only: Count,
};
/** Account of how a run and its benchmark were joined. */
export interface BenchmarkJoin extends Fields<typeof joinFields> {}
const BenchmarkJoin: ObjectSchema<BenchmarkJoin> = object(joinFields);

const detailFields = {
  /** Number of candles whose detail was simulated. */
  candles: Count,
  /** Number of candles that were simulated as they are: their detail is missing, has a gap, or is of other prices. */
  missing: Count,
};
/** Account of the candles that shorter ones have simulated. */
export interface DetailUse extends Fields<typeof detailFields> {}
const DetailUse: ObjectSchema<DetailUse> = object(detailFields);

export const originFields = {
  /** Name of the strategy. */
  strategy: Text,
  /** Trading pair; those of a portfolio with commas between them. */
  symbol: Text,
  /** Length of a candle. */
  interval: Text,
  /** Number of candles of the range, of all symbols of a portfolio. */
  candles: Count,
  /** Time of the first candle, ISO 8601 in UTC. */
  first_timestamp: Timestamp,
  /** Time of the last candle, ISO 8601 in UTC. */
  last_timestamp: Timestamp,
  /** Name of the exchange or other source of the candles: `simulated` where a simulation stood in for the exchange. */
  exchange: Text,
  /** Origin of the candles; a warning goes with `simulated` ones. */
  source: CandleSource,
  /** Missing candles of the range; absent in results of older versions. */
  gaps: GapsFound.optional(),
  /** Length of the shorter candles under those of the run; absent without `detail_interval` in the request. */
  detail_interval: Text.optional(),
  /** Candles that the shorter ones have simulated, and those without; absent without `detail_interval`. */
  detail: DetailUse.optional(),
  /**
   * Equity of the run, of a sweep's best combination, or of a walk-forward's joined tests, in at most 32 values: equity
   * divided by the initial capital, minus 1, at closes that lie evenly over the candles. Absent without such a run, and
   * in results of older versions.
   */
  equity_sketch: list(FiniteNumber).max(32).optional(),
  /** Configuration that the result was computed under, every default filled in. */
  configuration: ResultConfiguration,
};

const drawdownFields = {
  /** First day below the peak, ISO 8601 in UTC. */
  start: Timestamp,
  /** Day on which the account was worth least. */
  valley: Timestamp,
  /** Day on which the peak was reached again; null when it was not. */
  recovered: MaybeTime,
  /** Largest drawdown, a positive fraction of the peak. */
  depth: FiniteNumber,
  /** Number of days below the peak. */
  days: Count,
};
/** A drawdown of the account by day. */
export interface Drawdown extends Fields<typeof drawdownFields> {}
const Drawdown: ObjectSchema<Drawdown> = object(drawdownFields);

const bookedActionFields = {
  /** Open of the candle at which it was booked, ISO 8601 in UTC. */
  time: Timestamp,
  /** Symbol of the market; absent in a run on one. */
  symbol: Text.optional(),
  /** Kind of the action. */
  kind: oneOf(["dividend", "split", "roll"]),
  /**
   * Dividend per share in the quote currency, new shares for one old share, or the open of the next contract less the
   * close of the old one.
   */
  value: FiniteNumber,
  /** Shares or contracts held after it, below 0 for a short. */
  quantity: FiniteNumber,
  /**
   * Cash that was booked, in the quote currency: below 0 for a short, which pays the dividend; 0 for a split; the fees
   * of both fills for a roll, below 0.
   */
  cash: FiniteNumber,
};
/** A dividend, a split or a roll that met a position. */
export interface BookedAction extends Fields<typeof bookedActionFields> {}
const BookedAction: ObjectSchema<BookedAction> = object(bookedActionFields);

const resultFields = {
  /** Name of the calendar of the run, `custom` for hours that were given; absent without `calendar` in the request. */
  calendar: Text.optional(),
  /**
   * Positions that were closed at the open of the first candle after a session whose last candle is missing; absent
   * without `flat_by_close` in the request.
   */
  late_closes: Count.optional(),
  /** Currency of the account, as `contract` of the request names it; absent where it names none. */
  currency: Text.optional(),
  /**
   * Entries that were not filled since their price was 0 or below and their size, stop or target is a fraction of it;
   * absent without `allow_negative_prices` in the request.
   */
  rejected_entries: Count.optional(),
  /** Trading days in a year that the annual figures use. Absent in results of older versions. */
  trading_days: FiniteNumber.optional(),
  /** Candles in a year that the annual figures use. Absent in results of older versions. */
  bars_per_year: FiniteNumber.optional(),
  /** Time zone of the days that the figures use. Absent in results of older versions. */
  time_zone: Text.optional(),
  /** Funding paid less received, in the quote currency; absent without `funding` in the request. */
  funding_paid: FiniteNumber.optional(),
  /** Dividends, splits and rolls that met a position, oldest first; absent without them in the request. */
  actions: list(BookedAction).optional(),
  /**
   * Figures of the daily returns by name, `alpha` to `worst_year`: those of the library's `TearSheetFigures`, in
   * snake_case; null where one is not defined. Absent when the request asks for none.
   */
  tear_sheet: z.record(Text, Statistic).optional(),
  /** The ten deepest drawdowns of the tear sheet, the deepest first. */
  drawdowns: list(Drawdown).optional(),
  /** Account of how the run and its benchmark were joined. Absent without a benchmark. */
  benchmark: BenchmarkJoin.optional(),
  /** Time of the simulation in milliseconds. */
  elapsed_ms: NotNegative,
  /** Warnings about the data and the run; absent without one. */
  warnings: list(Text).optional(),
  /** Runs drawn as asked for; null when there is nothing to draw from. Absent when they were not asked for. */
  monte_carlo: MonteCarlo.nullish(),
  /** Result of the look-ahead audit. Absent when it was not asked for. */
  look_ahead: LookAhead.optional(),
};
/** The result of a backtest: total_trades, win_rate, total_return, max_drawdown and more. */
export interface BacktestResult
  extends RunFigures, Fields<typeof originFields>, Fields<typeof resultFields> {}
export const BacktestResult: ObjectSchema<BacktestResult> = object({
  ...runFigureFields,
  ...originFields,
  ...resultFields,
});
