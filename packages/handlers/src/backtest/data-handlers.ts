/** Candles, symbols, the cache and imports. */

import { normaliseInterval, type Candles } from "@bourse/backtest-engine/data";
import { Problem, type Handlers } from "@bourse/contract";
import { timeOf, type BacktestApi, type CacheStatus, type Kline } from "@bourse/contract/backtest";
import { hasCode } from "@bourse/kernel";
import type { BacktestService } from "@bourse/trading-core";
import {
  canonicalSymbol,
  type CandleCacheControl,
  type StoredImport,
} from "@bourse/trading-core/market-data";

import { isoTime } from "../time/iso-time.ts";
import type { BacktestCaller } from "./access.ts";
import { joinCandles } from "./join-candles.ts";
import { refuseMember } from "./translate.ts";
import { fileOptionsOf, wireFormat } from "./wire/candle-file.ts";
import { wireWords } from "./wire/wire-words.ts";

type Routes = Pick<
  BacktestApi["routes"],
  | "getKlines"
  | "getCache"
  | "clearCache"
  | "listSymbols"
  | "importCandles"
  | "listImports"
  | "deleteImport"
>;

export function dataHandlers(service: BacktestService): Handlers<Routes, unknown> {
  return {
    getKlines: klines(service),

    getCache: () => cacheStatus(service.cache),

    clearCache: async () => ({ files_deleted: (await service.cache.clear()).filesDeleted }),

    async listSymbols({ query }, { signal }) {
      const { exchange } = query;
      const { symbols, source } = await service.exchanges.find(exchange).symbols(signal);
      return { exchange, symbols: [...symbols], count: symbols.length, source };
    },

    importCandles: importOf(service),

    async listImports() {
      const imports = await service.imports.list();
      return {
        imports: imports.map((series) => ({
          symbol: series.symbol,
          exchange: series.exchange,
          interval: series.interval,
          size_bytes: series.sizeBytes,
          imported_at: isoTime(series.importedAt),
          ...(series.timeZone !== undefined && { time_zone: series.timeZone }),
          ...factsOf(series),
        })),
        count: imports.length,
        total_size_bytes: imports.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      };
    },

    async deleteImport({ query }) {
      const { interval, exchange } = query;
      const symbol = canonicalSymbol(query.symbol);
      try {
        await service.imports.delete({ symbol, interval, ...(exchange && { exchange }) });
        return { symbol, interval, status: "deleted" };
      } catch (error) {
        if (!hasCode(error, "SYMBOL_UNKNOWN")) throw error;
        const { message } = error;
        throw new Problem({ code: "IMPORT_NOT_FOUND", status: 404, message }, { cause: error });
      }
    },
  };
}

/** Reads the newest candles of a range, or all of it joined. */
function klines({ exchanges }: BacktestService): Handlers<Routes, unknown>["getKlines"] {
  return async ({ query }, { signal }) => {
    const { interval, limit, use_cache: useCache, joined, start_time: start } = query;
    if (joined && start === undefined) throw new Problem(JOINED_WITHOUT_START);
    const { end_time: end } = query;
    if (start !== undefined && end !== undefined && timeOf(start) >= timeOf(end)) {
      throw new Problem(reversed(start, end));
    }
    const symbol = canonicalSymbol(query.symbol);
    const reply = await exchanges.find(query.exchange).candles({
      symbol,
      interval: normaliseInterval(interval),
      limit: joined ? MOST_JOINED : limit,
      useCache,
      ...(start !== undefined && { startTime: timeOf(start) }),
      ...(end !== undefined && { endTime: timeOf(end) }),
      ...(signal === undefined ? {} : { signal }),
    });
    const records = recordsOf(joined ? joinCandles(reply.candles, limit) : reply.candles);
    return {
      symbol,
      exchange: reply.exchange,
      interval,
      start_time: records[0]?.timestamp ?? null,
      end_time: records.at(-1)?.timestamp ?? null,
      count: records.length,
      source: reply.source,
      records,
    };
  };
}

/** Imports a file of candles. */
function importOf({ imports }: BacktestService): Handlers<Routes, unknown>["importCandles"] {
  return async ({ query, body }, { identity, signal }) => {
    const { interval, exchange } = query;
    const owner = (identity as BacktestCaller | undefined)?.owner;
    const symbol = canonicalSymbol(query.symbol);
    const series = { symbol, interval, ...(exchange === undefined ? {} : { exchange }) };
    try {
      const imported = await imports.import(
        {
          ...series,
          ...(typeof body === "string" ? { csv: body } : { bytes: body }),
          file: fileOptionsOf(query),
          ...(query.calendar !== undefined && { calendar: query.calendar }),
        },
        { ...(owner !== undefined && { owner }), ...(signal !== undefined && { signal }) },
      );
      return {
        symbol,
        interval,
        records: imported.records,
        gaps: imported.gaps.length,
        timestamp_unit: imported.timestampUnit,
        time_zone: imported.timeZone,
        ...factsOf(imported),
        first_timestamp: isoTime(imported.firstTimestamp),
        last_timestamp: isoTime(imported.lastTimestamp),
        filled: imported.filled,
        format: wireFormat(imported.format),
        skipped: { count: imported.skipped.count, rows: [...imported.skipped.rows] },
        duplicates: { count: imported.duplicates.count },
      };
    } catch (error) {
      if (hasCode(error, "CANDLES_INVALID")) throw refuseMember(error, "VALIDATION_ERROR");
      if (!hasCode(error, "OPTIONS_INVALID")) throw error;
      const message = wireWords(error.message);
      throw new Problem({ code: "INVALID_PARAMETERS", status: 400, message }, { cause: error });
    }
  };
}

/** The calendar and the candles of a year of an imported series. */
function factsOf({ calendar, barsPerYear }: Pick<StoredImport, "calendar" | "barsPerYear">) {
  return {
    ...(calendar !== undefined && { calendar }),
    ...(barsPerYear !== undefined && { bars_per_year: barsPerYear }),
  };
}

/** Maximum number of candles of a range that are joined. */
const MOST_JOINED = 1_000_000;

const JOINED_WITHOUT_START = {
  code: "INVALID_PARAMETERS",
  status: 400,
  message: "joined needs start_time: all candles from there on are joined.",
} as const;

/** The refusal of a range that ends before it starts, with its ends as the caller wrote them. */
function reversed(start: string, end: string) {
  const message = `start_time must be before end_time; found ${start} and ${end}.`;
  return { code: "INVALID_PARAMETERS", status: 400, message };
}

function recordsOf(candles: Candles): Kline[] {
  const { time, open, high, low, close, volume, turnover } = candles;
  return Array.from({ length: candles.length }, (_, row) => ({
    timestamp: isoTime(time[row]!),
    open: open[row]!,
    high: high[row]!,
    low: low[row]!,
    close: close[row]!,
    volume: volume[row]!,
    turnover: turnover?.[row] ?? null,
  }));
}

async function cacheStatus(cache: CandleCacheControl): Promise<CacheStatus> {
  const report = await cache.status();
  return {
    cache_dir: report.cacheDir,
    total_symbols: report.totalSymbols,
    total_files: report.totalFiles,
    total_size_bytes: report.totalSizeBytes,
    total_size_mb: report.totalSizeMb,
    oldest_data: isoTime(report.oldestData),
    newest_data: isoTime(report.newestData),
    symbols: report.symbols.map((series) => ({
      symbol: series.symbol,
      exchange: series.exchange,
      interval: series.interval,
      start_time: isoTime(series.startTime),
      end_time: isoTime(series.endTime),
      records: series.records,
      size_mb: series.sizeMb,
    })),
  };
}
