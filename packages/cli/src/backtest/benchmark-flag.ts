/** The benchmark of `--benchmark` and `--tear-sheet`: the candles to hold instead. */

import { stat } from "node:fs/promises";

import {
  alignBenchmark,
  momentsOf,
  type BenchmarkCandles,
  type MarketsRead,
  type TearSheetFields,
} from "@bourse/trading-core";
import { canonicalSymbol, checkSymbol } from "@bourse/trading-core/market-data";

import { type Flags, type Surroundings, textFlag, UsageError } from "../command/command.ts";
import { filesOf } from "./candle-set.ts";
import { loadCandles } from "./load-candles.ts";

/** The benchmark of a run. */
export interface LoadedBenchmark {
  /** Fields of the request that a server would have been asked for. */
  readonly fields: TearSheetFields;
  /** Candle at each time of the run; null without a benchmark, undefined where no tear sheet is asked for. */
  readonly candles: BenchmarkCandles | null | undefined;
  /** Name of the benchmark. Absent without one. */
  readonly name?: string;
}

/**
 * Loads the candles of the benchmark from where those of the run come from: the provider, the folder of `--csv`, or
 * with a file in `--csv` another file. Default: those of the run itself; of several symbols none.
 *
 * @throws UsageError; EngineError as `loadCandles` and `alignBenchmark`
 */
export async function loadBenchmark(
  flags: Flags,
  { markets, source }: Pick<MarketsRead, "markets" | "source">,
  surroundings: Surroundings,
): Promise<LoadedBenchmark> {
  const asked = textFlag(flags, "benchmark");
  const isAsked = flags["tear-sheet"] === true;
  if (asked === undefined && !isAsked) return { fields: {}, candles: undefined };
  const [lone, ...others] = Object.keys(markets);
  const name = asked ?? (others.length === 0 && flags["symbols"] === undefined ? lone : undefined);
  const sheet = isAsked && { tearSheet: true };
  if (name === undefined) return { fields: { ...sheet }, candles: null };
  const times = momentsOf(markets);
  const known = [name, canonicalSymbol(name)].find((one) => Object.hasOwn(markets, one));
  const symbol = known ?? name;
  const read =
    known === undefined
      ? await loadCandles(await flagsOf(name, flags, times), surroundings)
      : { symbol, candles: markets[known]!, source }; // it has it
  return {
    fields: { ...sheet, ...(asked !== undefined && { benchmark: read.symbol }) },
    candles: alignBenchmark(read, { times, source }),
    name: read.symbol,
  };
}

/** The flags that load the candles of the benchmark, from the first time of the run to its last. */
async function flagsOf(name: string, flags: Flags, times: Float64Array): Promise<Flags> {
  const { symbols, symbol: _, limit: __, csv: ___, funding: ____, ...shared } = flags;
  const source = textFlag(flags, "csv");
  if (source === undefined) {
    checkSymbol(canonicalSymbol(name));
    const [from, to] = [times[0]!, times.at(-1)! + 1].map((time) => new Date(time).toISOString());
    return { ...shared, symbol: name, from, to }; // a run has a candle
  }
  if (symbols !== undefined) {
    const member = canonicalSymbol(name);
    return { ...shared, symbol: member, csv: (await filesOf(source, [member]))[member] };
  }
  const isFile = await stat(name).then(
    (found) => found.isFile(),
    () => false,
  );
  if (isFile) return { ...shared, csv: name };
  throw new UsageError(
    `--benchmark takes a file of candles where --csv has one; there is no file ${JSON.stringify(name)}.`,
  );
}
