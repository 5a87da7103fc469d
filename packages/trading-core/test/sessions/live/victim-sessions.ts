/** Live sessions as each process of the test of kills runs them. */

import { createStrategyRegistry } from "@bourse/backtest-engine/strategies";
import type { Store } from "@bourse/kernel";

import type { TradingSessions } from "../../../src/sessions/port.ts";
import { createTradingSessions } from "../../../src/sessions/trading-sessions.ts";
import { randomCandles, trend } from "../../session/random-day.ts";
import { listedStream } from "../listed-stream.ts";
import { COLLECTIONS } from "./live-stage.ts";
import { dialExchange } from "./remote-exchange.ts";
import { INSTRUMENT } from "./stand-in-exchange.ts";

export const VICTIM_COLLECTIONS = COLLECTIONS;

/** Opens sessions over a store on the exchange at an address. `onEvent` is called with each event. */
export function openVictimSessions(
  store: Store,
  exchange: string,
  count: number,
  onEvent: () => void = () => undefined,
): TradingSessions {
  return createTradingSessions({
    store,
    streams: { listed: listedStream(randomCandles(count, 21)) },
    defaultExchange: "listed",
    strategies: createStrategyRegistry([trend]),
    leaseMilliseconds: 2000,
    tell: () => {
      onEvent();
      return Promise.resolve();
    },
    live: {
      broker: dialExchange(exchange),
      account: "account-1",
      instruments: () => INSTRUMENT,
      pollMilliseconds: 50,
      callMilliseconds: 1000,
      graceMilliseconds: 5000,
      reconcileMilliseconds: 1000,
    },
  });
}
