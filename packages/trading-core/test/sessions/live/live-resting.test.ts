import { Decimal } from "@bourse/kernel";
import { expect, test } from "vitest";

import { MINUTE, START } from "../../session/random-day.ts";
import { createLiveStage, live } from "./live-stage.ts";
import { scripted, type Script } from "./scripted.ts";

const ALL = { limit: 1000 };

/** Candles at 100 from the start on. */
const FLAT = Array.from({ length: 12 }, (_, i) => ({
  time: START + i * MINUTE,
  open: 100,
  high: 100,
  low: 100,
  close: 100,
  volume: 1,
}));

/** Plays a script for some candles. */
async function start(script: Script, candles: number) {
  const stage = createLiveStage([scripted(script)]);
  const sessions = stage.open();
  await sessions.start();
  const { id } = await sessions.create(live({ strategy: "scripted" }));
  await stage.play(sessions, id, FLAT.slice(0, candles));
  return { ...stage, sessions, id };
}

const two = { units: 2 };

test("a limit rests at the exchange on its tick, no worse than asked, until a price reaches it", async () => {
  const order = { side: "buy", type: "limit", price: 95.126, size: two } as const;
  const { exchange, sessions, id, pass } = await start({ 0: [order] }, 3);
  expect(exchange.waiting).toMatchObject([{ orderType: "limit", price: "95.12", quantity: "2" }]);
  exchange.trade(95);
  await pass(3000);
  expect((await sessions.get(id)).books.positions).toMatchObject([
    { side: "long", quantity: 2, entryPrice: 95 },
  ]);
  expect((await sessions.orders(id, ALL)).items).toMatchObject([
    { type: "limit", status: "filled", filled: 2, averagePrice: 95 },
  ]);
  await sessions.close();
});

test("a stop is the exchange's own, and rounds to the tick no sooner than asked", async () => {
  const order = { side: "buy", type: "stop", stopPrice: 104.121, size: two } as const;
  const { exchange, sessions, id, pass } = await start({ 0: [order] }, 2);
  expect(exchange.waiting).toMatchObject([
    { orderType: "stop", stopPrice: "104.13", status: "pending" },
  ]);
  exchange.trade(105);
  await pass(3000);
  expect((await sessions.get(id)).live?.ownPosition).toBe("2");
  await sessions.close();
});

test("one fill of a group cancels the other orders of it", async () => {
  const exit = { side: "sell", reduceOnly: true, group: "exit" } as const;
  const script = {
    0: [{ side: "buy", size: two } as const],
    2: [
      { ...exit, type: "limit", price: 110 } as const,
      { ...exit, type: "stop", stopPrice: 90 } as const,
    ],
  };
  const { exchange, sessions, id, pass } = await start(script, 4);
  expect(exchange.waiting).toHaveLength(2);
  exchange.trade(111);
  await pass(4000);
  expect(exchange.waiting).toEqual([]);
  const { items } = await sessions.orders(id, ALL);
  expect(items.map(({ status }) => status)).toEqual(["filled", "filled", "cancelled"]);
  expect((await sessions.get(id)).books.positions).toEqual([]);
  await sessions.close();
});

test("an order expires after its candles", async () => {
  const order = { side: "buy", type: "limit", price: 90, size: two, validCandles: 2 } as const;
  const { exchange, sessions, id, play, pass } = await start({ 0: [order] }, 3);
  expect(exchange.waiting).toHaveLength(1);
  await play(sessions, id, FLAT.slice(3, 4));
  await pass(3000);
  expect(exchange.waiting).toEqual([]);
  expect((await sessions.orders(id, ALL)).items).toMatchObject([{ status: "expired", filled: 0 }]);
  await sessions.close();
});

test("an exit that rests without a position is cancelled", async () => {
  const exit = { side: "sell", type: "limit", price: 110, reduceOnly: true } as const;
  const script = {
    0: [{ side: "buy", size: two } as const],
    2: [exit],
    4: [{ side: "sell", reduceOnly: true } as const],
  };
  const { exchange, sessions, pass } = await start(script, 6);
  await pass(3000);
  expect(exchange.waiting).toEqual([]);
  expect(exchange.position.sign).toBe(0);
  await sessions.close();
});

test("the orders of a session that halts are cancelled, and booked when it is resumed", async () => {
  const order = { side: "buy", type: "limit", price: 90, size: two } as const;
  const { exchange, sessions, id, pass } = await start({ 0: [order] }, 2);
  exchange.position = exchange.position.plus(Decimal.parse("1"));
  await pass(90_000);
  expect((await sessions.get(id)).state).toBe("halted");
  expect(exchange.waiting).toEqual([]);
  await sessions.resume(id);
  await pass(5000);
  expect((await sessions.orders(id, ALL)).items).toMatchObject([{ status: "cancelled" }]);
  await sessions.close();
});
