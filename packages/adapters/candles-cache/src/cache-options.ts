/** Options of a cache of candles. */

import {
  functionOption,
  integerOption,
  optional,
  portOption,
  resolveOptions,
  systemClock,
  textOption,
  type Clock,
  type OptionRules,
} from "@bourse/kernel";
import type { ReplaceFileOperations } from "@bourse/kernel/files";
import type { CandleProvider } from "@bourse/trading-core/market-data";

/** Options of {@link createCandleCache}. */
export interface CandleCacheOptions {
  /** Path of the cache's folder, created at the first write. Caches of several providers may share it. */
  readonly directory: string;
  /** Provider behind the cache. Only its candles with the source `live` are kept. */
  readonly provider: CandleProvider;
  /** Source of time. Default: the system's clock. */
  readonly clock?: Clock;
  /**
   * Called with a sentence about a damaged file or a failed write; the reply has it in `warnings` too. Default: no-op.
   */
  readonly warn?: (message: string) => void;
  /**
   * Time in milliseconds after its close during which a candle may still be missing at the source. An absent candle is
   * requested again until then, and counts as a hole afterwards. 0–3,600,000, default 60,000.
   */
  readonly settleMilliseconds?: number;
  /** Maximum number of files in the folder. 1–1,000,000, default 2000. */
  readonly maxFiles?: number;
  /** Maximum size of the folder in bytes. 0–2^53-1, default 4,294,967,296 (4 GiB). A larger series is not kept. */
  readonly maxBytes?: number;
  /** File operations for writes. Default: the system's. */
  readonly files?: ReplaceFileOperations;
}

export interface ResolvedOptions extends Required<Omit<CandleCacheOptions, "files">> {
  readonly files: ReplaceFileOperations | undefined;
}

const RULES: OptionRules<ResolvedOptions> = {
  directory: textOption({ maxLength: 4_096 }),
  provider: portOption<CandleProvider>(["candles", "symbols"]),
  clock: portOption<Clock>(["now"], { default: systemClock }),
  warn: functionOption<(message: string) => void>({ default: () => undefined }),
  settleMilliseconds: integerOption({ min: 0, max: 3_600_000, default: 60_000 }),
  maxFiles: integerOption({ min: 1, max: 1_000_000, default: 2000 }),
  maxBytes: integerOption({ min: 0, max: Number.MAX_SAFE_INTEGER, default: 2 ** 32 }),
  files: optional(portOption<ReplaceFileOperations>(["open", "rename", "rm"])),
};

/** @throws KernelError OPTION_INVALID */
export function resolveCacheOptions(options: CandleCacheOptions): ResolvedOptions {
  return resolveOptions<ResolvedOptions>("createCandleCache", options, RULES);
}
