import { describe, expect, test } from "vitest";

import { namedInstruments, type OrderRequest } from "../../src/execution/index.ts";
import { flatBar, openMarket, type Bar } from "./paper-market.ts";

const bar = (open: number, high: number, low: number, close: number): Bar => ({
  open,
  high,
  low,
  close,
});

/** Places the order at 100 with 10 in hand, lets the minutes pass, and tells how it stands. */
async function after(request: Partial<OrderRequest>, ...minutes: readonly Bar[]) {
  const market = await openMarket({ slippage: "0.01" });
  const { broker } = market;
  await broker.place({ symbol: "BTCUSDT", side: "buy", quantity: "10" });
  const placed = await broker.place({
    symbol: "BTCUSDT",
    side: "buy",
    quantity: "1",
    ...request,
  });
  for (const minute of minutes) {
    await market.minute(minute);
    await broker.settle();
  }
  const { status, averagePrice } = await broker.order(placed.orderId);
  return [placed.status, status, averagePrice];
}

describe("a limit order", () => {
  const buy = { orderType: "limit", price: "95" } as const;
  const sell = { ...buy, side: "sell", price: "105" } as const;
  test("fills at its price when a later candle touches it", async () => {
    expect(await after(buy, bar(100, 101, 95, 99))).toEqual(["open", "filled", "95"]);
    expect(await after(sell, bar(100, 105, 99, 101))).toEqual(["open", "filled", "105"]);
  });
  test("fills at a better open", async () => {
    expect(await after(buy, bar(90, 96, 89, 91))).toEqual(["open", "filled", "90"]);
    expect(await after(sell, bar(110, 111, 104, 105))).toEqual(["open", "filled", "110"]);
  });
  test("rests as long as no candle touches it", async () => {
    expect(await after(buy, bar(100, 101, 95.01, 99), flatBar(96))).toEqual(["open", "open", null]);
  });
  test("at a price that the market is beyond fills at the next open, not at its own price", async () => {
    expect(await after({ ...buy, price: "120" }, flatBar(101))).toEqual(["open", "filled", "101"]);
  });
});

describe("a stop order", () => {
  const buy = { orderType: "stop", stopPrice: "105" } as const;
  const sell = { ...buy, side: "sell", stopPrice: "95" } as const;
  test("is pending until a candle reaches its price, then fills there with slippage", async () => {
    expect(await after(buy, flatBar(104))).toEqual(["pending", "pending", null]);
    expect(await after(buy, bar(100, 105, 99, 100))).toEqual(["pending", "filled", "106.05"]);
    expect(await after(sell, bar(100, 101, 95, 100))).toEqual(["pending", "filled", "94.05"]);
  });
  test("fills at an open beyond its price", async () => {
    expect(await after(buy, bar(110, 111, 109, 110))).toEqual(["pending", "filled", "111.1"]);
    expect(await after(sell, bar(90, 91, 89, 90))).toEqual(["pending", "filled", "89.1"]);
  });
  test("whose price falls below the tick is rejected and frees its funds, and others go on", async () => {
    const { broker, minute } = await openMarket({ instruments: namedInstruments({ tick: "1" }) });
    const order = { symbol: "BTCUSDT", quantity: "1" } as const;
    await broker.place({ ...order, side: "buy", quantity: "3" });
    const stop = { ...order, side: "sell", orderType: "stop", stopPrice: "2" } as const;
    const limit = { ...order, side: "buy", orderType: "limit", price: "1" } as const;
    const [below, other] = [await broker.place(stop), await broker.place(limit)];
    await minute(flatBar(0.5));
    await broker.settle();
    expect((await broker.order(below.orderId)).status).toBe("rejected");
    expect((await broker.order(other.orderId)).status).toBe("filled");
    await minute(flatBar(100));
    const sold = await broker.place({ ...order, side: "sell", quantity: "4" });
    expect(sold.status).toBe("filled");
  });
  test("that jumps over what the account can pay is rejected and frees its funds", async () => {
    const { broker, minute } = await openMarket();
    const request = { symbol: "BTCUSDT", side: "buy", quantity: "900" } as const;
    const { orderId } = await broker.place({ ...request, orderType: "stop", stopPrice: "110" });
    await minute(flatBar(200));
    await broker.settle();
    expect((await broker.order(orderId)).status).toBe("rejected");
    expect(await broker.balance()).toEqual({ USDT: "100000" });
    expect(await broker.place({ ...request, quantity: "400" })).toMatchObject({ status: "filled" });
  });
});

describe("a stop-limit order", () => {
  const buy = { orderType: "stop_limit", stopPrice: "105", price: "106" } as const;
  test("fills at its stop when its limit allows that", async () => {
    expect(await after(buy, bar(100, 107, 99, 107))).toEqual(["pending", "filled", "105"]);
  });
  test("rests as a limit order when the market jumps over it, and fills when it comes back", async () => {
    expect(await after(buy, flatBar(110))).toEqual(["pending", "open", null]);
    expect(await after(buy, flatBar(110), bar(110, 110, 106, 108))).toEqual([
      "pending",
      "filled",
      "106",
    ]);
  });
  test("with its limit before its stop fills on the candle that set it off only if the close is there", async () => {
    const request = { ...buy, price: "102" };
    expect(await after(request, bar(100, 105, 99, 104))).toEqual(["pending", "open", null]);
    expect(await after(request, bar(100, 105, 99, 101))).toEqual(["pending", "filled", "102"]);
  });
});

test("a candle that was open when the order came cannot fill it", async () => {
  const { broker, clock, minute } = await openMarket();
  await clock.advance(30_000);
  const { orderId } = await broker.place({
    symbol: "BTCUSDT",
    side: "buy",
    quantity: "1",
    orderType: "limit",
    price: "95",
  });
  await minute(bar(100, 100, 90, 100));
  await broker.settle();
  expect((await broker.order(orderId)).status).toBe("open");
  await minute(bar(100, 100, 90, 100));
  await broker.settle();
  expect((await broker.order(orderId)).status).toBe("filled");
});

test("what rests holds its funds: nothing is spent twice", async () => {
  const { broker } = await openMarket();
  const half = { symbol: "BTCUSDT", side: "buy", quantity: "600" } as const;
  const { orderId } = await broker.place({ ...half, orderType: "limit", price: "90" });
  await expect(broker.place(half)).rejects.toMatchObject({
    code: "FUNDS_INSUFFICIENT",
    details: { asset: "USDT", available: "45946", needed: "60060" },
  });
  await broker.cancel(orderId, "BTCUSDT");
  expect(await broker.place(half)).toMatchObject({ status: "filled", fee: "60" });
});

test("closing takes back the sales that hold what is to be sold, and leaves purchases alone", async () => {
  const { broker } = await openMarket();
  const order = { symbol: "BTCUSDT", quantity: "2", orderType: "limit" } as const;
  await broker.place({ symbol: "BTCUSDT", side: "buy", quantity: "2" });
  const sale = await broker.place({ ...order, side: "sell", price: "120" });
  const purchase = await broker.place({ ...order, side: "buy", price: "80" });
  expect(await broker.close({ symbol: "BTCUSDT" })).toMatchObject([{ quantity: "2" }]);
  expect((await broker.order(sale.orderId)).status).toBe("cancelled");
  expect((await broker.order(purchase.orderId)).status).toBe("open");
});

test("a position tells its average entry, its worth at the last price, and what it has earned", async () => {
  const { broker, minute, clock } = await openMarket();
  const order = { symbol: "BTCUSDT", side: "buy", quantity: "1" } as const;
  await broker.place(order);
  await minute(flatBar(110));
  await broker.place(order);
  await minute(flatBar(120));
  await broker.place({ ...order, side: "sell", quantity: "0.5" });
  expect(await broker.positions()).toEqual([
    {
      symbol: "BTCUSDT",
      side: "long",
      quantity: "1.5",
      entryPrice: "105",
      markPrice: "120",
      unrealizedPnl: "22.5",
      // 0.5 × (120 − 105) less fees of 0.1, 0.11 and 0.06.
      realizedPnl: "7.23",
      leverage: "1",
      source: "memory",
      priceTime: clock.now(),
    },
  ]);
});

test("each fill is announced once, after it is stored: entered for a purchase, exited for a sale", async () => {
  const { broker, published } = await openMarket();
  const order = { symbol: "BTCUSDT", side: "buy", quantity: "1", clientOrderId: "a" } as const;
  const { orderId } = await broker.place(order);
  await broker.place(order);
  await broker.close({ symbol: "BTCUSDT" });
  expect(published).toMatchObject([
    { type: "trade.entered", trade: { orderId, clientOrderId: "a", price: "100", fee: "0.1" } },
    { type: "trade.exited", trade: { side: "sell", realizedPnl: "-0.1" } },
  ]);
});

test("the settling goes on by itself once started, and ends when stopped", async () => {
  const { broker, clock, minute } = await openMarket();
  const order = { symbol: "BTCUSDT", side: "buy", quantity: "1", orderType: "limit" } as const;
  const first = await broker.place({ ...order, price: "95" });
  const second = await broker.place({ ...order, price: "50" });
  await broker.start();
  await minute(flatBar(95));
  await clock.advance(10_000);
  expect((await broker.order(first.orderId)).status).toBe("filled");
  await broker.stop();
  await minute(flatBar(40));
  await clock.advance(60_000);
  expect((await broker.order(second.orderId)).status).toBe("open");
  expect(clock.sleeping()).toBe(0);
});

test("a minute that its source has late is looked at when it comes", async () => {
  const market = await openMarket();
  let isLate = true;
  const broker = market.reopen({
    candles: {
      candles: ({ endTime, ...request }) =>
        market.candles.candles({
          ...request,
          endTime: (endTime ?? market.clock.now()) - (isLate ? 60_000 : 0),
        }),
    },
  });
  await market.minute(flatBar(100));
  const order = { symbol: "BTCUSDT", side: "buy", quantity: "1", orderType: "limit" } as const;
  const { orderId } = await broker.place({ ...order, price: "95" });
  await market.minute(flatBar(100));
  await market.minute(flatBar(90));
  await broker.settle();
  expect((await broker.order(orderId)).status).toBe("open");
  isLate = false;
  await market.minute(flatBar(100));
  await broker.settle();
  expect(await broker.order(orderId)).toMatchObject({ status: "filled", averagePrice: "90" });
});

test("after a long rest only the candles since the mark are looked at, also by a new broker", async () => {
  const market = await openMarket();
  const order = { symbol: "BTCUSDT", side: "buy", quantity: "1", orderType: "limit" } as const;
  const { orderId } = await market.broker.place({ ...order, price: "50" });
  for (let count = 0; count < 361; count++) await market.minute(flatBar(100));
  await market.broker.settle();
  await market.minute(flatBar(45));
  const asked: (number | undefined)[] = [];
  const { candles } = market;
  const broker = market.reopen({
    candles: {
      candles(request) {
        asked.push(request.limit);
        return candles.candles(request);
      },
    },
  });
  await broker.settle();
  expect(asked).toEqual([1]);
  expect(await broker.order(orderId)).toMatchObject({ status: "filled", averagePrice: "45" });
});
