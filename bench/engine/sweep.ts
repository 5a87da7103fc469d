/** A thousand crossings over ten thousand candles: the sweep on one thread and on two, and the same pairs in C. */

import { sweep, type Candles } from "@bourse/backtest-engine";
import type { SweepThreads } from "@bourse/backtest-engine/research";
import { createWorkerPool, type WorkerPool } from "@bourse/backtest-engine/threads";
import { backtestWorkerModule, type BacktestTasks } from "@bourse/backtest-engine/threads";

import { leastTimes } from "./turns.ts";

/** The pairs of `sweep` in more.c. */
const grid = {
  strategy: "ma_crossover",
  fee: 0.001,
  compatibility: "vectorbt",
  metric: "totalReturn",
  parameters: {
    fast_period: { from: 2, to: 26, step: 1 },
    slow_period: { from: 30, to: 186, step: 4 },
  },
} as const;

/** One run on this thread; the sum of what the pairs end with, as more.c has it. */
export async function sweepOnce(candles: Candles): Promise<number> {
  const result = await sweep(candles, grid);
  return result.grid.reduce((sum, row) => sum + row.finalCapital, 0);
}

/**
 * Speed of two threads relative to one, as a factor, by wall time and the least time of each: hard on two, which need
 * two quiet cores at the same moment.
 */
export async function threadGain(candles: Candles, rounds: number): Promise<number> {
  const [single, double] = [poolOf(1), poolOf(2)];
  const timed = (threads: SweepThreads) => async (): Promise<number> => {
    const started = performance.now();
    await sweep(candles, { ...grid, threads });
    return performance.now() - started;
  };
  try {
    const { one, two } = await leastTimes({ one: timed(single), two: timed(double) }, rounds);
    return one / two;
  } finally {
    await Promise.all([single, double].map((pool) => pool.close({ deadlineMilliseconds: 0 })));
  }
}

function poolOf(size: number): WorkerPool<BacktestTasks> {
  return createWorkerPool<BacktestTasks>({ module: backtestWorkerModule(), size });
}
