/**
 * The engine against the same loops in C (gcc -O3 -march=native) and against npm peers, on 1,000,000 candles.
 *
 * Processor time counts, so that other work on the machine does not. Engine, C and the fastest peer take turns: the best
 * run of each turn, the median of the turns. C runs the engine's own algorithms (bench.c), compensated sums and all; that
 * both compute the same numbers is checked. Ends with 1 when a claim fails.
 *
 *   node -C @bourse/source bench/engine/bench.ts [loop …]
 */

import { buildCLoops, type CLoops } from "./c-loops.ts";
import { loopsOver, type Loop } from "./loops.ts";
import { randomWalk } from "./random-walk.ts";

const CANDLES = 1_000_000;
const ROUNDS = 7;
/** Runs of one candidate in a turn; the best of them counts, the others warmed it up or were disturbed. */
const RUNS = 5;
/** By so many runs the fastest peer is found; the others take up to a second each. */
const TRIALS = 4;

const candles = randomWalk(CANDLES);
const c = buildCLoops(candles);
if (c === undefined) console.log("No gcc on this machine: the comparison with C is skipped.\n");
let failures = 0;
try {
  const asked = process.argv.slice(2);
  const loops = loopsOver(candles);
  console.log("loop          engine / C   claim        best peer / engine   claim        peer");
  for (const loop of loops) {
    if (asked.length === 0 || asked.includes(loop.name)) console.log(compare(loop, c));
  }
} finally {
  c?.close();
}
console.log(failures === 0 ? "\nAll claims hold." : `\n${failures} claims do not hold.`);
process.exitCode = failures === 0 ? 0 : 1;

function compare(loop: Loop, compiled: CLoops | undefined): string {
  const peer = fastestPeer(loop);
  const ours: number[] = [];
  const inC: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    if (compiled !== undefined) {
      const { times, sum } = compiled.run(loop.name, RUNS);
      inC.push(Math.min(...times));
      if (round === 0) checkSameWork(loop, sum);
    }
    ours.push(bestOf(loop.run, RUNS));
    if (peer !== undefined) theirs.push(bestOf(peer.run, RUNS));
  }
  const engine = median(ours);
  const ratio = compiled === undefined ? undefined : engine / median(inC);
  const faster = peer === undefined ? undefined : median(theirs) / engine;
  const { atMost, atLeast } = loop;
  return [
    loop.name.padEnd(14),
    cell(ratio, 13),
    claim(atMost === undefined || ratio === undefined ? undefined : ratio <= atMost, `≤ ${atMost}`),
    cell(faster, 21),
    claim(
      atLeast === undefined || faster === undefined ? undefined : faster >= atLeast,
      `≥ ${atLeast}`,
    ),
    peer?.name ?? "",
  ].join("");
}

/** Both must have computed the same numbers, or the comparison means nothing. */
function checkSameWork(loop: Loop, sum: number): void {
  let own = 0;
  for (const value of loop.run()) if (!Number.isNaN(value)) own += value;
  if (Math.abs(own - sum) <= 1e-9 * Math.abs(sum)) return;
  throw new Error(`${loop.name}: the engine's values sum to ${own}, those of C to ${sum}.`);
}

function fastestPeer(
  loop: Loop,
): { readonly name: string; readonly run: () => unknown } | undefined {
  const timed = Object.entries(loop.peers).map(([name, run]) => ({
    name,
    run,
    time: bestOf(run, TRIALS),
  }));
  return timed.toSorted((one, other) => one.time - other.time)[0];
}

function bestOf(run: () => unknown, runs: number): number {
  return Math.min(...Array.from({ length: runs }, () => elapsed(run)));
}

/** Milliseconds of processor time, all threads of this process: what others on the machine do is not counted. */
function elapsed(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1]!;
}

function cell(value: number | undefined, width: number): string {
  return (value === undefined ? "-" : `${value.toFixed(2)} x`).padEnd(width);
}

/** Undefined where nothing is claimed or nothing could be compared. */
function claim(holds: boolean | undefined, text: string): string {
  if (holds === false) failures++;
  return (holds === undefined ? "-" : `${text} ${holds ? "ok" : "NO"}`).padEnd(13);
}
