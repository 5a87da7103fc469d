/** A thousand crossings over ten thousand candles: the sweep on one thread and on two, and the same pairs in C. */

import {
  backtestWorkerModule,
  sweep,
  type BacktestTasks,
  type Candles,
} from "@bourse/backtest-engine";
import { createWorkerPool } from "@bourse/kernel";

/** The pairs of `sweep` in more.c. */
const grid = {
  strategy: "ma_crossover",
  fee: 0.001,
  finalPosition: "keep",
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

/** Milliseconds of the best of `rounds` by the wall, on pools of one and of two threads, taken in turns. */
export async function timeThreads(
  candles: Candles,
  rounds: number,
): Promise<{ readonly one: number; readonly two: number }> {
  const pools = [1, 2].map((size) =>
    createWorkerPool<BacktestTasks>({ module: backtestWorkerModule(), size }),
  );
  const best = [Infinity, Infinity];
  try {
    for (let round = 0; round < rounds; round++) {
      for (const [k, threads] of pools.entries()) {
        const started = performance.now();
        await sweep(candles, { ...grid, threads });
        best[k] = Math.min(best[k]!, performance.now() - started);
      }
    }
  } finally {
    await Promise.all(pools.map((pool) => pool.close({ deadlineMilliseconds: 0 })));
  }
  return { one: best[0]!, two: best[1]! };
}
