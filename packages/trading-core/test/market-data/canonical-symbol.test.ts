import { createManualClock } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import { canonicalSymbol } from "../../src/market-data/canonical-symbol.ts";
import { createSimulatedProvider } from "../../src/market-data/simulated/simulated-provider.ts";

const provider = createSimulatedProvider({ clock: createManualClock(), seed: 7 });

async function closeOf(symbol: string): Promise<number> {
  const { candles } = await provider.candles({ symbol, interval: "60", limit: 1 });
  return candles.close[0]!;
}

describe("one instrument", () => {
  test("has one name, however a caller writes it", () => {
    for (const symbol of ["btcusdt", "BTC/USDT", "BTC-USDT", "BTC_usdt"]) {
      expect(canonicalSymbol(symbol)).toBe("BTCUSDT");
    }
  });

  test("keeps a separator that belongs to its name", () => {
    for (const symbol of [
      "BRK-B",
      "BRK.B",
      "BTC-26SEP25",
      "FTX-BTC-PERP",
      "A/",
      "/USDT",
      "BTC//USDT",
    ]) {
      expect(canonicalSymbol(symbol)).toBe(symbol);
    }
  });

  test("has one simulated price under each of its spellings", async () => {
    for (const symbol of ["BTC/USDT", "BTC-USDT", "BTC_USDT"]) {
      expect(await closeOf(symbol), symbol).toBe(await closeOf("BTCUSDT"));
    }
    expect(await closeOf("ODD7/EUR")).toBe(await closeOf("ODD7EUR"));
  });
});

describe("simulated prices agree with each other", () => {
  test("a tour over three pairs comes back with what it began with", async () => {
    const tours = [
      ["BTCUSDT", "ETHBTC", "ETHUSDT"],
      ["USDCUSDT", "BTCUSDC", "BTCUSDT"],
      ["EURUSDT", "SOLEUR", "SOLUSDT"],
      ["ETHUSD", "ODD7ETH", "ODD7USD"],
      // Both readings of a name that ends in two quote assets would be two prices of one asset.
      ["TUSDUSDT", "ODD7TUSD", "ODD7USDT"],
    ] as const;
    for (const [first, second, last] of tours) {
      const gained = (await closeOf(last)) / (await closeOf(first)) / (await closeOf(second));
      expect(gained, `${first}, ${second}, ${last}`).toBeCloseTo(1, 3);
    }
  });

  test("a dollar is worth a dollar, and nothing is priced in itself", async () => {
    const { candles } = await provider.candles({ symbol: "USDCUSDT", interval: "D", limit: 3 });
    expect([...candles.open, ...candles.high, ...candles.low]).toEqual(Array(9).fill(1));
    expect(candles.volume.every(Number.isFinite)).toBe(true);
    await expect(closeOf("BTCBTC")).rejects.toMatchObject({ code: "SYMBOL_UNKNOWN" });
  });
});
