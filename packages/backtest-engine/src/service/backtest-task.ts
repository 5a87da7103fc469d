/** One backtest as pure work: candles and a request in, a summary out. No store, no network. */

import type { Clock } from "@bourse/kernel";

import { backtest, type BacktestOptions, type BacktestResult } from "../backtest/index.ts";
import type { Candles } from "../candles/candles.ts";
import { EngineError } from "../errors.ts";
import { normaliseInterval } from "../market-data/interval.ts";
import type { CandleSource } from "../market-data/port.ts";
import type { StrategyRegistry } from "../strategies/strategy-registry.ts";
import type { BacktestPayload } from "./backtest-payload.ts";
import { packRun, type RunTrace } from "./run-trace.ts";

/** Structured-cloneable, so that it can cross to another thread. */
export interface BacktestTask {
  readonly candles: Candles;
  readonly payload: BacktestPayload;
  readonly source: CandleSource;
  /** Sentences that the result carries to the user. */
  readonly warnings: readonly string[];
}

/** The members of a run's result that the job says itself, or that are too large to lie in every job. */
const apart = ["parameters", "symbol", "interval", "trades", "equity", "time"] as const;
type Figures = Omit<BacktestResult, (typeof apart)[number]>;

/**
 * The result of a backtest job: every number of the run, and where its candles came from. A type and not an
 * interface, so that it is a plain JSON object to the store.
 */
export type BacktestSummary = {
  readonly [Name in keyof Figures]: Figures[Name];
} & {
  readonly symbol: string;
  /** As it was asked for. */
  readonly interval: string;
  readonly source: CandleSource;
  readonly warnings: readonly string[];
};

/** What came of a task: the figures that lie in the job, and the trace that lies beside it. */
export interface BacktestOutcome {
  readonly summary: BacktestSummary;
  readonly trace: RunTrace;
}

/** What a payload without a strategy runs. */
export const defaultStrategyName = "wavelet_reversal";

/**
 * Runs the task on the calling thread. Everything but the elapsed time follows from the task alone.
 *
 * @throws EngineError STRATEGY_UNKNOWN, PARAMETERS_INVALID, OPTIONS_INVALID, CANDLES_TOO_FEW, CANDLES_INVALID
 */
export function runBacktestTask(
  { candles, payload, source, warnings }: BacktestTask,
  strategies: StrategyRegistry,
  clock: Clock,
): BacktestOutcome {
  if (candles.length === 0) throw noCandles(payload);
  const result = backtest(candles, { ...backtestOptionsOf(payload), registry: strategies, clock });
  const summary = {
    ...figuresOf(result),
    symbol: payload.symbol,
    interval: payload.interval,
    source,
    elapsedMilliseconds: Math.round(result.elapsedMilliseconds * 1000) / 1000,
    warnings,
  };
  const { trades, equity, time, initialCapital } = result;
  return { summary, trace: packRun(trades, equity, time, initialCapital) };
}

function figuresOf(result: BacktestResult): Figures {
  const members = Object.entries(result).filter(
    ([name]) => !(apart as readonly string[]).includes(name),
  );
  return Object.fromEntries(members) as unknown as Figures;
}

/** The engine's options by the payload's members; what was left out stays out. */
export function backtestOptionsOf(
  payload: BacktestPayload,
): Omit<BacktestOptions, "registry" | "indicators" | "clock"> {
  const { symbol, interval, initialCapital, transactionFee } = payload;
  const {
    strategy = defaultStrategyName,
    parameters,
    direction,
    fill,
    slippage,
    takeProfit,
    stopLoss,
    positionSize,
    trainSplit,
  } = payload;
  return {
    strategy,
    symbol,
    interval: normaliseInterval(interval),
    initialCapital,
    fee: transactionFee,
    ...(parameters === undefined ? {} : { parameters }),
    ...(direction === undefined ? {} : { direction }),
    ...(fill === undefined ? {} : { fill }),
    ...(slippage === undefined ? {} : { slippage }),
    ...(takeProfit === undefined ? {} : { takeProfit }),
    ...(stopLoss === undefined ? {} : { stopLoss }),
    ...(positionSize === undefined ? {} : { positionSize }),
    ...(trainSplit === undefined ? {} : { trainSplit }),
  };
}

/** The refusal of a task without a candle. */
export function noCandles({
  symbol,
  interval,
}: Pick<BacktestPayload, "symbol" | "interval">): EngineError {
  return new EngineError(
    "CANDLES_TOO_FEW",
    `There is no candle of ${symbol} at the interval ${interval} in the range asked for.`,
  );
}
