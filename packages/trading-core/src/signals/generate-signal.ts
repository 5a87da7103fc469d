/** Live signals: the standing of a strategy after the newest closed candle. */

import {
  type AnyStrategy,
  type Candles,
  EngineError,
  latestSignal,
  type StrategySignal,
} from "@bourse/backtest-engine";
import { normaliseInterval } from "@bourse/backtest-engine/data";
import type { StrategyRegistry } from "@bourse/backtest-engine/strategies";
import type { Bus, Clock, Store } from "@bourse/kernel";

import { recordEvent } from "../events/event-log.ts";
import type { ExchangeDirectory } from "../market-data/exchange-directory.ts";
import { newestPrice, requireLivePrice } from "../market-data/live-price.ts";
import type { CandleSource } from "../market-data/port.ts";

/** Name of the bus topic of {@link SignalEvent}. */
export const signalTopic = "signals";

/** A signal for one symbol. */
export interface GeneratedSignal extends StrategySignal {
  /** Symbol whose candles were read. */
  readonly symbol: string;
  /** Name of the exchange or other source of the candles, such as `bybit`. */
  readonly exchange: string;
  /** Kind of source of the candles; never a simulation that stands in for an exchange, and never imported history. */
  readonly source: CandleSource;
  /** Time of the price, milliseconds UTC: the close of the newest candle. */
  readonly priceTime: number;
}

/** The generation of a signal. */
export interface SignalEvent {
  /** Kind of the event. */
  readonly type: "signal.generated";
  /** Time of the generation, milliseconds UTC. */
  readonly timestamp: number;
  /** Place of the event in the store's log; absent in a feed that is kept in memory. */
  readonly sequence?: number;
  /** The signal. */
  readonly signal: GeneratedSignal;
}

/** The candles that a live signal is computed from. */
export interface SignalCandles {
  /** Candle length in any accepted spelling. */
  readonly interval: string;
  /** Number of candles, the newest. 1–1,000,000. */
  readonly candles: number;
}

/** The parts of a service that signals are generated with. */
export interface SignalSources {
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly exchanges: ExchangeDirectory;
  readonly strategies: StrategyRegistry;
  /** Computes the signal elsewhere, for strategies that this thread cannot run. */
  readonly executor: {
    latestSignal?(
      candles: Candles,
      strategy: AnyStrategy,
      signal?: AbortSignal,
    ): Promise<StrategySignal>;
  };
  readonly signals: SignalCandles;
  /** Reads the name of the source that an order or position of the symbol is bound to; null when neither stands. */
  readonly standingSource: (symbol: string) => Promise<string | null>;
  /** Maximum age of the newest price; undefined for two intervals of the candles. */
  readonly priceMaxAgeSeconds: number | undefined;
}

/**
 * Reads the newest candles of the default exchange, computes the strategy's standing with its own parameters, and
 * publishes it.
 *
 * @throws EngineError STRATEGY_UNKNOWN; CANDLES_TOO_FEW when the warm-up takes all candles; MARKET_DATA_UNAVAILABLE
 * when the candles come from another source than the symbol's standing order or position, were imported, or end before
 * the maximum age of a price; the provider's own codes
 */
export async function generateSignal(
  sources: SignalSources,
  strategyName: string,
  symbol: string,
  abort?: AbortSignal,
): Promise<GeneratedSignal> {
  const { store, bus, clock, exchanges, strategies, executor, signals, standingSource } = sources;
  const strategy = strategies.get(strategyName);
  const interval = normaliseInterval(signals.interval);
  const reply = await exchanges.find().candles({
    symbol,
    interval,
    limit: signals.candles,
    isLive: true,
    ...(abort === undefined ? {} : { signal: abort }),
  });
  const { candles, exchange, source } = reply;
  const newest = newestPrice(reply, symbol, interval);
  const { priceMaxAgeSeconds: maxAgeSeconds } = sources;
  requireLivePrice(newest, symbol, interval, { now: clock.now(), maxAgeSeconds });
  const standing = await standingSource(symbol);
  if (standing !== null && standing !== exchange) {
    throw new EngineError(
      "MARKET_DATA_UNAVAILABLE",
      `The account has an order or a position of ${symbol} at the prices of ${standing}, and its candles come from ${exchange} now; try again when ${standing} answers.`,
      { details: { exchange: standing } },
    );
  }
  const latest =
    executor.latestSignal === undefined
      ? latestSignal(strategy, {}, candles)
      : await executor.latestSignal(candles, strategy, abort);
  const signal = { ...latest, symbol, exchange, source, priceTime: newest.priceTime };
  const event: SignalEvent = { type: "signal.generated", timestamp: clock.now(), signal };
  bus.publish(signalTopic, await store.transaction((tx) => recordEvent(tx, event)));
  return signal;
}
