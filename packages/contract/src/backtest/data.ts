/** Candles over the wire, the cache's status, symbols, and imports. */

import * as z from "zod";

import { CandleSource, Timestamp } from "./common.ts";
import { Count, Figure, MaybeTime, NotNegative, Statistic, Text } from "./fields.ts";

export const Kline = z.object({
  timestamp: Timestamp,
  open: Figure,
  high: Figure,
  low: Figure,
  close: Figure,
  volume: Figure,
  turnover: Statistic,
});
export type Kline = z.infer<typeof Kline>;

/** Oldest first; closed candles only. */
export const Klines = z.object({
  symbol: Text,
  exchange: Text,
  interval: Text,
  start_time: MaybeTime,
  end_time: MaybeTime,
  count: Count,
  source: CandleSource,
  records: z.array(Kline),
});
export type Klines = z.infer<typeof Klines>;

export const CachedSeries = z.object({
  symbol: Text,
  exchange: Text,
  interval: Text,
  start_time: Timestamp,
  end_time: Timestamp,
  records: Count,
  size_mb: NotNegative,
});

export const CacheStatus = z.object({
  cache_dir: Text,
  total_symbols: Count,
  total_files: Count,
  total_size_bytes: Count,
  total_size_mb: NotNegative,
  oldest_data: MaybeTime,
  newest_data: MaybeTime,
  symbols: z.array(CachedSeries),
});
export type CacheStatus = z.infer<typeof CacheStatus>;

export const CacheCleared = z.object({ files_deleted: Count });

export const SymbolList = z.object({
  exchange: Text,
  symbols: z.array(Text),
  count: Count,
  source: CandleSource,
});
export type SymbolList = z.infer<typeof SymbolList>;

export const ImportReply = z.object({
  symbol: Text,
  interval: Text,
  records: Count,
  gaps: Count,
});
export type ImportReply = z.infer<typeof ImportReply>;
