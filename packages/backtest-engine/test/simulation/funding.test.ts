import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Candles } from "../../src/data/index.ts";
import {
  simulate,
  simulateOrders,
  type FundingRate,
  type SimulationOptions,
  type Trader,
} from "../../src/simulation/index.ts";
import { candlesArbitrary, candlesOf } from "../candles/make-candles.ts";

const HOUR = 3_600_000;
const LONG = 1;
const CLOSE = 2;

/** Decisions with these signals by index. */
function decisions(length: number, signals: Readonly<Record<number, number>>) {
  const all = new Uint8Array(length);
  for (const [index, signal] of Object.entries(signals)) all[Number(index)] = signal;
  return { signals: all, warmUp: 0 };
}

const still = candlesOf(
  Array.from({ length: 6 }, (_, i) => [100 + i, 101 + i, 99 + i, 100.5 + i]),
  HOUR,
);
const FREE: SimulationOptions = { fee: 0, initialCapital: 1000, direction: "both" };

describe("funding", () => {
  test("is paid by a long at the open before fills, and inside a candle at its close", () => {
    // Entered at the open of candle 1, left at the open of candle 4.
    const signals = decisions(6, { 0: LONG, 3: CLOSE });
    const quantity = 1000 / 101;
    const at = (time: number, markPrice?: number): FundingRate => ({
      time,
      rate: 0.01,
      ...(markPrice !== undefined && { markPrice }),
    });
    const paid = (...funding: FundingRate[]): number =>
      simulate(still, signals, { ...FREE, funding }).fundingPaid;
    expect(paid(at(HOUR))).toBe(0);
    expect(paid(at(1.5 * HOUR))).toBeCloseTo(quantity * 101.5 * 0.01, 12);
    expect(paid(at(2 * HOUR))).toBeCloseTo(quantity * 102 * 0.01, 12);
    expect(paid(at(2 * HOUR, 50))).toBeCloseTo(quantity * 50 * 0.01, 12);
    expect(paid(at(4 * HOUR))).toBeCloseTo(quantity * 104 * 0.01, 12);
    expect(paid(at(4 * HOUR + 1))).toBe(0);
    const { trades, equity, finalCapital } = simulate(still, signals, {
      ...FREE,
      funding: [at(2 * HOUR), at(2.5 * HOUR)],
    });
    const funding = quantity * (102 + 102.5) * 0.01;
    expect(trades.at(0)!.funding).toBeCloseTo(funding, 12);
    expect(trades.at(0)!.pnl).toBeCloseTo(quantity * 3 - funding, 10);
    expect(equity[1]).toBeCloseTo(1000 + quantity * 0.5, 10);
    expect(equity[2]).toBeCloseTo(1000 + quantity * 1.5 - funding, 10);
    expect(finalCapital).toBeCloseTo(1000 + quantity * 3 - funding, 10);
  });

  test("is received by a short while the rate is above 0, and paid below", () => {
    const sell = {
      onCandle: (
        { index }: { index: number },
        broker: { submit(order: { side: "sell" }): unknown },
      ) => void (index === 0 && broker.submit({ side: "sell" })),
    };
    const run = (rate: number) =>
      simulateOrders({ A: still }, sell, { ...FREE, funding: { A: [{ time: 2 * HOUR, rate }] } });
    expect(run(0.01).fundingPaid).toBeLessThan(0);
    expect(run(-0.01).fundingPaid).toBeGreaterThan(0);
    expect(run(0.01).finalCapital - run(0).finalCapital).toBeCloseTo(-run(0.01).fundingPaid, 10);
  });

  test("that takes everything liquidates the account", () => {
    const funding = [{ time: 2 * HOUR, rate: 0.9, markPrice: 1000 }];
    const { finalCapital, trades } = simulate(still, decisions(6, { 0: LONG }), {
      ...FREE,
      funding,
    });
    expect(finalCapital).toBe(0);
    expect(trades.at(0)!.exitReason).toBe("liquidation");
  });

  test("is absent from results without it", () => {
    const { fundingPaid, trades } = simulate(still, decisions(6, { 0: LONG, 3: CLOSE }), FREE);
    expect(fundingPaid).toBe(0);
    expect(trades.at(0)).not.toHaveProperty("funding");
  });

  test.each<[unknown, RegExp]>([
    [
      [
        { time: 2, rate: 0.1 },
        { time: 2, rate: 0.1 },
      ],
      /rising times/u,
    ],
    [[{ time: 1.5, rate: 0.1 }], /whole milliseconds/u],
    [[{ time: 1, rate: 1 }], /rates above -1 and below 1/u],
    [[{ time: 1, rate: -1 }], /rates above -1/u],
    [[{ time: 1, rate: NaN }], /rates above -1/u],
    [[{ time: 1, rate: 0.1, markPrice: 0 }], /mark prices above 0/u],
    ["8h", /funding rates/u],
    [{ BTC: [{ time: 1, rate: 0.1 }] }, /must be a list of rates; found "BTC"/u],
  ])("%j is refused in words", (funding, message) => {
    const options = { ...FREE, funding } as SimulationOptions;
    expect(() => simulate(still, decisions(6, {}), options)).toThrow(message);
  });

  test("of several markets goes by symbol, and an unknown symbol is refused", () => {
    const idle = { onCandle: () => undefined };
    const markets = { A: still, B: still };
    const rates = [{ time: HOUR, rate: 0.1 }];
    expect(() => simulateOrders(markets, idle, { funding: { C: rates } })).toThrow(
      /must be rates by symbol, one of A, B; found "C"/u,
    );
    expect(() => simulateOrders(markets, idle, { funding: rates })).toThrow(
      /a list for several markets/u,
    );
    const buy = {
      onCandle: (
        { index, symbol }: { index: number; symbol: string },
        broker: { submit(order: { side: "buy"; symbol: string; size: { cash: number } }): unknown },
      ) => void (index === 0 && broker.submit({ side: "buy", symbol, size: { cash: 400 } })),
    };
    const { trades } = simulateOrders(markets, buy, {
      ...FREE,
      funding: { B: [{ time: 2 * HOUR, rate: 0.01 }] },
    });
    const paidFor = (name: string): number | undefined =>
      trades.toArray().find(({ symbol }) => symbol === name)?.funding;
    expect(paidFor("A")).toBe(0);
    expect(paidFor("B")).toBeCloseTo((400 / 101) * 102 * 0.01, 12);
  });

  test("property: signals and market orders pay the same bits", () => {
    fc.assert(
      fc.property(
        candlesArbitrary({ minLength: 3, maxLength: 60 }),
        fc.array(fc.constantFrom(0, 0, 0, 1, 2, 4, 8), { minLength: 60, maxLength: 60 }),
        fc.uniqueArray(fc.integer({ min: -2, max: 260 }), { maxLength: 40 }),
        fc.constantFrom("next_open" as const, "close" as const),
        fc.constantFrom(null, 0.02),
        (candles, given, quarters, fill, stopLoss) => {
          const funding = quarters
            .toSorted((a, b) => a - b)
            .map((quarter) => ({
              time: candles.time[0]! + (quarter * HOUR) / 4,
              rate: (quarter % 7) / 500 - 0.004,
            }));
          const signals = Uint8Array.from(given.slice(0, candles.length));
          const rules = { direction: "both", funding, fill, stopLoss, fee: 0.001 } as const;
          const fast = simulate(candles, { signals, warmUp: 0 }, rules);
          const trader: Trader = {
            onCandle({ index }, broker) {
              const signal = signals[index]!;
              const side = broker.position()?.side;
              if (signal === 1 && side !== "long") broker.submit({ side: "buy" });
              if (signal === 4 && side !== "short") broker.submit({ side: "sell" });
              if (signal === 2 && side === "long")
                broker.submit({ side: "sell", reduceOnly: true });
              if (signal === 8 && side === "short")
                broker.submit({ side: "buy", reduceOnly: true });
            },
          };
          const byOrders = simulateOrders({ A: candles }, trader, rules);
          expect(byOrders.fundingPaid).toBe(fast.fundingPaid);
          expect(byOrders.equity).toEqual(fast.equity);
          expect(byOrders.trades.toArray()).toEqual(fast.trades.toArray());
        },
      ),
      { numRuns: 300 },
    );
  });

  test("property: an independent account pays the same, trade by trade", () => {
    fc.assert(
      fc.property(
        candlesArbitrary({ minLength: 3, maxLength: 60 }),
        fc.array(fc.constantFrom(0, 0, 0, LONG, CLOSE), { minLength: 60, maxLength: 60 }),
        fc.uniqueArray(fc.integer({ min: -2, max: 260 }), { maxLength: 40 }),
        fc.array(fc.double({ min: -0.02, max: 0.02, noNaN: true }), {
          minLength: 40,
          maxLength: 40,
        }),
        fc.constantFrom("next_open" as const, "close" as const),
        (candles, signals, quarters, rates, fill) => {
          const funding = quarters
            .toSorted((a, b) => a - b)
            .map((quarter, i) => ({
              time: candles.time[0]! + (quarter * HOUR) / 4,
              rate: rates[i]!,
            }));
          const taken = { signals: Uint8Array.from(signals.slice(0, candles.length)), warmUp: 0 };
          const found = simulate(candles, taken, { fee: 0.001, funding, fill });
          const expected = account(candles, taken.signals, funding, fill);
          expect(found.trades.length).toBe(expected.trades.length);
          for (const [i, paid] of expected.trades.entries()) {
            expect(found.trades.at(i)!.funding).toBeCloseTo(paid, 7);
          }
          for (const [i, value] of expected.equity.entries()) {
            expect(Math.abs(found.equity[i]! - value)).toBeLessThan(1e-7 * Math.max(1, value));
          }
          expect(found.fundingPaid).toBeCloseTo(
            expected.trades.reduce((sum, paid) => sum + paid, 0),
            6,
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});

/**
 * A long-only account that puts all its cash into each entry, written down from the rules alone: an event list in time
 * (funding at an instant, open fills just after it, then funding inside, then the close) and one balance.
 */
function account(
  candles: Candles,
  signals: Uint8Array,
  funding: readonly FundingRate[],
  fill: "next_open" | "close",
): { readonly trades: number[]; readonly equity: number[] } {
  const { time, open, close, length } = candles;
  let cash = 10_000;
  let held = 0;
  let paid = 0;
  const trades: number[] = [];
  const equity: number[] = [];
  const trade = (signal: number, price: number): void => {
    if (signal === LONG && held === 0) {
      held = cash / (price * 1.001);
      cash = 0;
      paid = 0;
    } else if (signal === CLOSE && held > 0) {
      cash += held * price * 0.999;
      held = 0;
      trades.push(paid);
    }
  };
  const settle = (from: number, to: number, price: number): void => {
    for (const { time: due, rate } of funding) {
      if (due < from || due >= to || held === 0) continue;
      cash -= held * price * rate;
      paid += held * price * rate;
    }
  };
  const steps = [...time.subarray(1)].map((next, i) => next - time[i]!);
  const counts = new Map<number, number>();
  for (const step of steps) counts.set(step, (counts.get(step) ?? 0) + 1);
  const [usual] = [...counts].toSorted((a, b) => b[1] - a[1] || a[0] - b[0])[0]!;
  for (let i = 0; i < length; i++) {
    settle(time[i]!, time[i]! + 1, open[i]!);
    if (fill === "next_open" && i > 0) trade(signals[i - 1]!, open[i]!);
    settle(time[i]! + 1, time[i + 1] ?? time[i]! + usual, close[i]!);
    if (fill === "close") trade(signals[i]!, close[i]!);
    equity.push(cash + held * close[i]!);
  }
  if (held > 0) {
    trade(CLOSE, close[length - 1]!);
    equity[length - 1] = cash;
  }
  return { trades, equity };
}
