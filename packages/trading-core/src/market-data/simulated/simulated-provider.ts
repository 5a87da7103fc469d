/** Simulated candles: a seeded random walk through calm, rising, falling and turbulent weeks. */

import { type Candles, createCandles, EngineError } from "@bourse/backtest-engine";
import { intervalOpenFrom, intervalsBetween } from "@bourse/backtest-engine/data";
import {
  integerOption,
  portOption,
  resolveOptions,
  systemClock,
  type Clock,
  type OptionRules,
} from "@bourse/kernel";
import { nextTurn } from "@bourse/kernel/platform";

import { canonicalSymbol } from "../canonical-symbol.ts";
import { checkedProvider } from "../checked-provider.ts";
import type { CandleProvider } from "../port.ts";
import { estimatedStart, resolveCandleRange } from "../range.ts";
import { drawCandles, type Market } from "./draw-candles.ts";
import { findInstrument, SIMULATED_SYMBOLS, type Instrument } from "./instrument.ts";
import { noiseKey } from "./noise.ts";
import { createPricePath, type PricePath } from "./price-path.ts";

/** Options of {@link createSimulatedProvider}. */
export interface SimulatedProviderOptions {
  /** Source of time. Default: the system's clock. */
  readonly clock?: Clock;
  /** Seed of the simulated prices: a whole number from 0 to 2^32 − 1, default 1. */
  readonly seed?: number;
}

/** Maximum number of price paths in memory; one is recomputed in a few milliseconds. */
const MAX_PATHS = 32;
/** Maximum number of candles that are remembered, at 56 bytes each. */
const MAX_DRAWN = 500_000;
/** Candles between two turns of the event loop: some ten milliseconds. */
const TURN = 32_768;

/**
 * Creates a provider whose candles depend on seed, symbol, interval and time alone, so that every range shows the same
 * candles.
 *
 * It knows every pair in the usual quote assets, in any of its spellings, and lists twelve. A price is the value
 * of the base asset divided by that of the quote, so that pairs agree with each other. History begins in 1970 and has
 * no gap. A candle opens where the one before it closed, and candles of all intervals agree on the price at each open;
 * highs and lows are drawn for each interval on its own, by the law of the extremes of a Brownian bridge. A candle
 * costs about 0.45 µs; the event loop gets a turn every 32,768 candles. For requests with `readOnly` the last 500,000
 * candles are remembered.
 */
export function createSimulatedProvider(options: SimulatedProviderOptions = {}): CandleProvider {
  const { clock, seed } = resolveOptions("createSimulatedProvider", options, RULES);
  const exchange = "simulated";
  const drawn = rememberDrawn();
  const markets = new Map<string, Market>();

  function market(symbol: string): Market {
    const name = canonicalSymbol(symbol);
    const known = markets.get(name);
    if (known !== undefined) return known;
    const instrument = findInstrument(name, seed);
    if (instrument === undefined) {
      throw new EngineError(
        "SYMBOL_UNKNOWN",
        `The simulation knows only pairs in a usual quote asset, such as BTCUSDT or ETHEUR; found ${symbol}.`,
      );
    }
    const made: Market = { key: noiseKey(seed, name), instrument, path: pairPath(instrument) };
    const oldest = markets.size >= MAX_PATHS ? markets.keys().next().value : undefined;
    if (oldest !== undefined) markets.delete(oldest);
    markets.set(name, made);
    return made;
  }

  return checkedProvider("createSimulatedProvider", {
    exchange,
    async candles(request) {
      const { symbol, interval, signal } = request;
      signal?.throwIfAborted();
      const range = resolveCandleRange(request, clock.now());
      const start = intervalOpenFrom(interval, Math.max(0, estimatedStart(interval, range)));
      const count = Math.max(0, intervalsBetween(interval, start, range.end));
      const chosen = market(symbol);
      const key = `${canonicalSymbol(symbol)} ${interval} ${start} ${count}`;
      const known = request.readOnly === true ? drawn.get(key) : undefined;
      if (known !== undefined) {
        return { candles: known, exchange, source: "simulated", seed, warnings: [] };
      }
      const candles = createCandles(count, { turnover: true });
      for (let index = 0; index < count; index += TURN) {
        if (index > 0) await nextTurn();
        signal?.throwIfAborted();
        drawCandles(chosen, interval, start, candles, index, Math.min(count, index + TURN));
      }
      if (request.readOnly === true) drawn.keep(key, candles);
      return { candles, exchange, source: "simulated", seed, warnings: [] };
    },
    async symbols(signal) {
      signal?.throwIfAborted();
      return { symbols: SIMULATED_SYMBOLS, exchange, source: "simulated", warnings: [] };
    },
  });
}

/** Candles that were lent, the least recently used forgotten first: drawing costs more than most strategies. */
function rememberDrawn() {
  const series = new Map<string, Candles>();
  let held = 0;
  const forget = (key: string): void => {
    held -= series.get(key)?.length ?? 0;
    series.delete(key);
  };
  const keep = (key: string, candles: Candles): void => {
    forget(key);
    if (candles.length > MAX_DRAWN) return;
    series.set(key, candles);
    held += candles.length;
    for (const oldest of series.keys()) {
      if (held <= MAX_DRAWN) break;
      forget(oldest);
    }
  };
  return {
    get(key: string): Candles | undefined {
      const known = series.get(key);
      if (known !== undefined) keep(key, known);
      return known;
    },
    keep,
  };
}

const RULES: OptionRules<Required<SimulatedProviderOptions>> = {
  clock: portOption<Clock>(["now"], { default: systemClock }),
  seed: integerOption({ min: 0, max: 4_294_967_295, default: 1 }),
};

/** The path of a price: that of the base asset against that of the quote; a dollar stands still. */
function pairPath({ base, quote }: Instrument): PricePath {
  const above = base && createPricePath(base.key);
  const below = quote && createPricePath(quote.key);
  if (above !== null && below === null) return above;
  return {
    at: (minute) => (above?.at(minute) ?? 0) - (below?.at(minute) ?? 0),
    volatilityAt: (minute) =>
      Math.hypot(above?.volatilityAt(minute) ?? 0, below?.volatilityAt(minute) ?? 0),
  };
}
