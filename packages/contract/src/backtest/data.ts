/** Candles over the wire, the cache's status, symbols, and imports. */

import * as z from "zod";

import { CandleSource, Timestamp } from "./common.ts";

export const Kline = z.object({
  timestamp: Timestamp,
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
  volume: z.number(),
  turnover: z.number().nullable().describe("in quote units; null where the source has none"),
});
export type Kline = z.infer<typeof Kline>;

/** Oldest first; closed candles only. */
export const Klines = z.object({
  symbol: z.string(),
  exchange: z.string(),
  interval: z.string(),
  start_time: Timestamp.nullable(),
  end_time: Timestamp.nullable(),
  count: z.int().min(0),
  source: CandleSource,
  records: z.array(Kline),
});
export type Klines = z.infer<typeof Klines>;

export const CachedSeries = z.object({
  symbol: z.string(),
  exchange: z.string(),
  interval: z.string(),
  start_time: Timestamp,
  end_time: Timestamp,
  records: z.int().min(0),
  size_mb: z.number().min(0),
});

export const CacheStatus = z.object({
  cache_dir: z.string(),
  total_symbols: z.int().min(0),
  total_files: z.int().min(0),
  total_size_bytes: z.int().min(0),
  total_size_mb: z.number().min(0),
  oldest_data: Timestamp.nullable(),
  newest_data: Timestamp.nullable(),
  symbols: z.array(CachedSeries),
});
export type CacheStatus = z.infer<typeof CacheStatus>;

export const CacheCleared = z.object({ files_deleted: z.int().min(0) });

export const SymbolList = z.object({
  exchange: z.string(),
  symbols: z.array(z.string()),
  count: z.int().min(0),
  source: CandleSource,
});
export type SymbolList = z.infer<typeof SymbolList>;

export const ImportReply = z.object({
  symbol: z.string(),
  interval: z.string(),
  records: z.int().min(0),
  gaps: z.int().min(0).describe("places where candles are missing"),
});
export type ImportReply = z.infer<typeof ImportReply>;
