/** The series in the folder of a cache, read without a provider. */

import type { Candles, Interval } from "@bourse/backtest-engine/data";
import { functionOption, resolveOptions, textOption, type OptionRules } from "@bourse/kernel";

import { SeriesFolder } from "./series-folder.ts";

/** Options of {@link readCandleCache}. */
export interface ReadCandleCacheOptions {
  /** Path of the cache's folder; one that does not exist is empty. */
  readonly directory: string;
  /** Called with a sentence about a file that is damaged, which is set aside, or cannot be read. Default: no-op. */
  readonly warn?: (message: string) => void;
}

/** One series of a cache's folder. */
export interface CachedSeries {
  /** Name of the exchange. */
  readonly exchange: string;
  /** Canonical symbol. */
  readonly symbol: string;
  /** Length of a candle; `funding` where the rows are the funding rates of a contract. */
  readonly interval: Interval | "funding";
  /** Size of the file in bytes. */
  readonly sizeBytes: number;
  /** Candles on disk, oldest first; of funding rates `open` is the rate, `close` the mark price, 0 for none. */
  readonly candles: Candles;
}

/**
 * Reads the series of a cache's folder one after the other, in the order of their file names. No provider is asked, no
 * series is marked as used, and a server may write to the folder at the same time.
 *
 * @throws KernelError OPTION_INVALID
 */
export async function* readCandleCache(
  given: ReadCandleCacheOptions,
): AsyncGenerator<CachedSeries, void, undefined> {
  const { directory, warn } = resolveOptions("readCandleCache", given, RULES);
  for await (const series of new SeriesFolder(directory, warn, undefined).all()) {
    const { exchange, symbol, interval, sizeBytes, candles } = series;
    yield { exchange, symbol, interval, sizeBytes, candles };
  }
}

const RULES: OptionRules<Required<ReadCandleCacheOptions>> = {
  directory: textOption({ maxLength: 4_096 }),
  warn: functionOption<(message: string) => void>({ default: () => undefined }),
};
