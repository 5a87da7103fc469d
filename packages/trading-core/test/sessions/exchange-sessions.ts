/** Sessions of a store on the stand-in exchange, in a hurry: the same in every process that is told the address. */

import { createStrategyRegistry } from "@bourse/backtest-engine/strategies";
import { systemClock, type Store } from "@bourse/kernel";

import { createBybitCandleStream } from "../../../adapters/exchange-bybit/src/index.ts";
import { openStore } from "../../../adapters/store/src/index.ts";
import { sessionCollections } from "../../src/sessions/collections.ts";
import type { TradingSessions } from "../../src/sessions/port.ts";
import { createTradingSessions } from "../../src/sessions/trading-sessions.ts";
import { chance, trend } from "../session/random-day.ts";
import { createHurriedClock, type HurriedTime } from "./hurried-clock.ts";

export interface ExchangeAddress {
  /** URL of the store. */
  readonly store: string;
  /** URL of the exchange. */
  readonly exchange: string;
  readonly time: HurriedTime;
  /** Lease of a process, in milliseconds of the machine. */
  readonly leaseMilliseconds: number;
}

export interface ExchangeSessions {
  readonly store: Store;
  readonly sessions: TradingSessions;
  close(): Promise<void>;
}

export async function openExchangeSessions({
  store: url,
  exchange,
  time,
  leaseMilliseconds,
}: ExchangeAddress): Promise<ExchangeSessions> {
  const clock = createHurriedClock(time);
  const store = await openStore(url, { collections: sessionCollections });
  const stream = createBybitCandleStream({
    origin: exchange,
    streamOrigin: exchange.replace("http", "ws"),
    clock,
  });
  const sessions = createTradingSessions({
    store,
    streams: { bybit: stream },
    defaultExchange: "bybit",
    strategies: createStrategyRegistry([trend, chance]),
    // The lease is by the store's clock, which is the machine's.
    clock: { ...systemClock, now: () => Math.round(clock.now()) },
    leaseMilliseconds,
  });
  return {
    store,
    sessions,
    async close() {
      await sessions.close();
      await stream.close();
      await store.close();
    },
  };
}
