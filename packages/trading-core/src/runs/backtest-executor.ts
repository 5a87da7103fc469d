/** Place where the simulations of jobs run: this thread, or another executor such as that of `/threads`. */

import type { AnyStrategy, Candles, StrategySignal } from "@bourse/backtest-engine";
import type { StudyJournal } from "@bourse/backtest-engine/research";
import type { StrategyRegistry } from "@bourse/backtest-engine/strategies";
import {
  portOption,
  resolveOptions,
  systemClock,
  type Clock,
  type OptionRules,
} from "@bourse/kernel";

import type { JobProgress } from "../jobs/job.ts";
import type {
  BacktestRequest,
  RunInput,
  SweepRequest,
  WalkForwardRequest,
} from "../requests/backtest-request.ts";
import type { BacktestFigures, SweepFigures, WalkForwardFigures } from "../results/run-results.ts";
import { runBacktest, runPortfolio, type Markets, type RunOutcome } from "./run-backtest.ts";
import { runSweep, runWalkForward, type SweepContext } from "./run-sweep.ts";

/** The limits of a run, and the listener of its progress. */
export interface ExecutionContext {
  /** Aborting it rejects the run with the signal's reason. */
  readonly signal: AbortSignal;
  /** Called with the progress of a sweep or walk-forward. Default: nothing is reported. */
  readonly progress?: (report: JobProgress) => void;
  /** Journal of a sweep's trials, which the sweep goes on from. Default: nothing is kept. */
  readonly journal?: StudyJournal;
}

/** Runs the simulations of jobs. Each method throws the codes of `backtest`, `sweep` or `walkForward`. */
export interface BacktestExecutor {
  /**
   * True when nothing that it runs ever writes into the candles: a provider may then lend its own instead of copying
   * them. Default false.
   */
  readonly readsOnly?: boolean;
  /** Runs one backtest; its trades and equity are packed in the trace. */
  backtest(
    candles: Candles,
    settings: RunInput<BacktestRequest>,
    context: ExecutionContext,
  ): Promise<RunOutcome<BacktestFigures>>;
  /** Runs one portfolio over the candles of its symbols. */
  portfolio(
    markets: Markets,
    settings: RunInput<BacktestRequest>,
    context: ExecutionContext,
  ): Promise<RunOutcome<BacktestFigures>>;
  /** Runs every combination of a sweep. */
  sweep(
    candles: Candles,
    settings: RunInput<SweepRequest>,
    context: ExecutionContext,
  ): Promise<SweepFigures>;
  /** Runs every window of a walk-forward; the trades and equity of all tests are packed in the trace. */
  walkForward(
    candles: Candles,
    settings: RunInput<WalkForwardRequest>,
    context: ExecutionContext,
  ): Promise<RunOutcome<WalkForwardFigures>>;
  /** Computes the live signal of a strategy with its own parameters. Default: `latestSignal` on the calling thread. */
  latestSignal?(
    candles: Candles,
    strategy: AnyStrategy,
    signal?: AbortSignal,
  ): Promise<StrategySignal>;
}

/**
 * Creates an executor that runs simulations on the calling thread, which it blocks for as long as one takes: for tests,
 * mocks and small services. Default clock: the system's.
 */
export function createInlineExecutor(options: {
  readonly strategies: StrategyRegistry;
  readonly clock?: Clock;
}): BacktestExecutor {
  const { strategies, clock } = resolveOptions("createInlineExecutor", options, RULES);
  return {
    async backtest(candles, settings, { signal }) {
      signal.throwIfAborted();
      return runBacktest(candles, settings, strategies, clock);
    },
    async portfolio(markets, settings, { signal }) {
      signal.throwIfAborted();
      return runPortfolio(markets, settings, strategies, clock);
    },
    sweep: (candles, settings, context) =>
      runSweep(candles, settings, sweepContext(context, strategies, clock)),
    walkForward: (candles, settings, context) =>
      runWalkForward(candles, settings, sweepContext(context, strategies, clock)),
  };
}

const RULES: OptionRules<{ readonly strategies: StrategyRegistry; readonly clock: Clock }> = {
  strategies: portOption<StrategyRegistry>(["get"]),
  clock: portOption<Clock>(["now", "monotonic"], { default: systemClock }),
};

/** Context of a sweep in an executor. */
export function sweepContext(
  { signal, progress = () => undefined, journal }: ExecutionContext,
  strategies: StrategyRegistry,
  clock: Clock,
): SweepContext {
  return { strategies, clock, signal, progress, ...(journal !== undefined && { journal }) };
}
