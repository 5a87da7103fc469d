/** Faults that candles may have although each of them is valid. */

import type { Kline } from "@bourse/contract/backtest";

export interface Examined {
  readonly candles: number;
  /** Origin of the candles. */
  readonly source: string;
  /** Times of the first and the last candle, ISO 8601; empty without a candle. */
  readonly first: string;
  readonly last: string;
  /** Number of places where candles are missing. */
  readonly gaps: number;
  /** Number of missing candles. */
  readonly missing: number;
  /** Number of candles whose four prices are the same. */
  readonly still: number;
  /** Number of candles without volume. */
  readonly silent: number;
  /** Largest move from one close to the next, a fraction. */
  readonly jump: number;
}

/** Examines candles, oldest first. The length of a candle is the shortest distance of two. */
export function examine(records: readonly Kline[], source: string): Examined {
  const times = records.map(({ timestamp }) => Date.parse(timestamp));
  const steps = times.slice(1).map((time, at) => time - (times[at] ?? 0));
  const length = Math.min(...steps);
  const wide = steps.filter((step) => step > length);
  let jump = 0;
  for (const [at, { close }] of records.entries()) {
    const before = records[at - 1]?.close;
    if (before !== undefined) jump = Math.max(jump, Math.abs(close / before - 1));
  }
  return {
    candles: records.length,
    source,
    first: records[0]?.timestamp ?? "",
    last: records.at(-1)?.timestamp ?? "",
    gaps: wide.length,
    missing: wide.reduce((sum, step) => sum + Math.round(step / length) - 1, 0),
    still: records.filter(({ open, high, low, close }) => high === low && open === close).length,
    silent: records.filter(({ volume }) => volume === 0).length,
    jump,
  };
}
