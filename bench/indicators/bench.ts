/**
 * Each indicator against TA-Lib's C (cc -O3 -march=native; plain loops in extras.c for what TA-Lib lacks), TA-Lib's
 * WebAssembly build and the npm package trading-signals, on 100,000 candles.
 *
 * Processor time counts, so that other work on the machine does not; candidates take turns, and the least time of each
 * counts (../engine/turns.ts), of three passes over all indicators and further ones over those that miss a claim.
 * Before an indicator is timed its numbers are compared with those of C and WebAssembly. All write into arrays that
 * exist already. Ends with 1 when a claim fails.
 *
 *   node -C @bourse/source bench/indicators/bench.ts [--write] [indicator …]
 *
 * `--write` writes the table to docs/indicator-speed.md.
 */

import { writeFileSync } from "node:fs";

import { indicatorCatalogue, type CatalogueIndicator } from "@bourse/indicators/catalogue";

import { leastTimes, processorTime, type Candidate } from "../engine/turns.ts";
import { openCLibrary } from "./c-library.ts";
import { columnsOf, inputOf, ROWS } from "./columns.ts";
import { greatestDeviation } from "./deviation.ts";
import { EXCEPTIONS } from "./exceptions.ts";
import { streamCost, type StreamCost } from "./streams.ts";
import { missesClaim, tableOf, verdicts, type Row } from "./table.ts";
import { PEERS } from "./trading-signals.ts";
import { openWasmLibrary } from "./wasm-library.ts";

/** Runs of each candidate that count. */
const ROUNDS = 15;
/** Runs of each candidate that count where one of them takes many times as long as the others. */
const STREAM_ROUNDS = 3;
/** Times that every indicator is measured, minutes apart: a slow minute of the machine spoils no figure. */
const PASSES = 3;
/** Times that an indicator which misses a claim is measured again, with all that it is compared with. */
const FURTHER_PASSES = 4;
/** Processor time of a round in milliseconds, at least: what is faster runs several times. */
const LEAST_ROUND = 1;

const words = process.argv.slice(2);
const asked = words.filter((word) => !word.startsWith("--"));
const columns = columnsOf(ROWS);
const c = openCLibrary(columns, ROWS, "vector");
const scalar = openCLibrary(columns, ROWS, "scalar");
if (c === undefined)
  console.log(
    "No C compiler on this machine: all comparisons with C and WebAssembly are skipped.\n",
  );
const wasm = await openWasmLibrary(columns, ROWS);
const prototypes = new Map((c?.prototypes ?? []).map((one) => [one.name, one]));

/** Least milliseconds of each candidate so far for one run, by indicator. */
const leastSoFar = new Map<string, Readonly<Record<string, number>>>();
const rows: Row[] = [];
try {
  const all = [...indicatorCatalogue.values()];
  // Shared loops have seen all that they will see before the first one is timed.
  for (const one of all) for (let k = 0; k < 3; k++) one(inputOf(one.about, columns));
  const chosen = all.filter(({ about }) => asked.length === 0 || asked.includes(about.name));
  for (let pass = 0; pass < PASSES; pass++) {
    for (const [at, one] of chosen.entries()) rows[at] = await measure(one);
  }
  for (let pass = 0; pass < FURTHER_PASSES; pass++) {
    for (const [at, one] of chosen.entries()) {
      if (missesClaim(rows[at]!)) rows[at] = await measure(one);
    }
  }
} finally {
  c?.close();
  scalar?.close();
}
const failures = rows.flatMap((row) => verdicts(row));
console.log(tableOf(rows));
for (const failure of failures) console.log(failure);
const held = rows.filter(({ name }) => Object.hasOwn(EXCEPTIONS, name)).length;
console.log(
  `${failures.length} claims do not hold; ${held} of ${rows.length} indicators have bounds of their own (exceptions.ts).`,
);
if (words.includes("--write")) {
  writeFileSync(new URL("../../docs/indicator-speed.md", import.meta.url), tableOf(rows));
}
process.exitCode = failures.length === 0 ? 0 : 1;

async function measure(indicator: CatalogueIndicator): Promise<Row> {
  const { about } = indicator;
  const input = inputOf(about, columns);
  const out = indicator(input);
  const prototype = about.talib === null ? undefined : prototypes.get(about.talib);
  const hasWasm = prototype !== undefined && about.family !== "patterns";
  await checkSameNumbers(indicator, out, prototype?.name ?? about.name, hasWasm);
  const once = await processorTime(() => indicator(input, {}, out));
  const times = Math.max(1, Math.ceil(LEAST_ROUND / Math.max(once, 0.01)));
  const own = (): Promise<number> =>
    processorTime(() => repeat(times, () => indicator(input, {}, out)));
  const candidates: Record<string, Candidate> = { own };
  const name = prototype?.name ?? about.name;
  if (c !== undefined) candidates["c"] = () => c.run(name, times);
  if (scalar !== undefined) candidates["scalar"] = () => scalar.run(name, times);
  if (hasWasm) {
    candidates["wasm"] = () => processorTime(() => repeat(times, () => wasm.run(prototype)));
  }
  const peer = PEERS[about.name];
  const streams: StreamCost | undefined =
    peer && (await streamCost(indicator, peer, columns, STREAM_ROUNDS));
  const least = lesserOf(leastSoFar.get(about.name), {
    ...mapped(await leastTimes(candidates, ROUNDS), (time) => time / times),
    ...(streams && { stream: streams.own, peer: streams.peer }),
  });
  leastSoFar.set(about.name, least);
  const cost = least["own"]!;
  return {
    name: about.name,
    family: about.family,
    talib: about.talib,
    ofC: least["c"] && cost / least["c"],
    ofScalarC: least["scalar"] && cost / least["scalar"],
    ofWasm: least["wasm"] && least["wasm"] / cost,
    ofPeer: least["peer"] && least["peer"] / cost,
    ofPeerStream: least["peer"] && least["peer"] / least["stream"]!,
  };
}

/** The lesser of both times of each candidate. */
function lesserOf(
  before: Readonly<Record<string, number>> | undefined,
  now: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  return mapped(now, (time, name) => Math.min(time, before?.[name] ?? Infinity));
}

function mapped(
  times: Readonly<Record<string, number>>,
  change: (time: number, name: string) => number,
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(times).map(([name, time]) => [name, change(time, name)]),
  );
}

function repeat(times: number, run: () => unknown): void {
  for (let k = 0; k < times; k++) run();
}

/** All must have computed the same numbers, or the comparison means nothing. */
async function checkSameNumbers(
  { about }: CatalogueIndicator,
  out: Float64Array | Readonly<Record<string, Float64Array>>,
  name: string,
  hasWasm: boolean,
): Promise<void> {
  if (c === undefined) return;
  const lines = out instanceof Float64Array ? [out] : Object.values(out);
  const inC = await c.lines(name);
  let spread = 0;
  if (hasWasm) {
    const prototype = prototypes.get(name)!;
    spread = greatestDeviation(wasm.run(prototype), inC);
  }
  const deviation = greatestDeviation({ begin: 0, lines }, inC);
  // Where TA-Lib's two builds differ, its sums have lost digits of their own.
  if (deviation <= Math.max(1e-9, 50 * spread)) return;
  throw new Error(`${about.name}: the numbers deviate from those of C by ${deviation}.`);
}
