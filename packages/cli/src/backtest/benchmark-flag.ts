/** The benchmark of `--benchmark` and `--tear-sheet`: the candles to hold instead. */

import { stat } from "node:fs/promises";

import { totalReturnCandles, type ActionRules } from "@bourse/backtest-engine/simulation";
import {
  alignBenchmark,
  benchmarkRange,
  momentsOf,
  type BenchmarkCandles,
  type BenchmarkJoin,
  type MarketsRead,
  type TearSheetFields,
} from "@bourse/trading-core";
import { canonicalSymbol, checkSymbol } from "@bourse/trading-core/market-data";

import { type Flags, type Surroundings, textFlag, UsageError } from "../command/command.ts";
import { filesOf } from "./candle-set.ts";
import { withoutFlags } from "./flag-values.ts";
import { loadCandles } from "./load-candles.ts";

/** The benchmark of a run. */
export interface LoadedBenchmark {
  /** Fields of the request that a server would have been asked for. */
  readonly fields: TearSheetFields;
  /** Candles at times of the run; null without a benchmark, undefined where no tear sheet is asked for. */
  readonly candles: BenchmarkCandles | null | undefined;
  /** Account of how the two were joined. Absent without a benchmark. */
  readonly join?: BenchmarkJoin;
  /** Warnings about days that were left out. */
  readonly warnings: readonly string[];
}

/**
 * Loads the candles of the benchmark from where those of the run come from: the provider, the folder of `--csv`, or
 * with a file in `--csv` another file. Default: those of the run itself; of several symbols none.
 *
 * @throws UsageError; EngineError as `loadCandles` and `alignBenchmark`
 */
export async function loadBenchmark(
  flags: Flags,
  {
    markets,
    source,
    actions,
  }: Pick<MarketsRead, "markets" | "source"> & { readonly actions: ActionRules },
  surroundings: Surroundings,
): Promise<LoadedBenchmark> {
  const asked = textFlag(flags, "benchmark");
  const isAsked = flags["tear-sheet"] === true;
  if (asked === undefined && !isAsked) return { fields: {}, candles: undefined, warnings: [] };
  const [lone, ...others] = Object.keys(markets);
  const name = asked ?? (others.length === 0 && flags["symbols"] === undefined ? lone : undefined);
  const sheet = isAsked && { tearSheet: true };
  if (name === undefined) return { fields: { ...sheet }, candles: null, warnings: [] };
  const times = momentsOf(markets);
  const known = [name, canonicalSymbol(name)].find((one) => Object.hasOwn(markets, one));
  const symbol = known ?? name;
  const read =
    known === undefined
      ? await loadCandles(await flagsOf(name, flags, times), surroundings)
      : { symbol, candles: totalReturnCandles(markets[known]!, actions, known), source }; // it has it
  const aligned = alignBenchmark(read, { times, source });
  for (const warning of aligned.warnings) surroundings.stderr(`warning: ${warning}`);
  return {
    fields: { ...sheet, ...(asked !== undefined && { benchmark: read.symbol }) },
    ...aligned,
  };
}

/** Flags of the run's own candles and of what is read beside them. */
const OF_THE_RUN = [
  "symbols",
  "symbol",
  "limit",
  "csv",
  "funding",
  "detail",
  "detail-csv",
  "funding-csv",
  "dividends-csv",
  "rolls-csv",
];

/** The flags that load the candles of the benchmark, from the first time of the run to its last. */
async function flagsOf(name: string, flags: Flags, times: Float64Array): Promise<Flags> {
  const shared = withoutFlags(flags, OF_THE_RUN);
  const source = textFlag(flags, "csv");
  if (source === undefined) {
    checkSymbol(canonicalSymbol(name));
    const [from, to] = benchmarkRange(times).map((time) => new Date(time).toISOString());
    return { ...shared, symbol: name, from, to };
  }
  if (flags["symbols"] !== undefined) {
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
