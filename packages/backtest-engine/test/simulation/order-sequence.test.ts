import { describe, expect, test } from "vitest";

import {
  simulate,
  simulateOrders,
  type OrderRequest,
  type OrderSimulationOptions,
  type Trader,
} from "../../src/simulation/index.ts";
import { Signal } from "../../src/strategy/strategy.ts";
import { candlesOf } from "../candles/make-candles.ts";

const still = (price: number): number[] => [price, price, price, price];

/** Orders by candle, submitted when the last symbol's candle comes. */
function script(orders: Readonly<Record<number, readonly OrderRequest[]>>): Trader {
  return {
    onCandle({ symbol, index }, broker) {
      if (symbol !== "B") return;
      for (const order of orders[index] ?? []) broker.submit(order);
    },
  };
}

const buy = (symbol: string): OrderRequest => ({ symbol, side: "buy" });
const sell = (symbol: string): OrderRequest => ({ symbol, side: "sell", reduceOnly: true });

describe("orders of one moment on a shared cash account", () => {
  const flat = candlesOf([still(100), still(100), still(100), still(100)]);
  const swap = script({ 0: [buy("B")], 1: [buy("A"), sell("B")] });
  const held = (options: OrderSimulationOptions) =>
    Object.keys(
      simulateOrders({ A: flat, B: flat }, swap, {
        fee: 0,
        compatibility: { finalPosition: "keep" },
        ...options,
      }).openPositions,
    );

  test.each(["next_open", "close"] as const)(
    "sales come before purchases, at %s, so that their cash is there",
    (fill) => {
      expect(held({ fill })).toEqual(["A"]);
    },
  );

  test("by_symbol keeps the order of names: the purchase finds no cash", () => {
    expect(held({ fillSequence: "by_symbol" })).toEqual([]);
  });

  test("an unknown sequence is refused with the known ones", () => {
    expect(() => held({ fillSequence: "sales" as never })).toThrow(
      /fillSequence.*"exits_first", "by_symbol", found text of 5 characters/u,
    );
  });
});

describe("orders at the close", () => {
  const rows = [[100, 110, 90, 104], [105, 112, 99, 108], still(120)];

  test("a market order fills at the close of the candle at which it is submitted", () => {
    const trader = script({ 0: [buy("B")], 1: [sell("B")] });
    const { trades } = simulateOrders({ B: candlesOf(rows) }, trader, { fee: 0, fill: "close" });
    expect(trades.at(0)).toMatchObject({
      entryIndex: 0,
      entryPrice: 104,
      exitIndex: 1,
      exitPrice: 108,
    });
  });
});

describe("stop and target from the signal's close", () => {
  const rows = [still(100), [110, 111, 109, 110], [110, 118, 94, 100], still(100)];
  const signals = Uint8Array.from([Signal.enterLong, 0, 0, 0]);

  test.each([
    ["entry", "stop_loss", 99],
    ["signal_close", "take_profit", 115],
  ] as const)("levels: %s", (levels, exitReason, exitPrice) => {
    const { trades } = simulate(
      candlesOf(rows),
      { signals, warmUp: 0 },
      {
        fee: 0,
        // From the entry at 110: 99 and 126.5. From the close at 100: 90 and 115.
        stopLoss: 0.1,
        takeProfit: 0.15,
        compatibility: { levels },
      },
    );
    expect(trades.at(0)).toMatchObject({ entryPrice: 110, exitReason });
    expect(trades.at(0)!.exitPrice).toBeCloseTo(exitPrice, 9);
  });
});
