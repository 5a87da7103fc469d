import { describe, expect, test } from "vitest";

import { computeMetrics } from "../../src/metrics/index.ts";
import { simulateOrders, type Trader } from "../../src/simulation/index.ts";
import { candlesOf } from "../candles/make-candles.ts";
import { FREE, script, still } from "./scripted-trader.ts";

describe("several symbols on one account", () => {
  const a = candlesOf([still(10), still(10), still(12), still(12)]);
  const b = { ...candlesOf([still(100), still(100), still(90)]) };
  const late = { ...b, time: b.time.map((time) => time + 60_000) };

  /** Submits at the closes of A alone, so that an order for both symbols is given once. */
  const scriptOfA = (orders: Parameters<typeof script>[0]): Trader => ({
    onCandle(candle, broker) {
      if (candle.symbol === "A") script(orders).onCandle(candle, broker);
    },
  });

  test("share its cash, and trades name their symbol", () => {
    const seen: [string, number, number][] = [];
    const trader: Trader = {
      onCandle({ symbol, time }, broker) {
        seen.push([symbol, time / 60_000, broker.cash]);
        if (broker.position(symbol) === null)
          broker.submit({ symbol, side: "buy", size: { cash: 600 } });
      },
    };
    const result = simulateOrders({ B: late, A: a }, trader, FREE);
    expect(seen).toEqual([
      ["A", 0, 1000],
      ["A", 1, 400],
      ["B", 1, 400],
      ["A", 2, 0],
      ["B", 2, 0],
      ["A", 3, 0],
      ["B", 3, 0],
    ]);
    expect(result.trades.toArray()).toMatchObject([
      { symbol: "A", quantity: 60, entryIndex: 1, exitIndex: 3, pnl: 120 },
      { symbol: "B", quantity: 4, entryIndex: 2, exitIndex: 3, pnl: -40 },
    ]);
    expect([...result.equity]).toEqual([1000, 1000, 1120, 1080]);
    expect([...result.benchmark]).toEqual([1, 1, 1.1, 1.05]);
  });

  test("are measured like one", () => {
    const trader = script({
      0: [
        { symbol: "A", side: "buy", size: 0.5 },
        { symbol: "B", side: "buy", size: 0.5 },
      ],
    });
    const result = simulateOrders({ A: a, B: late }, trader, {
      ...FREE,
      compatibility: { finalPosition: "keep" },
    });
    expect(Object.keys(result.openPositions)).toEqual(["A", "B"]);
    expect(result.openPosition!.entryIndex).toBe(1);
    const { length } = result.time;
    const metrics = computeMetrics({ length, time: result.time, close: result.benchmark }, result);
    expect(metrics).toMatchObject({ totalTrades: 0, exposure: 3 / 4 });
    expect(metrics.buyHoldReturn).toBeCloseTo(0.05, 12);
  });

  test("one kept open exposes the account from its entry on, whatever else was traded since", () => {
    const flat = candlesOf([10, 10, 10, 10, 10, 10].map(still));
    const orders = {
      0: { symbol: "A", side: "buy" as const, size: 0.5 },
      2: { symbol: "B", side: "buy" as const, size: 0.5 },
      3: { symbol: "B", side: "sell" as const, reduceOnly: true },
    };
    const rules = { ...FREE, compatibility: { finalPosition: "keep" } } as const;
    const result = simulateOrders({ A: flat, B: flat }, scriptOfA(orders), rules);
    const { length } = result.time;
    const metrics = computeMetrics({ length, time: result.time, close: result.benchmark }, result);
    expect(metrics).toMatchObject({ totalTrades: 1, exposure: 5 / 6 });
  });

  test("lose together: the account ends at 0 and trades no more", () => {
    const up = candlesOf([still(10), still(10), still(40), still(10)]);
    const orders = {
      0: ["A", "B"].map((symbol) => ({ symbol, side: "sell" as const, size: { cash: 500 } })),
    };
    const result = simulateOrders({ A: up, B: up }, script(orders), FREE);
    expect([...result.equity]).toEqual([1000, 1000, 0, 0]);
    expect(result.trades.toArray().reduce((sum, { pnl }) => sum + pnl, 0)).toBe(-1000);
  });

  test("one whose candles have ended is lost at the moment at which the account is", () => {
    const rising = candlesOf([10, 10, 10, 10, 40, 40].map(still));
    const short = candlesOf([100, 100, 100].map(still));
    const orders = {
      0: [
        { symbol: "A", side: "sell" as const, size: { cash: 500 } },
        { symbol: "B", side: "buy" as const, size: { cash: 500 } },
      ],
    };
    const result = simulateOrders({ A: rising, B: short }, scriptOfA(orders), FREE);
    expect([...result.equity]).toEqual([1000, 1000, 1000, 1000, 0, 0]);
    expect(result.trades.toArray()).toMatchObject([
      { symbol: "A", exitIndex: 4, exitTime: 240_000, exitPrice: 40, exitReason: "liquidation" },
      { symbol: "B", exitIndex: 4, exitTime: 240_000, exitPrice: 100, exitReason: "liquidation" },
    ]);
  });

  test("one whose candles have ended is held to the end of the run, at its last close", () => {
    const orders = {
      0: ["A", "B"].map((symbol) => ({ symbol, side: "buy" as const, size: { cash: 500 } })),
      1: { symbol: "A", side: "sell" as const, reduceOnly: true },
    };
    const result = simulateOrders({ A: a, B: b }, scriptOfA(orders), FREE);
    expect(result.trades.toArray()).toMatchObject([
      { symbol: "A", exitIndex: 2, exitReason: "signal" },
      { symbol: "B", exitIndex: 3, exitTime: 180_000, exitPrice: 90, exitReason: "end" },
    ]);
  });

  test("one's gains stand behind another's loss: no money is made of a debt", () => {
    const squeezed = candlesOf([10, 10, 30, 30, 30].map(still));
    const rising = candlesOf([100, 100, 300, 300, 300].map(still));
    let cash = NaN;
    const orders = {
      0: [
        { symbol: "A", side: "sell" as const, size: { units: 100 } },
        { symbol: "B", side: "buy" as const, size: { units: 15 } },
      ],
      2: [{ symbol: "A", side: "buy" as const, reduceOnly: true }],
    };
    const trader: Trader = {
      onCandle(candle, broker) {
        scriptOfA(orders).onCandle(candle, broker);
        if (candle.index !== 3) return;
        cash = broker.cash;
        broker.submit({ symbol: "A", side: "buy" }); // there is nothing to buy it with
      },
    };
    const rules = { ...FREE, leverage: 3 };
    const result = simulateOrders({ A: squeezed, B: rising }, trader, rules);
    expect(cash).toBe(1000 - 2000 - 500);
    expect([...result.equity]).toEqual([1000, 1000, 2000, 2000, 2000]);
    expect(result.trades.toArray()).toMatchObject([
      { symbol: "A", exitPrice: 30, pnl: -2000, exitReason: "signal" },
      { symbol: "B", exitPrice: 300, pnl: 3000, exitReason: "end" },
    ]);
  });

  test("an unknown one is refused, and so is a run without any", () => {
    const trader = script({ 0: { symbol: "C", side: "buy" } });
    expect(() => simulateOrders({ A: a, B: b }, trader, FREE)).toThrow(/A, B; found C/);
    expect(() => simulateOrders({}, trader, FREE)).toThrow(/at least one market/);
  });
});
