/** Columns of candles searched, copied and joined: what providers are made of. */

import { listOf, objectOf } from "@bourse/kernel";

import { requireArguments, requireColumns, requireNumbers } from "../require-arguments.ts";
import type { Candles } from "./candles.ts";
import { createCandles } from "./create-candles.ts";
import { requireCandles } from "./require-candles.ts";

const PARTS = { parts: listOf(objectOf({})) };

/** The first index whose time is at or after `time`; `times.length` when there is none. O(log n). */
export function firstIndexFrom(times: Float64Array, time: number): number {
  requireColumns({ times });
  requireNumbers({ time });
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    // `middle` lies between the bounds of the array.
    if (times[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Copies `[from, to)` into new buffers, which the receiver may change or transfer. */
export function copyCandles(series: Candles, from: number, to: number): Candles {
  requireCandles(series, "copyCandles");
  requireNumbers({ from, to });
  return {
    length: to - from,
    time: series.time.slice(from, to),
    open: series.open.slice(from, to),
    high: series.high.slice(from, to),
    low: series.low.slice(from, to),
    close: series.close.slice(from, to),
    volume: series.volume.slice(from, to),
    ...(series.turnover && { turnover: series.turnover.slice(from, to) }),
  };
}

/**
 * The parts one after another in new buffers; the caller sees to their order.
 * Turnover stays when every part that holds candles has it.
 */
export function joinCandles(parts: readonly Candles[]): Candles {
  requireArguments("joinCandles", { parts }, PARTS);
  for (const part of parts) requireCandles(part, "joinCandles");
  const filled = parts.filter(({ length }) => length > 0);
  const length = filled.reduce((sum, part) => sum + part.length, 0);
  const turnover = filled.every((part) => part.turnover !== undefined);
  const joined = createCandles(length, { turnover });
  let at = 0;
  for (const part of filled) {
    joined.time.set(part.time, at);
    joined.open.set(part.open, at);
    joined.high.set(part.high, at);
    joined.low.set(part.low, at);
    joined.close.set(part.close, at);
    joined.volume.set(part.volume, at);
    if (turnover) joined.turnover!.set(part.turnover!, at);
    at += part.length;
  }
  return joined;
}
