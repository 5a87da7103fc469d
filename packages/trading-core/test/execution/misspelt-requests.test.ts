/** Brokers and providers refuse a misspelt member before they do anything. */

import { hasCode } from "@bourse/kernel";
import { expect, test } from "vitest";

import { createMemoryProvider } from "../../src/market-data/index.ts";
import { openMarket } from "./paper-market.ts";

test("an order whose type is misspelt is no market order", async () => {
  const { broker } = await openMarket();
  const order = { symbol: "BTCUSDT", side: "buy", quantity: "1", ordertype: "limit", price: "1" };
  const refused = await broker.place(order as never).catch((error: unknown) => error);
  expect(hasCode(refused, "ORDER_INVALID")).toBe(true);
  expect(String(refused)).toContain('Did you mean "orderType"?');
  expect(await broker.orders()).toEqual([]);
});

test("an order whose key is misspelt is not placed, as a repetition would be a second order", async () => {
  const { broker } = await openMarket();
  const order = { symbol: "BTCUSDT", side: "buy", quantity: "1" } as const;
  const options = { idempotencyKeys: "a" } as object;
  const refused = await broker.place(order, options).catch((error: unknown) => error);
  expect(hasCode(refused, "ORDER_INVALID")).toBe(true);
  expect(await broker.orders()).toEqual([]);
});

test("candles are not asked for by a misspelt time", async () => {
  const provider = createMemoryProvider({ series: [] });
  const request = { symbol: "BTCUSDT", interval: "D", limit: 1, endtime: 0 } as const;
  const refused = await provider.candles(request).catch((error: unknown) => error);
  expect(hasCode(refused, "OPTIONS_INVALID")).toBe(true);
  expect(String(refused)).toContain('Did you mean "endTime"?');
});
