/** Table and verdicts of the figures that the bench found. */

import { availableParallelism, loadavg } from "node:os";

import { EXCEPTIONS, REASONS, type Reason } from "./exceptions.ts";

/** Figures of one indicator; undefined where a candidate lacks it. */
export interface Row {
  readonly name: string;
  readonly family: string;
  readonly talib: string | null;
  /** Time of ours in times of C. */
  readonly ofC: number | undefined;
  /** Time of ours in times of the same C without vector instructions. */
  readonly ofScalarC: number | undefined;
  /** Time of the WebAssembly build in times of ours. */
  readonly ofWasm: number | undefined;
  /** Time of trading-signals in times of ours. */
  readonly ofPeer: number | undefined;
  /** Time of trading-signals in times of our stream. */
  readonly ofPeerStream: number | undefined;
}

/** Most times of C, least parts of the other candidates' times. */
const CLAIMS = { c: 2, wasm: 1, peer: 2 } as const;

/** Sentences about the claims that do not hold, those with a bound of their own at that bound. */
export function verdicts(row: Row): readonly string[] {
  const { c: most = CLAIMS.c, wasm: least = CLAIMS.wasm } = EXCEPTIONS[row.name] ?? {};
  const times = timesOfC(row);
  const missed: string[] = [];
  if (times > most) missed.push(`${row.name}: ${fixed(times)} times C, claimed ≤ ${most}.`);
  if (row.ofWasm !== undefined && row.ofWasm < least) {
    missed.push(
      `${row.name}: ${fixed(row.ofWasm)} times as fast as WebAssembly, claimed ≥ ${least}.`,
    );
  }
  if (row.ofPeer !== undefined && row.ofPeer < CLAIMS.peer) {
    missed.push(`${row.name}: ${fixed(row.ofPeer)} times as fast as trading-signals, claimed ≥ 2.`);
  }
  return missed;
}

/** True when a figure misses a claim as it stands, whatever the indicator's own bound. */
export function missesClaim(row: Row): boolean {
  const { ofWasm = Infinity, ofPeer = Infinity } = row;
  return timesOfC(row) > CLAIMS.c || ofWasm < CLAIMS.wasm || ofPeer < CLAIMS.peer;
}

/** Time of ours in times of C, or of C without vector instructions where that is less. */
function timesOfC({ ofC, ofScalarC }: Row): number {
  return Math.min(ofC ?? 0, ofScalarC ?? Infinity);
}

/** Sentence that says how many of those that have a figure hold a claim. */
function countOf(
  rows: readonly Row[],
  claim: string,
  of: (row: Row) => number | undefined,
  holds: (figure: number) => boolean,
): string {
  const figures = rows.map(of).filter((figure) => figure !== undefined);
  return `- ${claim}: ${figures.filter(holds).length} of ${figures.length}.`;
}

/** The page with the table. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map((row) =>
    [
      `\`${row.name}\``,
      row.talib ?? "",
      fixed(row.ofC),
      fixed(row.ofScalarC),
      fixed(row.ofWasm),
      fixed(row.ofPeer),
      fixed(row.ofPeerStream),
    ].join(" | "),
  );
  return [
    ...INTRODUCTION,
    `When it ended, ${loadavg()[0]!.toFixed(1)} programs on average wanted the machine's ${availableParallelism()} processors.`,
    "",
    ...countsOf(rows),
    "",
    "| Indicator | TA-Lib | ÷ C | ÷ C, scalar | WebAssembly ÷ | trading-signals ÷ | streams ÷ |",
    "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ...lines.map((line) => `| ${line} |`),
    "",
    "## Claims that are not reached",
    "",
    "The bench holds these to the bounds in brackets: at most so many times C, at least so many times WebAssembly. They",
    "have room for the noise of a shared machine, so that some indicators reach in the table what they miss in other runs.",
    "The reasons come from CPU profiles (`node --cpu-prof`), from V8's machine code (`--print-opt-code`) and from loops in",
    "which one thing was changed at a time; nothing says that more is impossible.",
    "",
    ...Object.entries(REASONS).map(([reason, text]) => noteOf(reason as Reason, text, rows)),
    "",
  ].join("\n");
}

function countsOf(rows: readonly Row[]): readonly string[] {
  return [
    countOf(
      rows,
      "At most 2 times C, the scalar one where that is slower",
      (row) => (row.ofC === undefined ? undefined : timesOfC(row)),
      (times) => times <= CLAIMS.c,
    ),
    countOf(
      rows,
      "At least as fast as WebAssembly",
      (row) => row.ofWasm,
      (times) => times >= CLAIMS.wasm,
    ),
    countOf(
      rows,
      "At least twice as fast as trading-signals",
      (row) => row.ofPeer,
      (times) => times >= CLAIMS.peer,
    ),
    countOf(
      rows,
      "Streams at least as fast as those of trading-signals",
      (row) => row.ofPeerStream,
      (times) => times >= 1,
    ),
  ];
}

function noteOf(reason: Reason, text: string, rows: readonly Row[]): string {
  const names = rows.flatMap(({ name }) => {
    const { because, c, wasm } = EXCEPTIONS[name] ?? {};
    if (because !== reason) return [];
    return [`\`${name}\` (${[c && `≤ ${c}`, wasm && `≥ ${wasm}`].filter(Boolean).join(", ")})`];
  });
  return `- ${text}: ${names.join(", ")}.`;
}

const INTRODUCTION = [
  "# Speed of the indicators",
  "",
  "Ratios of processor time over 100,000 candles, of the least of many rounds in turns in one run. This page is written by",
  "`node -C @bourse/source bench/indicators/bench.ts --write`, which compares the numbers first and fails when a claim does",
  "not hold. Everybody is given the same columns and writes into arrays that exist already, after the same number of runs",
  "that do not count. What other programs do is not counted, but they share caches and memory with the bench: ratios swing",
  "by a tenth or two from run to run, those of short loops by more. An indicator that misses a claim is measured again, with",
  "all that it is compared with, up to four times.",
  "",
  "- **÷ C**: our time by that of TA-Lib's C with `cc -O3 -march=native`, or of a plain loop in C for what TA-Lib lacks.",
  "  Claim: at most 2.",
  "- **÷ C, scalar**: the same without the compiler's vector instructions (`-fno-tree-vectorize`), which JavaScript engines do",
  "  not use: they compute four rows at once, in loops whose rows do not depend on each other. There the claim is this one.",
  "- **WebAssembly ÷**: the time of TA-Lib's WebAssembly build (talib-web) by ours, with its columns copied into its memory",
  "  and its lines out of it, as everybody has to who calls it with arrays: ours, and C, compute on the columns where they",
  "  are. Claim: at least 1. That build has no candle settings, so that its patterns are others than TA-Lib's, and are not",
  "  compared.",
  "- **trading-signals ÷**: the time of the same indicator in trading-signals, which computes row by row, by ours. Claim: at",
  "  least 2. **streams ÷**: the same against our streaming form.",
  "",
] as const;

function fixed(value: number | undefined): string {
  return value === undefined ? "" : value.toFixed(2);
}
