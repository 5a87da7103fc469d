import { createManualClock, hasCode } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import { createAutoProvider } from "../../src/market-data/auto-provider.ts";
import { createSimulatedProvider } from "../../src/market-data/simulated/simulated-provider.ts";
import { scriptedProvider } from "./scripted-provider.ts";

const REQUEST = { symbol: "BTCUSDT", interval: "60", limit: 10, allowFallback: true } as const;
const fallback = createSimulatedProvider({ clock: createManualClock() });

describe("the automatic provider", () => {
  test("answers live while the exchange is there, without a warning", async () => {
    const auto = createAutoProvider({
      primary: scriptedProvider("bybit"),
      fallback,
      production: false,
    });
    const reply = await auto.candles(REQUEST);
    expect([reply.source, reply.exchange, reply.warnings]).toEqual(["live", "bybit", []]);
  });

  test("answers simulated when the exchange cannot be reached, and says so", async () => {
    const primary = scriptedProvider("bybit", "unavailable");
    const auto = createAutoProvider({ primary, fallback, production: false });
    const reply = await auto.candles(REQUEST);
    expect([reply.source, reply.exchange]).toEqual(["simulated", "simulated"]);
    expect(reply.candles.length).toBe(10);
    expect(reply.warnings).toHaveLength(1);
    expect(reply.warnings[0]).toMatch(/^bybit cannot be reached, so these candles are simulated/);
    const symbols = await auto.symbols();
    expect(symbols.source).toBe("simulated");
    expect(symbols.warnings).toHaveLength(1);
  });

  test("gives no simulated candle to a request that does not allow it, and says where they come", async () => {
    const primary = scriptedProvider("bybit", "unavailable");
    const auto = createAutoProvider({ primary, fallback, production: false });
    await expect(auto.candles({ ...REQUEST, allowFallback: false })).rejects.toMatchObject({
      code: "MARKET_DATA_UNAVAILABLE",
      message: expect.stringMatching(/^bybit is down\. .* in backtests only/u) as string,
    });
  });

  test("never falls back in production", async () => {
    const primary = scriptedProvider("bybit", "unavailable");
    const auto = createAutoProvider({ primary, fallback, production: true });
    const refusal = (error: unknown): boolean => hasCode(error, "MARKET_DATA_UNAVAILABLE");
    await expect(auto.candles(REQUEST)).rejects.toSatisfy(refusal);
    await expect(auto.symbols()).rejects.toSatisfy(refusal);
  });

  test("does not simulate what the exchange refused", async () => {
    const primary = scriptedProvider("bybit", "unknown");
    const auto = createAutoProvider({ primary, fallback, production: false });
    const refusal = (error: unknown): boolean => hasCode(error, "SYMBOL_UNKNOWN");
    await expect(auto.candles(REQUEST)).rejects.toSatisfy(refusal);
  });

  test("reports the exchange, not the simulation, when neither can answer", async () => {
    const primary = scriptedProvider("bybit", "unavailable");
    const auto = createAutoProvider({ primary, fallback, production: false });
    const request = auto.candles({ ...REQUEST, symbol: "XYZ" });
    await expect(request).rejects.toThrow("bybit is down.");
  });
});
