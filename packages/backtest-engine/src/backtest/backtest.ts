// The candles are at least one, so `!` on their first and last only satisfies the type checker.

/** A backtest in one call: decisions, simulation, metrics. */

import type { Candles } from "../candles/candles.ts";
import { detectInterval } from "../candles/detect-interval.ts";
import { ensureValid } from "../candles/ensure-valid.ts";
import { intervalMilliseconds, type Interval } from "../candles/interval.ts";
import { requireCandles } from "../candles/require-candles.ts";
import { sliceCandles } from "../candles/slice-candles.ts";
import { EngineError } from "../errors.ts";
import { computeMetrics, type Metrics } from "../metrics/metrics.ts";
import { tradingYear, type TradingYear } from "../metrics/trading-year.ts";
import { chiefFigures, withView, type NotebookView } from "../notebook/notebook.ts";
import { currenciesOf } from "../simulation/contract.ts";
import { totalReturnCandles, type BookedAction } from "../simulation/corporate-actions.ts";
import type { DetailUse } from "../simulation/detail.ts";
import {
  type SimulationOptions,
  type SimulationResult,
  type TradeList,
} from "../simulation/index.ts";
import { optionsForDecisions, withDirection } from "../simulation/options.ts";
import { simulateRun } from "../simulation/simulate.ts";
import { requireDecide } from "../strategies/require-decide.ts";
import { resolveParameters } from "../strategies/resolve-parameters.ts";
import { runStrategy } from "../strategies/run-strategy.ts";
import { createStrategyRegistry, type StrategyRegistry } from "../strategies/strategy-registry.ts";
import { isTraderStrategy, type AnyStrategy } from "../strategies/trader-strategy.ts";
import type { Parameters } from "../strategy/parameters.ts";
import type { Decisions } from "../strategy/strategy.ts";
import { splitOptions, type BacktestOptions, type RunOptions } from "./backtest-options.ts";
import { configurationOf, type Configuration } from "./configuration.ts";
import { runTrader } from "./run-trader.ts";

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

/**
 * Runs a strategy on candles under the rules of `simulate` and computes the metrics of the result.
 *
 * Candles are validated the first time they are seen; do not change the same object afterwards. Fewer candles than
 * the strategy's warm-up are allowed and give no trade. The same input gives the same bits. O(n), unless the strategy
 * itself costs more.
 *
 * @throws EngineError OPTIONS_INVALID, STRATEGY_UNKNOWN, STRATEGY_INVALID, PARAMETERS_INVALID, CANDLES_INVALID;
 * CANDLES_TOO_FEW without any candle to trade on
 */
export function backtest(candles: Candles, options: BacktestOptions = {}): BacktestResult {
  return backtestFrom(candles, undefined, options);
}

/**
 * The same, trading from candle `from` on, or else as `trainSplit` says; earlier candles only feed the strategy's
 * indicators.
 */
export function backtestFrom(
  candles: Candles,
  from: number | undefined,
  options: BacktestOptions,
): BacktestResult {
  requireCandles(candles, "backtest");
  const { run, rules } = splitOptions(options);
  const started = run.clock.monotonic();
  const strategy = findStrategy(run.strategy, run.registry, "backtest");
  const parameters = resolveParameters(strategy, run.parameters);
  if (candles.length === 0) throw noCandles();
  ensureValid(candles, undefined, rules.allowNegativePrices === true);
  const interval = run.interval ?? detectInterval(candles);
  const first = Math.min(candles.length - 1, from ?? Math.floor(candles.length * run.trainSplit));
  const traded = first === 0 ? candles : sliceCandles(candles, first);
  const { inForce, simulation } = simulateFrom({ ...run, interval }, strategy, parameters, {
    candles,
    traded,
    first,
    rules,
  });
  const year = tradingYearOf({ ...run, interval }, candles);
  const held = totalReturnCandles(traded, inForce);
  const metrics = computeMetrics(held, simulation, { barsPerYear: year.barsPerYear });
  const result: BacktestResult = {
    strategy: strategy.name,
    parameters,
    ...(run.symbol === undefined ? {} : { symbol: run.symbol }),
    ...(interval === undefined ? {} : { interval }),
    ...calendarName(rules),
    ...currencyName(rules),
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
  return withView(result, viewOfRun);
}

/** The name that a result gives to the calendar of its run. */
export function calendarName({ calendar }: SimulationOptions): Pick<BacktestResult, "calendar"> {
  if (calendar === undefined) return {};
  return { calendar: typeof calendar === "string" ? calendar : "custom" };
}

/** The currency that a result gives to its money. */
export function currencyName({ contract }: SimulationOptions): Pick<BacktestResult, "currency"> {
  const [currency] = currenciesOf(contract);
  return currency === undefined ? {} : { currency };
}

function viewOfRun(result: BacktestResult): NotebookView {
  const { strategy, symbol = "", interval = "", candles, equity } = result;
  const title = [strategy, symbol, interval, `${candles} candles`].filter(Boolean).join(" · ");
  return { title, figures: chiefFigures(result), line: equity };
}

/** The simulation of a strategy of either kind on the candles from `first` on, with the options in force. */
function simulateFrom(
  { indicators, interval, symbol }: Pick<RunOptions, "indicators" | "interval" | "symbol">,
  strategy: AnyStrategy,
  parameters: Parameters,
  {
    candles,
    traded,
    first,
    rules,
  }: {
    readonly candles: Candles;
    readonly traded: Candles;
    readonly first: number;
    readonly rules: SimulationOptions;
  },
): { readonly inForce: SimulationOptions; readonly simulation: SimulationResult } {
  const isTrader = isTraderStrategy(strategy);
  const decisions = isTrader
    ? undefined
    : runStrategy(strategy, parameters, candles, indicators, interval, rules.calendar);
  const inForce = optionsForDecisions(withDirection(rules, strategy), decisions ?? {});
  const simulation = isTrader
    ? runTrader(strategy, parameters, { candles, first, symbol, interval }, inForce)
    : simulateRun(traded, decisionsFrom(decisions!, first), inForce, interval); // it has decided by signals
  return { inForce, simulation };
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

/** The strategy asked for, by name or itself. @throws EngineError STRATEGY_UNKNOWN, STRATEGY_INVALID */
export function findStrategy(
  asked: string | AnyStrategy,
  registry: StrategyRegistry | undefined,
  caller: string,
): AnyStrategy {
  if (typeof asked !== "string") {
    requireDecide(asked, caller, "simulateOrders");
    return asked;
  }
  return (registry ?? createStrategyRegistry()).get(asked);
}

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
