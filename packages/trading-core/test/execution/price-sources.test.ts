import { createManualClock, createMemoryStore } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import { createPaperBroker, paperCollections } from "../../src/execution/index.ts";
import { createAutoProvider } from "../../src/market-data/auto-provider.ts";
import { createMemoryProvider } from "../../src/market-data/memory-provider.ts";
import type { CandleProvider } from "../../src/market-data/port.ts";
import { createSimulatedProvider } from "../../src/market-data/simulated/simulated-provider.ts";
import { scriptedProvider } from "../market-data/scripted-provider.ts";
import { flatBar, openMarket, type PaperMarket } from "./paper-market.ts";

const buy = { symbol: "BTCUSDT", side: "buy", quantity: "1" } as const;

describe("the spelling of a symbol", () => {
  test("makes no second instrument: what was bought as BTC/USDT is sold as BTCUSDT, for no gain", async () => {
    const clock = createManualClock();
    const store = createMemoryStore({ collections: paperCollections });
    const candles = createSimulatedProvider({ clock });
    const broker = createPaperBroker({ store, candles, clock, feeRate: "0" });
    const bought = await broker.place({ ...buy, symbol: "BTC/USDT" });
    expect(bought.symbol).toBe("BTCUSDT");
    expect(await broker.positions("btc-usdt")).toMatchObject([
      { symbol: "BTCUSDT", quantity: "1" },
    ]);
    const sold = await broker.place({ ...buy, side: "sell" });
    expect(sold.averagePrice).toBe(bought.averagePrice);
    expect(await broker.balance()).toEqual({ USDT: "100000" });
    expect(await broker.orders({ symbol: "BTC_USDT" })).toHaveLength(2);
  });

  test("makes no second order: a client order id under another spelling is the same order", async () => {
    const { broker } = await openMarket();
    const first = await broker.place({ ...buy, clientOrderId: "one" });
    expect(await broker.place({ ...buy, symbol: "btc/usdt", clientOrderId: "one" })).toEqual(first);
    const resting = await broker.place({ ...buy, orderType: "limit", price: "1" });
    expect(await broker.cancel(resting.orderId, "BTC-USDT")).toMatchObject({ status: "cancelled" });
    expect(await broker.close({ symbol: "BTC/USDT" })).toMatchObject([{ symbol: "BTCUSDT" }]);
  });
});

describe("an exchange that is away", () => {
  test("fills no order at simulated prices: a stop rests until the exchange is back", async () => {
    const { broker, minute, faults, exchange } = await openExchange();
    await broker.place({ ...buy, quantity: "2" });
    const stop = { ...buy, side: "sell", orderType: "stop", stopPrice: "90" } as const;
    const { orderId } = await broker.place(stop);
    exchange.isAway = true;
    await minute(flatBar(100));
    await broker.settle();
    expect((await broker.order(orderId)).status).toBe("pending");
    await expect(broker.place(buy)).rejects.toMatchObject({ code: "MARKET_DATA_UNAVAILABLE" });
    await expect(broker.close({ symbol: "BTCUSDT" })).rejects.toMatchObject({
      code: "MARKET_DATA_UNAVAILABLE",
    });
    expect(await broker.positions()).toMatchObject([{ markPrice: null, source: "bybit" }]);
    await broker.settle();
    expect(faults, "one fault, however often it is met").toMatchObject([
      { code: "MARKET_DATA_UNAVAILABLE" },
    ]);
    exchange.isAway = false;
    await minute(flatBar(89));
    await broker.settle();
    expect(await broker.order(orderId)).toMatchObject({ status: "filled", averagePrice: "89" });
  });

  test("takes no order on a new account either", async () => {
    const { broker, exchange } = await openExchange();
    exchange.isAway = true;
    await expect(broker.place(buy)).rejects.toMatchObject({ code: "MARKET_DATA_UNAVAILABLE" });
    expect(await broker.orders()).toEqual([]);
  });
});

describe("an order or a position", () => {
  test("keeps the source that it began with, and frees the symbol when it ends", async () => {
    const market = await openMarket();
    const other = market.reopen({ candles: under(market, "csv") });
    const filled = await market.broker.place(buy);
    expect(filled.source).toBe("memory");
    const away = { code: "EXECUTION_UNAVAILABLE", details: { reason: "memory" } };
    await expect(other.place(buy)).rejects.toMatchObject(away);
    await expect(other.close({ symbol: "BTCUSDT" })).rejects.toMatchObject(away);
    expect(await other.positions()).toMatchObject([{ source: "memory", markPrice: null }]);
    await market.broker.close({ symbol: "BTCUSDT" });
    expect(await other.place(buy)).toMatchObject({ status: "filled", source: "csv" });
    expect(market.published).toMatchObject([
      { trade: { source: "memory" } },
      { trade: { source: "memory" } },
      { trade: { source: "csv" } },
    ]);
  });

  test("that rests is not filled by candles of another source", async () => {
    const market = await openMarket();
    const { orderId } = await market.broker.place({ ...buy, orderType: "limit", price: "95" });
    const faults: unknown[] = [];
    const other = market.reopen({
      candles: under(market, "csv"),
      onError: (error) => faults.push(error),
    });
    await market.minute(flatBar(90));
    await other.settle();
    expect((await other.order(orderId)).status).toBe("open");
    expect(faults).toMatchObject([{ code: "EXECUTION_UNAVAILABLE" }]);
    expect(await other.cancel(orderId, "BTCUSDT")).toMatchObject({ status: "cancelled" });
    expect(await market.broker.priceSource("BTCUSDT")).toBeNull();
  });
});

/** The market's candles under another source's name. */
function under({ candles }: PaperMarket, exchange: string): Pick<CandleProvider, "candles"> {
  return { candles: async (request) => ({ ...(await candles.candles(request)), exchange }) };
}

/** A market on an exchange that can go away, behind the provider that would then simulate. */
async function openExchange() {
  const exchange = { isAway: false };
  const faults: unknown[] = [];
  const market = await openMarket();
  const away = scriptedProvider("bybit", "unavailable");
  const primary: CandleProvider = {
    ...createMemoryProvider({ series: [] }),
    exchange: "bybit",
    candles: (request) =>
      exchange.isAway ? away.candles(request) : under(market, "bybit").candles(request),
  };
  const fallback = createSimulatedProvider({ clock: market.clock });
  const broker = market.reopen({
    candles: createAutoProvider({ primary, fallback, production: false }),
    onError: (error) => faults.push(error),
  });
  return { ...market, broker, faults, exchange };
}
