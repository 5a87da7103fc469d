// Indices stay within the lengths, so `!` on array reads only satisfies the type checker.

/** The candles of a benchmark at the times of a run. */

import { type Candles, EngineError } from "@bourse/backtest-engine";
import type { TearSheetOptions } from "@bourse/backtest-engine/tear-sheet";
import { anyText, objectOf, recordOf, wholeNumber } from "@bourse/kernel";

import type { CandleSource } from "../market-data/port.ts";
import { anyTimes } from "../part-shapes.ts";

/** Candles that a tear sheet compares with. */
export type BenchmarkCandles = NonNullable<TearSheetOptions["benchmark"]>;

/** The candles of a benchmark as they were read. */
export interface BenchmarkRead {
  /** Symbol of the benchmark. */
  readonly symbol: string;
  /** Candles of the benchmark. */
  readonly candles: BenchmarkCandles;
  /** Kind of source that they were read from. */
  readonly source: CandleSource;
}

/** Account of how a run and its benchmark were joined. A type alias, so that the store accepts it as JSON. */
export type BenchmarkJoin = {
  /** Symbol of the benchmark. */
  readonly symbol: string;
  /** `trading_day` for candles of a day or longer, `time` for shorter ones. */
  readonly joinedBy: "trading_day" | "time";
  /** Number of pairs of a time of the run and a candle of the benchmark. */
  readonly pairs: number;
  /** Number of times of the run that the benchmark has no candle for. */
  readonly runOnly: number;
  /** Number of candles of the benchmark, from the first to the last time of the run, that the run has no time for. */
  readonly benchmarkOnly: number;
};

/** The candles of a benchmark that belong to a run. */
export interface AlignedBenchmark {
  /** Candles at times of the run. */
  readonly candles: BenchmarkCandles;
  /** Account of the join. */
  readonly join: BenchmarkJoin;
  /** Sentence about the days that were left out. Empty when there are none. */
  readonly warnings: readonly string[];
}

/**
 * Joins a benchmark to the times of a run, ascending. Where both have candles of a day or longer, those of one trading
 * day are a pair: the date, in UTC, of their opens, which files that state their zone have as the date of their place.
 * Days of one side only are left out. Shorter candles are pairs at the same time, and none may be missing. O(n).
 *
 * @throws EngineError CANDLES_TOO_FEW where fewer than half of the run's days are pairs, or a shorter candle is
 * missing; MARKET_DATA_UNAVAILABLE where the candles of the run or of the benchmark are simulated and the others are
 * not
 */
export function alignBenchmark(
  read: BenchmarkRead,
  run: { readonly times: Float64Array; readonly source: CandleSource },
): AlignedBenchmark {
  READ("read", read);
  RUN("run", run);
  const { symbol, candles, source } = read;
  if (source !== run.source && [source, run.source].includes("simulated")) {
    throw new EngineError(
      "MARKET_DATA_UNAVAILABLE",
      `The candles of the run are ${run.source} and those of the benchmark ${symbol} are ${source}, which do not compare. Run it again when the exchange answers, or let all come from the exchange "simulated".`,
    );
  }
  const { times } = run;
  const own = candles.time.subarray(0, candles.length);
  const isDaily = areDays(times) && areDays(own);
  const paired = pairTimes(times, own, isDaily ? DAY : 1);
  const { run: at, benchmark: from, runOnly, benchmarkOnly } = paired;
  const pairs = at.length;
  if (isDaily ? 2 * pairs < times.length : runOnly.length > 0) {
    throw new EngineError("CANDLES_TOO_FEW", tooFewPairs(symbol, times, runOnly, isDaily));
  }
  const pick = (column: Float64Array, rows: Uint32Array): Float64Array =>
    Float64Array.from(rows, (row) => column[row]!);
  const [open, close] = [pick(candles.open, from), pick(candles.close, from)];
  const isWhole = runOnly.length + benchmarkOnly.length === 0;
  return {
    candles: { length: pairs, time: pick(times, at), open, close },
    join: {
      symbol,
      joinedBy: isDaily ? "trading_day" : "time",
      pairs,
      runOnly: runOnly.length,
      benchmarkOnly: benchmarkOnly.length,
    },
    warnings: isDaily && !isWhole ? [leftOut(symbol, pairs, paired)] : [],
  };
}

const READ = objectOf({
  symbol: anyText,
  candles: objectOf({
    length: wholeNumber({ min: 0 }),
    time: anyTimes,
    open: anyTimes,
    close: anyTimes,
  }),
  source: anyText,
});
const RUN = objectOf({ times: anyTimes, source: anyText });

/** The times of two series that belong together, and those that are alone. */
interface PairedTimes {
  /** Index in the run of each pair, ascending. */
  readonly run: Uint32Array;
  /** Index in the benchmark of each pair, ascending. */
  readonly benchmark: Uint32Array;
  /** Times of the run without a partner. */
  readonly runOnly: readonly number[];
  /** Times of the benchmark without a partner, none of them before or after those of the run. */
  readonly benchmarkOnly: readonly number[];
}

/** Pairs the times of two ascending series that lie in one period of `period` milliseconds of UTC, one to one. O(n). */
export function pairTimes(run: Float64Array, benchmark: Float64Array, period: number): PairedTimes {
  const most = Math.min(run.length, benchmark.length);
  const rows = [new Uint32Array(most), new Uint32Array(most)] as const;
  const [runOnly, benchmarkOnly]: [number[], number[]] = [[], []];
  let [i, j, pairs] = [0, 0, 0];
  while (i < run.length) {
    const [at, other] = [run[i]!, benchmark[j] ?? Infinity];
    const step = Math.floor(at / period) - Math.floor(other / period);
    if (step === 0) {
      rows[0][pairs] = i++;
      rows[1][pairs++] = j++;
    } else if (step < 0) runOnly.push(run[i++]!);
    else {
      if (i > 0) benchmarkOnly.push(other);
      j++;
    }
  }
  const [own, theirs] = rows.map((row) => row.subarray(0, pairs)) as [Uint32Array, Uint32Array];
  return { run: own, benchmark: theirs, runOnly, benchmarkOnly };
}

/** Range of time in which the benchmark of a run is wanted: with daily candles all of the first and the last day. */
export function benchmarkRange(times: Float64Array): readonly [startTime: number, endTime: number] {
  anyTimes("times", times);
  const [first, last] = [times[0]!, times.at(-1)!]; // a run has a candle
  if (!areDays(times)) return [first, last + 1];
  return [Math.floor(first / DAY) * DAY, (Math.floor(last / DAY) + 1) * DAY];
}

const DAY = 86_400_000;
/** Shortest distance of daily candles: where clocks go forward, a day has 23 hours. */
const SHORTEST_DAY = DAY - 3_600_000;

function areDays(times: Float64Array): boolean {
  const isDay = (time: number, k: number): boolean =>
    k === 0 || time - times[k - 1]! >= SHORTEST_DAY;
  return times.length > 1 && times.every(isDay);
}

function tooFewPairs(
  symbol: string,
  times: Float64Array,
  runOnly: readonly number[],
  isDaily: boolean,
): string {
  const first = new Date(runOnly[0]!).toISOString();
  if (isDaily) {
    return `The benchmark ${symbol} has a candle on ${times.length - runOnly.length} of the ${times.length} trading days of the run, and at least half are needed; the first day without one is ${first.slice(0, 10)}. Choose a range in which it has more, or another benchmark.`;
  }
  return `The benchmark ${symbol} has no candle at ${runOnly.length} of the ${times.length} times of the run, the first of them ${first}. Choose a range in which it has all of them, or another benchmark; candles of a day or longer are compared by trading day, and some may be missing.`;
}

function leftOut(symbol: string, pairs: number, { runOnly, benchmarkOnly }: PairedTimes): string {
  return `The run and its benchmark ${symbol} were joined by trading day: ${pairs} days are pairs, ${daysOf(runOnly)} the run alone has, and ${daysOf(benchmarkOnly)} the benchmark alone. Figures beside the benchmark leave those out.`;
}

/** Days listed by name. */
const NAMED = 3;

function daysOf(times: readonly number[]): string {
  const names = times.slice(0, NAMED).map((time) => new Date(time).toISOString().slice(0, 10));
  return times.length === 0
    ? "none"
    : `${times.length} (${names.join(", ")}${times.length > NAMED ? ", …" : ""})`;
}

/** The times at which a candle of any market opens, ascending. */
export function momentsOf(markets: Readonly<Record<string, Candles>>): Float64Array {
  recordOf(objectOf({ time: anyTimes }))("markets", markets);
  const [first, ...others]: readonly Candles[] = Object.values(markets);
  if (others.length === 0) return first?.time ?? new Float64Array();
  const all = new Set(Object.values(markets).flatMap(({ time }) => [...time]));
  return Float64Array.from(all).sort();
}
