/** Requests and results of jobs that work on live data, as a job shows them. */

import type { DataSyncRequest, DataSyncRun, SignalRequest, SignalRun } from "@bourse/trading-core";

import { isoTime } from "../../time/iso-time.ts";
import { wireSignal } from "./signal.ts";
import { wireWords } from "./wire-words.ts";
import { withoutUndefined } from "./without-undefined.ts";

/** Spells the request of a data_sync job as its payload, with times in ISO 8601. */
export function wireDataSyncRequest(request: DataSyncRequest): Record<string, unknown> {
  const { symbol, interval, limit, exchange, startTime, endTime } = request;
  return withoutUndefined({
    symbol,
    interval,
    limit,
    exchange,
    start_time: startTime === undefined ? undefined : isoTime(startTime),
    end_time: endTime === undefined ? undefined : isoTime(endTime),
  });
}

/** Spells the result of a data_sync job. */
export function wireDataSyncRun(run: DataSyncRun): Record<string, unknown> {
  return {
    exchange: run.exchange,
    source: run.source,
    candles: run.candles,
    missing: run.missing,
    first_timestamp: isoTime(run.firstTimestamp),
    last_timestamp: isoTime(run.lastTimestamp),
    warnings: run.warnings,
  };
}

/** Spells the request of a signal job as its payload. */
export function wireSignalRequest({ strategy, symbols }: SignalRequest): Record<string, unknown> {
  return { strategy, symbols };
}

/** Spells the result of a signal job. */
export function wireSignalRun({ signals, failures }: SignalRun): Record<string, unknown> {
  return {
    signals: signals.map(wireSignal),
    failures: failures.map(({ symbol, error }) => ({ symbol, error: wireWords(error) })),
  };
}
