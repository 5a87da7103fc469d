/** A provider over candles in memory: for tests, and for data of the caller's own. */

import { type Candles, EngineError } from "@bourse/backtest-engine";
import { checkCanonicalInterval, type Interval } from "@bourse/backtest-engine/data";
import {
  choiceOption,
  portOption,
  resolveOptions,
  systemClock,
  textOption,
  type Clock,
  type OptionRules,
} from "@bourse/kernel";

import { placeOf, type CandlePlace } from "./candle-place.ts";
import { canonicalSymbol } from "./canonical-symbol.ts";
import { checkedProvider } from "./checked-provider.ts";
import type { CandleProvider, CandleSource } from "./port.ts";
import { checkSymbol } from "./range.ts";
import { selectCandles } from "./select-candles.ts";

/** One series of candles. */
export interface MemorySeries extends CandlePlace {
  /** Symbol of the candles. */
  readonly symbol: string;
  /** Candle length. */
  readonly interval: Interval;
  /** Valid candles, oldest first. They are kept by reference and never changed. */
  readonly candles: Candles;
}

/** Options of {@link createMemoryProvider}. */
export interface MemoryProviderOptions {
  /** Series that the provider knows. */
  readonly series: readonly MemorySeries[];
  /** Source of time. Default: the system's clock. */
  readonly clock?: Clock;
  /** Name of the exchange in replies. Default `memory`. */
  readonly exchange?: string;
  /** Kind of source in replies. Default `live`. */
  readonly source?: CandleSource;
}

/**
 * Creates a provider of the given series, each found under every spelling of its symbol. A candle that is still open by
 * the clock is left out.
 *
 * A request costs O(log n) and a copy of the returned candles.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createMemoryProvider(options: MemoryProviderOptions): CandleProvider {
  const given = resolveOptions("createMemoryProvider", options, RULES);
  const { clock, exchange, source } = given;
  const series = new Map(
    given.series.map((one) => [`${canonicalSymbol(one.symbol)} ${one.interval}`, one]),
  );
  const symbols = [
    ...new Set(given.series.map(({ symbol }) => canonicalSymbol(symbol))),
  ].toSorted();
  return checkedProvider("createMemoryProvider", {
    exchange,
    async candles(request) {
      request.signal?.throwIfAborted();
      checkSymbol(request.symbol);
      checkCanonicalInterval(request.interval);
      const found = series.get(`${canonicalSymbol(request.symbol)} ${request.interval}`);
      if (found === undefined) {
        throw new EngineError(
          "SYMBOL_UNKNOWN",
          `${exchange} must hold the symbol ${request.symbol} at the interval ${request.interval}; it holds ${symbols.join(", ") || "nothing"}.`,
        );
      }
      const selected = selectCandles(found.candles, request, clock.now());
      return { candles: selected, exchange, source, warnings: [], ...placeOf(found) };
    },
    async symbols(signal) {
      signal?.throwIfAborted();
      return { symbols, exchange, source, warnings: [] };
    },
  });
}

const RULES: OptionRules<Required<MemoryProviderOptions>> = {
  series: {
    expected: "a list of series, each with its symbol, interval and candles",
    accepts: (value) => Array.isArray(value) && value.every(isSeries),
    absent: null,
  },
  clock: portOption<Clock>(["now", "monotonic", "sleep"], { default: systemClock }),
  exchange: textOption({ default: "memory" }),
  source: choiceOption(["live", "cache", "csv", "simulated"], { default: "live" }),
};

function isSeries(value: unknown): boolean {
  const { symbol, interval, candles } = (value ?? {}) as Partial<MemorySeries>;
  return typeof symbol === "string" && typeof interval === "string" && typeof candles === "object";
}
