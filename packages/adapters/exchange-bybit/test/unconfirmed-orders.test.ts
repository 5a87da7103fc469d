import { systemClock } from "@bourse/kernel";
import { Agent } from "undici";
import { describe, expect, onTestFinished, test } from "vitest";

import { createBybitBroker, type BybitBrokerOptions } from "../src/index.ts";
import { KEY, openBybitExchange, SECRET, type BybitExchange } from "./bybit-exchange.ts";

const CREATE = "/v5/order/create";
const LOOK_UP = "/v5/order/realtime";
const order = { symbol: "BTCUSDT", side: "buy", quantity: "1" } as const;
const mine = { ...order, clientOrderId: "mine" } as const;

describe("an order whose answer and whose look-up were both lost", () => {
  test("is pending under its client order id, and later what Bybit made of it", async () => {
    const exchange = await open();
    const broker = brokerAt(exchange);
    loseAnswers(exchange);
    const placed = await broker.place(mine);
    expect(placed).toMatchObject({
      orderId: "link:mine",
      clientOrderId: "mine",
      status: "pending",
      quantity: "1",
      filledQuantity: "0",
    });
    const found = await broker.order(placed.orderId);
    expect(found).toMatchObject({ status: "filled", clientOrderId: "mine" });
    expect(found.orderId, "Bybit's own id from now on").not.toBe(placed.orderId);
    expect(await broker.order(placed.orderId), "the first id is good for ever").toEqual(found);
    expect(await broker.orders()).toEqual([found]);
  });

  test("is the same order when it is sent again, by this process or another", async () => {
    const exchange = await open();
    const broker = brokerAt(exchange);
    loseAnswers(exchange);
    const { orderId } = await broker.place(mine);
    const again = await broker.place(mine);
    expect(again).toMatchObject({ status: "filled", clientOrderId: "mine" });
    expect(await brokerAt(exchange).place(mine)).toEqual(again);
    expect(await brokerAt(exchange).order(orderId)).toEqual(again);
    expect(await exchange.account.orders()).toHaveLength(1);
  });

  test("is told with the id that it went out under when its sender gave none", async () => {
    const exchange = await open();
    const broker = brokerAt(exchange);
    loseAnswers(exchange, { isNamed: false });
    const { clientOrderId } = await broker.place(order);
    expect(clientOrderId).toMatch(/^bourse-[\da-f]{29}$/u);
    const again = await broker.place({ ...order, clientOrderId: String(clientOrderId) });
    expect(again).toMatchObject({ status: "filled" });
    expect(await exchange.account.orders()).toHaveLength(1);
  });

  test("keeps its key when its sender gave one", async () => {
    const exchange = await open();
    const broker = brokerAt(exchange);
    loseAnswers(exchange);
    expect(await broker.place(order, { idempotencyKey: "k" })).toMatchObject({ status: "pending" });
    const again = await broker.place(order, { idempotencyKey: "k" });
    expect(again).toMatchObject({ status: "filled" });
    expect(await exchange.account.orders()).toHaveLength(1);
  });

  test("is cancelled under the id that it was told with, once Bybit shows it", async () => {
    const exchange = await open();
    const broker = brokerAt(exchange);
    loseAnswers(exchange);
    const { orderId } = await broker.place({ ...mine, orderType: "limit", price: "50" });
    expect(await broker.cancel(orderId, "BTCUSDT")).toMatchObject({ status: "cancelled" });
    expect(await exchange.account.orders()).toMatchObject([{ status: "cancelled" }]);
  });
});

describe("an order that may not have reached Bybit", () => {
  test("is pending and listed until Bybit can no longer take it, then rejected", async () => {
    const exchange = await open();
    const clock = { ...systemClock, now: () => Date.now() + lead };
    let lead = 0;
    const broker = brokerAt(exchange, { clock, attempts: 2 });
    exchange.mischief.set(CREATE, ["drop", "drop"]);
    const placed = await broker.place(mine);
    expect(placed).toMatchObject({ orderId: "link:mine", status: "pending" });
    expect(await broker.orders()).toEqual([placed]);
    expect(await broker.orders({ status: "pending", symbol: "BTCUSDT" })).toEqual([placed]);
    expect(await broker.orders({ symbol: "ETHUSDT" })).toEqual([]);
    await expect(broker.cancel(placed.orderId, "BTCUSDT")).rejects.toMatchObject({
      code: "EXECUTION_UNAVAILABLE",
    });
    lead = 10_000;
    const rejected = await broker.order(placed.orderId);
    expect(rejected).toMatchObject({
      ...placed,
      status: "rejected",
      updatedAt: rejected.updatedAt,
    });
    expect(await broker.orders({ status: "pending" })).toEqual([]);
    await expect(broker.cancel(placed.orderId, "BTCUSDT")).rejects.toMatchObject({
      code: "ORDER_STATE",
    });
    expect(await exchange.account.orders()).toEqual([]);
  });

  test("is placed once when it is sent again under its id", async () => {
    const exchange = await open();
    const broker = brokerAt(exchange);
    exchange.mischief.set(CREATE, ["drop"]);
    const { orderId } = await broker.place(mine);
    const placed = await broker.place(mine);
    expect(placed).toMatchObject({ status: "filled" });
    expect(await broker.order(orderId)).toEqual(placed);
    expect(await broker.orders()).toEqual([placed]);
    expect(await exchange.account.orders()).toHaveLength(1);
  });

  test("is unknown to a process that has not sent it and finds nothing", async () => {
    const exchange = await open();
    exchange.mischief.set(CREATE, ["drop"]);
    const { orderId } = await brokerAt(exchange).place(mine);
    await expect(brokerAt(exchange).order(orderId)).rejects.toMatchObject({
      code: "ORDER_UNKNOWN",
    });
  });

  test("but surely has not, for want of a connection, is refused as unavailable", async () => {
    const exchange = await open();
    // No connection is kept that could break halfway.
    const dispatcher = new Agent({ pipelining: 0 });
    onTestFinished(() => dispatcher.close());
    const broker = brokerAt(exchange, { dispatcher });
    await broker.place(order);
    await exchange.close();
    await expect(broker.place(order)).rejects.toMatchObject({ code: "EXECUTION_UNAVAILABLE" });
    expect(await exchange.account.orders()).toHaveLength(1);
  });
});

test("an order that Bybit took is told with Bybit's id though it can't be looked at", async () => {
  const exchange = await open();
  const broker = brokerAt(exchange);
  exchange.mischief.set(LOOK_UP, ["drop"]);
  const placed = await broker.place(order);
  expect(placed).toMatchObject({ status: "pending", clientOrderId: null });
  const [taken] = await exchange.account.orders();
  expect(placed.orderId).toBe(taken?.orderId);
  expect(await broker.order(placed.orderId)).toMatchObject({ status: "filled" });
});

/**
 * The answer to the next order, and then the connection that its look-up goes over. One with an id or a key of its
 * sender's is looked for before it is sent, too.
 */
function loseAnswers(exchange: BybitExchange, { isNamed = true } = {}): void {
  const none = { retCode: 0, retMsg: "OK", result: { list: [] } } as const;
  exchange.mischief.set(CREATE, ["lose-answer"]);
  exchange.mischief.set(LOOK_UP, isNamed ? [none, none, "drop"] : ["drop"]);
}

function brokerAt({ origin }: BybitExchange, options: Partial<BybitBrokerOptions> = {}) {
  const made = createBybitBroker({
    apiKey: KEY,
    apiSecret: SECRET,
    origin,
    attempts: 1,
    pauseMilliseconds: 1,
    requestsPerSecond: 1000,
    ...options,
  });
  onTestFinished(() => made.close());
  return made.broker;
}

async function open(): Promise<BybitExchange> {
  const exchange = await openBybitExchange();
  onTestFinished(() => exchange.close());
  return exchange;
}
