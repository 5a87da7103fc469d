import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { computeMetrics } from "../../src/metrics/index.ts";
import {
  simulate,
  simulateOrders,
  type OrderSimulationOptions,
  type SimulationOptions,
} from "../../src/simulation/index.ts";
import { Signal } from "../../src/strategy/strategy.ts";
import { candlesArbitrary, candlesOf, fromCloses } from "../candles/make-candles.ts";
import {
  anyCosts,
  anyStep,
  candlesOver0,
  playByHand,
  traderOf,
  type Costs,
} from "./account-by-hand.ts";
import { OIL } from "./oil-of-april.ts";
import { FREE, script, still } from "./scripted-trader.ts";

const BELOW: OrderSimulationOptions = { ...FREE, allowNegativePrices: true };
const { none, enterLong, exitLong, enterShort, exitShort } = Signal;

function rulesOf({ capital, ...costs }: Costs): OrderSimulationOptions {
  return { initialCapital: capital, ...costs, direction: "both", allowNegativePrices: true };
}

const signals = (...words: readonly number[]) => ({ signals: Uint8Array.from(words), warmUp: 0 });

describe("accounts on candles that cross 0", () => {
  test("300 of them, long and short, by market, limit and stop orders, are those kept by hand", () => {
    let closed = 0;
    let entered = 0;
    fc.assert(
      fc.property(
        candlesOver0(60),
        fc.array(anyStep, { minLength: 60, maxLength: 60 }),
        anyCosts,
        (candles, steps, costs) => {
          const byHand = playByHand(candles, steps, costs);
          const result = simulateOrders({ SPREAD: candles }, traderOf(steps), rulesOf(costs));
          const trades = result.trades.toArray();
          expect(
            trades.map(({ side, quantity, entryIndex, entryPrice, ...rest }) => ({
              side,
              quantity,
              entryIndex,
              entryPrice,
              exitIndex: rest.exitIndex,
              exitPrice: rest.exitPrice,
              pnl: rest.pnl,
              fees: rest.fees,
            })),
          ).toEqual(byHand.trades);
          expect([...result.equity]).toEqual(byHand.equity);
          expect(result.feesPaid).toBe(byHand.feesPaid);
          expect(result.finalCapital).toBe(byHand.equity.at(-1));
          expect(result.rejectedEntries).toBe(0);
          for (const trade of trades) {
            const { entryPrice, quantity } = trade;
            const isDefined = entryPrice > 0;
            expect(trade.return).toBe(isDefined ? trade.pnl / (entryPrice * quantity) : null);
          }
          closed += trades.length;
          entered += trades.filter(({ entryPrice }) => entryPrice <= 0).length;
        },
      ),
      { numRuns: 300, seed: 2020 },
    );
    expect(closed).toBeGreaterThan(2000);
    expect(entered).toBeGreaterThan(700);
  });

  test("signals by units give what the same market orders give", () => {
    fc.assert(
      fc.property(
        candlesOver0(60),
        fc.array(fc.constantFrom(none, enterLong, exitLong, enterShort, exitShort), {
          minLength: 60,
          maxLength: 60,
        }),
        anyCosts,
        (candles, words, costs) => {
          const options = { ...rulesOf(costs), positionSize: { units: 3 } };
          const result = simulate(candles, signals(...words), options);
          let held = 0;
          const trader = {
            onCandle({ index }: { index: number }, broker: { submit(order: object): number }) {
              const word = words[index]!;
              const size = { units: 3 };
              if (word === enterLong && held !== 1) {
                broker.submit({ side: "buy", size: { units: held < 0 ? 6 : 3 } });
                held = 1;
              } else if (word === enterShort && held !== -1) {
                broker.submit({ side: "sell", size: { units: held > 0 ? 6 : 3 } });
                held = -1;
              } else if (word === exitLong && held === 1) {
                broker.submit({ side: "sell", size, reduceOnly: true });
                held = 0;
              } else if (word === exitShort && held === -1) {
                broker.submit({ side: "buy", size, reduceOnly: true });
                held = 0;
              }
            },
          };
          const byOrders = simulateOrders({ S: candles }, trader as never, options);
          expect(result.trades.toArray()).toEqual(byOrders.trades.toArray());
          expect([...result.equity]).toEqual([...byOrders.equity]);
          let sum = costs.capital;
          for (const { pnl } of result.trades) sum += pnl;
          expect(result.finalCapital).toBe(sum);
        },
      ),
      { numRuns: 100, seed: 37 },
    );
  });

  test("leave the bits of a run on prices above 0 as they are", () => {
    const options: fc.Arbitrary<SimulationOptions> = fc.record({
      direction: fc.constantFrom("long" as const, "both" as const),
      positionSize: fc.constantFrom(1, 0.3, { units: 2 }, { cash: 500 }),
      fee: fc.constantFrom(0, 0.001),
      slippage: fc.constantFrom(0, 0.002),
      stopLoss: fc.constantFrom(null, 0.03),
      takeProfit: fc.constantFrom(null, 0.04),
      leverage: fc.constantFrom(1, 5),
      maintenanceMargin: fc.constantFrom(0, 0.05),
      borrowRate: fc.constantFrom(0, 0.0001),
      tickSize: fc.constantFrom(0, 0.00001),
    });
    fc.assert(
      fc.property(
        candlesArbitrary({ minLength: 40, maxLength: 40 }),
        fc.array(fc.constantFrom(none, enterLong, exitLong, enterShort), {
          minLength: 40,
          maxLength: 40,
        }),
        options,
        (candles, words, rules) => {
          const plain = simulate(candles, signals(...words), rules);
          const { rejectedEntries, ...allowed } = simulate(candles, signals(...words), {
            ...rules,
            allowNegativePrices: true,
          });
          expect(rejectedEntries).toBe(0);
          expect("rejectedEntries" in plain).toBe(false);
          expect({ ...allowed, trades: allowed.trades.toArray() }).toEqual({
            ...plain,
            trades: plain.trades.toArray(),
          });
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("oil in April 2020", () => {
  const candles = fromCloses(OIL);
  const rules: SimulationOptions = {
    direction: "both",
    allowNegativePrices: true,
    initialCapital: 100_000,
    positionSize: { units: 1000 },
    fee: 0,
    fill: "close",
  };

  test("a short from 20.31 to -37.63 gains 57.94 a barrel, and a long from there has no return", () => {
    const words = OIL.map((price) =>
      price === 20.31 ? enterShort : price < -37 ? enterLong : none,
    );
    const { trades, finalCapital, rejectedEntries } = simulate(candles, signals(...words), rules);
    const [short, long] = trades.toArray();
    expect(short).toMatchObject({ side: "short", entryPrice: 20.31, exitPrice: -37.63 });
    expect(short!.pnl).toBeCloseTo(57_940, 8);
    expect(short!.return).toBeCloseTo(57.94 / 20.31, 12);
    expect(long).toMatchObject({ entryPrice: -37.63, exitPrice: 16.94, return: null });
    expect(long!.pnl).toBeCloseTo(54_570, 8);
    expect(finalCapital).toBeCloseTo(212_510, 8);
    expect(rejectedEntries).toBe(0);
  });

  test("a future is worth its multiplier, binds its margin, and has a return on it and fees of the amount", () => {
    const future: SimulationOptions = {
      ...rules,
      initialCapital: 20_000,
      positionSize: { units: 1 },
      fee: 0.001,
      contract: { multiplier: 1000, margin: 10_000 },
    };
    const words = OIL.map((price) => (price < -37 ? enterLong : price > 16 ? exitLong : none));
    const { trades } = simulate(candles, signals(none, ...words.slice(1)), future);
    const [long] = trades.toArray();
    const fees = 0.001 * 1000 * (37.63 + 16.94);
    expect(long).toMatchObject({ quantity: 1, entryPrice: -37.63, exitPrice: 16.94 });
    expect(long!.fees).toBeCloseTo(fees, 8);
    expect(long!.pnl).toBeCloseTo(54_570 - fees, 8);
    expect(long!.return).toBeCloseTo((54_570 - fees) / 10_000, 12);

    const fall = signals(enterLong, ...OIL.slice(1).map(() => none));
    const bare = { ...future, fee: 0, maintenanceMargin: 0.5 };
    const [lost] = simulate(candles, fall, bare).trades.toArray();
    // 20,000 + 1000 × (p - 20.31) = 0.5 × 10,000
    expect(lost).toMatchObject({ exitReason: "liquidation" });
    expect(lost!.exitPrice).toBeCloseTo(20.31 - 15, 10);
    const [deep] = simulate(candles, fall, { ...bare, initialCapital: 40_000 }).trades.toArray();
    expect(deep!.exitPrice, "below 0").toBeCloseTo(20.31 - 35, 10);
  });

  test("figures that are no fractions stay, those from a price of 0 or below are null", () => {
    const words = OIL.map((price) => (price < -37 ? enterLong : none));
    const below = candlesOf(OIL.slice(6).map((price) => still(price)));
    const found = simulate(below, signals(...words.slice(6)), rules);
    const metrics = computeMetrics(below, found);
    expect(metrics).toMatchObject({
      buyHoldReturn: null,
      avgReturn: null,
      bestTrade: null,
      worstTrade: null,
      totalTrades: 1,
      wins: 1,
      totalReturn: found.finalCapital / 100_000 - 1,
    });
    expect(metrics.expectancy).toBeCloseTo(54_570, 8);
    const held = (closes: readonly number[]): number | null => {
      const series = fromCloses(closes);
      const idle = signals(...closes.map(() => none));
      return computeMetrics(series, simulate(series, idle, rules)).buyHoldReturn;
    };
    expect(held(OIL)).toBe(16.94 / 20.31 - 1);
    expect(held(OIL.slice(0, 7))).toBe(-37.63 / 20.31 - 1);
    expect(held([0, 1])).toBeNull();
  });

  test("a long on margin is liquidated where nothing is left, be it below 0", () => {
    const long = simulate(candles, signals(enterLong, ...OIL.slice(1).map(() => none)), {
      ...rules,
      initialCapital: 30_000,
    });
    const [trade] = long.trades.toArray();
    expect(trade).toMatchObject({ exitReason: "liquidation", exitIndex: 5, pnl: -30_000 });
    expect(trade!.exitPrice).toBeCloseTo(-9.69, 10); // 20.31 - 30
    expect(long.finalCapital).toBe(0);
    const margin = simulate(candles, signals(enterLong, ...OIL.slice(1).map(() => none)), {
      ...rules,
      initialCapital: 30_000,
      maintenanceMargin: 0.1,
    });
    // 30,000 + 1000 × (p - 20.31) = 0.1 × 1000 × |p| at p = -9.69 / 1.1
    expect(margin.trades.at(0)!.exitPrice).toBeCloseTo(-9.69 / 1.1, 10);
    expect(margin.finalCapital).toBeCloseTo((0.1 * 1000 * 9.69) / 1.1, 6);
  });

  test("a short from below 0 is liquidated by the rise", () => {
    const words = OIL.map((price) => (price < -37 ? enterShort : none));
    const short = simulate(candles, signals(...words), { ...rules, initialCapital: 40_000 });
    expect(short.trades.at(0)).toMatchObject({ exitReason: "liquidation", pnl: -40_000 });
    expect(short.trades.at(0)!.exitPrice).toBeCloseTo(2.37, 10);
  });
});

describe("what is a fraction of a price of 0 or below", () => {
  const falling = candlesOf([2, 1, -1, -2, -3, -4, -2, 1].map((price) => still(price)));
  const enterAt = (place: number): ReturnType<typeof signals> =>
    signals(...Array.from({ length: 8 }, (_, i) => (i === place ? enterLong : none)));

  test.each<[string, SimulationOptions]>([
    ["a fraction of the cash", { positionSize: 0.5 }],
    ["an amount of cash", { positionSize: { cash: 100 } }],
    ["a risk", { positionSize: { risk: 0.01 }, stopLoss: 0.1 }],
    ["units with a stop", { positionSize: { units: 1 }, stopLoss: 0.1 }],
    ["units with a target", { positionSize: { units: 1 }, takeProfit: 0.1 }],
    ["units with a trailing stop", { positionSize: { units: 1 }, trailingStop: { distance: 0.1 } }],
    [
      "units with a profit step",
      {
        positionSize: { units: 1 },
        compatibility: { profitSteps: [{ afterMinutes: 0, profit: 0.1 }] },
      },
    ],
    ["a fraction under a spread", { positionSize: 0.5, slippage: { halfSpread: 0.1 } }],
  ])("%s is not filled there, and counted", (_, rules) => {
    const options = { ...BELOW, ...rules };
    const below = simulate(falling, enterAt(2), options);
    expect(below).toMatchObject({ rejectedEntries: 1, finalCapital: 1000, feesPaid: 0 });
    expect(below.trades).toHaveLength(0);
    const above = simulate(falling, enterAt(0), options);
    expect(above.rejectedEntries).toBe(0);
    expect(above.trades).toHaveLength(1);
  });

  test("an entry closes the other side all the same", () => {
    const words = [enterShort, none, none, enterLong, none, none, none, none];
    const found = simulate(falling, signals(...words), { ...BELOW, positionSize: 0.5 });
    expect(found.trades.toArray()).toMatchObject([{ side: "short", exitPrice: -3 }]);
    expect(found.rejectedEntries).toBe(1);
  });

  test("stops and targets by price work there", () => {
    const orders = {
      2: { side: "sell", size: { units: 2 } },
      3: [
        { side: "buy", type: "stop", stopPrice: -1.5, reduceOnly: true, group: "x" },
        { side: "buy", type: "limit", price: -3.5, reduceOnly: true, group: "x" },
      ],
    } as const;
    const { trades } = simulateOrders({ S: falling }, script(orders), BELOW);
    expect(trades.toArray()).toMatchObject([
      { entryPrice: -2, exitPrice: -4, pnl: 4, return: null },
    ]);
  });

  test("a short's trailing stop follows down to prices above 0 and no further", () => {
    const rows = [still(10), still(10), [10, 10, 4, 4], [4, 4, -3, -3], [-3, 6, -3, 6], still(6)];
    const words = [enterShort, none, none, none, none, none];
    const options = { positionSize: { units: 1 }, trailingStop: { distance: 0.25 } };
    const { trades } = simulate(candlesOf(rows), signals(...words), { ...BELOW, ...options });
    expect(trades.at(0)).toMatchObject({ exitPrice: 5, exitReason: "trailing_stop", pnl: 5 });
  });

  test("is refused in an order that fills there for certain, by its field", () => {
    const order = { side: "buy", type: "limit", price: -1 } as const;
    const submit = (more: object) => () =>
      simulateOrders({ S: falling }, script({ 0: { ...order, ...more } }), BELOW);
    expect(submit({ size: 0.5 })).toThrow(/size: a limit of 0 or below needs one by \{ units \}/);
    expect(submit({ size: { cash: 5 } })).toThrow(/size: a limit of 0 or below/);
    expect(submit({ size: { units: 1 }, stopLoss: 0.1 })).toThrow(/stopLoss: a limit of 0/);
    expect(submit({ size: { units: 1 }, takeProfit: 0.1 })).toThrow(/takeProfit: a limit of 0/);
    expect(submit({ price: NaN })).toThrow(/price: a limit order needs a finite one/);
    expect(submit({ size: { units: 1 } })).not.toThrow();
    expect(() => simulateOrders({ S: candlesOf([still(1)]) }, script({ 0: order }), FREE)).toThrow(
      /price: a limit order needs one above 0/,
    );
  });
});

describe("costs are of the amount of the value", () => {
  const down = candlesOf([still(-10), still(-10), still(-10), still(-10)]);
  const once = signals(enterLong, none, exitLong, none);
  const short = signals(enterShort, none, exitShort, none);
  const units = { ...BELOW, positionSize: { units: 4 } };

  test("fees", () => {
    expect(simulate(down, once, { ...units, fee: 0.01 }).feesPaid).toBeCloseTo(0.8, 12);
    expect(simulate(down, short, { ...units, fee: 0.01 }).finalCapital).toBeCloseTo(999.2, 12);
    const feeModel = (): number => 50; // more than is traded
    expect(simulate(down, once, { ...units, feeModel }).feesPaid).toBe(100);
    expect(() => simulate(down, once, { ...units, feeModel: () => Infinity })).toThrow(
      /must give a finite fee, found Infinity/,
    );
  });

  test("slippage, against the account", () => {
    const prices = (slippage: NonNullable<SimulationOptions["slippage"]>) =>
      [once, short].map((decisions) => {
        const { entryPrice, exitPrice } = simulate(down, decisions, {
          ...units,
          slippage,
        }).trades.at(0)!;
        return [entryPrice, exitPrice];
      });
    expect(prices(0.1)).toEqual([
      [-9, -11],
      [-11, -9],
    ]);
    expect(prices({ halfSpread: 12 })).toEqual([
      [2, -22],
      [-22, 2],
    ]);
    expect(prices(({ side, price }) => price + (side === "buy" ? 1 : -1))).toEqual([
      [-9, -11],
      [-11, -9],
    ]);
    const [[entry, exit]] = prices({ volumeShare: 1, impact: 0.1 }) as [[number, number]];
    expect(entry > -10 && exit < -10).toBe(true);
    expect(() => prices(() => NaN)).toThrow(/must give a finite price, found NaN/);
  });

  test("borrowing, margin, cash that is bound and the smallest entry", () => {
    expect(simulate(down, short, { ...units, borrowRate: 0.01 }).feesPaid).toBeCloseTo(0.8, 12);
    expect(simulate(down, once, { ...units, minimumNotional: 41 }).trades).toHaveLength(0);
    expect(simulate(down, once, { ...units, minimumNotional: 40 }).trades).toHaveLength(1);
    const poor = simulate(down, once, { ...units, initialCapital: 20 });
    expect(poor.trades.at(0)!.quantity).toBe(2); // 20 of cash binds 2 × |-10|
    const leveraged = simulate(down, once, { ...units, initialCapital: 20, leverage: 2 });
    expect(leveraged.trades.at(0)!.quantity).toBe(4);
    const free = candlesOf([still(0), still(0), still(0), still(0)]);
    expect(simulate(free, once, { ...units, lotSize: 0.5 }).trades.at(0)!.quantity).toBe(4);
  });

  test("prices are rounded to ticks against the account", () => {
    const odd = candlesOf([still(-1.06), still(-1.06), still(-1.06), still(-1.06)]);
    const { entryPrice, exitPrice } = simulate(odd, once, { ...units, tickSize: 0.1 }).trades.at(
      0,
    )!;
    expect([entryPrice, exitPrice]).toEqual([-1, -1.1]);
  });
});
