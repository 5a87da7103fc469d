/**
 * The engine beyond its loops: strategies over arrays and as classes, streaming indicators, sweeps and threads, against
 * the same work in C (bench.c, more.c); grademark; and what a run holds in memory.
 *
 * Processor time counts, for threads the wall, and the least of each: engine and C, or whoever is compared, run in
 * turns (turns.ts). That both computed the same numbers is checked. Ends with 1 when a claim fails.
 *
 *   node -C @bourse/source bench/engine/more.ts [rounds]
 */

import { execFileSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";

import { sliceCandles } from "@bourse/backtest-engine/data";

import { buildCLoops, type CLoop } from "./c-loops.ts";
import {
  arrayCrossover,
  classCrossover,
  crossoverDecisions,
  grademarkCrossover,
  simulateDecisions,
} from "./event.ts";
import { randomWalk } from "./random-walk.ts";
import { streamsOver } from "./streaming.ts";
import { sweepOnce, threadGain } from "./sweep.ts";
import { leastTimes, processorTime } from "./turns.ts";

/** Runs of each candidate that count; of the short ones more, so that no slow moment lasts through all of them. */
const ROUNDS = Number(process.argv[2] ?? 50);
const SHORT_ROUNDS = 3 * ROUNDS;

let failures = 0;

const candles = randomWalk(1_000_000);
const tenThousand = sliceCandles(candles, 0, 10_000);
const loops = buildCLoops(candles);
const more = buildCLoops(candles, "more.c");
const sweeps = buildCLoops({ ...tenThousand, ...copies(tenThousand) }, "more.c");
if (loops === undefined || more === undefined || sweeps === undefined) {
  console.log("No C compiler on this machine: the comparison with C is skipped.\n");
}
try {
  console.log("what                              ratio      claim");
  if (loops !== undefined) {
    const crossing = loops.start("ma_crossover");
    await against("array backtest / C", crossing, 2.5, ROUNDS, () => arrayCrossover(candles));
    await against("class strategy / C", crossing, 3.5, ROUNDS, () => classCrossover(candles));
    crossing.stop();
  }
  if (more !== undefined) {
    for (const [name, run] of Object.entries(streamsOver(candles))) {
      const stream = more.start(name);
      await against(`streaming ${name} / C`, stream, 4, SHORT_ROUNDS, run);
      stream.stop();
    }
  }
  if (sweeps !== undefined) {
    const pairs = sweeps.start("sweep");
    await against("1,000 pairs × 10,000 / C", pairs, 3, ROUNDS, () => sweepOnce(tenThousand));
    pairs.stop();
  }
  if (availableParallelism() > 1) {
    const gain = await threadGain(tenThousand, SHORT_ROUNDS);
    say("the sweep, one thread / two", gain, 1.7, "least");
  }
  await comparePeer();
  compareMemory();
} finally {
  for (const program of [loops, more, sweeps]) program?.close();
}
console.log(failures === 0 ? "\nAll claims hold." : `\n${failures} claims do not hold.`);
process.exitCode = failures === 0 ? 0 : 1;

/** Engine and C in turns, after a check that both have done the same. */
async function against(
  name: string,
  inC: CLoop,
  atMost: number,
  rounds: number,
  run: () => Float64Array | Promise<number>,
): Promise<void> {
  await inC.run();
  checkSame(name, await run(), await inC.sum());
  const { ours, theirs } = await leastTimes(
    { ours: () => processorTime(run), theirs: () => inC.run() },
    rounds,
  );
  say(name, ours / theirs, atMost, "most");
}

function checkSame(name: string, result: Float64Array | number, sum: number): void {
  let own = 0;
  if (typeof result === "number") own = result;
  else for (const value of result) if (!Number.isNaN(value)) own += value;
  if (Math.abs(own - sum) <= 1e-9 * Math.abs(sum)) return;
  throw new Error(`${name}: the engine's values sum to ${own}, those of C to ${sum}.`);
}

/** The walk over the candles, on both sides with the crossings known. A tenth of them: the peer takes its time. */
async function comparePeer(): Promise<void> {
  const some = sliceCandles(candles, 0, 100_000);
  const peer = grademarkCrossover(some);
  const decisions = crossoverDecisions(some);
  const { ours, theirs, withCrossings } = await leastTimes(
    {
      ours: () => processorTime(() => simulateDecisions(some, decisions)),
      theirs: () => processorTime(peer),
      withCrossings: () => processorTime(() => arrayCrossover(some)),
    },
    ROUNDS,
  );
  say("grademark / the same walk", theirs / ours, 50, "least");
  const unclaimed = (theirs / withCrossings).toFixed(2);
  console.log(`${"… / crossings found and walked".padEnd(34)}${unclaimed}`);
}

function compareMemory(): void {
  const script = fileURLToPath(new URL("memory.ts", import.meta.url));
  const flags = ["-C", "@bourse/source", "--expose-gc", "--max-old-space-size=128"];
  const printed = execFileSync(process.execPath, [...flags, script], { encoding: "utf8" });
  const [small, large] = JSON.parse(printed) as readonly {
    readonly candles: number;
    readonly trades: number;
    readonly candleBytes: number;
    readonly resultBytes: number;
    readonly heapBytes: number;
  }[];
  if (small === undefined || large === undefined) throw new Error("memory.ts printed no figures");
  say("bytes a candle", large.candleBytes, 48, "most");
  // A ledger doubles as it grows: at most twice the 13 columns of 8 bytes of each trade, and what it began with.
  const beyondEquity = (large.resultBytes - 8 * large.candles) / large.trades;
  say("bytes a trade beside the equity", beyondEquity, 2 * 13 * 8 + 1, "most");
  const growth = (large.heapBytes - small.heapBytes) / large.candles;
  say("heap bytes a candle, 10,000,000", growth, 0.1, "most");
}

function say(name: string, value: number, bound: number, kind: "most" | "least"): void {
  const holds = kind === "most" ? value <= bound : value >= bound;
  if (!holds) failures++;
  const claim = `${kind === "most" ? "≤" : "≥"} ${bound} ${holds ? "ok" : "NO"}`;
  console.log(`${name.padEnd(34)}${value.toFixed(2).padEnd(11)}${claim}`);
}

/** Columns in buffers of their own, as they are written to a file. */
function copies({ open, high, low, close }: typeof tenThousand) {
  return { open: open.slice(), high: high.slice(), low: low.slice(), close: close.slice() };
}
