/**
 * The work after the loops: the metrics with the whole tear sheet against the metrics alone, and a sweep of 44,000
 * runs on two threads against one, the start of the threads included. The claim is about 10,000 candles; of 2,000 a run
 * takes 30 µs, and to start a thread and compile its code as long as 6,000 of them: that row has none.
 *
 * The metrics cost a little for each candle, the tear sheet some eighty passes over the days:
 * the claim is about 100,000 candles of a minute; the rows of few candles a day have none.
 *
 * The metrics take processor time, the sweep wall time, which needs two quiet cores at the same moment; all run in
 * turns, and the least time of each counts. Ends with 1 when a claim fails.
 *
 * After a build, for the threads start from what users get:
 *
 *   node bench/engine/results.ts
 */

import { sweep, type Candles } from "@bourse/backtest-engine";
import { sliceCandles } from "@bourse/backtest-engine/data";
import { computeMetrics } from "@bourse/backtest-engine/metrics";
import { simulate } from "@bourse/backtest-engine/simulation";
import { Signal } from "@bourse/backtest-engine/strategies";
import { tearSheet } from "@bourse/backtest-engine/tear-sheet";
import { createWorkerPool } from "@bourse/backtest-engine/threads";
import { backtestWorkerModule, type BacktestTasks } from "@bourse/backtest-engine/threads";

import { randomWalk } from "./random-walk.ts";
import { leastTimes, processorTime } from "./turns.ts";

const METRICS_AT_MOST = 3;
const GAIN_AT_LEAST = 1.7;
/** 80 fast periods and 110 slow ones, under five stops each. */
const GRID = {
  parameters: {
    fast_period: { from: 2, to: 81, step: 1 },
    slow_period: { from: 91, to: 200, step: 1 },
  },
  optionRanges: { stopLoss: [0.01, 0.02, 0.03, 0.05, null] },
} as const;
const RUNS = 44_000;
const SWEEP_ROUNDS = 3;

let failures = 0;
const walk = randomWalk(100_000);
console.log("what                                              ratio      claim");
for (const [name, minutes, count] of [
  ["100,000 minutes", 1, 100_000],
  ["100,000 hours", 60, 100_000],
  ["3,650 days", 1440, 3650],
] as const) {
  const candles = { ...sliceCandles(walk, 0, count), time: walk.time.map((t) => t * minutes) };
  const ratio = await metricsRatio({ ...candles, time: candles.time.subarray(0, count) });
  const what = `tear sheet and metrics / metrics, ${name}`;
  if (minutes === 1) row(what, ratio, ratio <= METRICS_AT_MOST, `≤ ${METRICS_AT_MOST}`);
  else console.log(`${what.padEnd(50)}${ratio.toFixed(2).padEnd(11)}none`);
}
for (const length of [10_000, 2000]) {
  const gain = await firstUseGain(sliceCandles(walk, 0, length));
  const what = `44,000 runs × ${length.toLocaleString("en")}, 1 thread / 2`;
  if (length === 10_000) row(what, gain, gain >= GAIN_AT_LEAST, `≥ ${GAIN_AT_LEAST}`);
  else console.log(`${what.padEnd(50)}${gain.toFixed(2).padEnd(11)}none`);
}
process.exitCode = failures === 0 ? 0 : 1;

async function metricsRatio(candles: Candles): Promise<number> {
  const signals = new Uint8Array(candles.length);
  for (let i = 0; i < signals.length; i += 20) {
    signals[i] = i % 40 === 0 ? Signal.enterLong : Signal.exitLong;
  }
  const simulation = simulate(candles, { signals, warmUp: 0 });
  const run = { ...simulation, time: candles.time, openAtEnd: false };
  const least = await leastTimes(
    {
      metrics: () => processorTime(() => computeMetrics(candles, simulation)),
      both: () =>
        processorTime(() => {
          computeMetrics(candles, simulation);
          tearSheet(run, { benchmark: candles });
        }),
    },
    40,
  );
  return least.both / least.metrics;
}

/** One thread's time over two threads', each sweep on a new pool. */
async function firstUseGain(candles: Candles): Promise<number> {
  const timed = async (size: number): Promise<number> => {
    const began = performance.now();
    const threads = createWorkerPool<BacktestTasks>({ module: backtestWorkerModule(), size });
    const result = await sweep(candles, {
      strategy: "ma_crossover",
      ...GRID,
      maxCombinations: RUNS,
      threads,
    });
    const milliseconds = performance.now() - began;
    await threads.close({ deadlineMilliseconds: 0 });
    if (result.grid.length !== RUNS) throw new Error(`${result.grid.length} runs were made.`);
    return milliseconds;
  };
  let [one, two] = [Infinity, Infinity];
  for (let round = 0; round < SWEEP_ROUNDS; round += 1) {
    one = Math.min(one, await timed(1));
    two = Math.min(two, await timed(2));
  }
  return one / two;
}

function row(name: string, ratio: number, holds: boolean, claim: string): void {
  if (!holds) failures += 1;
  console.log(
    `${name.padEnd(50)}${ratio.toFixed(2).padEnd(11)}${claim} ${holds ? "holds" : "FAILS"}`,
  );
}
