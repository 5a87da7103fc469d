// Indices stay within the lengths, so `!` on array reads only satisfies the type checker.

/** The candles of a benchmark at the times of a run. */

import { type Candles, EngineError } from "@bourse/backtest-engine";
import type { TearSheetOptions } from "@bourse/backtest-engine/tear-sheet";

import type { CandleSource } from "../market-data/port.ts";

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

/**
 * Picks the benchmark's candle at each time of a run. O(n).
 *
 * @throws EngineError CANDLES_TOO_FEW where it has none at one of them; MARKET_DATA_UNAVAILABLE where the candles of
 * the run or of the benchmark are simulated and the others are not
 */
export function alignBenchmark(
  { symbol, candles, source }: BenchmarkRead,
  run: { readonly times: Float64Array; readonly source: CandleSource },
): BenchmarkCandles {
  if (source !== run.source && [source, run.source].includes("simulated")) {
    throw new EngineError(
      "MARKET_DATA_UNAVAILABLE",
      `The candles of the run are ${run.source} and those of the benchmark ${symbol} are ${source}, which do not compare. Run it again when the exchange answers, or let all come from the exchange "simulated".`,
    );
  }
  return atTimes(symbol, candles, run.times);
}

function atTimes(
  symbol: string,
  { length, time, open, close }: BenchmarkCandles,
  times: Float64Array,
): BenchmarkCandles {
  const rows = new Uint32Array(times.length);
  let [row, missing, firstMissing] = [0, 0, NaN];
  for (let k = 0; k < times.length; k++) {
    while (row < length && time[row]! < times[k]!) row++;
    if (row < length && time[row] === times[k]) rows[k] = row;
    else if (missing++ === 0) firstMissing = times[k]!;
  }
  if (missing > 0) {
    throw new EngineError(
      "CANDLES_TOO_FEW",
      `The benchmark ${symbol} has no candle at ${missing} of the ${times.length} times of the run, the first of them ${new Date(firstMissing).toISOString()}. Choose a range in which it has all of them, or another benchmark.`,
    );
  }
  if (length === times.length) return { length, time, open, close };
  const pick = (column: Float64Array): Float64Array =>
    Float64Array.from(rows, (from) => column[from]!);
  return { length: times.length, time: times, open: pick(open), close: pick(close) };
}

/** The times at which a candle of any market opens, ascending. */
export function momentsOf(markets: Readonly<Record<string, Candles>>): Float64Array {
  const [first, ...others]: readonly Candles[] = Object.values(markets);
  if (others.length === 0) return first?.time ?? new Float64Array();
  const all = new Set(Object.values(markets).flatMap(({ time }) => [...time]));
  return Float64Array.from(all).sort();
}
