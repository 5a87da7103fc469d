/** Sessions that are killed again and again on an exchange with faults, and the proof that their records are whole. */

import { resolveParameters, type AnyStrategy } from "@bourse/backtest-engine/strategies";
import type { Store } from "@bourse/kernel";
import { expect } from "vitest";

import { bundleProgram } from "../../../../test/support/bundle-program.ts";
import { behaviourOf } from "../../../../test/world/exchange/behaviour.ts";
import { openExchange, type ExchangeServer } from "../../../../test/world/exchange/server.ts";
import { START } from "../../../../test/world/exchange/stream-world.ts";
import { killChild } from "../../../outbox/test/support/kill-child.ts";
import { SessionKernel, type SessionFill, type SessionOrder } from "../../src/session/index.ts";
import {
  sessionFills,
  sessionOrders,
  sessions as sessionDocuments,
  sessionSteps,
} from "../../src/sessions/collections.ts";
import { allOf, findSession } from "../../src/sessions/read-session.ts";
import { chance, trend } from "../session/random-day.ts";
import {
  openExchangeSessions,
  type ExchangeAddress,
  type ExchangeSessions,
} from "./exchange-sessions.ts";
import { createHurriedClock } from "./hurried-clock.ts";
import { madeCandles, WALK } from "./recorded-day.ts";

/** A minute is a second: what closes while a process is killed and started is late, what closes then is not. */
const SPEED = 60;
const STRATEGIES = [trend, chance];

export interface HurriedExchange {
  /** The program that runs the sessions. */
  readonly victim: URL;
  readonly address: ExchangeAddress;
  readonly exchange: ExchangeServer;
  readonly ids: ReadonlyMap<AnyStrategy, string>;
  close(): Promise<void>;
}

/**
 * Opens an exchange with faults of its sockets and its history, and stores two sessions that nobody runs yet. `folder`
 * is for the program that is killed.
 */
export async function openHurriedExchange(
  folder: string,
  store: string,
  leaseMilliseconds: number,
): Promise<HurriedExchange> {
  const time = { startedAt: Date.now(), from: START, speed: SPEED };
  const clock = createHurriedClock(time);
  const faults = "duplicate,delay,reorder,drop,cut,bad-json,off-grid";
  const words = ["--stream-failures", "0.3", "--stream-faults", faults];
  const behaviour = behaviourOf([...words, "--failures", "0.05", "--slow-milliseconds", "20"]);
  const exchange = await openExchange(behaviour, () => Math.floor(clock.now()));
  const updates = setInterval(() => exchange.sockets.update(), 10);
  const address = { store, exchange: exchange.url, time, leaseMilliseconds };
  const opened = await openExchangeSessions(address);
  const ids = new Map<AnyStrategy, string>();
  for (const strategy of STRATEGIES) {
    const { id } = await opened.sessions.create({
      strategy: strategy.name,
      symbol: WALK,
      interval: "1m",
      initialCapital: 10_000,
      fee: 0.001,
      startTime: START,
      warmUpCandles: 0,
    });
    ids.set(strategy, id);
  }
  await opened.close();
  const victim = await bundleProgram(new URL("exchange-victim.ts", import.meta.url), folder);
  return {
    victim,
    address,
    exchange,
    ids,
    async close() {
      clearInterval(updates);
      await exchange.close();
    },
  };
}

export interface KillFigures {
  readonly candles: number;
  readonly lateCandles: number;
  readonly orders: number;
  readonly fills: number;
}

/** Kills a process that runs the sessions so many times, lets the last one catch up, and checks all records. */
export async function killAgainAndAgain(
  { victim, address, ids }: HurriedExchange,
  kills: number,
): Promise<readonly KillFigures[]> {
  for (let kill = 0; kill < kills; kill++) {
    await killChild(victim, [JSON.stringify(address)], (kill * 37) % 600);
  }
  const last = await openExchangeSessions(address);
  await last.sessions.start();
  await caughtUp(last, address, ids);
  await last.sessions.close();
  const figures: KillFigures[] = [];
  for (const [strategy, id] of ids) {
    await expectWholeRecords(last.store, id, strategy);
    const { value } = await findSession(last.store, id);
    const { candles, lateCandles, orders, fills } = value;
    figures.push({ candles, lateCandles, orders, fills });
  }
  await last.close();
  return figures;
}

/** Resolves when every session has worked off a candle that closed after this call. */
async function caughtUp(
  { sessions }: ExchangeSessions,
  { time }: ExchangeAddress,
  ids: ReadonlyMap<AnyStrategy, string>,
): Promise<void> {
  const now = createHurriedClock(time).now();
  for (const id of ids.values()) {
    await expect
      .poll(async () => (await sessions.get(id)).lastCandleTime, {
        timeout: 120_000,
        interval: 100,
      })
      .toBeGreaterThan(now);
  }
}

/**
 * The candles are the exchange's, each once and in order; and a kernel that was never killed decides on them what is
 * stored, with the very orders, fills and books.
 */
export async function expectWholeRecords(
  store: Store,
  id: string,
  strategy: AnyStrategy,
): Promise<void> {
  const kernel = new SessionKernel({
    id,
    strategy,
    parameters: resolveParameters(strategy, {}),
    symbol: WALK,
    interval: "1",
    startTime: START,
    options: { initialCapital: 10_000, fee: 0.001 },
  });
  const orders = new Map<number, SessionOrder>();
  const fills: SessionFill[] = [];
  const { value } = await findSession(store, id);
  const made = madeCandles(value.candles);
  let count = 0;
  for await (const { index, candle, decision, equity } of allOf(store, sessionSteps, id)) {
    expect([index, candle]).toEqual([count, made[count]]);
    count++;
    const step = kernel.step({ candle, isLate: decision.isLate });
    const { decidedAt: _, ...decided } = decision;
    expect(step.decision).toEqual(decided);
    expect(step.books.equity).toBe(equity);
    for (const order of step.orders) orders.set(order.id, order);
    fills.push(...step.fills);
  }
  expect([count, kernel.books]).toEqual([value.candles, value.books]);
  const storedOrders: SessionOrder[] = [];
  for await (const { order } of allOf(store, sessionOrders, id)) storedOrders.push(order);
  expect(storedOrders).toEqual([...orders.values()].toSorted((one, other) => one.id - other.id));
  const storedFills: SessionFill[] = [];
  for await (const { fill } of allOf(store, sessionFills, id)) storedFills.push(fill);
  expect(storedFills).toEqual(fills);
}

/** Holder of a session; null for none. */
export async function holderOf(store: Store, id: string): Promise<string | null> {
  return (await store.get(sessionDocuments, id))?.value.holder ?? null;
}
