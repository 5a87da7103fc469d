import fc from "fast-check";
import { expect, test } from "vitest";

import { createExamination } from "../page/model/examine.ts";
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

type Candles = ReturnType<typeof candle>[];

function examine(...pages: readonly Candles[]) {
  const examination = createExamination();
  for (const page of pages) examination.add(page);
  return examination.found();
}

test("gaps, silent candles and jumps are counted, and the largest have their place", () => {
  const rows = [candle(0, 100), candle(1, 100, 0), candle(4, 150), candle(5, 75), candle(7, 75)];
  expect(examine(rows)).toEqual({
    candles: 5,
    first: "2026-01-01T00:00:00.000Z",
    last: "2026-01-01T07:00:00.000Z",
    gaps: 2,
    missing: 3,
    widest: { missing: 2, after: "2026-01-01T01:00:00.000Z" },
    still: 5,
    silent: 1,
    jump: { size: 0.5, at: "2026-01-01T05:00:00.000Z" },
  });
});

test("months are of different lengths and have no gaps for that", () => {
  const months = [31, 59, 90, 120, 151].map((day) => candle(24 * day, 100));
  expect(examine(months)).toMatchObject({ gaps: 0, missing: 0, widest: undefined });
});

test("a series that is read page by page has the same faults as at once", () => {
  const candles = fc
    .uniqueArray(fc.tuple(fc.nat(500), fc.integer({ min: 1, max: 1000 }), fc.nat(2)), {
      selector: ([hour]) => hour,
      maxLength: 40,
    })
    .map((rows) => rows.toSorted(([a], [b]) => a - b).map((row) => candle(...row)));
  fc.assert(
    fc.property(candles, fc.nat(40), (rows, at) => {
      expect(examine(rows.slice(at), rows.slice(0, at))).toEqual(examine(rows));
    }),
  );
});

test("a series without candles has no faults", () => {
  expect(examine([])).toMatchObject({ candles: 0, gaps: 0, missing: 0, jump: { size: 0 } });
});

test.each([
  ["BTCUSDT-1h.csv", "BTCUSDT", "1h"],
  ["bybit-ETHUSDT-60.csv", "ETHUSDT", "60"],
  ["BTC-USDT_15m.txt", "BTC-USDT", "15m"],
  ["spy_D.csv", "SPY", "1d"],
  ["EURUSD-1M.csv", "EURUSD", "1M"],
  ["EURUSD-M.csv", "EURUSD", "1M"],
  ["EURUSD-3mo.csv", "EURUSD", "3M"],
  ["EURUSD-10s.csv", "EURUSD", "10s"],
  ["EURUSD_120m.csv", "EURUSD", "120m"],
  // Rather minutes than months: the proposal is left to the reader.
  ["EURUSD-15M.csv", "EURUSD-15M", "1h"],
  ["prices of gold.csv", "PRICESOFGOLD", "1h"],
])("the name %s proposes %s at %s", (name, symbol, interval) => {
  expect(seriesOfName(name)).toEqual({ symbol, interval });
});
