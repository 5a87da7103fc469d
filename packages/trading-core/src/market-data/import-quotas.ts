/** Quotas of imported candles: how many series, and how many bytes of them. */

import { EngineError } from "@bourse/backtest-engine";
import { candleFileKind } from "@bourse/backtest-engine/data";
import {
  absentOr,
  anyNumber,
  anyText,
  integerOption,
  objectOf,
  type OptionRules,
} from "@bourse/kernel";

import { checkQuota } from "../quotas/check-quota.ts";
import type { ImportName } from "./candle-storage.ts";

/** Maximum sizes of a storage of imports. */
export interface ImportQuotas {
  /** Maximum number of series. 1–10,000,000, default 1000. */
  readonly maxSeries: number;
  /** Maximum size of all series together in bytes. 1–2^53-1, default 4,294,967,296 (4 GiB). */
  readonly maxBytes: number;
}

/** Rules of {@link ImportQuotas}. */
export const importQuotaRules: OptionRules<ImportQuotas> = {
  maxSeries: integerOption({ min: 1, max: 10_000_000, default: 1000 }),
  maxBytes: integerOption({ min: 1, max: Number.MAX_SAFE_INTEGER, default: 2 ** 32 }),
};

/** Import that asks for room beside what is stored. */
interface NewImport {
  /** Number of stored series that stay. */
  readonly series: number;
  /** Size in bytes of the stored series that stay. */
  readonly bytes: number;
  /** Size in bytes of the new series, as far as it is known. */
  readonly added: number;
}

/**
 * Refuses one more series beyond a quota.
 *
 * @throws EngineError QUOTA_EXCEEDED
 */
export function checkImportQuotas(asked: NewImport, quotas: ImportQuotas): void {
  objectOf({ series: anyNumber, bytes: anyNumber, added: anyNumber })("asked", asked);
  objectOf({ maxSeries: anyNumber, maxBytes: anyNumber })("quotas", quotas);
  const { series, bytes, added } = asked;
  const { maxSeries, maxBytes } = quotas;
  const advice = "Delete an import that is no longer needed.";
  checkQuota({ what: "imported series", held: series, limit: maxSeries, advice });
  checkQuota({
    what: "bytes of imported series",
    held: bytes,
    added,
    limit: maxBytes,
    advice,
  });
}

/** Makes the refusal of a deletion whose series is not there. */
export function unknownImport(name: ImportName): EngineError {
  objectOf({ symbol: anyText, interval: anyText, exchange: absentOr(anyText) })("name", name);
  const { symbol, interval, exchange } = name;
  const source = exchange === undefined ? "" : ` from ${exchange}`;
  return new EngineError(
    "SYMBOL_UNKNOWN",
    `There is no import of ${symbol} at the interval ${interval}${source}.`,
    { details: { symbol, interval } },
  );
}

/** Refuses the bytes of a Parquet or Arrow file. @throws EngineError MARKET_DATA_REFUSED */
export function requireText(bytes: Uint8Array): void {
  const kind = candleFileKind(bytes);
  if (kind === "text") return;
  const name = kind === "parquet" ? "Parquet" : "Arrow";
  throw new EngineError(
    "MARKET_DATA_REFUSED",
    `This storage has no reader for ${name} files; import the candles as CSV.`,
  );
}
