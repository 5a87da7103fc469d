/** One source laid over another: imported series first, everything else from below. */

import { hasCode } from "@bourse/kernel";

import type { CandleProvider } from "./port.ts";

export interface OverlayProviderOptions {
  /** Asked first; a series that it does not know (SYMBOL_UNKNOWN) is asked of the base. */
  readonly overlay: CandleProvider;
  readonly base: CandleProvider;
}

/**
 * Answers from the overlay where it holds the series (symbol and interval), else from the base.
 *
 * A series comes from one of them whole: ranges that the overlay does not reach are not filled from the base,
 * for prices of two sources do not join. `symbols` is the union; its origin is the base's.
 */
export function createOverlayProvider(options: OverlayProviderOptions): CandleProvider {
  const { overlay, base } = options;
  return {
    exchange: base.exchange,
    async candles(request) {
      try {
        return await overlay.candles(request);
      } catch (error) {
        if (!hasCode(error, "SYMBOL_UNKNOWN")) throw error;
      }
      return await base.candles(request);
    },
    async symbols(signal) {
      const above = await overlay.symbols(signal);
      const below = await base.symbols(signal);
      return {
        ...below,
        symbols: [...new Set([...above.symbols, ...below.symbols])].toSorted(),
        warnings: [...above.warnings, ...below.warnings],
      };
    },
  };
}
