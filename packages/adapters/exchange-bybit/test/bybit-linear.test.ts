import { describe, expect, test } from "vitest";

import { type BybitExchange } from "./bybit-exchange.ts";
import { brokerAt, open } from "./linear-world.ts";

const order = { symbol: "BTCUSDT", side: "buy", quantity: "1.5" } as const;
const sale = { ...order, side: "sell" } as const;
const resting = { ...order, orderType: "limit", price: "90.5" } as const;

describe("linear instruments", () => {
  test.each([
    ["quantity", "the step is 0.001", { ...order, quantity: "0.0015" }],
    ["price", "the tick is 0.10", { ...resting, price: "90.55" }],
    ["quantity", "the least notional value is 5", { ...resting, quantity: "0.055" }],
    ["symbol", "the symbol is not listed", { ...order, symbol: "NOPEUSDT" }],
  ] as const)("an order is refused for its %s: %s", async (field, _, request) => {
    const exchange = await open();
    await expect(brokerAt(exchange).place(request)).rejects.toMatchObject({
      code: "ORDER_INVALID",
      details: { field },
    });
    expect(bodiesOf(exchange, "create")).toEqual([]);
  });

  test("the smallest steps and the least value are taken", async () => {
    const exchange = await open();
    const broker = brokerAt(exchange);
    await broker.place({ ...resting, quantity: "0.056", price: "90.1" });
    await broker.place({ ...order, quantity: "0.001" });
    expect(await exchange.account.orders()).toHaveLength(2);
    expect(queriesOf(exchange, "/v5/market/instruments-info")).toEqual([
      { category: "linear", symbol: "BTCUSDT" },
    ]);
  });
});

describe("a linear order", () => {
  test("at the market is sent in base units without a market unit, and read back filled", async () => {
    const exchange = await open();
    const placed = await brokerAt(exchange).place({ ...order, clientOrderId: "mine" });
    expect(bodiesOf(exchange, "create")).toEqual([
      {
        category: "linear",
        symbol: "BTCUSDT",
        side: "Buy",
        orderType: "Market",
        qty: "1.5",
        orderLinkId: "mine",
        timeInForce: "IOC",
      },
    ]);
    expect(placed).toMatchObject({
      clientOrderId: "mine",
      orderType: "market",
      status: "filled",
      quantity: "1.5",
      filledQuantity: "1.5",
      averagePrice: "100",
      fee: "0.0825",
      price: null,
      stopPrice: null,
    });
  });

  test("with a limit is sent with its price, rests, and is cancelled", async () => {
    const exchange = await open();
    const broker = brokerAt(exchange);
    const placed = await broker.place({ ...resting, side: "sell", price: "110.5" });
    expect(bodiesOf(exchange, "create")).toEqual([
      {
        category: "linear",
        symbol: "BTCUSDT",
        side: "Sell",
        orderType: "Limit",
        qty: "1.5",
        orderLinkId: expect.stringMatching(/^bourse-[\da-f]{29}$/u) as string,
        timeInForce: "GTC",
        price: "110.5",
      },
    ]);
    expect(placed).toMatchObject({ status: "open", side: "sell", price: "110.5", fee: "0" });
    expect(await broker.cancel(placed.orderId, "BTCUSDT")).toMatchObject({ status: "cancelled" });
    expect(bodiesOf(exchange, "cancel")).toEqual([
      { category: "linear", symbol: "BTCUSDT", orderId: placed.orderId },
    ]);
    await expect(broker.cancel(placed.orderId, "BTCUSDT")).rejects.toMatchObject({
      code: "ORDER_STATE",
    });
    await expect(broker.cancel("no-such-order", "BTCUSDT")).rejects.toMatchObject({
      code: "ORDER_UNKNOWN",
    });
  });

  test.each([
    ["buy", "110", 1],
    ["sell", "90", 2],
  ] as const)(
    "with a stop to %s at %s is set off in direction %i, without an order filter",
    async (side, stopPrice, triggerDirection) => {
      const exchange = await open();
      const broker = brokerAt(exchange);
      const placed = await broker.place({ ...order, side, orderType: "stop", stopPrice });
      expect(placed).toMatchObject({ orderType: "stop", status: "pending", stopPrice });
      const [body] = bodiesOf(exchange, "create");
      expect(body).toMatchObject({ triggerPrice: stopPrice, triggerDirection });
      await broker.cancel(placed.orderId, "BTCUSDT");
      expect([body, ...bodiesOf(exchange, "cancel")]).not.toContainEqual(
        expect.objectContaining({ orderFilter: expect.anything() as unknown }),
      );
    },
  );
});

describe("linear orders are read", () => {
  test("by symbol, or by the coin that they settle in", async () => {
    const exchange = await open();
    const broker = brokerAt(exchange);
    const first = await broker.place(resting);
    const second = await broker.place({ ...resting, symbol: "ETHUSDT" });
    await broker.place(order);
    exchange.requests.length = 0;
    const bitcoin = await broker.orders({ status: "open", symbol: "BTCUSDT" });
    expect(bitcoin.map(({ orderId }) => orderId)).toEqual([first.orderId]);
    const all = await broker.orders({ status: "open" });
    expect(all.map(({ orderId }) => orderId)).toEqual([second.orderId, first.orderId]);
    expect(queriesOf(exchange, "/v5/order/realtime")).toEqual([
      { category: "linear", symbol: "BTCUSDT", limit: "50" },
      { category: "linear", settleCoin: "USDT", limit: "50" },
    ]);
    expect(await broker.orders()).toHaveLength(3);
  });

  test("by their id within the coin that they settle in", async () => {
    const exchange = await open();
    const broker = brokerAt(exchange);
    const { orderId } = await broker.place(resting);
    exchange.requests.length = 0;
    expect(await broker.order(orderId)).toMatchObject({ orderId, status: "open" });
    expect(queriesOf(exchange, "/v5/order/realtime")).toEqual([
      { category: "linear", settleCoin: "USDT", openOnly: "0", orderId },
    ]);
    await expect(broker.order("no-such-order")).rejects.toMatchObject({ code: "ORDER_UNKNOWN" });
  });
});

describe("linear positions", () => {
  test("a long one has the average of its entries and gains with the price", async () => {
    const exchange = await open();
    const broker = brokerAt(exchange);
    await broker.place({ ...order, quantity: "1" });
    exchange.account.moveTo("110");
    await broker.place({ ...order, quantity: "1" });
    exchange.account.moveTo("112.5");
    expect(await broker.positions()).toEqual([
      {
        symbol: "BTCUSDT",
        side: "long",
        quantity: "2",
        entryPrice: "105",
        markPrice: "112.5",
        unrealizedPnl: "15",
        realizedPnl: "-0.1155",
        leverage: "10",
        source: "bybit",
        priceTime: null,
      },
    ]);
  });

  test("a short one loses when the price rises and gains when it falls", async () => {
    const exchange = await open();
    const broker = brokerAt(exchange);
    await broker.place(sale);
    exchange.account.moveTo("104");
    const [losing] = await broker.positions("BTCUSDT");
    expect(losing).toMatchObject({
      side: "short",
      quantity: "1.5",
      entryPrice: "100",
      markPrice: "104",
      unrealizedPnl: "-6",
    });
    exchange.account.moveTo("98");
    expect(await broker.positions("BTCUSDT")).toMatchObject([{ unrealizedPnl: "3" }]);
  });

  test("are asked for by symbol or by settlement coin, and none are told of what is flat", async () => {
    const exchange = await open();
    const broker = brokerAt(exchange);
    await broker.place(sale);
    await broker.place({ ...order, symbol: "ETHUSDT" });
    const held = await broker.positions();
    expect(held.map(({ symbol, side }) => [symbol, side])).toEqual([
      ["BTCUSDT", "short"],
      ["ETHUSDT", "long"],
    ]);
    await broker.place(order);
    expect(await broker.positions("BTCUSDT")).toEqual([]);
    expect(queriesOf(exchange, "/v5/position/list")).toEqual([
      { category: "linear", settleCoin: "USDT", limit: "200" },
      { category: "linear", symbol: "BTCUSDT", limit: "200" },
    ]);
  });

  test("past the two hundred of a page are read page by page", async () => {
    const exchange = await open();
    for (let count = 0; count < 201; count += 1) {
      await exchange.account.place({ ...order, symbol: `C${count}USDT` });
    }
    expect(await brokerAt(exchange).positions()).toHaveLength(201);
  });

  test("a short one is closed by a purchase that can only reduce", async () => {
    const exchange = await open();
    const broker = brokerAt(exchange);
    await broker.place(sale);
    expect(await broker.close({ symbol: "BTCUSDT", side: "long" })).toEqual([]);
    expect(await broker.close({ symbol: "BTCUSDT" })).toMatchObject([
      { side: "buy", quantity: "1.5", status: "filled" },
    ]);
    expect(bodiesOf(exchange, "create").at(-1)).toMatchObject({
      category: "linear",
      side: "Buy",
      orderType: "Market",
      qty: "1.5",
      reduceOnly: true,
    });
    expect(await broker.positions()).toEqual([]);
    expect(await broker.close({ symbol: "BTCUSDT" })).toEqual([]);
  });
});

describe("a linear balance", () => {
  test("is the settlement coin with realised profit and fees, and no coin of a contract", async () => {
    const exchange = await open();
    const broker = brokerAt(exchange);
    await broker.place(sale);
    exchange.account.moveTo("90");
    expect(await broker.balance(), "an open profit is not paid out").toEqual({
      USDT: "99999.9175",
    });
    await broker.close({ symbol: "BTCUSDT" });
    expect(await broker.balance()).toEqual({ USDT: "100014.84325" });
  });
});

describe("a linear order that is sent again", () => {
  test.each([
    ["the answer was lost", "lose-answer"],
    ["the request was lost", "drop"],
    ["Bybit timed out", { retCode: 10_000, retMsg: "Server Timeout" }],
    ["Bybit had a fault", { retCode: 10_016, retMsg: "Server error." }],
  ] as const)("trades once: %s", async (_, mischief) => {
    const exchange = await open();
    exchange.mischief.set("/v5/order/create", [mischief]);
    expect(await brokerAt(exchange).place(sale)).toMatchObject({ status: "filled" });
    expect(await exchange.account.orders()).toHaveLength(1);
    expect(await exchange.account.positions()).toMatchObject([{ side: "short", quantity: "1.5" }]);
  });

  test("under its client order id is the same order, one after another and at once", async () => {
    const exchange = await open();
    const broker = brokerAt(exchange);
    const request = { ...sale, clientOrderId: "once-only" };
    const placed = await Promise.all([1, 2, 3].map(() => broker.place(request)));
    placed.push(await broker.place(request));
    expect(new Set(placed.map(({ orderId }) => orderId)).size).toBe(1);
    expect(await exchange.account.orders()).toHaveLength(1);
    await expect(broker.place({ ...request, side: "buy" })).rejects.toMatchObject({
      code: "ORDER_REUSED",
    });
    expect(await exchange.account.orders()).toHaveLength(1);
  });

  test("by another process, after every answer to the first was lost, is the same order", async () => {
    const exchange = await open();
    exchange.mischief.set("/v5/order/create", ["lose-answer"]);
    exchange.mischief.set("/v5/order/realtime", [
      { retCode: 0, retMsg: "OK", result: { list: [] } },
      { retCode: 0, retMsg: "OK", result: { list: [] } },
      { status: 502 },
    ]);
    const request = { ...resting, clientOrderId: "handed-over" };
    const first = brokerAt(exchange, { attempts: 1 });
    expect(await first.place(request)).toMatchObject({ status: "pending" });
    const placed = await brokerAt(exchange).place(request);
    expect(placed).toMatchObject({ status: "open", clientOrderId: "handed-over" });
    expect(bodiesOf(exchange, "create")).toHaveLength(1);
    expect(await exchange.account.orders()).toHaveLength(1);
  });
});

describe("refusals of a linear order", () => {
  test("one that cannot be paid is told as such, and nothing is placed", async () => {
    const exchange = await open();
    const request = { ...order, quantity: "10001" };
    await expect(brokerAt(exchange).place(request)).rejects.toMatchObject({
      code: "FUNDS_INSUFFICIENT",
      details: { exchange: "bybit", code: 110_007 },
    });
    expect(await exchange.account.orders()).toEqual([]);
  });

  test.each([
    [10_001, "EXECUTION_REFUSED"],
    [10_003, "EXECUTION_UNAUTHORIZED"],
    [10_004, "EXECUTION_UNAUTHORIZED"],
    [10_005, "EXECUTION_UNAUTHORIZED"],
    [10_010, "EXECUTION_UNAUTHORIZED"],
    [33_004, "EXECUTION_UNAUTHORIZED"],
    [10_017, "EXECUTION_REFUSED"],
    [10_029, "ORDER_INVALID"],
    [110_003, "ORDER_INVALID"],
    [110_094, "ORDER_INVALID"],
    [110_004, "FUNDS_INSUFFICIENT"],
    [110_012, "FUNDS_INSUFFICIENT"],
    [110_045, "FUNDS_INSUFFICIENT"],
    [110_001, "ORDER_UNKNOWN"],
    [110_017, "EXECUTION_REFUSED"],
  ])("%i is %s, and is not sent again", async (retCode, code) => {
    const exchange = await open();
    exchange.mischief.set("/v5/order/create", [{ retCode, retMsg: "no" }]);
    await expect(brokerAt(exchange).place(order)).rejects.toMatchObject({ code });
    expect(bodiesOf(exchange, "create")).toHaveLength(1);
    expect(await exchange.account.orders()).toEqual([]);
  });

  test.each([
    ["10002", { retCode: 10_002, retMsg: "timestamp" }],
    ["10006", { retCode: 10_006, retMsg: "Too many visits!" }],
    ["HTTP 429", { status: 429 }],
  ] as const)("%s has no effect and is sent again", async (_, mischief) => {
    const exchange = await open();
    exchange.mischief.set("/v5/order/create", [mischief]);
    expect(await brokerAt(exchange).place(order)).toMatchObject({ status: "filled" });
    expect(bodiesOf(exchange, "create")).toHaveLength(2);
    expect(await exchange.account.orders()).toHaveLength(1);
  });

  test("HTTP 403 is told as unavailable at once", async () => {
    const exchange = await open();
    exchange.mischief.set("/v5/position/list", [{ status: 403 }]);
    await expect(brokerAt(exchange).positions()).rejects.toMatchObject({
      code: "EXECUTION_UNAVAILABLE",
    });
    expect(queriesOf(exchange, "/v5/position/list")).toHaveLength(1);
  });

  test("110001 to a cancellation whose first answer was lost is no fault", async () => {
    const exchange = await open();
    const broker = brokerAt(exchange);
    const { orderId } = await broker.place(resting);
    exchange.mischief.set("/v5/order/cancel", ["lose-answer"]);
    expect(await broker.cancel(orderId, "BTCUSDT")).toMatchObject({ status: "cancelled" });
    expect(bodiesOf(exchange, "cancel")).toHaveLength(2);
  });
});

function bodiesOf({ requests }: BybitExchange, what: "create" | "cancel"): readonly unknown[] {
  return requests.filter(({ line }) => line === `POST /v5/order/${what}`).map(({ body }) => body);
}

function queriesOf({ requests }: BybitExchange, path: string): readonly unknown[] {
  return requests
    .filter(({ line }) => line === `GET ${path}`)
    .map(({ query }) => Object.fromEntries(new URLSearchParams(query)));
}
