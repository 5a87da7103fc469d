/** Candles on their way to a Web Worker. */

import type { Candles } from "../candles/candles.ts";
import { shareCandles } from "../sweep/share-candles.ts";

/** Shared copies by the candles that they were made of, for all workers. */
const SHARED = new WeakMap<Candles, Candles>();

/** The candles in memory that workers share; undefined where the page is not cross-origin isolated. */
export function sharedCandles(candles: Candles): Candles | undefined {
  const { crossOriginIsolated: isolated, SharedArrayBuffer: memory } = globalThis as {
    crossOriginIsolated?: boolean;
    SharedArrayBuffer?: unknown;
  };
  if (isolated === false || memory === undefined) return undefined;
  let shared = SHARED.get(candles);
  if (shared === undefined) SHARED.set(candles, (shared = shareCandles(candles)));
  return shared;
}

/** A copy of the candles with its buffers, to be moved. */
export function copiedCandles(candles: Candles): {
  readonly candles: Candles;
  readonly buffers: ArrayBuffer[];
} {
  const { length, time, open, high, low, close, volume, turnover } = candles;
  const columns = { time, open, high, low, close, volume, ...(turnover && { turnover }) };
  const copies = Object.entries(columns).map(
    ([name, column]) => [name, new Float64Array(column)] as const,
  );
  return {
    candles: { length, ...Object.fromEntries(copies) } as unknown as Candles,
    buffers: copies.map(([, { buffer }]) => buffer),
  };
}
