import { createStrategyRegistry } from "@bourse/backtest-engine/strategies";
import { Decimal } from "@bourse/kernel";
import { expect, test } from "vitest";

import { ExecutionError } from "../../../src/execution/index.ts";
import { createKillSwitch } from "../../../src/risk/index.ts";
import type { SessionRequest } from "../../../src/session/index.ts";
import type { LiveAccount } from "../../../src/sessions/live/live-account.ts";
import { MINUTE, START } from "../../session/random-day.ts";
import { createLiveStage, live } from "./live-stage.ts";
import { scripted, type Script } from "./scripted.ts";

const ALL = { limit: 1000 };
const two = { units: 2 };
const buy = { side: "buy", size: two } as const;
const sell = { side: "sell", reduceOnly: true } as const;

/** The candle of an index, at 100 where nothing else is stated. */
function candle(
  index: number,
  { open = 100, ...shape }: Partial<Record<"open" | "high" | "low" | "close", number>> = {},
) {
  return {
    time: START + index * MINUTE,
    open,
    high: open,
    low: open,
    close: open,
    volume: 1,
    ...shape,
  };
}

/** Plays a script for some candles at 100. */
async function start(
  script: Script,
  options: Partial<SessionRequest>,
  candles = 2,
  account: (stage: ReturnType<typeof createLiveStage>) => Partial<LiveAccount> = () => ({}),
) {
  const stage = createLiveStage([scripted(script)]);
  const sessions = stage.open(account(stage));
  await sessions.start();
  const { id } = await sessions.create(live({ strategy: "scripted", ...options }));
  let index = 0;
  const next = (shape?: Parameters<typeof candle>[1], share?: number): Promise<void> =>
    stage.play(sessions, id, [candle(index++, shape)], share);
  while (index < candles) await next();
  await stage.pass(2000);
  const fills = async () => (await sessions.fills(id, ALL)).items;
  const orders = async () => (await sessions.orders(id, ALL)).items;
  return { ...stage, sessions, id, next, fills, orders };
}

test("the stop of a position rests at the exchange, and its fill closes the position with that reason", async () => {
  const { exchange, sessions, id, pass, fills, orders } = await start(
    { 0: [buy] },
    { stopLoss: 0.1 },
  );
  expect(exchange.waiting).toMatchObject([
    { side: "sell", orderType: "stop", stopPrice: "90", quantity: "2", status: "pending" },
  ]);
  exchange.trade(89);
  await pass(3000);
  expect((await sessions.get(id)).books.positions).toEqual([]);
  expect(await fills()).toMatchObject([
    { isEntry: true, reason: null },
    { isEntry: false, reason: "stop_loss", price: 89 },
  ]);
  expect(await orders()).toMatchObject([{ tag: null }, { tag: "stop_loss", reduceOnly: true }]);
  expect(exchange.waiting).toEqual([]);
  await sessions.close();
});

test("the stop of a short is bought above it", async () => {
  const short = { side: "sell", size: two } as const;
  const { exchange, sessions, fills, pass } = await start({ 0: [short] }, { stopLoss: 0.1 });
  expect(exchange.waiting).toMatchObject([{ side: "buy", orderType: "stop", stopPrice: "110" }]);
  exchange.trade(111);
  await pass(3000);
  expect((await fills()).at(-1)?.reason).toBe("stop_loss");
  expect(exchange.position.sign).toBe(0);
  await sessions.close();
});

test("a target without a stop rests at the exchange as a limit", async () => {
  const { exchange, sessions, fills, pass } = await start({ 0: [buy] }, { takeProfit: 0.1 });
  expect(exchange.waiting).toMatchObject([{ orderType: "limit", price: "110", quantity: "2" }]);
  exchange.trade(110);
  await pass(3000);
  expect((await fills()).at(-1)).toMatchObject({ reason: "take_profit", price: 110 });
  await sessions.close();
});

test("beside a stop a target is met by a closed candle, and the stop is taken back before the exit is sent", async () => {
  const both = { stopLoss: 0.1, takeProfit: 0.1 };
  const { exchange, sessions, fills, next, pass } = await start({ 0: [buy] }, both);
  expect(exchange.waiting).toMatchObject([{ orderType: "stop" }]);
  await next({ high: 110, close: 105 });
  await pass(2000);
  expect(exchange.orders.map(({ orderType, status }) => [orderType, status])).toEqual([
    ["market", "filled"],
    ["stop", "cancelled"],
    ["market", "open"],
  ]);
  exchange.trade(106);
  await pass(2000);
  expect((await fills()).at(-1)).toMatchObject({ reason: "take_profit", price: 106 });
  await sessions.close();
});

test("a trailing stop follows the best price at each close, and never moves back", async () => {
  const { exchange, sessions, next, pass, fills } = await start(
    { 0: [buy] },
    { trailingStop: { distance: 0.1 } },
  );
  expect(exchange.waiting).toMatchObject([{ stopPrice: "90" }]);
  await next({ high: 120, close: 118 });
  await pass(2000);
  expect(exchange.waiting).toMatchObject([{ stopPrice: "108", quantity: "2" }]);
  await next({ open: 118, high: 119, low: 110, close: 115 });
  await pass(2000);
  expect(exchange.waiting).toMatchObject([{ stopPrice: "108" }]);
  expect(exchange.orders).toHaveLength(3);
  exchange.trade(107);
  await pass(2000);
  expect((await fills()).at(-1)).toMatchObject({ reason: "trailing_stop", price: 107 });
  await sessions.close();
});

test("an order states distances of its own, and none where it says null", async () => {
  const own = { ...buy, stopLoss: 0.05, takeProfit: null } as const;
  const bare = { ...buy, stopLoss: null } as const;
  const first = await start({ 0: [own] }, { stopLoss: 0.1, takeProfit: 0.2 });
  expect(first.exchange.waiting).toMatchObject([{ stopPrice: "95" }]);
  await first.sessions.close();
  const other = await start({ 0: [bare] }, { stopLoss: 0.1 });
  expect(other.exchange.waiting).toEqual([]);
  await other.sessions.close();
});

test("an exit of the strategy is sent once the stop is taken back, so that nothing binds the quantity", async () => {
  const bound: number[] = [];
  const { exchange, sessions, next, pass, fills } = await start(
    { 0: [buy], 2: [sell] },
    { stopLoss: 0.1 },
    2,
    (stage) => {
      const broker = stage.exchange.broker();
      const place: typeof broker.place = (request) => {
        bound.push(stage.exchange.waiting.length);
        return broker.place(request);
      };
      return { broker: { ...broker, place } };
    },
  );
  await next();
  await pass(2000);
  exchange.trade(101);
  await pass(2000);
  expect(bound).toEqual([0, 0, 0]);
  expect((await fills()).at(-1)?.reason).toBe("signal");
  expect([exchange.position.sign, exchange.waiting]).toEqual([0, []]);
  await sessions.close();
});

test("beside an exit that rests by the strategy's will a stop is watched, and takes that exit back", async () => {
  const limit = { ...sell, type: "limit", price: 120 } as const;
  const script = { 0: [buy], 2: [limit] };
  const { exchange, sessions, next, pass, fills } = await start(script, { stopLoss: 0.1 }, 3);
  expect(exchange.waiting).toMatchObject([{ orderType: "limit", price: "120" }]);
  await next({ low: 89, close: 91 });
  await pass(2000);
  expect(exchange.waiting).toMatchObject([{ orderType: "market", quantity: "2" }]);
  exchange.trade(91);
  await pass(2000);
  expect((await fills()).at(-1)).toMatchObject({ reason: "stop_loss", price: 91 });
  await sessions.close();
});

test("an entry that fills in parts has a stop for what is held of it", async () => {
  const limit = { ...buy, type: "limit", price: 100 } as const;
  const { exchange, sessions, pass } = await start({ 0: [limit] }, { stopLoss: 0.1 }, 1);
  exchange.trade(100, 0.25);
  await pass(3000);
  const stops = () => exchange.waiting.filter(({ orderType }) => orderType === "stop");
  expect(stops()).toMatchObject([{ quantity: "0.5" }]);
  exchange.fill(exchange.orders[0]!, 100);
  await pass(3000);
  expect(stops()).toMatchObject([{ quantity: "2" }]);
  await sessions.close();
});

test("a stop that fills in parts closes the rest too, and no more", async () => {
  const { exchange, sessions, pass } = await start({ 0: [buy] }, { stopLoss: 0.1 });
  exchange.trade(89, 0.3);
  await pass(3000);
  expect(exchange.waiting).toHaveLength(1);
  exchange.trade(88);
  await pass(3000);
  expect([exchange.position.sign, exchange.waiting, exchange.orders.length]).toEqual([0, [], 2]);
  await sessions.close();
});

test("a stop that the exchange refuses is watched on closed candles, and asked for no second time", async () => {
  const { exchange, sessions, next, pass, fills, orders } = await start(
    { 0: [buy] },
    { stopLoss: 0.1 },
    2,
    (stage) => {
      const broker = stage.exchange.broker();
      const place: typeof broker.place = async (request) => {
        if (request.orderType !== "stop") return await broker.place(request);
        throw new ExecutionError("EXECUTION_REFUSED", "No stops here.", {
          details: { exchange: "memory" },
        });
      };
      return { broker: { ...broker, place } };
    },
  );
  await next();
  expect((await orders()).map(({ status }) => status)).toEqual(["filled", "rejected"]);
  await next({ low: 85, close: 95 });
  await pass(2000);
  exchange.trade(95);
  await pass(2000);
  expect((await fills()).at(-1)).toMatchObject({ reason: "stop_loss", price: 95 });
  await sessions.close();
});

test("on the candle of its entry a watched stop counts where the close is beyond it", async () => {
  const limit = { ...sell, type: "limit", price: 120 } as const;
  // The low may have been before the entry.
  const { exchange, sessions, next, pass } = await start({ 0: [buy, limit] }, { stopLoss: 0.1 }, 1);
  await next({ low: 85, close: 95 });
  await pass(2000);
  expect(exchange.position.toString()).toBe("2");
  await sessions.close();
});

test("a pause and a halt leave the stop at the exchange; flattening and stopping take it back", async () => {
  const { exchange, sessions, id, pass, fills } = await start({ 0: [buy] }, { stopLoss: 0.1 });
  await sessions.pause(id);
  await pass(3000);
  expect(exchange.waiting).toMatchObject([{ orderType: "stop" }]);
  exchange.position = exchange.position.plus(Decimal.parse("1"));
  await pass(90_000);
  expect((await sessions.get(id)).state).toBe("halted");
  expect(exchange.waiting).toMatchObject([{ orderType: "stop", quantity: "2" }]);
  exchange.position = exchange.position.minus(Decimal.parse("1"));
  exchange.trade(90);
  await sessions.resume(id);
  await pass(5000);
  expect((await fills()).at(-1)).toMatchObject({ reason: "stop_loss", price: 90 });
  await sessions.close();

  const other = await start({ 0: [buy] }, { stopLoss: 0.1 });
  await other.sessions.flatten(other.id);
  await other.pass(3000);
  other.exchange.trade(100);
  await other.pass(3000);
  expect([other.exchange.position.sign, other.exchange.waiting]).toEqual([0, []]);
  expect((await other.fills()).at(-1)?.reason).toBe("signal");
  await other.sessions.close();
});

test("a stop rests beyond the collar of prices, and stopping a session that has halted takes it back", async () => {
  const risk = { maxOrderValue: 100_000, priceCollar: 0.05 };
  const { exchange, sessions, id, pass } = await start({ 0: [buy] }, { stopLoss: 0.2, risk });
  expect(exchange.waiting).toMatchObject([{ orderType: "stop", stopPrice: "80" }]);
  exchange.position = exchange.position.plus(Decimal.parse("1"));
  await pass(90_000);
  expect((await sessions.get(id)).state).toBe("halted");
  await sessions.stop(id);
  await pass(5000);
  expect([(await sessions.get(id)).state, exchange.waiting]).toEqual(["stopped", []]);
  await sessions.close();
});

test("a session whose strategy has changed is stopped all the same: nothing of it rests, and its symbol is free", async () => {
  const { exchange, sessions, id, open, pass, errors } = await start(
    { 0: [buy] },
    { stopLoss: 0.1 },
  );
  await sessions.close();
  const strategies = createStrategyRegistry([scripted({ 1: [buy] })]);
  const broker = exchange.broker();
  let isAway = false;
  const cancel: typeof broker.cancel = async (orderId, symbol) => {
    if (!isAway) return await broker.cancel(orderId, symbol);
    const details = { exchange: "memory" };
    throw new ExecutionError("EXECUTION_UNAVAILABLE", "It does not answer.", { details });
  };
  const later = open({ broker: { ...broker, cancel } }, { strategies, leaseMilliseconds: 6000 });
  await later.start();
  await pass(3000);
  expect(await later.get(id)).toMatchObject({ state: "halted" });
  expect(exchange.waiting).toMatchObject([{ orderType: "stop" }]);
  isAway = true;
  await later.stop(id);
  await pass(8000);
  expect(await later.get(id)).toMatchObject({ state: "stopped", reason: null });
  await expect(later.create(live({ strategy: "scripted" }))).rejects.toMatchObject({
    code: "SESSION_CONFLICT",
  });
  isAway = false;
  await pass(8000);
  expect(exchange.waiting).toEqual([]);
  expect((await later.get(id)).reason).toMatch(/^It was stopped and its orders were cancelled/u);
  expect((await later.create(live({ strategy: "scripted" }))).state).toBe("warming");
  expect(errors.length).toBeGreaterThan(0);
  await later.close();
});

test("another process takes the same stop over, and goes on trailing it", async () => {
  const stage = await start({ 0: [buy] }, { trailingStop: { distance: 0.1 } }, 2);
  await stage.next({ high: 120, close: 118 });
  await stage.pass(2000);
  await stage.sessions.close();
  const sessions = stage.open();
  await sessions.start();
  await stage.pass(5000);
  expect(stage.exchange.waiting).toMatchObject([{ stopPrice: "108" }]);
  expect(stage.exchange.orders).toHaveLength(3);
  await stage.play(sessions, stage.id, [candle(3, { open: 118, high: 130, low: 110, close: 125 })]);
  await stage.pass(2000);
  expect(stage.exchange.waiting).toMatchObject([{ stopPrice: "117" }]);
  await sessions.close();
});

test("while a kill switch refuses it, a stop is asked for once after each close", async () => {
  const { sessions, next, orders, pass, exchange, store, clock } = await start(
    { 0: [buy] },
    { stopLoss: 0.1 },
    1,
  );
  const killSwitch = createKillSwitch({ store, clock });
  const refused = async (): Promise<number> =>
    (await orders()).filter(({ refusal }) => refusal?.rule === "kill_switch").length;
  await killSwitch.set({ mode: "freeze", reason: "a test", by: "somebody" });
  await next();
  await pass(20_000);
  expect(await refused()).toBe(2);
  await killSwitch.release({ by: "somebody" });
  await next();
  await pass(2000);
  expect(exchange.waiting).toMatchObject([{ orderType: "stop", stopPrice: "90" }]);
  await sessions.close();
});
