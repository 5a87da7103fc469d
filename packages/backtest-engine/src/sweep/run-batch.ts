/** A batch of combinations on this thread or on several. */

import { nextTurn } from "@bourse/kernel/platform";

import type { Candles } from "../candles/candles.ts";
import type { Stretch } from "../overfitting/stretch-moments.ts";
import type { StrategyRegistry } from "../strategies/strategy-registry.ts";
import { measuring, runCombinations, type CombinationsTask } from "./run-combinations.ts";
import type { Combination } from "./search-space.ts";
import { shareCandles, withSharedDetail } from "./share-candles.ts";
import type { SweepThreads } from "./sweep-options.ts";
import { createShare, type SweepShare } from "./sweep-share.ts";

/** Options of one batch. */
interface BatchOptions {
  /** Leading fraction of the candles traded on. Default 1. */
  readonly fraction?: number;
  /** Stretches whose returns are summed. Default: none. */
  readonly stretches?: readonly Stretch[];
  /** Called with the number of combinations that are newly done. */
  readonly advance?: (count: number) => void;
}

/** Runs a batch and returns the figures of its combinations in their order. */
export type RunBatch = (
  combinations: readonly Combination[],
  options?: BatchOptions,
) => Promise<SweepShare>;

/** Surroundings of all batches of a sweep. */
export interface BatchSetup {
  readonly candles: Candles;
  readonly options: CombinationsTask["options"];
  readonly strategy: string;
  readonly registry: StrategyRegistry | undefined;
  readonly threads: SweepThreads | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Prepares to run batches; what they have in common is kept from one to the next. */
export function createBatches(setup: BatchSetup): RunBatch {
  const { registry, threads, signal, strategy } = setup;
  const candles = threads === undefined ? setup.candles : shareCandles(setup.candles);
  const options =
    threads === undefined ? setup.options : { ...withSharedDetail(setup.options), strategy };
  const prepared = new Map<number, ReturnType<typeof measuring>>();
  return async (combinations, { fraction = 1, stretches = [], advance = () => undefined } = {}) => {
    const isVaried = combinations.some(({ options: own }) => own !== undefined);
    const share = createShare(combinations.length, threads?.load().size ?? 1, stretches.length);
    const task: CombinationsTask = {
      candles,
      combinations: combinations.map(({ parameters }) => parameters),
      ...(isVaried && { optionSets: combinations.map(({ options: own = {} }) => own) }),
      options,
      share,
      fraction,
      stretches,
    };
    signal?.throwIfAborted();
    if (threads !== undefined) {
      await runOnThreads(task, threads, signal, advance);
      return share;
    }
    const run = prepared.get(fraction) ?? measuring(task, registry);
    prepared.set(fraction, run);
    for (const done of runCombinations(task, registry, run)) {
      advance(done);
      // About every 50 ms other work has its turn.
      await nextTurn();
      signal?.throwIfAborted();
    }
    return share;
  };
}

async function runOnThreads(
  task: CombinationsTask,
  threads: SweepThreads,
  signal: AbortSignal | undefined,
  advance: (count: number) => void,
): Promise<void> {
  // One thread that fails ends the others.
  const stopping = new AbortController();
  const stop = signal === undefined ? stopping.signal : AbortSignal.any([signal, stopping.signal]);
  const { combinations, share } = task;
  const count = Math.min(threads.load().size, Math.ceil(combinations.length / share.stretch));
  const runs = Array.from({ length: count }, () =>
    threads.run("combinations", task, {
      signal: stop,
      onProgress: (done) => advance(done as number),
    }),
  );
  try {
    await Promise.all(runs);
  } catch (error) {
    stopping.abort(error);
    await Promise.allSettled(runs);
    throw error;
  }
}
