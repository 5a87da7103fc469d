/** The computation of sweep and walk-forward jobs, without store or network. */

import {
  type Candles,
  sweep,
  type SweepOptions,
  type SweepRow,
  walkForward,
  type WalkForwardOptions,
} from "@bourse/backtest-engine";
import {
  type CrossValidation,
  resultHash,
  type StudyJournal,
  type SweepMetric,
  type SweepOverfitting,
  type WalkForwardThreads,
} from "@bourse/backtest-engine/research";
import type { StrategyRegistry } from "@bourse/backtest-engine/strategies";
import type { Clock } from "@bourse/kernel";

import type { JobProgress } from "../jobs/job.ts";
import type { RunInput, SweepRequest, WalkForwardRequest } from "../requests/backtest-request.ts";
import { maxJobCombinations } from "../requests/check-request.ts";
import { equitySketch } from "../results/equity-sketch.ts";
import { settingsInForce } from "../results/job-configuration.ts";
import { countLogits } from "../results/logit-counts.ts";
import type {
  CrossValidationFigures,
  GridCell,
  OverfittingFigures,
  SweepFigures,
  WalkForwardFigures,
} from "../results/run-results.ts";
import { packRun } from "../results/run-trace.ts";
import { roundMilliseconds, type RunOutcome } from "./run-backtest.ts";

/** Executor of a sweep, and the listener of its progress. */
export interface SweepContext {
  readonly strategies: StrategyRegistry;
  readonly clock: Clock;
  /** Threads to run on. Default: the calling thread. */
  readonly threads?: WalkForwardThreads;
  readonly signal: AbortSignal;
  readonly progress: (report: JobProgress) => void;
  /** Journal of a sweep's trials. Default: nothing is kept. */
  readonly journal?: StudyJournal;
}

/** @throws EngineError as `sweep` */
export async function runSweep(
  candles: Candles,
  settings: RunInput<SweepRequest>,
  context: SweepContext,
): Promise<SweepFigures> {
  const { journal } = context;
  const own = { ...optionsOf(context), ...(journal !== undefined && { journal }) };
  const result = await sweep(candles, { ...settings, ...own } as SweepOptions);
  const { strategy, metric, best, grid, skipped, elapsedMilliseconds } = result;
  const { overfitting, crossValidation } = result;
  return {
    ...common(candles, strategy, metric, elapsedMilliseconds),
    ...(result.detail !== undefined && { detail: result.detail }),
    configuration: settingsInForce(result.configuration),
    combinations: grid.length,
    skipped,
    best,
    ...(overfitting !== undefined && { overfitting: overfittingFigures(overfitting) }),
    ...(crossValidation !== undefined && {
      crossValidation: crossValidationFigures(crossValidation),
    }),
    grid: grid.map((row) => cellOf(row, metric)),
    resultHash: resultHash({ metric, best, grid, skipped }),
  };
}

/** @throws EngineError as `walkForward` */
export async function runWalkForward(
  candles: Candles,
  settings: RunInput<WalkForwardRequest>,
  context: SweepContext,
): Promise<RunOutcome<WalkForwardFigures>> {
  const given = { ...settings, ...optionsOf(context) } as WalkForwardOptions;
  const result = await walkForward(candles, given);
  const { strategy, metric, windows, outOfSample, elapsedMilliseconds } = result;
  const { trades, equity, time } = result;
  return {
    figures: {
      ...common(candles, strategy, metric, elapsedMilliseconds),
      ...(result.detail !== undefined && { detail: result.detail }),
      ...(result.lateCloses !== undefined && { lateCloses: result.lateCloses }),
      ...(result.rejectedEntries !== undefined && { rejectedEntries: result.rejectedEntries }),
      configuration: settingsInForce(result.configuration),
      windows,
      outOfSample,
      equitySketch: equitySketch(equity, outOfSample.initialCapital),
      resultHash: resultHash(result),
    },
    trace: packRun(trades, equity, time, outOfSample.initialCapital),
  };
}

function overfittingFigures(found: SweepOverfitting): OverfittingFigures {
  const { probability, lossProbability, slope, intercept } = found;
  const { blocks, splits, configurations, deflatedSharpe } = found;
  return {
    probability,
    lossProbability,
    slope,
    intercept,
    blocks,
    splits,
    configurations,
    deflatedSharpe,
    logits: countLogits(found.logits),
  };
}

function crossValidationFigures({
  splits,
  paths,
  ...figures
}: CrossValidation): CrossValidationFigures {
  return {
    ...figures,
    splits: splits.length,
    paths: paths.map(({ sharpe, totalReturn }) => ({ sharpe, totalReturn })),
  };
}

function common(
  candles: Candles,
  strategy: string,
  metric: SweepMetric,
  elapsedMilliseconds: number,
) {
  return {
    strategy,
    candles: candles.length,
    firstTimestamp: candles.time[0]!, // a run without candles was refused
    lastTimestamp: candles.time[candles.length - 1]!,
    metric,
    elapsedMilliseconds: roundMilliseconds(elapsedMilliseconds),
  };
}

function optionsOf({ strategies, clock, threads, signal, progress }: SweepContext) {
  return {
    ...(threads === undefined ? {} : { threads }),
    registry: strategies,
    maxCombinations: maxJobCombinations,
    onProgress: progress,
    signal,
    clock,
  };
}

function cellOf(row: SweepRow, metric: SweepMetric): GridCell {
  const { parameters, totalTrades, winRate, finalCapital, totalReturn } = row;
  const { maxDrawdown, sharpe, profitFactor, options, stoppedAt } = row;
  return {
    parameters,
    ...(options !== undefined && { options }),
    ...(stoppedAt !== undefined && { stoppedAt }),
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
