import type { OrderRequest } from "@bourse/backtest-engine/simulation";
import type { Store } from "@bourse/kernel";
import { expect, test } from "vitest";

import type { TradingSessionsOptions } from "../../../src/sessions/trading-sessions.ts";
import { MINUTE, START } from "../../session/random-day.ts";
import { SERIES } from "../session-stage.ts";
import { createLiveStage, live } from "./live-stage.ts";
import { scripted } from "./scripted.ts";

const BUY: OrderRequest = { side: "buy", size: { units: 2 } };
const CANDLE = { time: START, open: 100, high: 100, low: 100, close: 100, volume: 1 };

/** A store that lets no call through while it is held. */
function holdable(store: Store) {
  let gate: PromiseWithResolvers<void> | undefined;
  const held = new Proxy(store, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== "function") return value;
      const call = value as (...given: unknown[]) => unknown;
      return (...given: unknown[]) =>
        gate === undefined
          ? call.apply(target, given)
          : gate.promise.then(() => call.apply(target, given));
    },
  });
  return {
    store: held,
    hold: () => (gate ??= Promise.withResolvers<void>()),
    release: () => {
      gate?.resolve();
      gate = undefined;
    },
  };
}

/** Options of a process that stands still when an intent is committed, before it is sent. */
function standingBeforeSending({
  store,
  hold,
}: ReturnType<typeof holdable>): Partial<TradingSessionsOptions> {
  return {
    store,
    leaseMilliseconds: 5000,
    tell: (_, { type }) => {
      if (type === "session.ordered") hold();
      return Promise.resolve();
    },
  };
}

test("a process that stood still until another has its session sends nothing more", async () => {
  const { open, store, exchange, clock, stream, pass } = createLiveStage([scripted({ 0: [BUY] })]);
  exchange.last = 100;
  const held = holdable(store);
  let sent = 0;
  const broker = exchange.broker();
  const one = open(
    {
      broker: {
        ...broker,
        place: async (order) => {
          sent++;
          return await broker.place(order);
        },
      },
    },
    standingBeforeSending(held),
  );
  await one.start();
  const { id } = await one.create(live({ strategy: "scripted" }));
  await pass(3000);
  await clock.advance(START + MINUTE - clock.now());
  stream.push(SERIES, [CANDLE]);
  await pass(2000);
  expect(exchange.placements).toBe(0);
  const two = open({}, { leaseMilliseconds: 5000 });
  await two.start();
  await pass(20_000);
  expect((await two.get(id)).live?.ownPosition).toBe("2");
  held.release();
  await pass(10_000);
  expect([sent, exchange.placements]).toEqual([0, 1]);
  expect((await two.orders(id)).items).toMatchObject([{ status: "filled", filled: 2 }]);
  await one.close();
  await two.close();
});

test("an entry that no process sent within its candle is not sent", async () => {
  const { open, store, exchange, clock, stream, pass } = createLiveStage([scripted({ 0: [BUY] })]);
  exchange.last = 100;
  const held = holdable(store);
  const one = open({}, standingBeforeSending(held));
  await one.start();
  const { id } = await one.create(live({ strategy: "scripted" }));
  await pass(3000);
  await clock.advance(START + MINUTE - clock.now());
  stream.push(SERIES, [CANDLE]);
  await pass(2000);
  await clock.advance(2 * MINUTE);
  const two = open({}, { leaseMilliseconds: 5000 });
  await two.start();
  await pass(5000);
  expect((await two.orders(id)).items).toMatchObject([{ status: "expired", filled: 0 }]);
  expect(exchange.placements).toBe(0);
  held.release();
  await pass(5000);
  expect(exchange.placements).toBe(0);
  await one.close();
  await two.close();
});
