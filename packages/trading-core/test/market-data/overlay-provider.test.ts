import { hasCode } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import { createExchangeDirectory } from "../../src/market-data/exchange-directory.ts";
import { createOverlayProvider } from "../../src/market-data/overlay-provider.ts";
import { scriptedProvider } from "./scripted-provider.ts";

const REQUEST = { symbol: "BTCUSDT", interval: "60", limit: 10 } as const;

describe("an overlay", () => {
  test("answers from above where the series is known, else from below", async () => {
    const overlay = scriptedProvider("csv", "answer", "unknown");
    const base = scriptedProvider("bybit");
    const provider = createOverlayProvider({ overlay, base });
    expect((await provider.candles(REQUEST)).exchange).toBe("csv");
    expect((await provider.candles(REQUEST)).exchange).toBe("bybit");
    expect(base.asked()).toBe(1);
  });

  test("does not hide a broken series above by one from below", async () => {
    const overlay = scriptedProvider("csv", "unavailable");
    const base = scriptedProvider("bybit");
    const provider = createOverlayProvider({ overlay, base });
    await expect(provider.candles(REQUEST)).rejects.toThrow("csv is down.");
    expect(base.asked()).toBe(0);
  });

  test("lists the symbols of both, sorted", async () => {
    const provider = createOverlayProvider({
      overlay: scriptedProvider("csv"),
      base: scriptedProvider("bybit"),
    });
    expect((await provider.symbols()).symbols).toEqual(["BYBITUSDT", "CSVUSDT"]);
  });
});

describe("the exchange directory", () => {
  const bybit = scriptedProvider("bybit");
  const binance = scriptedProvider("binance");
  const directory = createExchangeDirectory({ bybit, binance }, "bybit");

  test("finds by name, and the default without one", () => {
    expect(directory.find("binance")).toBe(binance);
    expect(directory.find()).toBe(bybit);
    expect(directory.names).toEqual(["binance", "bybit"]);
  });

  test.each(["binanec", "", "toString", "__proto__"])("refuses %j, naming the known", (name) => {
    let thrown: unknown;
    try {
      directory.find(name);
    } catch (error) {
      thrown = error;
    }
    expect(hasCode(thrown, "EXCHANGE_UNKNOWN")).toBe(true);
    expect((thrown as Error).message).toContain("binance, bybit");
  });
});
