import type { Candles } from "../candles/candles.ts";
import { requireCandles, requireMarkets } from "../candles/require-candles.ts";
import { requireColumns } from "../require-arguments.ts";
import { isCandles } from "../simulation/detail.ts";
import type { SimulationOptions } from "../simulation/options.ts";

/**
 * Copies candles to memory that threads share, so that sending them to another thread costs nothing.
 *
 * One copy, 48 bytes per candle (56 with turnover); candles that are shared already are returned unchanged.
 */
export function shareCandles(candles: Candles): Candles {
  requireCandles(candles, "shareCandles");
  return candles.time.buffer instanceof SharedArrayBuffer ? candles : copyToSharedMemory(candles);
}

/** Copies candles to shared memory of their own, shared before or not. */
export function copyToSharedMemory(candles: Candles): Candles {
  requireCandles(candles, "copyToSharedMemory");
  const { length, turnover } = candles;
  const memory = new SharedArrayBuffer((turnover === undefined ? 6 : 7) * 8 * length);
  const share = (place: number, column: Float64Array): Float64Array => {
    const shared = new Float64Array(memory, place * 8 * length, length);
    shared.set(column);
    return shared;
  };
  return {
    length,
    time: share(0, candles.time),
    open: share(1, candles.open),
    high: share(2, candles.high),
    low: share(3, candles.low),
    close: share(4, candles.close),
    volume: share(5, candles.volume),
    ...(turnover === undefined ? {} : { turnover: share(6, turnover) }),
  };
}

/** Copies one column to memory that threads share, unless it is there. */
export function shareColumn(column: Float64Array): Float64Array {
  requireColumns({ column });
  if (column.buffer instanceof SharedArrayBuffer) return column;
  const shared = new Float64Array(new SharedArrayBuffer(8 * column.length));
  shared.set(column);
  return shared;
}

/** Copies the candles of each symbol to memory that threads share. */
export function shareMarkets(
  markets: Readonly<Record<string, Candles>>,
): Readonly<Record<string, Candles>> {
  requireMarkets(markets, "shareMarkets");
  return Object.fromEntries(
    Object.entries(markets).map(([symbol, candles]) => [symbol, shareCandles(candles)]),
  );
}

/** The options with the candles of `detail` in memory that threads share. */
export function withSharedDetail<Options extends Pick<SimulationOptions, "detail">>(
  options: Options,
): Options {
  const { detail } = options;
  // What is no candles is refused where the options are resolved.
  if (typeof detail !== "object" || detail === null) return options;
  return { ...options, detail: isCandles(detail) ? shareCandles(detail) : shareMarkets(detail) };
}
