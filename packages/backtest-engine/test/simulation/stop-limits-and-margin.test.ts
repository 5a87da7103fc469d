import { describe, expect, test } from "vitest";

import {
  simulate,
  simulateOrders,
  type CompatibilityOptions,
  type OrderRequest,
  type SimulationOptions,
} from "../../src/simulation/index.ts";
import { Signal } from "../../src/strategy/strategy.ts";
import { candlesOf } from "../candles/make-candles.ts";
import { FREE, script, still } from "./scripted-trader.ts";

describe("a stop-limit order whose limit lies beyond its stop", () => {
  /** Set off at 105 on candle 1; it may buy at 103. */
  const order: OrderRequest = { side: "buy", type: "stop_limit", stopPrice: 105, price: 103 };

  function entryOf(
    bar: readonly number[],
    stopLimit: CompatibilityOptions["stopLimit"],
  ): readonly [number, number] | undefined {
    const candles = candlesOf([still(100), bar, [104, 104, 102, 104], still(104)]);
    const compatibility = stopLimit === undefined ? {} : { stopLimit };
    const { trades } = simulateOrders({ X: candles }, script({ 0: order }), {
      ...FREE,
      compatibility,
    });
    const trade = trades.at(0);
    return trade && [trade.entryIndex, trade.entryPrice];
  }

  const backByClose = [100, 106, 100, 102];
  const backBefore = [104, 106, 102, 104];
  test.each([
    [undefined, backByClose, [1, 103]],
    [undefined, backBefore, [2, 103]],
    ["by_close", backByClose, [1, 103]],
    ["by_close", backBefore, [2, 103]],
    ["same_candle", backByClose, [1, 103]],
    ["same_candle", backBefore, [1, 103]],
    ["next_candle", backByClose, [2, 103]],
    ["next_candle", backBefore, [2, 103]],
  ] as const)("by the rule %s on the candle %j fills at %j", (rule, bar, expected) => {
    expect(entryOf(bar, rule)).toEqual(expected);
  });

  test("which the candle never comes back to waits by every rule", () => {
    for (const rule of ["by_close", "same_candle", "next_candle"] as const) {
      expect(entryOf([104, 106, 103.5, 105], rule)).toEqual([2, 103]);
    }
  });
});

describe("an entry on margin", () => {
  const signals = Uint8Array.of(Signal.enterLong, 0, 0);
  const candles = candlesOf([still(100), still(100), still(100)]);
  const base = { initialCapital: 1000, fee: 0.01, leverage: 5 } as const;
  const quantity = (options: SimulationOptions): number =>
    simulate(candles, { signals, warmUp: 0 }, { ...base, ...options }).trades.at(0)!.quantity;

  test("pays its fee beside the margin, or out of the value on margin", () => {
    expect(quantity({})).toBeCloseTo(1000 / (100 / 5 + 1), 12);
    const compatibility = { marginFee: "margin" } as const;
    expect(quantity({ compatibility })).toBeCloseTo((1000 * 5) / 101, 12);
    expect(quantity({ compatibility, positionSize: 0.5 })).toBeCloseTo((500 * 5) / 101, 12);
    expect(quantity({ compatibility, positionSize: { cash: 200 } })).toBeCloseTo(1000 / 101, 12);
    expect(quantity({ compatibility, lotSize: 1 })).toBe(49);
    const feeModel = ({ quantity: units, price }: { quantity: number; price: number }): number =>
      units * price * 0.02;
    expect(quantity({ compatibility, feeModel }), "what can be paid is less").toBeCloseTo(
      (1000 * 5) / 102,
      6,
    );
  });

  test("without leverage the two are one", () => {
    const compatibility = { marginFee: "margin" } as const;
    expect(quantity({ leverage: 1, compatibility })).toBe(quantity({ leverage: 1 }));
  });
});

test("entries on both sides at one close contradict each other, whichever sides are allowed, as in freqtrade", () => {
  const both = Signal.enterLong | Signal.enterShort;
  const candles = candlesOf([
    [50, 51, 49, 50],
    [50, 55, 49, 50],
    [49, 52, 49, 51],
  ]);
  for (const direction of ["both", "long", "short"] as const) {
    const options = { direction, compatibility: "freqtrade" } as const;
    const decisions = { signals: Uint8Array.of(both, 0, 0), warmUp: 0 };
    expect(simulate(candles, decisions, options).trades.length).toBe(0);
  }
});
