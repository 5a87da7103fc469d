/** A pool of Web Workers that run backtests for a page. */

import { integerOption, functionOption } from "@bourse/kernel";

import type { BacktestResult } from "../backtest/run-backtest.ts";
import type { Candles } from "../candles/candles.ts";
import { resolveEngineOptions } from "../resolve-engine-options.ts";
import type { PageRunOptions, PageWorker } from "./messages.ts";
import type { BacktestPoolOptions } from "./pool-options.ts";
import { RunQueue } from "./run-queue.ts";

/** A run of `newest`: resolves to the result, or to undefined when a newer run has taken its place. */
export type NewestRun = (
  candles: Candles,
  options: PageRunOptions,
) => Promise<BacktestResult | undefined>;

/** Backtests in Web Workers. */
export interface BacktestPool {
  /**
   * Runs a backtest in a worker: the same result, bit for bit, as `backtest` in Node.js. A worker gets the candles of
   * an object once: as shared memory where the page is cross-origin isolated, else as a copy; do not change them
   * afterwards.
   *
   * Aborting `signal` drops a waiting run, and ends the worker of a running one; both reject with the signal's reason.
   *
   * @throws EngineError as `backtest`; STRATEGY_INVALID for a module that cannot be imported. PoolError POOL_FULL,
   * POOL_CLOSED, POOL_INPUT_INVALID, POOL_TASK_FAILED (cause: the strategy's own error), POOL_WORKER_CRASHED
   */
  run(
    candles: Candles,
    options: PageRunOptions,
    task?: { readonly signal?: AbortSignal },
  ): Promise<BacktestResult>;
  /**
   * Creates a function for runs of which only the newest counts, such as those of a slider. A newer call takes the
   * place of one that waits; one that runs already gives its result, unless a newer one was faster or it outlasts
   * `patienceMilliseconds`. So results come in the order of the calls, and the last call always gives one.
   */
  newest(): NewestRun;
  /** Counts the running and waiting runs; `size` is the maximum number of workers. */
  load(): { readonly running: number; readonly queued: number; readonly size: number };
  /** Ends all workers; runs that wait or are under way reject with POOL_CLOSED. Idempotent. */
  close(): void;
}

/**
 * Creates a pool. Workers start when runs need them, and are kept for later runs.
 *
 * @throws EngineError OPTIONS_INVALID
 */
export function createBacktestPool(options: BacktestPoolOptions): BacktestPool {
  const queue = new RunQueue(
    resolveEngineOptions<Required<BacktestPoolOptions>>("createBacktestPool", options, {
      worker: functionOption<() => PageWorker>(),
      size: integerOption({ min: 1, max: 64, default: usualSize() }),
      maxQueued: integerOption({ min: 0, max: 1_000_000, default: 1000 }),
      patienceMilliseconds: integerOption({ min: 0, max: 60_000, default: 500 }),
    }),
  );
  return Object.freeze<BacktestPool>({
    run: async (candles, given, { signal } = {}) => {
      const result = await queue.run(candles, given, { signal });
      // Only runs of one series make place for others.
      return result!;
    },
    newest: () => {
      const series = { shown: 0, asked: 0 };
      return (candles, given) => queue.run(candles, given, { series });
    },
    load: () => queue.load(),
    close: () => queue.close(),
  });
}

function usualSize(): number {
  const { navigator } = globalThis as { navigator?: { readonly hardwareConcurrency?: number } };
  return Math.min(4, Math.max(1, (navigator?.hardwareConcurrency ?? 2) - 1));
}
