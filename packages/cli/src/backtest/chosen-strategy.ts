/** The strategy of `--strategy`: the program's own by its name, or one in a file, which runs in threads with limits. */

import { availableParallelism } from "node:os";

import {
  backtest,
  type BacktestOptions,
  type BacktestResult,
  type Candles,
} from "@bourse/backtest-engine";
import {
  auditLookAhead,
  type LookAheadAudit,
  type StrategyAuditOptions,
} from "@bourse/backtest-engine/research";
import { createStrategyRegistry, type AnyStrategy } from "@bourse/backtest-engine/strategies";
import {
  backtestWorkerModule,
  createWorkerPool,
  type BacktestTasks,
} from "@bourse/backtest-engine/threads";
import { systemClock } from "@bourse/kernel";
import {
  runPortfolio,
  type BacktestFigures,
  type BacktestRequest,
  type Markets,
  type RunOutcome,
  type RunInput,
} from "@bourse/trading-core";
import { openStrategyThreads, type FileStrategy } from "@bourse/trading-core/threads";

import { type Flags, type FlagTable, textFlag, UsageError } from "../command/command.ts";
import { wholeFlag } from "./flag-values.ts";

/** Flags of the threads that a strategy runs in. */
export const LIMIT_FLAGS = {
  "time-limit": {
    value: "SECONDS",
    heading: "Strategy",
    description: "of a strategy in a file: longest run without a result",
    default: "300",
  },
  "memory-limit": {
    value: "MEGABYTES",
    heading: "Strategy",
    description: "of a strategy in a file: memory of each thread",
    default: "1024",
  },
} as const satisfies FlagTable;

/** Threads of a sweep over the chosen strategy. */
type ChosenThreads = FileStrategy["threads"];

/** The chosen strategy, wherever it runs. */
export interface ChosenStrategy {
  /** The strategy for options of the engine. */
  readonly strategy: AnyStrategy;
  /** Runs one backtest. */
  backtest(candles: Candles, options: BacktestOptions): Promise<BacktestResult>;
  /** Runs one portfolio. */
  portfolio(
    markets: Markets,
    settings: RunInput<BacktestRequest>,
  ): Promise<RunOutcome<BacktestFigures>>;
  /** Runs the look-ahead audit. */
  audit(
    candles: Candles,
    parameters: unknown,
    options: StrategyAuditOptions,
  ): Promise<LookAheadAudit>;
  /** Threads for sweeps. They start when they are used. */
  readonly threads: ChosenThreads;
}

/** Name of the strategy without `--strategy`. */
const DEFAULT_STRATEGY = "wavelet_reversal";

/**
 * Opens the strategy of the flags, calls `act` with it and ends its threads, of which there are at most `--threads`.
 *
 * @throws UsageError; EngineError STRATEGY_UNKNOWN, STRATEGY_INVALID, STRATEGY_FAILED
 */
export async function withStrategy<Result>(
  flags: Flags,
  act: (chosen: ChosenStrategy) => Promise<Result>,
): Promise<Result> {
  const asked = textFlag(flags, "strategy") ?? DEFAULT_STRATEGY;
  const timeLimitSeconds = wholeFlag(flags, "time-limit", [1, 86_400]);
  const memoryLimitMegabytes = wholeFlag(flags, "memory-limit", [16, 1_048_576]);
  const size = wholeFlag(flags, "threads", [1, 256]) ?? availableParallelism();
  if (!isFile(asked)) {
    refuseLimits(flags);
    return await withOwn(asked, size, act);
  }
  const threads = openStrategyThreads({
    size,
    ...(timeLimitSeconds !== undefined && { timeLimitSeconds }),
    ...(memoryLimitMegabytes !== undefined && { memoryLimitMegabytes }),
    settings: { time: "--time-limit SECONDS", memory: "--memory-limit MEGABYTES" },
  });
  try {
    const file = await threads.open(asked);
    return await act({
      strategy: file.strategy,
      backtest: (candles, options) => {
        const { strategy: _, registry: __, indicators: ___, clock: ____, ...sent } = options;
        return file.backtest(candles, sent);
      },
      portfolio: (markets, settings) => file.runPortfolio(markets, settings),
      audit: (candles, parameters, options) => file.audit(candles, parameters, options),
      threads: file.threads,
    });
  } finally {
    await threads.close();
  }
}

/** @throws UsageError for a limit of threads that watch a strategy in a file */
function refuseLimits(flags: Flags): void {
  const name = Object.keys(LIMIT_FLAGS).find((flag) => flags[flag] !== undefined);
  if (name === undefined) return;
  throw new UsageError(`--${name} limits a strategy in a file: --strategy ./mine.ts`);
}

/** A path, which no name of a strategy looks like. */
export function isFile(strategy: string): boolean {
  return /[\\/]|\.m?[jt]s$/u.test(strategy);
}

/** A strategy of the program itself, which needs no watching. */
async function withOwn<Result>(
  name: string,
  size: number,
  act: (chosen: ChosenStrategy) => Promise<Result>,
): Promise<Result> {
  const registry = createStrategyRegistry();
  const strategy = registry.get(name);
  const threads = createWorkerPool<BacktestTasks>({ module: backtestWorkerModule(), size });
  try {
    return await act({
      strategy,
      backtest: (candles, options) => Promise.resolve(backtest(candles, { ...options, strategy })),
      portfolio: (markets, settings) =>
        Promise.resolve(runPortfolio(markets, settings, registry, systemClock)),
      audit: (candles, parameters, options) =>
        Promise.resolve(auditLookAhead(strategy, parameters, candles, options)),
      threads: threads as ChosenThreads,
    });
  } finally {
    await threads.close({ deadlineMilliseconds: 0 });
  }
}
