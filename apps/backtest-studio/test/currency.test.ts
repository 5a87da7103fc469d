import type { ListedJob } from "@bourse/contract/backtest";
import { describe, expect, test } from "vitest";

import { areOneCurrency, currencyOf, quoteOf } from "../page/model/currency.ts";

const runOn = (symbol: string, result: object | null = null): ListedJob =>
  ({ payload: { symbol }, result }) as unknown as ListedJob;

describe("the currency of a run's amounts", () => {
  test.each([
    ["BTCUSDT", "USDT"],
    ["ETHBTC", "BTC"],
    ["BTC/EUR", "EUR"],
    ["AAPL", undefined],
    ["USDT", undefined],
  ])("of %s is %s", (symbol, quote) => {
    expect(quoteOf(symbol)).toBe(quote);
  });

  test("is what the result names, before what its symbol ends with", () => {
    expect(currencyOf(runOn("ES", { currency: "USD" }))).toBe("USD");
    expect(currencyOf(runOn("BTCUSDT", { symbol: "ETHBTC" }))).toBe("BTC");
  });

  test("of a portfolio is known where all of its pairs have the same", () => {
    expect(currencyOf(runOn("BTCUSDT,ETHUSDT"))).toBe("USDT");
    expect(currencyOf(runOn("BTCUSDT,ETHBTC"))).toBeUndefined();
  });

  test("that is unknown is not the same as another one that is unknown", () => {
    expect(areOneCurrency(["USDT", "USDT"])).toBe(true);
    expect(areOneCurrency(["USDT", "EUR"])).toBe(false);
    expect(areOneCurrency([undefined, undefined])).toBe(false);
  });
});
