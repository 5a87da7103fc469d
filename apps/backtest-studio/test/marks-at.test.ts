import type { JobTrade } from "@bourse/contract/backtest";
import { expect, test } from "vitest";

import { marksAt, tradeWords } from "../page/chart/marks-at.ts";
import { tradesOf } from "../page/chart/trades.ts";

const trade = (entry: number, exit: number, more: Partial<JobTrade> = {}): JobTrade => ({
  side: "long",
  quantity: 1,
  entry_time: new Date(entry * 1000).toISOString(),
  entry_price: 100.5,
  exit_time: new Date(exit * 1000).toISOString(),
  exit_price: 105,
  pnl: 4.5,
  return: 0.04,
  fees: 0,
  exit_reason: "signal",
  ...more,
});
const loss = { side: "short", exit_reason: "stop_loss", pnl: -1234.5 } as const;
const trades = tradesOf([trade(60, 120), trade(120, 200, loss), trade(240, 300)]);

test("an entry and an exit are told with their trade, price and outcome, what ended before what began", () => {
  const at = (from: number, until: number) => marksAt(trades, { from, until, digits: 2 });
  expect(at(60, 120)).toBe("Trade 1: long entry at 100.50.");
  expect(at(120, 180)).toBe(
    "Trade 1: long exit at 105.00 by signal, won 4.50. Trade 2: short entry at 100.50.",
  );
  expect(at(180, 240)).toBe("Trade 2: short exit at 105.00 by stop loss, lost 1,234.50.");
});

test("a candle without a mark has no words", () => {
  expect(marksAt(trades, { from: 0, until: 60, digits: 2 })).toBe("");
  expect(marksAt(tradesOf([]), { from: 0, until: Infinity, digits: 2 })).toBe("");
});

test("marks of many trades are counted", () => {
  expect(marksAt(trades, { from: 0, until: Infinity, digits: 2 })).toBe(
    "3 entries and 3 exits: zoom in to see each.",
  );
});

test("a trade is told whole, with its times; a place without one has no words", () => {
  expect(tradeWords(trades, 1, 1)).toBe(
    "Trade 2 of 3: short entry at 100.5, 1970-01-01 00:02 UTC; short exit at 105.0 by stop loss, lost 1,234.50, 1970-01-01 00:03 UTC.",
  );
  expect(tradeWords(trades, 3, 1)).toBe("");
});
