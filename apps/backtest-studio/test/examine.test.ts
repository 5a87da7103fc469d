import { expect, test } from "vitest";

import { examine } from "../page/model/examine.ts";
import { seriesOfName } from "../page/model/series-of-name.ts";

const candle = (hour: number, close: number, volume = 1) => ({
  timestamp: new Date(Date.UTC(2026, 0, 1, hour)).toISOString(),
  open: close,
  high: close,
  low: close,
  close,
  volume,
  turnover: null,
});

test("gaps, silent candles and jumps are counted", () => {
  const rows = [candle(0, 100), candle(1, 100, 0), candle(4, 150), candle(5, 75)];
  expect(examine(rows, "csv")).toEqual({
    candles: 4,
    source: "csv",
    first: "2026-01-01T00:00:00.000Z",
    last: "2026-01-01T05:00:00.000Z",
    gaps: 1,
    missing: 2,
    still: 4,
    silent: 1,
    jump: 0.5,
  });
});

test("a series without candles has no faults", () => {
  expect(examine([], "csv")).toMatchObject({ candles: 0, gaps: 0, missing: 0, jump: 0 });
});

test.each([
  ["BTCUSDT-1h.csv", "BTCUSDT", "1h"],
  ["bybit-ETHUSDT-60.csv", "ETHUSDT", "60"],
  ["BTC-USDT_15m.txt", "BTC-USDT", "15m"],
  ["spy_D.csv", "SPY", "1d"],
  ["EURUSD-1M.csv", "EURUSD", "1M"],
  ["prices of gold.csv", "PRICESOFGOLD", "1h"],
])("the name %s proposes %s at %s", (name, symbol, interval) => {
  expect(seriesOfName(name)).toEqual({ symbol, interval });
});
