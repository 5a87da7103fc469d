/** Candles from a folder of CSV files. */

import { readdir } from "node:fs/promises";
import { join } from "node:path";

import {
  checkSymbol,
  EngineError,
  intervalLabel,
  selectCandles,
  type CandleProvider,
  type Interval,
} from "@bourse/backtest-engine/data";
import {
  integerOption,
  isBourseError,
  optional,
  portOption,
  resolveOptions,
  systemClock,
  textOption,
  type Clock,
  type OptionRules,
} from "@bourse/kernel";

import type { SeriesReading } from "./read-series.ts";
import { SeriesCache } from "./series-cache.ts";
import { bySeriesPreference, parseSeriesFile, type SeriesFile } from "./series-file.ts";

export interface CsvProviderOptions {
  /** The folder; files in folders below it are not looked at. One that does not exist holds nothing. */
  readonly directory: string;
  /** Lower case: only files of this exchange and those without one. Default: files of all. */
  readonly exchange?: string;
  /** Default the machine's. */
  readonly clock?: Clock;
  /** Candles of read files kept in memory, at 56 bytes each. 0–100,000,000; default 2,000,000. */
  readonly maxCachedCandles?: number;
}

/**
 * A provider of the files `<SYMBOL>-<interval>.csv` and `<exchange>-<SYMBOL>-<interval>.csv` in a folder, the interval
 * spelled in any accepted way.
 *
 * A file is read and checked as a whole when it is first asked for and again when it has changed. Of several files
 * for one series the one without an exchange is read, else the first by name, and a warning says so.
 *
 * @throws EngineError SYMBOL_UNKNOWN when no file holds the series, CANDLES_INVALID naming the file and its rows
 */
export function createCsvProvider(options: CsvProviderOptions): CandleProvider {
  const resolved = resolveOptions<ResolvedOptions>("createCsvProvider", options, RULES);
  const { directory, clock } = resolved;
  const cache = new SeriesCache(resolved.maxCachedCandles);
  const listed = async (): Promise<SeriesFile[]> => {
    const files = (await namesIn(directory))
      .map(parseSeriesFile)
      .filter((file) => file !== undefined);
    return files.filter(
      ({ exchange }) =>
        resolved.exchange === undefined || exchange === undefined || exchange === resolved.exchange,
    );
  };
  const readFile = async (file: SeriesFile): Promise<SeriesReading> => {
    try {
      return await cache.read(join(directory, file.name), file.name, file.interval);
    } catch (error) {
      if (isBourseError(error)) throw error;
      // Gone between the listing and the reading.
      if (isMissing(error)) throw unknownSeries(file.symbol, file.interval);
      throw unreadable(`The file ${file.name}`, error);
    }
  };
  return {
    exchange: "csv",
    async candles(request) {
      const { symbol, interval, signal } = request;
      signal?.throwIfAborted();
      checkSymbol(symbol);
      const files = (await listed()).filter(
        (file) => file.symbol === symbol && file.interval === interval,
      );
      const [file, ...others] = files.toSorted(bySeriesPreference);
      if (file === undefined) throw unknownSeries(symbol, interval);
      const { candles } = await readFile(file);
      signal?.throwIfAborted();
      const selected = selectCandles(candles, request, clock.now());
      const warnings = others.map(
        ({ name }) => `Two files hold this series: ${file.name} was read, ${name} was not.`,
      );
      return { candles: selected, exchange: "csv", source: "csv", warnings };
    },
    async symbols(signal) {
      signal?.throwIfAborted();
      const symbols = [...new Set((await listed()).map(({ symbol }) => symbol))].toSorted();
      return { symbols, exchange: "csv", source: "csv", warnings: [] };
    },
  };
}

interface ResolvedOptions extends Required<Omit<CsvProviderOptions, "exchange">> {
  readonly exchange: string | undefined;
}

const RULES: OptionRules<ResolvedOptions> = {
  directory: textOption({ maxLength: 4_096 }),
  exchange: optional(textOption({ maxLength: 32 })),
  clock: portOption<Clock>(["now"], { default: systemClock }),
  maxCachedCandles: integerOption({ min: 0, max: 100_000_000, default: 2_000_000 }),
};

async function namesIn(directory: string): Promise<string[]> {
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    // A pipe among them would be waited for without end.
    const readable = entries.filter((entry) => entry.isFile() || entry.isSymbolicLink());
    return readable.map(({ name }) => name);
  } catch (error) {
    if (isMissing(error)) return [];
    throw unreadable("The folder of CSV files", error);
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}

function unreadable(what: string, cause: unknown): EngineError {
  return new EngineError(
    "MARKET_DATA_UNAVAILABLE",
    `${what} must be readable; check its permissions.`,
    { cause },
  );
}

function unknownSeries(symbol: string, interval: Interval): EngineError {
  return new EngineError(
    "SYMBOL_UNKNOWN",
    `There must be a file ${symbol.replaceAll("/", "%2F")}-${intervalLabel(interval)}.csv for ${symbol} at the interval ${intervalLabel(interval)}; there is none.`,
    { details: { symbol, interval } },
  );
}
