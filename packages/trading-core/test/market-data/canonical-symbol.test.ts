import { createManualClock } from "@bourse/kernel";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { canonicalSymbol, isSymbol } from "../../src/market-data/canonical-symbol.ts";
import { createSimulatedProvider } from "../../src/market-data/simulated/simulated-provider.ts";
import { symbolInFileName, symbolOfFileName } from "../../src/market-data/symbol-in-file-name.ts";

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
      "BTC/USDT:USDT",
      "^GSPC",
      "EURUSD=X",
      "M&M.NS",
    ]) {
      expect(canonicalSymbol(symbol)).toBe(symbol);
    }
  });

  test("has Latin capitals and composed letters, and no letter becomes another one's capital", () => {
    expect(canonicalSymbol("^gspc")).toBe("^GSPC");
    expect(canonicalSymbol("cafe\u0301")).toBe("CAF\u00c9");
    for (const symbol of ["B\u0131T", "STRA\u00dfE", "\ufb01", "αβγ", "贵州茅台"]) {
      expect(canonicalSymbol(symbol)).toBe(symbol.replaceAll(/[a-z]/g, (one) => one.toUpperCase()));
    }
  });

  test("is the name of its name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 20 }), (text) => {
        const name = canonicalSymbol(text);
        expect(canonicalSymbol(name)).toBe(name);
        if (/^[\p{L}\p{N}]{1,20}$/u.test(text)) expect(isSymbol(name)).toBe(true);
      }),
    );
  });
});

const LETTERS = "A B É Α α β a ſ 贵 ト आ ि 7 . / - _ : ^ = &".split(" ");

describe("a symbol in a file's name", () => {
  const symbols = fc
    .string({ unit: fc.constantFrom(...LETTERS), minLength: 1, maxLength: 20 })
    .map(canonicalSymbol);

  test("comes back from it, holds nothing that a file system takes for its own, and is one file", () => {
    fc.assert(
      fc.property(symbols, symbols, (one, other) => {
        const name = symbolInFileName(one);
        expect(symbolOfFileName(name)).toBe(one);
        expect(name).not.toMatch(/[/\\:*?"<>|\0]/u);
        const second = symbolInFileName(other);
        expect(name.toUpperCase() === second.toUpperCase()).toBe(one === other);
      }),
    );
  });

  test("is no device of Windows", () => {
    for (const symbol of ["AUX.TO", "COM1.DE", "NUL."]) {
      expect(symbolInFileName(symbol)).not.toMatch(/^(AUX|COM1|NUL)\./u);
      expect(symbolOfFileName(symbolInFileName(symbol))).toBe(symbol);
    }
  });

  test("of more bytes than a file's name has is refused", () => {
    expect(() => symbolInFileName("α".repeat(64))).toThrow(/at most 200 bytes/);
    expect(symbolInFileName("贵".repeat(64))).toBe("贵".repeat(64));
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
