import { describe, expect, test } from "vitest";

import type { Candles } from "../../src/candles/candles.ts";
import { crossings, sma } from "../../src/indicators/index.ts";
import { simulate, type SimulationOptions } from "../../src/simulation/index.ts";
import { Signal, type Decisions } from "../../src/strategies/strategy.ts";
import { hasReferenceData, readCandles, readExpected } from "../indicators/reference-data.ts";

interface ReferenceTrade {
  readonly Size: number;
  readonly EntryBar: number;
  readonly ExitBar: number;
  readonly EntryPrice: number;
  readonly ExitPrice: number;
  readonly PnL: number;
  readonly Commission: number;
  readonly ReturnPct: number;
}

interface Reference {
  readonly stats: Readonly<Record<string, number | string>>;
  readonly trades: readonly ReferenceTrade[];
  readonly equity: readonly number[];
}

/** Its broker: whole units, orders at the next open, each entry closing what is held. */
const BROKER: SimulationOptions = {
  direction: "both",
  lotSize: 1,
  repeatedEntry: "reopen",
  finalPosition: "keep",
  initialCapital: 10_000,
};

function decide(candles: Candles, fast: number, slow: number): Decisions {
  const crossed = crossings(sma(candles.close, fast), sma(candles.close, slow));
  const signals = Uint8Array.from(crossed, (side) =>
    side > 0 ? Signal.enterLong : side < 0 ? Signal.enterShort : Signal.none,
  );
  return { signals, warmUp: slow };
}

describe.skipIf(!hasReferenceData)("backtesting.py agrees trade by trade", () => {
  const candles = hasReferenceData ? readCandles("btpy-GOOG-1d.csv") : undefined;

  test.each([
    ["btpy_goog_sma10_20_c0.002_exclusive.json", 10, 20, { fee: 0.002 }],
    ["btpy_goog_sma10_30_c0_finalize.json", 10, 30, { fee: 0, finalPosition: "last_open" }],
  ] as const)("%s", (file, fast, slow, rules) => {
    const reference = readExpected<Reference>(file);
    const result = simulate(candles!, decide(candles!, fast, slow), { ...BROKER, ...rules });
    const found = result.trades.toArray().map((trade) => ({
      Size: trade.side === "long" ? trade.quantity : -trade.quantity,
      EntryBar: trade.entryIndex,
      ExitBar: trade.exitIndex,
      EntryPrice: trade.entryPrice,
      ExitPrice: trade.exitPrice,
      PnL: trade.pnl,
      Commission: trade.fees,
      ReturnPct: trade.return,
    }));
    expect(found).toEqual(
      reference.trades.map((trade) => ({
        Size: trade.Size,
        EntryBar: trade.EntryBar,
        ExitBar: trade.ExitBar,
        EntryPrice: trade.EntryPrice,
        ExitPrice: trade.ExitPrice,
        PnL: expect.closeTo(trade.PnL, 7) as number,
        Commission: expect.closeTo(trade.Commission, 7) as number,
        ReturnPct: expect.closeTo(trade.ReturnPct, 10) as number,
      })),
    );
    expect(result.equity).toHaveLength(reference.equity.length);
    const worst = reference.equity.map((value, i) => Math.abs(result.equity[i]! / value - 1));
    expect(Math.max(...worst)).toBeLessThan(1e-12);
    expect(result.finalCapital).toBeCloseTo(reference.stats["Equity Final [$]"] as number, 6);
  });

  test("the commissions add up: of the closed trades as there, of the open one beside them", () => {
    const reference = readExpected<Reference>("btpy_goog_sma10_20_c0.002_exclusive.json");
    const result = simulate(candles!, decide(candles!, 10, 20), { ...BROKER, fee: 0.002 });
    const closed = result.trades.toArray().reduce((sum, trade) => sum + trade.fees, 0);
    const open = result.openPosition?.fees ?? 0;
    expect(result.feesPaid).toBeCloseTo(closed + open, 8);
    expect(closed).toBeCloseTo(reference.stats["Commissions [$]"] as number, 6);
  });

  test("a grid of 50 pairs of averages ends at the same equity after the same trades", () => {
    const grid = readExpected<{ rows: readonly (readonly number[])[] }>(
      "btpy_goog_sma_grid_c0.002.json",
    );
    const found = grid.rows.map(([fast, slow]) => {
      const result = simulate(candles!, decide(candles!, fast!, slow!), { ...BROKER, fee: 0.002 });
      return [fast, slow, result.trades.length, result.finalCapital];
    });
    expect(found).toEqual(
      grid.rows.map(([fast, slow, equity, trades]) => [
        fast,
        slow,
        trades,
        expect.closeTo(equity!, 6) as number,
      ]),
    );
  });
});
