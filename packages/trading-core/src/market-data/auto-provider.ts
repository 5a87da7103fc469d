/** The default source: the exchange when it can be reached, otherwise, for backtests, a simulation that says so. */

import { EngineError, isEngineError } from "@bourse/backtest-engine";
import {
  booleanOption,
  hasCode,
  portOption,
  resolveOptions,
  type BourseError,
  type OptionRules,
} from "@bourse/kernel";

import { checkedProvider } from "./checked-provider.ts";
import type { CandleProvider } from "./port.ts";

/** Options of {@link createAutoProvider}. */
export interface AutoProviderOptions {
  /** Real source; guard it (`createGuardedProvider`), so that an outage is noticed fast. */
  readonly primary: CandleProvider;
  /** Source that answers while the primary cannot be reached: a simulated provider. */
  readonly fallback: CandleProvider;
  /** True: no fall-back, for backtests neither. */
  readonly production: boolean;
}

/**
 * Creates a provider that asks the primary and, when that fails with MARKET_DATA_UNAVAILABLE, answers a request that
 * has `allowFallback`, and a request for symbols, from the fallback with the fallback's own `exchange` and `source` and
 * a sentence in `warnings`.
 *
 * Any other failure of the primary is passed on: an unknown symbol is not replaced by a simulation. Funding rates are
 * the primary's, without a fall-back.
 *
 * @throws KernelError OPTION_INVALID
 * @throws EngineError MARKET_DATA_UNAVAILABLE, by its calls: in production, for candles without `allowFallback`,
 * and when the fallback cannot answer either
 */
export function createAutoProvider(options: AutoProviderOptions): CandleProvider {
  const { primary, fallback, production } = resolveOptions("createAutoProvider", options, RULES);

  async function ask<Reply extends { readonly warnings: readonly string[] }>(
    call: (provider: CandleProvider) => Promise<Reply>,
    what: string,
    mayFallBack: boolean,
  ): Promise<Reply> {
    try {
      return await call(primary);
    } catch (error) {
      if (production || !isUnavailable(error)) throw error;
      if (!mayFallBack) throw notReplaced(error);
      const reply = await fallBack(call, error);
      const warning = `${primary.exchange} cannot be reached, so these ${what} are ${fallback.exchange} and come from no market. ${error.message}`;
      return { ...reply, warnings: [warning, ...reply.warnings] };
    }
  }

  /** The primary's failure is the news: what the fallback cannot do does not replace it. */
  async function fallBack<Reply>(
    call: (provider: CandleProvider) => Promise<Reply>,
    failure: BourseError,
  ): Promise<Reply> {
    try {
      return await call(fallback);
    } catch (error) {
      throw hasCode(error, "SYMBOL_UNKNOWN") ? failure : error;
    }
  }

  const rates = primary.fundingRates?.bind(primary);
  return checkedProvider("createAutoProvider", {
    exchange: primary.exchange,
    ...(rates !== undefined && { fundingRates: rates }),
    candles: (request) =>
      ask((provider) => provider.candles(request), "candles", request.allowFallback === true),
    symbols: (signal, onWait) =>
      ask((provider) => provider.symbols(signal, onWait), "symbols", true),
  });
}

const RULES: OptionRules<AutoProviderOptions> = {
  primary: portOption<CandleProvider>(["candles", "symbols"]),
  fallback: portOption<CandleProvider>(["candles", "symbols"]),
  production: booleanOption(),
};

const isUnavailable = (error: unknown): error is EngineError<"MARKET_DATA_UNAVAILABLE"> =>
  isEngineError(error, "MARKET_DATA_UNAVAILABLE");

function notReplaced(error: EngineError<"MARKET_DATA_UNAVAILABLE">): EngineError {
  return new EngineError(
    "MARKET_DATA_UNAVAILABLE",
    `${error.message} Simulated candles replace it in backtests only, and otherwise only where they are asked for, by the provider simulated.`,
    { details: error.details, cause: error },
  );
}
