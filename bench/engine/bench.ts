/**
 * The engine against the same loops in C (gcc -O3 -march=native) and against npm peers, on 1,000,000 candles.
 *
 * Processor time counts, so that other work on the machine does not. Engine, C and the fastest peer run in turns, and
 * the least time of each counts (turns.ts). C runs the engine's own algorithms (bench.c), compensated sums and all;
 * that both compute the same numbers is checked. Ends with 1 when a claim fails.
 *
 *   node -C @bourse/source bench/engine/bench.ts [loop …]
 */

import { buildCLoops, type CLoop, type CLoops } from "./c-loops.ts";
import { loopsOver, type Loop } from "./loops.ts";
import { randomWalk } from "./random-walk.ts";
import { leastTimes, processorTime, type Candidate } from "./turns.ts";

const CANDLES = 1_000_000;
/** Runs of each candidate that count. */
const ROUNDS = 150;
/** Number of runs that find the fastest peer; the others take up to a second each. */
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
    if (asked.length === 0 || asked.includes(loop.name)) console.log(await compare(loop, c));
  }
} finally {
  c?.close();
}
console.log(failures === 0 ? "\nAll claims hold." : `\n${failures} claims do not hold.`);
process.exitCode = failures === 0 ? 0 : 1;

async function compare(loop: Loop, compiled: CLoops | undefined): Promise<string> {
  const peer = await fastestPeer(loop);
  const inC = compiled?.start(loop.name);
  if (inC !== undefined) await checkSameWork(loop, inC);
  const candidates: Record<string, Candidate> = { engine: () => processorTime(loop.run) };
  if (inC !== undefined) candidates["c"] = () => inC.run();
  if (peer !== undefined) candidates["peer"] = () => processorTime(peer.run);
  const least = await leastTimes(candidates, ROUNDS);
  inC?.stop();
  const engine = least["engine"] ?? NaN;
  const ratio = least["c"] === undefined ? undefined : engine / least["c"];
  const faster = least["peer"] === undefined ? undefined : least["peer"] / engine;
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
async function checkSameWork(loop: Loop, inC: CLoop): Promise<void> {
  await inC.run();
  const sum = await inC.sum();
  let own = 0;
  for (const value of loop.run()) if (!Number.isNaN(value)) own += value;
  if (Math.abs(own - sum) <= 1e-9 * Math.abs(sum)) return;
  throw new Error(`${loop.name}: the engine's values sum to ${own}, those of C to ${sum}.`);
}

async function fastestPeer(
  loop: Loop,
): Promise<{ readonly name: string; readonly run: () => unknown } | undefined> {
  let fastest: { readonly name: string; readonly run: () => unknown } | undefined;
  let least = Infinity;
  for (const [name, run] of Object.entries(loop.peers)) {
    for (let trial = 0; trial < TRIALS; trial++) {
      const time = await processorTime(run);
      if (time >= least) continue;
      least = time;
      fastest = { name, run };
    }
  }
  return fastest;
}

function cell(value: number | undefined, width: number): string {
  return (value === undefined ? "-" : `${value.toFixed(2)} x`).padEnd(width);
}

/** Undefined where nothing is claimed or nothing could be compared. */
function claim(holds: boolean | undefined, text: string): string {
  if (holds === false) failures++;
  return (holds === undefined ? "-" : `${text} ${holds ? "ok" : "NO"}`).padEnd(13);
}
