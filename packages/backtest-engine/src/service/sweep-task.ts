/** Sweeps and walk-forwards as the work of a job: candles and a request in, a summary out. No store, no network. */

import type { Clock } from "@bourse/kernel";

import type { Candles } from "../candles/candles.ts";
import type { CandleSource } from "../market-data/port.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { resultHash } from "../result-hash/result-hash.ts";
import type { ParameterValue } from "../strategies/parameters.ts";
import type { StrategyRegistry } from "../strategies/strategy-registry.ts";
import type { SweepMetric } from "../sweep/sweep-metric.ts";
import type { SweepRow } from "../sweep/sweep.ts";
import { sweep, type SweepOptions } from "../sweep/sweep.ts";
import {
  walkForward,
  type WalkForwardOptions,
  type WalkForwardThreads,
} from "../walk-forward/walk-forward.ts";
import type { Window } from "../walk-forward/windows.ts";
import { backtestOptionsOf, noCandles } from "./backtest-task.ts";
import type { JobProgress } from "./job.ts";
import { packRun, type RunTrace } from "./run-trace.ts";
import { maxJobCombinations, type SweepPayload, type WalkForwardPayload } from "./sweep-payload.ts";

/** Candles and where they came from, with what is asked of them. */
export interface SweepTask<Payload extends SweepPayload | WalkForwardPayload = SweepPayload> {
  readonly candles: Candles;
  readonly payload: Payload;
  readonly source: CandleSource;
  /** Sentences that the result carries to the user. */
  readonly warnings: readonly string[];
}

/** Where a sweep runs and who hears of it. */
export interface SweepContext {
  readonly strategies: StrategyRegistry;
  readonly clock: Clock;
  /** Default: the calling thread. */
  readonly threads?: WalkForwardThreads;
  readonly signal: AbortSignal;
  readonly progress: (report: JobProgress) => void;
}

/** Parameters with the figures of their run; plain JSON. */
export type SummaryRow = { readonly [Name in keyof Metrics]: Metrics[Name] } & {
  readonly parameters: Readonly<Record<string, ParameterValue>>;
};

/** A combination as the grid of a job holds it: what a heat map shows. */
export type GridCell = {
  readonly parameters: Readonly<Record<string, ParameterValue>>;
} & Pick<
  SummaryRow,
  | "totalTrades"
  | "winRate"
  | "finalCapital"
  | "totalReturn"
  | "maxDrawdown"
  | "sharpe"
  | "profitFactor"
> & {
    /** The figure that the sweep chose by; null where it is undefined. */
    readonly value: number | null;
  };

/** What both kinds of job say about their candles. */
type Origin = {
  readonly strategy: string;
  readonly symbol: string;
  /** As it was asked for. */
  readonly interval: string;
  readonly source: CandleSource;
  readonly warnings: readonly string[];
  readonly candles: number;
  /** Milliseconds UTC. */
  readonly firstTimestamp: number;
  /** Milliseconds UTC. */
  readonly lastTimestamp: number;
  readonly metric: SweepMetric;
  readonly elapsedMilliseconds: number;
  /** Of the result without elapsed times: the same on any number of threads. */
  readonly resultHash: string;
};

/** The result of a sweep job. */
export type SweepSummary = Origin & {
  /** Combinations that were run. */
  readonly combinations: number;
  /** Combinations left out by the strategy's rule over several parameters. */
  readonly skipped: number;
  readonly best: SummaryRow | null;
  readonly grid: readonly GridCell[];
};

/** One training and its test. */
export type WindowSummary = { readonly [Name in keyof Window]: Window[Name] } & {
  /** Milliseconds UTC. */
  readonly trainFromTime: number;
  /** Milliseconds UTC. */
  readonly testFromTime: number;
  /** Milliseconds UTC. */
  readonly testToTime: number;
  readonly inSample: SummaryRow | null;
  readonly outOfSample: { readonly [Name in keyof Metrics]: Metrics[Name] } | null;
};

/** The result of a walk-forward job; its trades and equity lie beside it, as those of a backtest do. */
export type WalkForwardSummary = Origin & {
  readonly windows: readonly WindowSummary[];
  readonly outOfSample: { readonly [Name in keyof Metrics]: Metrics[Name] };
};

/** @throws EngineError as `sweep`; CANDLES_TOO_FEW without a candle */
export async function runSweepTask(task: SweepTask, context: SweepContext): Promise<SweepSummary> {
  const { candles, payload } = task;
  if (candles.length === 0) throw noCandles(payload);
  const { metric, best, grid, skipped, ...result } = await sweep(
    candles,
    optionsOf(payload, context),
  );
  return {
    ...originOf(task, result.strategy, metric, result.elapsedMilliseconds),
    combinations: grid.length,
    skipped,
    best: best as SummaryRow | null,
    grid: grid.map((row) => cellOf(row, metric)),
    resultHash: resultHash({ metric, best, grid, skipped }),
  };
}

/** @throws EngineError as `walkForward`; CANDLES_TOO_FEW without a candle */
export async function runWalkForwardTask(
  task: SweepTask<WalkForwardPayload>,
  context: SweepContext,
): Promise<{ readonly summary: WalkForwardSummary; readonly trace: RunTrace }> {
  const { candles, payload } = task;
  if (candles.length === 0) throw noCandles(payload);
  const result = await walkForward(candles, {
    ...optionsOf(payload, context),
    ...windowsIn(payload),
  });
  const { strategy, metric, windows, outOfSample, elapsedMilliseconds } = result;
  const summary: WalkForwardSummary = {
    ...originOf(task, strategy, metric, elapsedMilliseconds),
    windows: windows as readonly WindowSummary[],
    outOfSample: outOfSample as WalkForwardSummary["outOfSample"],
    resultHash: resultHash(result),
  };
  const { trades, equity, time } = result;
  return { summary, trace: packRun(trades, equity, time, outOfSample.initialCapital) };
}

function originOf(
  { candles, payload, source, warnings }: SweepTask | SweepTask<WalkForwardPayload>,
  strategy: string,
  metric: SweepMetric,
  elapsedMilliseconds: number,
): Omit<Origin, "resultHash"> {
  return {
    strategy,
    symbol: payload.symbol,
    interval: payload.interval,
    source,
    warnings,
    candles: candles.length,
    firstTimestamp: candles.time[0]!, // there is one: checked before
    lastTimestamp: candles.time[candles.length - 1]!,
    metric,
    elapsedMilliseconds: Math.round(elapsedMilliseconds * 1000) / 1000,
  };
}

function cellOf(row: SweepRow, metric: SweepMetric): GridCell {
  const {
    parameters,
    totalTrades,
    winRate,
    finalCapital,
    totalReturn,
    maxDrawdown,
    sharpe,
    profitFactor,
  } = row;
  return {
    parameters,
    value: row[metric],
    totalTrades,
    winRate,
    finalCapital,
    totalReturn,
    maxDrawdown,
    sharpe,
    profitFactor,
  };
}

function optionsOf(
  payload: SweepPayload | WalkForwardPayload,
  context: SweepContext,
): Omit<SweepOptions, "threads"> & Pick<WalkForwardOptions, "threads"> {
  const { parameters = {}, metric, search, ...single } = payload;
  const { strategies, threads, signal, progress, clock } = context;
  return {
    ...backtestOptionsOf(single),
    parameters,
    ...(metric === undefined ? {} : { metric }),
    ...(search === undefined ? {} : { search }),
    ...(threads === undefined ? {} : { threads }),
    registry: strategies,
    maxCombinations: maxJobCombinations,
    onProgress: progress,
    signal,
    clock,
  };
}

function windowsIn(payload: WalkForwardPayload) {
  const { trainCandles, testCandles, stepCandles, isAnchored, purgeCandles, embargoCandles } =
    payload;
  return {
    trainCandles,
    testCandles,
    ...(stepCandles === undefined ? {} : { stepCandles }),
    ...(isAnchored === undefined ? {} : { isAnchored }),
    ...(purgeCandles === undefined ? {} : { purgeCandles }),
    ...(embargoCandles === undefined ? {} : { embargoCandles }),
  };
}
