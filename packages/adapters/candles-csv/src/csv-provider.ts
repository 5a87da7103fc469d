/** Candles from a folder of CSV files. */

import { join } from "node:path";

import { EngineError } from "@bourse/backtest-engine/data";
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
import {
  checkedProvider,
  checkSymbol,
  placeOf,
  selectCandles,
  type CandleProvider,
} from "@bourse/trading-core/market-data";

import { listSeriesFiles } from "./list-series-files.ts";
import { readPlace } from "./place-file.ts";
import type { SeriesReading } from "./read-series.ts";
import { SeriesCache } from "./series-cache.ts";
import { filesOfSeries, unknownSeries, type SeriesFile } from "./series-file.ts";
import { isMissing } from "./unless-missing.ts";

/** Options of {@link createCsvProvider}. */
export interface CsvProviderOptions {
  /** Path of the folder, without its subfolders. A folder that does not exist counts as empty. */
  readonly directory: string;
  /** Name of an exchange in lower case: only its files and those without an exchange are read. Default: all files. */
  readonly exchange?: string;
  /** Source of time. Default: the system's clock. */
  readonly clock?: Clock;
  /** Maximum number of candles kept in memory, at 56 bytes each. 0–100,000,000, default 2,000,000. */
  readonly maxCachedCandles?: number;
}

/**
 * Creates a provider of the files `<SYMBOL>-<interval>.csv` and `<exchange>-<SYMBOL>-<interval>.csv` in a folder, the
 * interval spelled in any accepted way, the symbol too: `BTC-USDT-1h.csv` holds candles of `BTCUSDT`.
 *
 * A file is read and checked as a whole when it is first requested and again when it has changed. When several files
 * hold one series, the one without an exchange is read, otherwise the first by name, and a warning names the others.
 *
 * @throws EngineError SYMBOL_UNKNOWN when no file holds the series, CANDLES_INVALID naming the file and its rows
 */
export function createCsvProvider(options: CsvProviderOptions): CandleProvider {
  const resolved = resolveOptions<ResolvedOptions>("createCsvProvider", options, RULES);
  const { directory, clock } = resolved;
  const cache = new SeriesCache(resolved.maxCachedCandles);
  const listed = async (): Promise<readonly SeriesFile[]> => {
    try {
      return await listSeriesFiles({ directory, exchange: resolved.exchange });
    } catch (error) {
      throw unreadable("The folder of CSV files", error);
    }
  };
  const readFile = async (file: SeriesFile): Promise<SeriesReading> => {
    try {
      return await cache.read(join(directory, file.name), file);
    } catch (error) {
      if (isBourseError(error)) throw error;
      // Gone between the listing and the reading.
      if (isMissing(error)) throw unknownSeries(file);
      throw unreadable(`The file ${file.name}`, error);
    }
  };
  return checkedProvider("createCsvProvider", {
    exchange: "csv",
    async candles(request) {
      const { signal } = request;
      signal?.throwIfAborted();
      checkSymbol(request.symbol);
      const [file, ...others] = filesOfSeries(await listed(), request);
      const { candles } = await readFile(file);
      signal?.throwIfAborted();
      const selected = selectCandles(candles, request, clock.now());
      const warnings = others.map(
        ({ name }) => `Two files hold this series: ${file.name} was read, ${name} was not.`,
      );
      const place = placeOf(await readPlace(directory, file.name));
      return { candles: selected, exchange: "csv", source: "csv", warnings, ...place };
    },
    async symbols(signal) {
      signal?.throwIfAborted();
      const symbols = [...new Set((await listed()).map(({ symbol }) => symbol))].toSorted();
      return { symbols, exchange: "csv", source: "csv", warnings: [] };
    },
  });
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

function unreadable(what: string, cause: unknown): EngineError {
  return new EngineError(
    "MARKET_DATA_UNAVAILABLE",
    `${what} must be readable; check its permissions.`,
    { cause },
  );
}
