import { describe, expect, test } from "vitest";

import { SERIES, truthCandles } from "../../../indicators/test/truth/series.ts";
import type { Candles } from "../../src/candles/candles.ts";
import { simulate, type SimulationOptions } from "../../src/simulation/index.ts";
import { maCrossover } from "../../src/strategies/built-in/ma-crossover.ts";
import { runStrategy } from "../../src/strategies/run-strategy.ts";

/**
 * The two reference brokers played anew from the words of their rules, on every series of candles: more runs than
 * were recorded, with ties, flat stretches, opens that jump, and accounts that cannot pay for one unit.
 */

const PAIRS = [
  [5, 25],
  [10, 20],
  [10, 50],
] as const;

/** [size, negative for a short; entry and exit bar; entry and exit price; profit] */
type Row = readonly [number, number, number, number, number, number];

/** Sums of the last `period` closes in units of 1e-8, so that a tie is a tie. */
function sums(close: Float64Array, period: number): bigint[] {
  const units = Array.from(close, (price) => BigInt(Math.round(price * 1e8)));
  let sum = 0n;
  return units.map((unit, i) => (sum += unit - (units[i - period] ?? 0n)));
}

/** 1 where the fast average crosses above the slow one, -1 below, strictly on both sides; from bar `slow` on. */
function crossed(close: Float64Array, fast: number, slow: number): number[] {
  const [a, b] = [sums(close, fast), sums(close, slow)];
  const apart = a.map((sum, i) => sum * BigInt(slow) - b[i]! * BigInt(fast));
  return apart.map((now, i) => {
    if (i < slow) return 0;
    const before = apart[i - 1]!;
    return before < 0n && now > 0n ? 1 : before > 0n && now < 0n ? -1 : 0;
  });
}

/**
 * Whole units at the next open, each order closing what is held and going on with all that is there. An account that
 * is worth nothing at a close has ended, where it was worth exactly nothing.
 */
function playWholeUnits(
  { open, close }: Candles,
  signals: readonly number[],
  fee: number,
  spread = 0,
) {
  const rows: Row[] = [];
  let cash = 10_000;
  let held = { size: 0, bar: 0, price: 0, fee: 0 };
  for (let bar = 1; bar < open.length; bar++) {
    const side = signals[bar - 1]!;
    const price = open[bar]!;
    if (side !== 0) {
      if (held.size !== 0) {
        const gain = held.size * (price - held.price);
        const exitFee = fee * Math.abs(held.size) * price;
        rows.push([held.size, held.bar, bar, held.price, price, gain - held.fee - exitFee]);
        cash += gain - exitFee;
      }
      const paid = price * (1 + side * spread);
      const size = side * Math.trunc(Math.floor((cash * (1 - 2 ** -52)) / (paid + price * fee)));
      held = { size, bar, price: paid, fee: fee * Math.abs(size) * paid };
      cash -= held.fee;
    }
    if (cash + held.size * (close[bar]! - held.price) > 0) continue;
    const end = held.price - cash / held.size;
    rows.push([held.size, held.bar, bar, held.price, end, -cash - held.fee]);
    return { rows, cash: 0, held: { ...held, size: 0 } };
  }
  return { rows, cash, held };
}

/** Any fraction, long only: all of the cash in, all of it out. */
function playFractions(
  prices: Float64Array,
  signals: readonly number[],
  fee: number,
  delay: number,
) {
  const orders: number[][] = [];
  let cash = 10_000;
  let quantity = 0;
  for (let bar = delay; bar < prices.length; bar++) {
    const side = signals[bar - delay]!;
    const price = prices[bar]!;
    if (side > 0 && quantity === 0) {
      quantity = cash / (price * (1 + fee));
      cash = 0;
      orders.push([bar, quantity, price]);
    } else if (side < 0 && quantity > 0) {
      cash = quantity * price * (1 - fee);
      orders.push([bar, -quantity, price]);
      quantity = 0;
    }
  }
  return { orders, worth: (price: number) => cash + quantity * price };
}

const near = (value: number): number =>
  expect.closeTo(value, 9 - Math.ceil(Math.log10(1 + Math.abs(value)))) as number;

describe("the reference brokers' rules on every series", () => {
  const decide = (candles: Candles, fast: number, slow: number) =>
    runStrategy(
      maCrossover,
      { fast_period: fast, slow_period: slow, ma_type: "sma" },
      candles,
      undefined,
    );

  describe.each(SERIES)("%s", (name) => {
    test.each(PAIRS)("whole units by averages of %i and %i", async (fast, slow) => {
      const candles = await truthCandles(name);
      const signals = crossed(candles.close, fast, slow);
      for (const [fee, spread] of [
        [0, 0],
        [0.002, 0],
        [0.001, 0.0005],
      ] as const) {
        const expected = playWholeUnits(candles, signals, fee, spread);
        const options: SimulationOptions = {
          direction: "both",
          lotSize: 1,
          fee,
          slippage: spread,
          exitSlippage: 0,
          compatibility: "backtestingPy",
        };
        const result = simulate(candles, decide(candles, fast, slow), options);
        const found = result.trades
          .toArray()
          .map((trade): Row => [
            trade.side === "long" ? trade.quantity : -trade.quantity,
            trade.entryIndex,
            trade.exitIndex,
            trade.entryPrice,
            trade.exitPrice,
            trade.pnl,
          ]);
        const rows = expected.rows.filter(([size]) => size !== 0);
        expect(found).toEqual(rows.map((row) => [...row.slice(0, 4), near(row[4]), near(row[5])]));
        const { size, price } = expected.held;
        const worth = expected.cash + size * (candles.close.at(-1)! - price);
        expect(result.finalCapital).toEqual(near(worth));
      }
    });

    test.each(PAIRS)("fractions by averages of %i and %i", async (fast, slow) => {
      const candles = await truthCandles(name);
      const signals = crossed(candles.close, fast, slow);
      for (const [fee, fill] of [
        [0.001, "close"],
        [0.001, "next_open"],
        [0, "next_open"],
      ] as const) {
        const delay = fill === "close" ? 0 : 1;
        const prices = delay === 0 ? candles.close : candles.open;
        const expected = playFractions(prices, signals, fee, delay);
        const options = { fee, fill, direction: "long", compatibility: "vectorbt" } as const;
        const result = simulate(candles, decide(candles, fast, slow), options);
        const found = result.trades
          .toArray()
          .flatMap(({ quantity, entryIndex, entryPrice, exitIndex, exitPrice }) => [
            [entryIndex, quantity, entryPrice],
            [exitIndex, -quantity, exitPrice],
          ]);
        const open = result.openPosition;
        if (open !== null) found.push([open.entryIndex, open.quantity, open.entryPrice]);
        expect(found).toEqual(
          expected.orders.map(([bar, quantity, price]) => [bar, near(quantity!), price]),
        );
        expect(result.finalCapital).toEqual(near(expected.worth(candles.close.at(-1)!)));
      }
    });
  });
});
