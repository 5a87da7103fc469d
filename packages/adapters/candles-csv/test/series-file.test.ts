import { INTERVALS } from "@bourse/backtest-engine/data";
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
    ["BTCUSDT-1440.csv", undefined, "BTCUSDT", "D"],
    ["BTCUSDT-10s.csv", undefined, "BTCUSDT", "10s"],
    ["BTCUSDT-45m.csv", undefined, "BTCUSDT", "45"],
    ["BTCUSDT-3M.csv", undefined, "BTCUSDT", "3M"],
    ["BTCUSDT-3mo.csv", undefined, "BTCUSDT", "3M"],
    ["BTC%2FUSDT%3AUSDT-1h.csv", undefined, "BTC/USDT:USDT", "60"],
    ["トヨタ-1d.csv", undefined, "トヨタ", "D"],
    ["CAFE\u0301-1d.csv", undefined, "CAFÉ", "D"],
  ])("%s", (name, exchange, symbol, interval) => {
    expect(parseSeriesFile(name)).toEqual({ name, exchange, symbol, interval });
  });

  test.each([
    "BTCUSDT.csv",
    "btcusdt-1h.csv",
    "BTCUSDT-0m.csv",
    "BTCUSDT-1y.csv",
    // Years and dates of exports, not minutes.
    "BTCUSDT-2024.csv",
    "BTCUSDT-20240131.csv",
    "BTCUSDT-1h.CSV",
    "A%41-1h.csv",
    "",
  ])("%j is none of ours", (name) => {
    expect(parseSeriesFile(name)).toBeUndefined();
  });

  test("no two series share a file on a disk that knows no letter case", () => {
    const intervals = [
      "1",
      "M",
      "3",
      "3M",
      "120",
      "2M",
      "10",
      "10s",
      "10M",
      "3D",
      "3W",
      "180",
    ] as const;
    const names = intervals.map((interval) =>
      seriesFileName({ exchange: undefined, symbol: "BTCUSDT", interval }).toLowerCase(),
    );
    expect(new Set(names).size).toBe(intervals.length);
  });

  test("the files of the usual intervals keep their names", () => {
    const names = INTERVALS.map((interval) =>
      seriesFileName({ exchange: undefined, symbol: "X", interval }),
    );
    expect(names.join(" ")).toBe(
      "X-1m.csv X-3m.csv X-5m.csv X-15m.csv X-30m.csv X-1h.csv X-2h.csv X-4h.csv X-6h.csv X-12h.csv X-1d.csv X-1w.csv X-M.csv",
    );
  });

  test("an import's name reads back and stays in its folder", () => {
    for (const symbol of SYMBOLS) {
      for (const interval of ["1", "60", "D", "W", "M", "10s", "45", "3D", "2W", "3M"] as const) {
        for (const exchange of [undefined, "bybit"]) {
          const name = seriesFileName({ exchange, symbol, interval });
          expect(name).not.toContain("/");
          expect(parseSeriesFile(name)).toEqual({ name, exchange, symbol, interval });
        }
      }
    }
  });
});
