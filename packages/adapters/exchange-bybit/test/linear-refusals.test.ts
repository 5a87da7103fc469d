import { describe, expect, test } from "vitest";

import { type BybitExchange } from "./bybit-exchange.ts";
import { brokerAt, open } from "./linear-world.ts";

const order = { symbol: "BTCUSDT", side: "buy", quantity: "1.5" } as const;

describe("an account in hedge mode is refused with what to change", () => {
  const sentence = /hedge mode.*switch it to one-way mode/u;

  test("when an order is sent, as Bybit refuses it", async () => {
    const exchange = await open();
    const refusal = { retCode: 10_001, retMsg: "position idx not match position mode" };
    exchange.mischief.set("/v5/order/create", [refusal]);
    await expect(brokerAt(exchange).place(order)).rejects.toMatchObject({
      code: "EXECUTION_REFUSED",
      message: expect.stringMatching(sentence) as string,
    });
    expect(await exchange.account.orders()).toEqual([]);
  });

  test.each([
    ["read", (broker: Broker) => broker.positions()],
    ["read by symbol", (broker: Broker) => broker.positions("BTCUSDT")],
    ["closed", (broker: Broker) => broker.close({ symbol: "BTCUSDT" })],
  ] as const)("when its positions are %s, flat as they may be", async (_, ask) => {
    const exchange = await open();
    const list = [sideOf(1, "Buy", "2"), sideOf(2, "", "0")];
    const reply = { retCode: 0, retMsg: "OK", result: { list, nextPageCursor: "" } };
    exchange.mischief.set("/v5/position/list", [reply]);
    await expect(ask(brokerAt(exchange))).rejects.toMatchObject({
      code: "EXECUTION_REFUSED",
      message: expect.stringMatching(sentence) as string,
      details: { exchange: "bybit", reason: "hedge mode", symbol: "BTCUSDT" },
    });
    expect(creations(exchange), "nothing is closed by guess").toBe(0);
  });
});

describe("a contract that settles in another coin is refused with what to change", () => {
  test.each([
    ["ordered", (broker: Broker) => broker.place({ ...order, symbol: "BTCPERP" })],
    ["looked for among positions", (broker: Broker) => broker.positions("BTCPERP")],
    ["closed", (broker: Broker) => broker.close({ symbol: "BTCPERP" })],
  ] as const)("when it is %s", async (_, ask) => {
    const exchange = await open();
    await expect(ask(brokerAt(exchange))).rejects.toMatchObject({
      code: "ORDER_INVALID",
      message: expect.stringMatching(/must settle in USDT; BTCPERP settles in USDC/u) as string,
      details: { field: "symbol" },
    });
    expect(creations(exchange)).toBe(0);
  });

  test("unless the broker's quote is that coin", async () => {
    const exchange = await open();
    const broker = brokerAt(exchange, { quote: "USDC" });
    const placed = await broker.place({ ...order, symbol: "BTCPERP" });
    expect(placed).toMatchObject({ symbol: "BTCPERP", status: "filled" });
    await expect(broker.place(order)).rejects.toMatchObject({ code: "ORDER_INVALID" });
  });
});

/** One of the two rows that hedge mode has for a symbol. */
function sideOf(positionIdx: 1 | 2, side: "Buy" | "", size: string) {
  return {
    positionIdx,
    symbol: "BTCUSDT",
    side,
    size,
    avgPrice: "100",
    leverage: "10",
    markPrice: "100",
    unrealisedPnl: "",
    cumRealisedPnl: "0",
  };
}

type Broker = ReturnType<typeof brokerAt>;

function creations({ requests }: BybitExchange): number {
  return requests.filter(({ line }) => line === "POST /v5/order/create").length;
}
