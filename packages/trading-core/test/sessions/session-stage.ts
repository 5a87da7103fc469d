/** Sessions on a memory store and a memory stream, on a clock of the test's own. */

import { createStrategyRegistry, type AnyStrategy } from "@bourse/backtest-engine/strategies";
import {
  createManualClock,
  createMemoryStore,
  seededIds,
  type ManualClock,
  type Store,
} from "@bourse/kernel";

import type { StreamedCandle, SessionRequest } from "../../src/session/index.ts";
import { sessionCollections } from "../../src/sessions/collections.ts";
import type { TradingSessions } from "../../src/sessions/port.ts";
import {
  createTradingSessions,
  type TradingSessionsOptions,
} from "../../src/sessions/trading-sessions.ts";
import { createMemoryCandleStream, type MemoryCandleStream } from "../../src/streams/index.ts";
import { chance, MINUTE, START, trend } from "../session/random-day.ts";

export const SERIES = { symbol: "BTCUSDT", interval: "1" } as const;

/** A request for a session of the built-in account. */
export const request = (more: Partial<SessionRequest> = {}): SessionRequest => ({
  strategy: "trend",
  symbol: "BTCUSDT",
  interval: "1m",
  initialCapital: 10_000,
  fee: 0.001,
  startTime: START,
  warmUpCandles: 0,
  ...more,
});

export interface Stage {
  readonly clock: ManualClock;
  readonly store: Store;
  readonly stream: MemoryCandleStream;
  readonly open: (more?: Partial<TradingSessionsOptions>) => TradingSessions;
  /** Tells candles as they close, and waits until the session has worked them off. */
  readonly tell: (candles: readonly StreamedCandle[]) => Promise<void>;
}

export function createStage(strategies: readonly AnyStrategy[] = [trend, chance]): Stage {
  const clock = createManualClock({ now: START });
  const store = createMemoryStore({ collections: sessionCollections, clock });
  const stream = createMemoryCandleStream({ clock });
  const registry = createStrategyRegistry(strategies);
  let ids = 1;
  return {
    clock,
    store,
    stream,
    open: (more = {}) =>
      createTradingSessions({
        store,
        streams: { memory: stream },
        defaultExchange: "memory",
        strategies: registry,
        clock,
        ids: seededIds(ids++),
        leaseMilliseconds: 86_400_000,
        onError: (error) => {
          throw error;
        },
        ...more,
      }),
    async tell(candles) {
      for (const candle of candles) {
        const end = candle.time + MINUTE;
        if (end > clock.now()) await clock.advance(end - clock.now());
        stream.push(SERIES, [candle]);
      }
    },
  };
}

/** Lets everything that is due happen until a condition holds. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 20_000; turn++) {
    if (await condition()) return;
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  throw new Error(`Waited in vain for ${condition.toString()}.`);
}

/** Waits until a session has worked off so many candles. */
export function worked(sessions: TradingSessions, id: string, candles: number): Promise<void> {
  return until(async () => (await sessions.get(id)).candles >= candles);
}
