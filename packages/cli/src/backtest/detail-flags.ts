/** The finer candles of `--detail` and `--detail-csv`. */

import type { Candles, Interval } from "@bourse/backtest-engine";
import { detectInterval, dividesInterval, intervalLabel } from "@bourse/backtest-engine/data";
import type { DetailUse } from "@bourse/backtest-engine/simulation";
import { readCandlesFile } from "@bourse/candles-columnar";
import type { BacktestRequest } from "@bourse/trading-core";

import { type Flags, textFlag, UsageError } from "../command/command.ts";
import { fileOptions } from "./file-flags.ts";

/** Finer candles with what the user should know of them. */
export interface LoadedDetail {
  readonly candles: Candles;
  /** Name of their file; absent for those of the source of the run's candles. */
  readonly file?: string;
  /** Absent when a file's candles follow no interval. */
  readonly interval?: Interval;
  readonly warnings: readonly string[];
}

/** @throws UsageError for two sources of the detail, and for a source that a file has not */
export function checkDetailFlags(flags: Flags): void {
  if (flags["detail"] === undefined) return;
  if (flags["detail-csv"] !== undefined) {
    throw new UsageError("--detail and --detail-csv exclude each other; give one of the two.");
  }
  if (flags["csv"] === undefined) return;
  throw new UsageError(
    "--detail reads from the source of the candles, and --csv has a file; give the finer candles with --detail-csv FILE.",
  );
}

/** Reads `--detail-csv` for candles of `interval`; undefined without it. @throws UsageError, EngineError */
export async function detailFile(
  flags: Flags,
  interval: Interval | undefined,
): Promise<LoadedDetail | undefined> {
  const file = textFlag(flags, "detail-csv");
  if (file === undefined) return undefined;
  const { gaps: _, ...options } = fileOptions(flags); // gaps of the detail are counted
  const { candles, format, skipped, duplicates } = await readCandlesFile(file, options);
  const own = detectInterval(candles);
  if (own !== undefined && interval !== undefined) {
    if (own === interval || !dividesInterval(own, interval)) {
      throw new UsageError(
        `--detail-csv takes shorter candles that divide those of ${intervalLabel(interval)}; those of ${file} have ${intervalLabel(own)}.`,
      );
    }
  }
  const leftOut = skipped.count + duplicates.count;
  const rows = `${file}: ${skipped.count} rows were skipped, ${duplicates.count} were repeated.`;
  return {
    candles,
    file,
    ...(own !== undefined && { interval: own }),
    warnings: [...(leftOut > 0 ? [rows] : []), ...format.assumptions],
  };
}

/** The finer candles and their use as a result in JSON has them. */
export function detailFields(
  detail: DetailUse | undefined,
  interval: Interval | undefined,
): { readonly detail_interval?: Interval; readonly detail?: DetailUse } {
  if (detail === undefined) return {};
  return { ...(interval !== undefined && { detail_interval: interval }), detail };
}

/** The field of the request that a server would have been asked for the same detail; none for that of a file. */
export function detailField(
  detail: Omit<LoadedDetail, "candles"> | undefined,
): Pick<BacktestRequest, "detailInterval"> {
  if (detail?.interval === undefined || detail.file !== undefined) return {};
  return { detailInterval: detail.interval };
}

/** A line on the candles that were simulated by the finer ones; none without detail. */
export function detailLines(
  detail: DetailUse | undefined,
  interval: Interval | undefined,
): readonly string[] {
  if (detail === undefined) return [];
  const finer = interval === undefined ? "" : ` ${intervalLabel(interval)}`;
  return [
    `detail${finer}: ${detail.candles} candles simulated by their detail, ${detail.missing} without a whole one as they are`,
  ];
}
