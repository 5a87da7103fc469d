import type { JobTrade } from "@bourse/contract/backtest";
import fc from "fast-check";
import { expect, test } from "vitest";

import { columnsOf } from "../page/chart/trade-columns.ts";
import { tradesOf } from "../page/chart/trades.ts";

const tradeAt = (seconds: number, pnl: number): JobTrade => ({
  side: "long",
  quantity: 1,
  entry_time: new Date(seconds * 1000).toISOString(),
  entry_price: 1,
  exit_time: new Date(seconds * 1000 + 1000).toISOString(),
  exit_price: 1,
  pnl,
  return: pnl,
  fees: 0,
  exit_reason: "signal",
});

test("from afar each trade in sight is counted in one column, with what the column earned", () => {
  const entries = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: -9, max: 9 })),
  );
  fc.assert(
    fc.property(entries, fc.integer({ min: 1, max: 40 }), (made, columns) => {
      const rows = made.toSorted((a, b) => a[0] - b[0]);
      const trades = tradesOf(rows.map(([seconds, pnl]) => tradeAt(seconds, pnl)));
      const found = columnsOf(trades, 100, 900, columns);
      const inSight = rows.filter(([seconds]) => seconds >= 100 && seconds < 900);
      expect(found).toHaveLength(columns);
      expect(found.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(inSight.length);
      const earned = found.reduce((sum, { profit }) => sum + profit, 0);
      expect(earned).toBeCloseTo(inSight.reduce((sum, [, pnl]) => sum + pnl, 0));
    }),
  );
});
