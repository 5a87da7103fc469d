/** A provider over candles that the program holds: the twin of an exchange in tests, and a way to bring own data. */

import { systemClock, type Clock } from "@bourse/kernel";

import type { Candles } from "../candles/candles.ts";
import { EngineError } from "../errors.ts";
import type { Interval } from "./interval.ts";
import type { CandleProvider, CandleSource } from "./port.ts";
import { checkSymbol } from "./range.ts";
import { selectCandles } from "./select-candles.ts";

export interface MemorySeries {
  readonly symbol: string;
  readonly interval: Interval;
  /** Valid candles, oldest first; kept by reference and never changed. */
  readonly candles: Candles;
}

export interface MemoryProviderOptions {
  readonly series: readonly MemorySeries[];
  /** Default the machine's. */
  readonly clock?: Clock;
  /** The name that replies carry. Default `memory`. */
  readonly exchange?: string;
  /** The origin that replies carry. Default `live`. */
  readonly source?: CandleSource;
}

/**
 * Answers from the given series. A candle that is still open by the clock is left out.
 *
 * Cost: O(log n) and a copy of what is returned.
 */
export function createMemoryProvider(options: MemoryProviderOptions): CandleProvider {
  const { clock = systemClock, exchange = "memory", source = "live" } = options;
  const series = new Map(
    options.series.map(({ symbol, interval, candles }) => [`${symbol} ${interval}`, candles]),
  );
  const symbols = [...new Set(options.series.map(({ symbol }) => symbol))].toSorted();
  return {
    exchange,
    async candles(request) {
      request.signal?.throwIfAborted();
      checkSymbol(request.symbol);
      const candles = series.get(`${request.symbol} ${request.interval}`);
      if (candles === undefined) {
        throw new EngineError(
          "SYMBOL_UNKNOWN",
          `${exchange} must hold the symbol ${request.symbol} at the interval ${request.interval}; it holds ${symbols.join(", ") || "nothing"}.`,
        );
      }
      const selected = selectCandles(candles, request, clock.now());
      return { candles: selected, exchange, source, warnings: [] };
    },
    async symbols(signal) {
      signal?.throwIfAborted();
      return { symbols, exchange, source, warnings: [] };
    },
  };
}
