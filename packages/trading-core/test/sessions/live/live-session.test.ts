import { Decimal } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import { ExecutionError } from "../../../src/execution/index.ts";
import { createKillSwitch } from "../../../src/risk/index.ts";
import { randomCandles } from "../../session/random-day.ts";
import { request, until } from "../session-stage.ts";
import { createLiveStage, live } from "./live-stage.ts";

const CANDLES = randomCandles(120, 5);
const ALL = { limit: 1000 };

test("a live session trades as on paper on an exchange that fills as the simulation does", async () => {
  const { open, play } = createLiveStage();
  const sessions = open();
  await sessions.start();
  const { id } = await sessions.create(live());
  const paper = await sessions.create(request({ positionSize: { units: 3 } }));
  await play(sessions, id, CANDLES);
  await until(async () => (await sessions.get(paper.id)).candles === CANDLES.length);
  const rows = async (of: string) =>
    (await sessions.fills(of, ALL)).items.map(({ side, isEntry, quantity, price }) => ({
      side,
      isEntry,
      quantity,
      price: Number(price.toPrecision(12)),
    }));
  const own = await rows(id);
  expect(own.length).toBeGreaterThan(20);
  expect(own).toEqual(await rows(paper.id));
  const { books } = await sessions.get(id);
  const expected = (await sessions.get(paper.id)).books;
  expect(books.trades).toBe(expected.trades);
  expect(books.equity).toBeCloseTo(expected.equity, 6);
  expect(books.feesPaid).toBeCloseTo(expected.feesPaid, 6);
  await sessions.close();
});

describe("the creation of a live session", () => {
  test.each([
    ["without an account of the service", {}, false, "BROKER_UNSUPPORTED"],
    ["without a confirmation", { confirmAccount: undefined }, true, "OPTIONS_INVALID"],
    ["with another account", { confirmAccount: "account-2" }, true, "OPTIONS_INVALID"],
    ["without limits", { risk: undefined }, true, "OPTIONS_INVALID"],
    ["without a limit of the order", { risk: { maxLeverage: 1 } }, true, "OPTIONS_INVALID"],
    ["with a limit of 0", { risk: { maxOrderValue: 0 } }, true, "OPTIONS_INVALID"],
    ["with an option that is not kept", { leverage: 2 }, true, "BROKER_UNSUPPORTED"],
    ["with sizes by risk and no stop", { positionSize: { risk: 0.1 } }, true, "OPTIONS_INVALID"],
  ] as const)("is refused %s", async (_, more, hasAccount, code) => {
    const { open } = createLiveStage();
    const sessions = hasAccount ? open() : open({}, { live: undefined as never });
    const { confirmAccount, risk, ...rest } = { ...live(), ...more };
    const asked = {
      ...rest,
      ...(confirmAccount !== undefined && { confirmAccount }),
      ...(risk !== undefined && { risk }),
    };
    await expect(sessions.create(asked)).rejects.toMatchObject({ code });
    expect((await sessions.list()).items).toEqual([]);
  });

  test("is refused on paper with what only a live session takes", async () => {
    const sessions = createLiveStage().open();
    const asked = request({ confirmAccount: "account-1" });
    await expect(sessions.create(asked)).rejects.toMatchObject({
      code: "OPTIONS_INVALID",
      details: { option: "confirmAccount" },
    });
  });

  test("is refused for a symbol that another one trades, until that one has stopped", async () => {
    const { open, pass } = createLiveStage();
    const sessions = open();
    await sessions.start();
    const first = await sessions.create(live());
    const again = sessions.create(live({ symbol: "BTC/USDT" }));
    await expect(again).rejects.toMatchObject({
      code: "SESSION_CONFLICT",
      details: { id: first.id, account: "account-1" },
    });
    await pass(5000);
    await sessions.stop(first.id);
    await pass(5000);
    expect((await sessions.create(live())).id).not.toBe(first.id);
    await sessions.close();
  });
});

describe("the orders of a live session", () => {
  test("are refused by its limits with the rule, and the session goes on", async () => {
    const { open, play, events, exchange } = createLiveStage();
    const sessions = open();
    await sessions.start();
    const { id } = await sessions.create(live({ risk: { maxOrderValue: 10 } }));
    await play(sessions, id, CANDLES.slice(0, 20));
    const { items } = await sessions.orders(id, ALL);
    expect(items.length).toBeGreaterThan(0);
    for (const { status, refusal } of items) {
      expect([status, refusal?.rule]).toEqual(["rejected", "max_order_value"]);
    }
    const told = events.filter(({ type }) => type === "session.refused");
    expect(told).toHaveLength(items.length);
    expect(exchange.orders).toEqual([]);
    expect((await sessions.get(id)).state).toBe("running");
    await sessions.close();
  });

  test("are refused by the limits of the account where those are narrower", async () => {
    const { open, play, exchange } = createLiveStage();
    const sessions = open({ risk: { maxOrderValue: 10 } });
    await sessions.start();
    const { id } = await sessions.create(live());
    await play(sessions, id, CANDLES.slice(0, 20));
    expect((await sessions.orders(id, ALL)).items[0]?.refusal?.rule).toBe("max_order_value");
    expect(exchange.orders).toEqual([]);
    await sessions.close();
  });

  test("are refused while the kill switch is set", async () => {
    const { open, play, store, clock, exchange } = createLiveStage();
    const sessions = open();
    await sessions.start();
    const { id } = await sessions.create(live());
    const killSwitch = createKillSwitch({ store, clock });
    await killSwitch.set({ mode: "freeze", reason: "a test", by: "somebody" });
    await play(sessions, id, CANDLES.slice(0, 20));
    expect((await sessions.orders(id, ALL)).items[0]?.refusal).toMatchObject({
      code: "RISK_REFUSED",
      rule: "kill_switch",
    });
    expect(exchange.orders).toEqual([]);
    await sessions.close();
  });

  test("are looked up after a lost acknowledgement and not sent again", async () => {
    const { open, play, exchange } = createLiveStage();
    const broker = exchange.broker();
    const sessions = open({
      broker: {
        ...broker,
        async place(order) {
          await broker.place(order);
          throw new ExecutionError("EXECUTION_UNAVAILABLE", "The answer was lost.", {
            details: { exchange: "memory" },
          });
        },
      },
    });
    await sessions.start();
    const { id } = await sessions.create(live());
    await play(sessions, id, CANDLES.slice(0, 40));
    const { items } = await sessions.orders(id, ALL);
    expect(items.length).toBeGreaterThan(3);
    expect(exchange.placements).toBe(items.length);
    expect(items.map(({ clientOrderId }) => clientOrderId)).toEqual(
      exchange.orders.map(({ clientOrderId }) => clientOrderId),
    );
    const { live: state } = await sessions.get(id);
    expect(state?.ownPosition).toBe(exchange.position.toString());
    await sessions.close();
  });

  test("that were filled in parts are booked part by part", async () => {
    const { open, play, exchange } = createLiveStage();
    const sessions = open();
    await sessions.start();
    const { id } = await sessions.create(live());
    await play(sessions, id, CANDLES.slice(0, 40), 0.4);
    const [orders, fills] = [
      (await sessions.orders(id, ALL)).items,
      (await sessions.fills(id, ALL)).items,
    ];
    expect(fills.length).toBeGreaterThan(orders.length);
    for (const { id: number, filled } of orders) {
      const sum = fills
        .filter(({ order }) => order === number)
        .reduce((total, { quantity }) => total + quantity, 0);
      expect(sum).toBeCloseTo(filled, 9);
    }
    expect((await sessions.get(id)).live?.ownPosition).toBe(exchange.position.toString());
    await sessions.close();
  });

  test("of a purchase whose fee was taken in the base asset book what came in", async () => {
    const { open, play, exchange } = createLiveStage();
    const sessions = open({ paysBuyFeesInBase: true });
    await sessions.start();
    const { id } = await sessions.create(live({ direction: "long" }));
    const fill = exchange.fill.bind(exchange);
    exchange.fill = (order, price, share) => {
      fill(order, price, share);
      if (order.side === "sell") return;
      const taken = Decimal.parse(order.quantity).times(Decimal.parse("0.001"));
      exchange.position = exchange.position.minus(taken);
    };
    await play(sessions, id, CANDLES.slice(0, 60));
    const session = await sessions.get(id);
    expect([session.state, session.books.trades > 1]).toEqual(["running", true]);
    expect(Number(session.live?.ownPosition)).toBeCloseTo(exchange.position.toNumber(), 6);
    await sessions.close();
  });
});

describe("the comparison with the exchange", () => {
  test("halts the session on a change of the position that it does not explain", async () => {
    const { open, play, exchange, pass } = createLiveStage();
    exchange.position = Decimal.parse("2");
    const sessions = open();
    await sessions.start();
    const { id } = await sessions.create(live());
    await play(sessions, id, CANDLES.slice(0, 10));
    expect((await sessions.get(id)).live?.basePosition).toBe("2");
    exchange.position = exchange.position.plus(Decimal.parse("0.5"));
    await pass(90_000);
    const halted = await sessions.get(id);
    expect(halted.state).toBe("halted");
    expect(halted.reason).toContain("0.5 has no explanation");
    await sessions.resume(id);
    await pass(90_000);
    const resumed = await sessions.get(id);
    expect([resumed.state, resumed.live?.basePosition]).toEqual(["running", "2.5"]);
    await sessions.close();
  });

  test("counts foreign orders and leaves them alone", async () => {
    const { open, pass, exchange } = createLiveStage();
    const broker = exchange.broker();
    await broker.place({
      symbol: "BTCUSDT",
      side: "buy",
      quantity: "1",
      orderType: "limit",
      price: "1",
      clientOrderId: "somebody-else",
    });
    const sessions = open();
    await sessions.start();
    const { id } = await sessions.create(live());
    await pass(5000);
    await sessions.flatten(id);
    await pass(5000);
    await sessions.stop(id);
    await pass(5000);
    const { live: state, state: name } = await sessions.get(id);
    expect([name, state?.foreignOrders]).toEqual(["stopped", 1]);
    expect(exchange.waiting).toHaveLength(1);
    await sessions.close();
  });

  test("books what was filled while no process ran", async () => {
    const { open, play, exchange, pass } = createLiveStage();
    let sessions = open();
    await sessions.start();
    const { id } = await sessions.create(live());
    let candle = 0;
    while (exchange.waiting.length === 0) {
      await play(sessions, id, CANDLES.slice(candle, ++candle));
    }
    await sessions.close();
    exchange.trade(101);
    sessions = open();
    await sessions.start();
    await pass(5000);
    const { live: state, state: name } = await sessions.get(id);
    expect(name).toBe("running");
    expect(state?.ownPosition).toBe(exchange.position.toString());
    expect(state?.ownPosition).not.toBe("0");
    await sessions.close();
  });
});

describe("acts on a live session", () => {
  test("flatten closes what it holds at once, and pauses it", async () => {
    const { open, play, exchange, pass } = createLiveStage();
    const sessions = open();
    await sessions.start();
    const { id } = await sessions.create(live());
    let candle = 0;
    while (exchange.position.sign === 0) {
      await play(sessions, id, CANDLES.slice(candle, ++candle));
    }
    exchange.last = 100;
    await sessions.flatten(id);
    await pass(5000);
    const session = await sessions.get(id);
    expect([session.state, session.books.positions]).toEqual(["paused", []]);
    expect(exchange.position.sign).toBe(0);
    await sessions.close();
  });

  test("stop cancels what waits at the exchange", async () => {
    const { open, play, exchange, pass } = createLiveStage();
    const sessions = open();
    await sessions.start();
    const { id } = await sessions.create(live());
    let candle = 0;
    while (exchange.waiting.length === 0) {
      await play(sessions, id, CANDLES.slice(candle, ++candle));
    }
    await sessions.stop(id);
    await pass(5000);
    expect(exchange.waiting).toEqual([]);
    const { items } = await sessions.orders(id, ALL);
    expect(items.at(-1)?.status).toBe("cancelled");
    await sessions.close();
  });
});
