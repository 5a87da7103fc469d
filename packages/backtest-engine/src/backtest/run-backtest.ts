// The candles are at least one, so `!` on their first and last only satisfies the type checker.

/** A backtest over the parts that it is made of. */

import type { Candles } from "../candles/candles.ts";
import { detectInterval } from "../candles/detect-interval.ts";
import { ensureValid } from "../candles/ensure-valid.ts";
import { intervalMilliseconds, type Interval } from "../candles/interval.ts";
import { requireCandles } from "../candles/require-candles.ts";
import { sliceCandles } from "../candles/slice-candles.ts";
import { EngineError } from "../errors.ts";
import { computeMetrics, type Metrics } from "../metrics/metrics.ts";
import { tradingYear, type TradingYear } from "../metrics/trading-year.ts";
import type { BookedAction } from "../simulation/corporate-actions.ts";
import type { DetailUse } from "../simulation/detail.ts";
import type { SimulationOptions } from "../simulation/options.ts";
import type { SimulationResult } from "../simulation/simulation-result.ts";
import type { TradeList } from "../simulation/trades.ts";
import { resolveParameters } from "../strategies/resolve-parameters.ts";
import type { StrategyRegistry } from "../strategies/strategy-registry.ts";
import type { AnyStrategy } from "../strategies/trader-strategy.ts";
import type { Parameters } from "../strategy/parameters.ts";
import type { Decisions } from "../strategy/strategy.ts";
import { splitOptions, type BacktestOptions, type RunOptions } from "./backtest-options.ts";
import { configurationOf, type Configuration } from "./configuration.ts";

/** The result of a backtest: its metrics, trades and equity. */
export interface BacktestResult extends Metrics {
  /** Name of the strategy. */
  readonly strategy: string;
  /** Parameters in force, defaults included. */
  readonly parameters: Parameters;
  /** Symbol as given in the options. */
  readonly symbol?: string;
  /** Interval of the candles: the given one, else the detected one; absent if neither is known. */
  readonly interval?: Interval;
  /** Name of the calendar of the run, `custom` for hours that were given; absent in a run without one. */
  readonly calendar?: string;
  /** Currency of the account, as the option `contract` names it; absent where it names none. */
  readonly currency?: string;
  /** Trading days in a year that the annual figures use: as given, else as counted from the candles. */
  readonly tradingDays: number;
  /** Candles in a year that the annual figures use: as given, else as counted from the candles. */
  readonly barsPerYear: number;
  /** Time zone of the days: as given, else `UTC`. Daily candles have their own dates. */
  readonly timeZone: string;
  /** Number of candles traded on, without the training part. */
  readonly candles: number;
  /** Open time of the first candle traded on, milliseconds UTC. */
  readonly firstTimestamp: number;
  /** Open time of the last candle, milliseconds UTC. */
  readonly lastTimestamp: number;
  /** True if a position was still held at the end, whatever `finalPosition` did with it. */
  readonly openAtEnd: boolean;
  /** Funding paid less received over all trades, in the quote currency; 0 without the option `funding`. */
  readonly fundingPaid: number;
  /** Closed trades in the order of their exits; indices count from the first candle traded on. */
  readonly trades: TradeList;
  /** Account value at the close of each candle traded on, in the quote currency. */
  readonly equity: Float64Array;
  /** Open times of the candles traded on, milliseconds UTC. */
  readonly time: Float64Array;
  /** Candles that the finer ones of `detail` have simulated, and those without; absent in a run without it. */
  readonly detail?: DetailUse;
  /**
   * Positions that were closed at the open of the first candle after a session whose last candle is missing; absent in
   * a run without `flatByClose`.
   */
  readonly lateCloses?: number;
  /**
   * Entries that were not filled since their price was 0 or below and what was asked is a fraction of it: a size other
   * than `{ units }`, a stop, a target, a trailing stop or a profit step. Absent in a run without
   * `allowNegativePrices`.
   */
  readonly rejectedEntries?: number;
  /** Dividends, splits and rolls that met a position, oldest first; absent in a run without them. */
  readonly actions?: readonly BookedAction[];
  /** Options that the result was computed under, defaults and the strategy's own choices included. */
  readonly configuration: Configuration<BacktestOptions>;
  /** Duration of the run in milliseconds. The only field that differs between two runs of the same input. */
  readonly elapsedMilliseconds: number;
}

/** Parts of a backtest in which that of a page, which has fewer options, differs. */
export interface BacktestParts {
  /** The strategy asked for, by name or itself. */
  readonly find: (
    asked: string | AnyStrategy,
    registry: StrategyRegistry | undefined,
  ) => AnyStrategy;
  /** Simulates the strategy on the candles from `first` on; returns the options in force too. */
  readonly simulate: (
    run: RunOptions,
    strategy: AnyStrategy,
    parameters: Parameters,
    market: RunMarket,
  ) => SimulatedRun;
  /** The candles of a holder who gets what the options pay to one. */
  readonly held: (candles: Candles, inForce: SimulationOptions) => Candles;
  /** Names that the result gives to parts of its rules. */
  readonly names: (rules: SimulationOptions) => Pick<BacktestResult, "calendar" | "currency">;
}

/** Candles of a run: all, those that are traded on, and the index of the first of them; with the options. */
export interface RunMarket {
  readonly candles: Candles;
  readonly traded: Candles;
  readonly first: number;
  readonly rules: SimulationOptions;
}

/** A simulation with the options in force. */
export interface SimulatedRun {
  readonly inForce: SimulationOptions;
  readonly simulation: SimulationResult;
}

/**
 * Runs a backtest of these parts, trading from candle `from` on, or else as `trainSplit` says; earlier candles only
 * feed the strategy's indicators.
 */
export function runBacktest(
  parts: BacktestParts,
  candles: Candles,
  from: number | undefined,
  options: BacktestOptions,
): BacktestResult {
  requireCandles(candles, "backtest");
  const { run, rules } = splitOptions(options);
  const started = run.clock.monotonic();
  const strategy = parts.find(run.strategy, run.registry);
  const parameters = resolveParameters(strategy, run.parameters);
  if (candles.length === 0) throw noCandles();
  ensureValid(candles, undefined, rules.allowNegativePrices === true);
  const interval = run.interval ?? detectInterval(candles);
  const first = Math.min(candles.length - 1, from ?? Math.floor(candles.length * run.trainSplit));
  const traded = first === 0 ? candles : sliceCandles(candles, first);
  const { inForce, simulation } = parts.simulate({ ...run, interval }, strategy, parameters, {
    candles,
    traded,
    first,
    rules,
  });
  const year = tradingYearOf({ ...run, interval }, candles);
  const held = parts.held(traded, inForce);
  const metrics = computeMetrics(held, simulation, { barsPerYear: year.barsPerYear });
  return {
    strategy: strategy.name,
    parameters,
    ...(run.symbol === undefined ? {} : { symbol: run.symbol }),
    ...(interval === undefined ? {} : { interval }),
    ...parts.names(rules),
    ...year,
    timeZone: run.timeZone ?? "UTC",
    ...metrics,
    ...spanOf(traded, simulation),
    configuration: configurationOf(strategy, run, {
      strategy: strategy.name,
      parameters,
      symbol: run.symbol,
      interval,
      daysPerYear: year.tradingDays,
      barsPerYear: year.barsPerYear,
      timeZone: run.timeZone,
      trainSplit: run.trainSplit,
      ...inForce,
    } as BacktestOptions),
    elapsedMilliseconds: Math.max(0, run.clock.monotonic() - started),
  };
}

/** Numbers of a year: as given, else as all candles together show them. */
export function tradingYearOf(
  { interval, daysPerYear, barsPerYear, timeZone }: YearOptions,
  { time }: Pick<Candles, "time">,
): TradingYear {
  return tradingYear(time, {
    ...(interval !== undefined && { intervalMilliseconds: intervalMilliseconds(interval) }),
    daysPerYear,
    barsPerYear,
    timeZone,
  });
}

type YearOptions = Pick<RunOptions, "interval"> &
  Partial<Pick<RunOptions, "daysPerYear" | "barsPerYear" | "timeZone">>;

/** The decisions on the candles from `first` on; earlier decisions are dropped. */
export function decisionsFrom(decisions: Decisions, first: number): Decisions {
  if (first === 0) return decisions;
  const { sizes, stopLosses, takeProfits, tags } = decisions;
  return {
    ...decisions,
    signals: decisions.signals.subarray(first),
    warmUp: Math.max(0, decisions.warmUp - first),
    ...(sizes !== undefined && { sizes: sizes.subarray(first) }),
    ...(stopLosses !== undefined && { stopLosses: stopLosses.subarray(first) }),
    ...(takeProfits !== undefined && { takeProfits: takeProfits.subarray(first) }),
    ...(tags !== undefined && { tags: tags.slice(first) }),
  };
}

function spanOf(
  traded: Candles,
  {
    trades,
    equity,
    openAtEnd,
    fundingPaid,
    detail,
    lateCloses,
    rejectedEntries,
    actions,
  }: SimulationResult,
): Pick<
  BacktestResult,
  | "candles"
  | "firstTimestamp"
  | "lastTimestamp"
  | "openAtEnd"
  | "fundingPaid"
  | "trades"
  | "equity"
  | "time"
  | "detail"
  | "lateCloses"
  | "rejectedEntries"
  | "actions"
> {
  const { length, time } = traded;
  return {
    candles: length,
    firstTimestamp: time[0]!,
    lastTimestamp: time[length - 1]!,
    openAtEnd,
    fundingPaid,
    trades,
    equity,
    time,
    ...(detail !== undefined && { detail }),
    ...(lateCloses !== undefined && { lateCloses }),
    ...(rejectedEntries !== undefined && { rejectedEntries }),
    ...(actions !== undefined && { actions }),
  };
}

function noCandles(): EngineError {
  return new EngineError("CANDLES_TOO_FEW", "backtest: expected at least one candle, found none.");
}
