import { array, assert, constantFrom, double, property, record } from "fast-check";
import { describe, expect, test } from "vitest";

import {
  simulate,
  simulateOrders,
  type CompatibilityOptions,
  type OrderSimulationOptions,
  type SimulationOptions,
} from "../../src/simulation/index.ts";
import { Signal } from "../../src/strategy/strategy.ts";
import { candlesOf } from "../candles/make-candles.ts";
import { script, still } from "./scripted-trader.ts";

const { enterLong, enterShort, exitLong, exitShort } = Signal;
const BASE = { fee: 0, initialCapital: 10_000, direction: "both" } as const;

/** The same run by a signal on the first candle, by signals that watch stops, and by orders. */
function threeWays(
  rows: readonly (readonly number[])[],
  side: "long" | "short",
  options: SimulationOptions,
) {
  const candles = candlesOf(rows);
  const signals = new Uint8Array(rows.length);
  signals[0] = side === "long" ? enterLong : enterShort;
  const rules = { ...BASE, ...options };
  const trader = script({ 0: { side: side === "long" ? "buy" : "sell" } });
  return [
    simulate(candles, { signals, warmUp: 0 }, rules),
    simulate(candles, { signals, warmUp: 0 }, { ...rules, takeProfit: 900 }),
    simulateOrders({ X: candles }, trader, rules),
  ];
}

describe("an account whose price inside a candle takes everything", () => {
  test.each<[string, "long" | "short", number, number[], number]>([
    ["a long of 10 times, at the price where nothing is left", "long", 10, [100, 125, 80, 120], 90],
    ["a long of 10 times, at an open beyond it", "long", 10, [85, 120, 80, 120], 85],
    ["a short of 10 times", "short", 10, [100, 120, 79, 80], 110],
    ["a short of 10 times, at an open beyond it", "short", 10, [115, 120, 80, 80], 115],
    ["a short of its own cash", "short", 1, [100, 250, 79, 80], 200],
  ])("has no position left and ends at 0: %s", (_, side, leverage, row, exitPrice) => {
    for (const result of threeWays([still(100), still(100), row, still(150)], side, { leverage })) {
      expect([...result.equity]).toEqual([10_000, 10_000, 0, 0]);
      expect(result.trades.toArray()).toMatchObject([
        { exitIndex: 2, exitPrice, exitReason: "liquidation", pnl: -10_000, fees: 0 },
      ]);
    }
  });

  test("is lost on the candle of its entry, but not before an entry at the close", () => {
    const rows = [still(100), [100, 125, 80, 120], still(120)];
    for (const result of threeWays(rows, "long", { leverage: 10 })) {
      expect([...result.equity]).toEqual([10_000, 0, 0]);
    }
    for (const result of threeWays([[100, 100, 50, 100], still(110)], "long", {
      leverage: 10,
      fill: "close",
    })) {
      expect([...result.equity]).toEqual([10_000, 20_000]);
    }
  });

  test("is lost before a signal at the close of that candle", () => {
    const candles = candlesOf([still(100), [100, 125, 80, 120], still(120)]);
    const signals = Uint8Array.of(enterLong, exitLong, enterLong);
    const rules = { ...BASE, leverage: 10, fill: "close" } as const;
    for (const takeProfit of [null, 900]) {
      const { equity, trades } = simulate(
        candles,
        { signals, warmUp: 0 },
        { ...rules, takeProfit },
      );
      expect([...equity]).toEqual([10_000, 0, 0]);
      expect(trades.length).toBe(1);
    }
  });

  test("survives where the rules say that only closes liquidate, as those of two presets do", () => {
    const rows = [still(100), still(100), [100, 125, 80, 120], still(120)];
    for (const compatibility of [
      { liquidation: "at_close" },
      "backtestingPy",
      "vectorbt",
    ] as const) {
      for (const result of threeWays(rows, "long", { leverage: 10, compatibility })) {
        expect(result.finalCapital).toBe(30_000);
      }
    }
    for (const result of threeWays(rows, "long", { leverage: 10, compatibility: "freqtrade" })) {
      expect(result.finalCapital).toBe(0);
    }
  });

  test("is closed by a stop that the price reaches first", () => {
    const rows = [still(100), still(100), [100, 125, 80, 120], still(120)];
    const { trades } = threeWays(rows, "long", { leverage: 10, stopLoss: 0.05 })[0]!;
    expect(trades.at(0)).toMatchObject({ exitPrice: 95, exitReason: "stop_loss" });
  });

  test("loses to fee and slippage no more than the price leaves, and the fill stays inside the candle", () => {
    const rows = [still(100), still(100), still(90.5), still(90.5)];
    const candles = candlesOf(rows);
    const signals = Uint8Array.of(enterLong, exitLong, 0, 0);
    const rules = { ...BASE, leverage: 10, positionSize: { cash: 10_000 } };
    const fee = simulate(candles, { signals, warmUp: 0 }, { ...rules, fee: 0.01 }).trades.at(0)!;
    expect(fee).toMatchObject({ exitPrice: 90.5, exitReason: "liquidation" });
    expect(fee.pnl).toBeCloseTo(-10_000, 8);
    expect(fee.fees + fee.quantity * 9.5).toBeCloseTo(10_000, 8);
    const slipped = simulate(candles, { signals, warmUp: 0 }, { ...rules, exitSlippage: 0.02 });
    expect(slipped.trades.at(0)).toMatchObject({ exitPrice: 90, pnl: -10_000 });
  });

  test("takes the other positions with it, each at a price that it traded at", () => {
    const markets = {
      A: candlesOf([still(100), still(100), [100, 100, 70, 100], still(100)]),
      B: candlesOf([still(100), [100, 100, 90, 90], [88, 130, 87, 130], still(130)]),
    };
    const trader = {
      onCandle({ index, symbol }: { index: number; symbol: string }, broker: Broker) {
        if (index === 0) broker.submit({ symbol, side: "buy", size: { units: 10 } });
      },
    };
    const rules = { ...BASE, initialCapital: 400, leverage: 5 };
    const { equity, trades } = simulateOrders(markets, trader, rules);
    // 400 - 120 of B at its open of 88: 280 are left, which A loses at 72.
    expect([...equity]).toEqual([400, 300, 0, 0]);
    expect(trades.toArray()).toMatchObject([
      { symbol: "A", exitIndex: 2, exitPrice: 72, exitReason: "liquidation" },
      { symbol: "B", exitIndex: 2, exitPrice: 88, exitReason: "liquidation" },
    ]);
  });
});

interface Broker {
  submit(order: { symbol: string; side: "buy"; size: { units: number } }): unknown;
}

describe("whatever the market", () => {
  const row = array(double({ min: 50, max: 150, noNaN: true }), { minLength: 4, maxLength: 4 }).map(
    ([open, close, ...wicks]) => [
      open!,
      Math.max(open!, close!, ...wicks),
      Math.min(open!, close!, ...wicks),
      close!,
    ],
  );
  const signal = constantFrom(0, 0, enterLong, enterShort, exitLong, exitShort);
  const runs = record({
    steps: array(record({ row, signal }), { minLength: 2, maxLength: 30 }),
    rules: record<OrderSimulationOptions>({
      direction: constantFrom("both"),
      fill: constantFrom("next_open", "close"),
      fee: constantFrom(0, 0.001),
      leverage: constantFrom(1, 2, 10, 125),
      stopLoss: constantFrom(null, 0.2),
      compatibility: record<CompatibilityOptions>({
        intrabar: constantFrom("stop_first", "target_first", "ohlc_path", "close_only"),
      }),
    }),
  });

  test("no position outlives a price at which its account is worth less than nothing", () => {
    assert(
      property(runs, ({ steps, rules }) => {
        const candles = candlesOf(steps.map((step) => step.row));
        const signals = Uint8Array.from(steps, (step) => step.signal);
        const { trades, equity } = simulate(candles, { signals, warmUp: 0 }, rules);
        const { intrabar } = rules.compatibility as CompatibilityOptions;
        for (const { side, quantity, entryPrice, entryIndex, exitIndex, exitPrice } of trades) {
          expect(exitPrice).toBeGreaterThanOrEqual(candles.low[exitIndex]!);
          expect(exitPrice).toBeLessThanOrEqual(candles.high[exitIndex]!);
          for (let i = entryIndex + 1; i < exitIndex && intrabar !== "close_only"; i++) {
            const worst = side === "long" ? candles.low[i]! : candles.high[i]!;
            const sign = side === "long" ? 1 : -1;
            const atClose = sign * quantity * (candles.close[i]! - entryPrice);
            const cash = equity[i]! - atClose;
            const worth = cash + sign * quantity * (worst - entryPrice);
            expect(worth).toBeGreaterThan(-1e-9 * quantity * entryPrice);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
