/** Live sessions on a stand-in exchange, on a clock of the test's own. */

import { createStrategyRegistry, type AnyStrategy } from "@bourse/backtest-engine/strategies";
import { createManualClock, createMemoryStore, seededIds, type ManualClock } from "@bourse/kernel";

import { paperCollections } from "../../../src/execution/index.ts";
import { riskCollections } from "../../../src/risk/index.ts";
import type { SessionRequest, StreamedCandle } from "../../../src/session/index.ts";
import type { SessionEvent } from "../../../src/session/session-event.ts";
import { sessionCollections } from "../../../src/sessions/collections.ts";
import type { LiveAccount } from "../../../src/sessions/live/live-account.ts";
import type { TradingSessions } from "../../../src/sessions/port.ts";
import {
  createTradingSessions,
  type TradingSessionsOptions,
} from "../../../src/sessions/trading-sessions.ts";
import { createMemoryCandleStream } from "../../../src/streams/index.ts";
import { chance, MINUTE, START, trend } from "../../session/random-day.ts";
import { request, SERIES, until } from "../session-stage.ts";
import { INSTRUMENT, StandInExchange } from "./stand-in-exchange.ts";

export const COLLECTIONS = [...paperCollections, ...riskCollections, ...sessionCollections];

/** A request for a live session. */
export const live = (more: Partial<SessionRequest> = {}): SessionRequest =>
  request({
    broker: "live",
    confirmAccount: "account-1",
    risk: { maxOrderValue: 100_000 },
    positionSize: { units: 3 },
    ...more,
  });

/** Lets time pass, and at each of its steps everything that is ready to run. */
export async function letPass(clock: ManualClock, milliseconds: number): Promise<void> {
  const end = clock.now() + milliseconds;
  while (clock.now() < end) {
    await clock.advance(Math.min(500, end - clock.now()));
    for (let turn = 0; turn < 30; turn++) await new Promise(setImmediate);
  }
}

export function createLiveStage(strategies: readonly AnyStrategy[] = [trend, chance]) {
  const clock = createManualClock({ now: START });
  const store = createMemoryStore({ collections: COLLECTIONS, clock });
  const stream = createMemoryCandleStream({ clock });
  const exchange = new StandInExchange(() => clock.now());
  const events: SessionEvent[] = [];
  const errors: unknown[] = [];
  let ids = 1;
  const open = (
    account: Partial<LiveAccount> = {},
    more: Partial<TradingSessionsOptions> = {},
  ): TradingSessions =>
    createTradingSessions({
      store,
      streams: { memory: stream },
      defaultExchange: "memory",
      strategies: createStrategyRegistry(strategies),
      clock,
      ids: seededIds(ids++),
      leaseMilliseconds: 86_400_000,
      tell: (_, event) => {
        events.push(event);
        return Promise.resolve();
      },
      onError: (error) => {
        errors.push(error);
      },
      live: {
        broker: exchange.broker(),
        account: "account-1",
        instruments: () => INSTRUMENT,
        ...account,
      },
      ...more,
    });
  /** Lets the exchange trade at the open of each candle, then tells the candle when it has closed. */
  async function play(
    sessions: TradingSessions,
    id: string,
    candles: readonly StreamedCandle[],
    share = 1,
  ): Promise<void> {
    for (const candle of candles) {
      exchange.trade(candle.open, share);
      await clock.advance(5000);
      exchange.trade(candle.open);
      const end = candle.time + MINUTE;
      if (end > clock.now()) await clock.advance(end - clock.now());
      stream.push(SERIES, [candle]);
      const index = Math.round((candle.time - START) / MINUTE) + 1;
      await until(async () => {
        const { candles, state, reason } = await sessions.get(id);
        if (state === "halted") throw new Error(String(reason));
        return candles >= index;
      });
      await pass(500);
    }
  }
  const pass = (milliseconds: number): Promise<void> => letPass(clock, milliseconds);
  return { clock, store, stream, exchange, events, errors, open, play, pass };
}
