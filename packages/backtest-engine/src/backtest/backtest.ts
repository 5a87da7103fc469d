// The candles are at least one, so `!` on their first and last only satisfies the type checker.

/** A backtest in one call: decisions, simulation, metrics. */

import type { Candles } from "../candles/candles.ts";
import { detectInterval } from "../candles/detect-interval.ts";
import { ensureValid } from "../candles/ensure-valid.ts";
import { sliceCandles } from "../candles/slice-candles.ts";
import { EngineError } from "../errors.ts";
import { intervalMilliseconds, type Interval } from "../market-data/interval.ts";
import { computeMetrics, type Metrics, type MetricsOptions } from "../metrics/metrics.ts";
import { detectTradingDays } from "../metrics/trading-days.ts";
import { usualStep } from "../metrics/usual-step.ts";
import { simulate, type SimulationResult, type TradeList } from "../simulation/index.ts";
import { optionsInForce } from "../simulation/options.ts";
import type { Parameters } from "../strategies/parameters.ts";
import { requireDecide } from "../strategies/require-decide.ts";
import { resolveParameters } from "../strategies/resolve-parameters.ts";
import { runStrategy } from "../strategies/run-strategy.ts";
import { createStrategyRegistry, type StrategyRegistry } from "../strategies/strategy-registry.ts";
import type { Decisions, Strategy } from "../strategies/strategy.ts";
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
  /** Trading days in a year that the annual figures use: as given, else as detected. */
  readonly daysPerYear: number;
  /** Number of candles traded on, without the training part. */
  readonly candles: number;
  /** Open time of the first candle traded on, milliseconds UTC. */
  readonly firstTimestamp: number;
  /** Open time of the last candle, milliseconds UTC. */
  readonly lastTimestamp: number;
  /** True if a position was still held at the end, whatever `finalPosition` did with it. */
  readonly openAtEnd: boolean;
  /** Closed trades in the order of their exits; indices count from the first candle traded on. */
  readonly trades: TradeList;
  /** Account value at the close of each candle traded on, in the quote currency. */
  readonly equity: Float64Array;
  /** Open times of the candles traded on, milliseconds UTC. */
  readonly time: Float64Array;
  /** Options that the result was computed under, defaults and the strategy's own choices included. */
  readonly configuration: Configuration<BacktestOptions>;
  /** Duration of the run in milliseconds. The only field that differs between two runs of the same input. */
  readonly elapsedMilliseconds: number;
}

/**
 * Runs a strategy on candles under the rules of {@link simulate} and computes the metrics of the result.
 *
 * Candles are validated the first time they are seen; do not change the same object afterwards. Fewer candles than
 * the strategy's warm-up are allowed and give no trade. The same input gives the same bits. O(n), unless the strategy
 * itself costs more.
 *
 * @throws EngineError OPTIONS_INVALID, STRATEGY_UNKNOWN, STRATEGY_INVALID, PARAMETERS_INVALID, CANDLES_INVALID;
 * CANDLES_TOO_FEW without any candle to trade on
 */
export function backtest(candles: Candles, options: BacktestOptions = {}): BacktestResult {
  const { trainSplit = 0 } = options;
  return backtestFrom(candles, Math.floor(candles.length * trainSplit), options);
}

/** The same, trading from candle `from` on; earlier candles only feed the strategy's indicators. */
export function backtestFrom(
  candles: Candles,
  from: number,
  options: BacktestOptions,
): BacktestResult {
  const { run, rules } = splitOptions(options);
  const started = run.clock.monotonic();
  const strategy = findStrategy(run.strategy, run.registry, "backtest");
  const parameters = resolveParameters(strategy, run.parameters);
  if (candles.length === 0) throw noCandles();
  ensureValid(candles);
  const decisions = runStrategy(strategy, parameters, candles, run.indicators);
  const first = Math.min(candles.length - 1, from);
  const traded = first === 0 ? candles : sliceCandles(candles, first);
  const inForce = optionsInForce({
    ...rules,
    direction: rules.direction ?? strategy.direction,
    takeProfit: rules.takeProfit === undefined ? (decisions.takeProfit ?? null) : rules.takeProfit,
    stopLoss: rules.stopLoss === undefined ? (decisions.stopLoss ?? null) : rules.stopLoss,
  });
  const simulation = simulate(traded, decisionsFrom(decisions, first), inForce);
  const interval = run.interval ?? detectInterval(candles);
  const units = metricsOptionsOf({ ...run, interval }, candles);
  const metrics = computeMetrics(traded, simulation, units);
  return {
    strategy: strategy.name,
    parameters,
    ...(run.symbol === undefined ? {} : { symbol: run.symbol }),
    ...(interval === undefined ? {} : { interval }),
    daysPerYear: units.daysPerYear,
    ...metrics,
    ...spanOf(traded, simulation),
    configuration: configurationOf(strategy, run, {
      strategy: strategy.name,
      parameters,
      symbol: run.symbol,
      interval,
      daysPerYear: units.daysPerYear,
      trainSplit: run.trainSplit,
      ...inForce,
    } as BacktestOptions),
    elapsedMilliseconds: Math.max(0, run.clock.monotonic() - started),
  };
}

/** Units of annual figures: the given interval and year, else those that all candles together suggest. */
export function metricsOptionsOf(
  run: Pick<RunOptions, "interval" | "daysPerYear">,
  { time }: Pick<Candles, "time">,
): Required<MetricsOptions> {
  const { interval } = run;
  const step = interval === undefined ? usualStep(time) : intervalMilliseconds(interval);
  return {
    intervalMilliseconds: step,
    daysPerYear: run.daysPerYear ?? detectTradingDays(time, step),
  };
}

/** The strategy asked for, by name or itself. @throws EngineError STRATEGY_UNKNOWN, STRATEGY_INVALID */
export function findStrategy(
  asked: string | Strategy,
  registry: StrategyRegistry | undefined,
  caller: string,
): Strategy {
  if (typeof asked !== "string") {
    requireDecide(asked, caller, "simulateOrders");
    return asked;
  }
  return (registry ?? createStrategyRegistry()).get(asked);
}

/** The decisions on the candles from `first` on; earlier decisions are dropped. */
export function decisionsFrom(decisions: Decisions, first: number): Decisions {
  if (first === 0) return decisions;
  return {
    ...decisions,
    signals: decisions.signals.subarray(first),
    warmUp: Math.max(0, decisions.warmUp - first),
  };
}

function spanOf(
  traded: Candles,
  { trades, equity, openAtEnd }: SimulationResult,
): Pick<
  BacktestResult,
  "candles" | "firstTimestamp" | "lastTimestamp" | "openAtEnd" | "trades" | "equity" | "time"
> {
  const { length, time } = traded;
  return {
    candles: length,
    firstTimestamp: time[0]!,
    lastTimestamp: time[length - 1]!,
    openAtEnd,
    trades,
    equity,
    time,
  };
}

function noCandles(): EngineError {
  return new EngineError("CANDLES_TOO_FEW", "backtest: expected at least one candle, found none.");
}
