import { describe, expect, test } from "vitest";

import { parseSeriesFile, seriesFileName } from "../src/series-file.ts";

const SYMBOLS =
  "BTCUSDT BTC/PERP .. ../../X A-B_C.D BTC/USDT:USDT ^GSPC ES=F M&M.NS 贵州茅台 ΑΒΓ αβγ AUX.TO Ⅷ".split(
    " ",
  );

describe("names of candle files", () => {
  test.each([
    ["BTCUSDT-1h.csv", undefined, "BTCUSDT", "60"],
    ["BTCUSDT-60.csv", undefined, "BTCUSDT", "60"],
    ["BTCUSDT-1M.csv", undefined, "BTCUSDT", "M"],
    ["BTCUSDT-1m.csv", undefined, "BTCUSDT", "1"],
    ["bybit-BTCUSDT-D.csv", "bybit", "BTCUSDT", "D"],
    ["ftx-BTC-PERP-1m.csv", "ftx", "BTC-PERP", "1"],
    ["BTC-PERP-1m.csv", undefined, "BTC-PERP", "1"],
    ["BTC%2FUSDT-1d.csv", undefined, "BTCUSDT", "D"],
    ["BTC-USD-1d.csv", undefined, "BTCUSD", "D"],
    ["..-1d.csv", undefined, "..", "D"],
    ["^GSPC-1d.csv", undefined, "^GSPC", "D"],
    ["EURUSD=X-1h.csv", undefined, "EURUSD=X", "60"],
    ["yahoo-M&M.NS-1d.csv", "yahoo", "M&M.NS", "D"],
    ["BTC%2FUSDT%3AUSDT-1h.csv", undefined, "BTC/USDT:USDT", "60"],
    ["トヨタ-1d.csv", undefined, "トヨタ", "D"],
    ["CAFE\u0301-1d.csv", undefined, "CAFÉ", "D"],
  ])("%s", (name, exchange, symbol, interval) => {
    expect(parseSeriesFile(name)).toEqual({ name, exchange, symbol, interval });
  });

  test.each([
    "BTCUSDT.csv",
    "btcusdt-1h.csv",
    "BTCUSDT-2m.csv",
    "BTCUSDT-1h.CSV",
    "A%41-1h.csv",
    "",
  ])("%j is none of ours", (name) => {
    expect(parseSeriesFile(name)).toBeUndefined();
  });

  test("an import's name reads back and stays in its folder", () => {
    for (const symbol of SYMBOLS) {
      for (const interval of ["1", "60", "D", "W", "M"] as const) {
        for (const exchange of [undefined, "bybit"]) {
          const name = seriesFileName({ exchange, symbol, interval });
          expect(name).not.toContain("/");
          expect(parseSeriesFile(name)).toEqual({ name, exchange, symbol, interval });
        }
      }
    }
  });
});
