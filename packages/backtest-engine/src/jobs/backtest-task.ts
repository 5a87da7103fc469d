/** One backtest as pure work: candles and a request in, a summary out. No store, no network. */

import type { Clock } from "@bourse/kernel";

import type { Candles } from "../candles/candles.ts";
import { EngineError } from "../errors.ts";
import { intervalMilliseconds, normaliseInterval } from "../market-data/interval.ts";
import type { CandleSource } from "../market-data/port.ts";
import { computeMetrics, type Metrics } from "../metrics/index.ts";
import { simulate } from "../simulation/index.ts";
import { resolveParameters } from "../strategies/resolve-parameters.ts";
import { runStrategy } from "../strategies/run-strategy.ts";
import type { StrategyRegistry } from "../strategies/strategy-registry.ts";
import type { BacktestPayload } from "./backtest-payload.ts";

/** Structured-cloneable, so that it can cross to another thread. */
export interface BacktestTask {
  readonly candles: Candles;
  readonly payload: BacktestPayload;
  readonly source: CandleSource;
  /** Sentences that the result carries to the user. */
  readonly warnings: readonly string[];
}

/**
 * The result of a backtest job: every number of the run, and where its candles came from. A type and not an
 * interface, so that it is a plain JSON object to the store.
 */
export type BacktestSummary = { readonly [Name in keyof Metrics]: Metrics[Name] } & {
  readonly strategy: string;
  readonly symbol: string;
  /** As it was asked for. */
  readonly interval: string;
  /** How many. */
  readonly candles: number;
  /** Milliseconds UTC: the open of the first candle. */
  readonly firstTimestamp: number;
  readonly lastTimestamp: number;
  readonly source: CandleSource;
  /** Of the simulation alone, without fetching candles. */
  readonly elapsedMilliseconds: number;
  readonly warnings: readonly string[];
};

/** What a payload without a strategy runs. */
export const defaultStrategyName = "wavelet_reversal";

/**
 * Runs the task on the calling thread. Everything but the elapsed time follows from the task alone.
 *
 * @throws EngineError STRATEGY_UNKNOWN, PARAMETERS_INVALID, OPTIONS_INVALID, CANDLES_TOO_FEW
 */
export function runBacktestTask(
  { candles, payload, source, warnings }: BacktestTask,
  strategies: StrategyRegistry,
  clock: Clock,
): BacktestSummary {
  const begun = clock.monotonic();
  const strategy = strategies.get(payload.strategy ?? defaultStrategyName);
  const parameters = resolveParameters(strategy, payload.parameters);
  if (candles.length === 0) throw noCandles(payload);
  const decisions = runStrategy(strategy, parameters, candles);
  const { direction, fill, slippage, takeProfit, stopLoss, positionSize } = payload;
  const simulation = simulate(candles, decisions, {
    initialCapital: payload.initialCapital,
    fee: payload.transactionFee,
    ...(direction === undefined ? {} : { direction }),
    ...(fill === undefined ? {} : { fill }),
    ...(slippage === undefined ? {} : { slippage }),
    ...(takeProfit === undefined ? {} : { takeProfit }),
    ...(stopLoss === undefined ? {} : { stopLoss }),
    ...(positionSize === undefined ? {} : { positionSize }),
  });
  const metrics = computeMetrics(candles, simulation, {
    intervalMilliseconds: intervalMilliseconds(normaliseInterval(payload.interval)),
  });
  return {
    ...metrics,
    strategy: strategy.name,
    symbol: payload.symbol,
    interval: payload.interval,
    candles: candles.length,
    firstTimestamp: candles.time[0]!,
    lastTimestamp: candles.time[candles.length - 1]!,
    source,
    elapsedMilliseconds: Math.round((clock.monotonic() - begun) * 1000) / 1000,
    warnings,
  };
}

function noCandles({ symbol, interval }: BacktestPayload): EngineError {
  return new EngineError(
    "CANDLES_TOO_FEW",
    `There is no candle of ${symbol} at the interval ${interval} in the range asked for.`,
  );
}
