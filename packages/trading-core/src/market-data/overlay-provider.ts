/** One source laid over another: imported series first, every other series from the base. */

import { hasCode, portOption, resolveOptions, type OptionRules } from "@bourse/kernel";

import { checkedProvider } from "./checked-provider.ts";
import type { CandleProvider } from "./port.ts";

/** Options of {@link createOverlayProvider}. */
export interface OverlayProviderOptions {
  /** Source that is asked first. A series that it does not know (SYMBOL_UNKNOWN) comes from the base. */
  readonly overlay: CandleProvider;
  /** Source of every other series. */
  readonly base: CandleProvider;
}

/**
 * Creates a provider that answers from the overlay where it holds the series (symbol and interval), and otherwise from
 * the base. A request with `isLive` goes to the base alone: what was imported is history and no live price.
 *
 * A series comes from one of them as a whole: ranges that the overlay does not cover are not filled from the base,
 * because the prices of two sources do not join. `symbols` is the union; its origin is the base's, and so are funding
 * rates.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createOverlayProvider(options: OverlayProviderOptions): CandleProvider {
  const { overlay, base } = resolveOptions("createOverlayProvider", options, RULES);
  const rates = base.fundingRates?.bind(base);
  return checkedProvider("createOverlayProvider", {
    exchange: base.exchange,
    ...(rates !== undefined && { fundingRates: rates }),
    async candles(request) {
      if (request.isLive === true) return await base.candles(request);
      try {
        return await overlay.candles(request);
      } catch (error) {
        if (!hasCode(error, "SYMBOL_UNKNOWN")) throw error;
      }
      return await base.candles(request);
    },
    async symbols(signal, onWait) {
      const above = await overlay.symbols(signal);
      const below = await base.symbols(signal, onWait);
      return {
        ...below,
        symbols: [...new Set([...above.symbols, ...below.symbols])].toSorted(),
        warnings: [...above.warnings, ...below.warnings],
      };
    },
  });
}

const RULES: OptionRules<OverlayProviderOptions> = {
  overlay: portOption<CandleProvider>(["candles", "symbols"]),
  base: portOption<CandleProvider>(["candles", "symbols"]),
};
