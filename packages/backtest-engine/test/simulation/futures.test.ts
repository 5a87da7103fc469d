import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { backtest } from "../../src/backtest/backtest.ts";
import { backtestPortfolio } from "../../src/backtest/portfolio.ts";
import {
  simulate,
  simulateOrders,
  totalReturnCandles,
  type SimulationOptions,
  type Trader,
} from "../../src/simulation/index.ts";
import { Signal } from "../../src/strategy/strategy.ts";
import { fromBars } from "../candles/make-candles.ts";
import { futureByHand, futureCases } from "./futures-account.ts";
import { script } from "./scripted-trader.ts";

const DAY = 86_400_000;
const day = (n: number): number => Date.UTC(2026, 2, n);

/** The signals as market orders. */
function ordersOf(signals: Uint8Array): Trader {
  return {
    onCandle({ index }, broker) {
      const signal = signals[index]!;
      const held = broker.position()?.side;
      const isExit =
        (signal === Signal.exitLong && held === "long") ||
        (signal === Signal.exitShort && held === "short");
      if (isExit) broker.submit({ side: held === "long" ? "sell" : "buy", reduceOnly: true });
      if (signal === Signal.enterLong && held !== "long") broker.submit({ side: "buy" });
      if (signal === Signal.enterShort && held !== "short") broker.submit({ side: "sell" });
    },
  };
}

function near(values: readonly object[], unit: number): unknown[] {
  return values.map((value) =>
    Object.fromEntries(
      Object.entries(value).map(([name, one]: [string, unknown]) => [
        name,
        typeof one === "number" ? (expect.closeTo(one / unit, 8) as number) : one,
      ]),
    ),
  );
}

const scaled = (values: readonly object[], unit: number): unknown[] =>
  values.map((value) =>
    Object.fromEntries(
      Object.entries(value).map(([name, one]: [string, unknown]) => [
        name,
        typeof one === "number" ? one / unit : one,
      ]),
    ),
  );

test("property: accounts of a future kept by hand have the same fills, fees and equity", () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(futureCases, (one) => {
      const { candles, signals, options } = one;
      const hand = futureByHand(one);
      const run = simulate(candles, { signals, warmUp: 0 }, options);
      const unit = options.contract.multiplier;
      const names = Object.keys(hand.trades[0] ?? {}) as (keyof (typeof hand.trades)[0])[];
      const trades = run.trades
        .toArray()
        .map((trade) => Object.fromEntries(names.map((name) => [name, trade[name]])));
      expect(scaled(trades, unit)).toEqual(near(hand.trades, unit));
      for (const [i, value] of hand.equity.entries()) {
        expect(Math.abs(run.equity[i]! - value)).toBeLessThan(1e-9 * options.initialCapital!);
      }
      expect(run.feesPaid).toBeCloseTo(hand.fees, 6);
      const booked = run.actions!.map(({ time, quantity, cash }) => ({ time, quantity, cash }));
      expect(scaled(booked, unit)).toEqual(near(hand.rolled, unit));
      const byOrders = simulateOrders({ F: candles }, ordersOf(signals), options);
      expect(byOrders.equity).toEqual(run.equity);
      expect(byOrders.trades.toArray()).toEqual(run.trades.toArray());
      for (const { exitReason } of hand.trades) {
        seen.set(exitReason, (seen.get(exitReason) ?? 0) + 1);
      }
    }),
    { numRuns: 200, seed: 20_260_316 },
  );
  // Every way out has been tried.
  expect([...seen.keys()].toSorted()).toEqual([
    "end",
    "liquidation",
    "roll",
    "signal",
    "stop_loss",
    "take_profit",
  ]);
});

describe("an E-mini S&P 500 over its roll in March, worked by hand", () => {
  // 50 USD a point, ticks of 0.25, 12,000 USD of margin; 2.50 a side; slippage of 0.01 %.
  const candles = fromBars([
    [day(12), 5000, 5010, 4990, 5000, 1],
    [day(13), 5000, 5030, 4995, 5020, 1],
    [day(16), 5080, 5110, 5070, 5100, 1], // the contract of June is 60 points above that of March
    [day(17), 5100, 5120, 5090, 5110, 1],
  ]);
  const options: SimulationOptions = {
    initialCapital: 30_000,
    fee: 0.00001,
    fixedFee: 2,
    slippage: 0.0001,
    contract: { multiplier: 50, tick: 0.25, currency: "USD", margin: 12_000 },
    rolls: [day(14)],
  };
  const signals = Uint8Array.of(Signal.enterLong, 0, Signal.exitLong, 0);
  const run = simulate(candles, { signals, warmUp: 0 }, options);

  test("has each of these steps of cash", () => {
    // 13 March, open: 30,000 carries 2 contracts: 2 × (12,000 + fee of 2.50). 5000 + 0.50 slips to 5000.50.
    let cash = 30_000 - 2 * 5000.5 * 50 * 0.00001 - 2;
    expect(cash).toBeCloseTo(29_992.9995, 9);
    // 13 March, close: 5020 - 0.502 is 5019.498, and a sale falls to 5019.25: 18.75 points × 2 × 50 are 1,875.
    cash += 1875 - 2 * 5019.25 * 50 * 0.00001 - 2;
    expect(cash).toBeCloseTo(31_860.98025, 9);
    expect(run.equity[1]).toBeCloseTo(cash, 9);
    // 16 March, open of June: 5080 + 0.508 rises to 5080.75. The 60 points between the contracts are no profit.
    cash -= 2 * 5080.75 * 50 * 0.00001 + 2;
    expect(cash).toBeCloseTo(31_853.8995, 9);
    expect(run.equity[2]).toBeCloseTo(cash + 2 * 50 * (5100 - 5080.75), 9);
    // 17 March, open: 5100 - 0.51 falls to 5099.25: 18.50 points × 2 × 50 are 1,850.
    cash += 1850 - 2 * 5099.25 * 50 * 0.00001 - 2;
    expect(cash).toBeCloseTo(33_696.80025, 9);
    expect(run.finalCapital).toBeCloseTo(cash, 9);
  });

  test("is two trades and one roll", () => {
    expect(run.trades.toArray()).toMatchObject([
      { quantity: 2, entryPrice: 5000.5, exitPrice: 5019.25, exitIndex: 1, exitReason: "roll" },
      { quantity: 2, entryPrice: 5080.75, exitPrice: 5099.25, entryIndex: 2, exitReason: "signal" },
    ]);
    const [first] = run.trades.toArray();
    expect(first!.return).toBeCloseTo(first!.pnl / 24_000, 12);
    expect(run.actions).toEqual([
      {
        time: day(16),
        kind: "roll",
        value: 60,
        quantity: 2,
        cash: expect.closeTo(-14.1, 9) as number,
      },
    ]);
  });

  test("names its currency, and its buy and hold has no step of the roll either", () => {
    const result = backtest(candles, { strategy: "buy_and_hold", ...options });
    expect(result.currency).toBe("USD");
    expect(result.configuration.options).toMatchObject({
      lotSize: 1,
      contract: options.contract,
      rolls: [day(14)],
    });
    expect(result.buyHoldReturn).toBeCloseTo((5020 / 5000) * (5110 / 5080) - 1, 12);
    const again = backtest(candles, result.configuration.options);
    expect(again.equity).toEqual(result.equity);
    expect(totalReturnCandles(candles, { rolls: [] })).toBe(candles);
  });

  test("is liquidated where it is worth less than the maintenance margin", () => {
    const fall = fromBars([
      [day(1), 5000, 5000, 5000, 5000, 1],
      [day(2), 5000, 5000, 5000, 5000, 1],
      [day(3), 5000, 5000, 4900, 4950, 1],
    ]);
    const { trades } = simulate(
      fall,
      { signals: Uint8Array.of(Signal.enterLong, 0, 0), warmUp: 0 },
      { ...options, fee: 0, fixedFee: 0, slippage: 0, rolls: [], maintenanceMargin: 0.9 },
    );
    // 30,000 - 100 × fall = 0.9 × 24,000 at a fall of 84 points.
    expect(trades.toArray()).toMatchObject([{ exitPrice: 4916, exitReason: "liquidation" }]);
  });
});

describe("rolls", () => {
  const steady = fromBars(
    Array.from({ length: 8 }, (_, i) => {
      const price = i < 4 ? 100 : 110;
      return [day(1) + i * DAY, price, price + 1, i < 7 ? price - 1 : 107, price, 10];
    }),
  );
  const base: SimulationOptions = { fee: 0, initialCapital: 1000, contract: { margin: 100 } };

  test("keep the tag, the number of entries and the own stop of a position", () => {
    const signals = Uint8Array.of(1, 1, 0, 0, 0, 1, 0, 0);
    const stopLosses = Float64Array.from(signals, () => 0.02);
    const tags = signals.reduce<(string | undefined)[]>(
      (all, signal, i) => [...all, signal === 0 ? undefined : i < 2 ? "dip" : "late"],
      [],
    );
    const { trades, finalCapital } = simulate(
      steady,
      { signals, warmUp: 0, tags, stopLosses },
      { ...base, positionSize: { units: 2 }, pyramiding: 2, rolls: [day(5)] },
    );
    // A third entry is one too many: the position had two before the roll. Its stop is 2 % below 110 then.
    expect(trades.toArray()).toMatchObject([
      { entryTag: "dip", quantity: 4, exitReason: "roll" },
      { entryTag: "dip", quantity: 4, exitReason: "stop_loss", exitPrice: 107.8 },
    ]);
    expect(finalCapital).toBeCloseTo(1000 - 4 * 2.2, 9);
  });

  test("open no more contracts than the cash carries, and none if it carries none", () => {
    const falling = fromBars([
      [day(1), 100, 100, 100, 100, 1],
      [day(2), 100, 100, 100, 100, 1],
      [day(3), 85, 85, 85, 85, 1],
      [day(4), 90, 90, 90, 90, 1],
    ]);
    const run = (units: number) =>
      simulate(
        falling,
        { signals: Uint8Array.of(1, 0, 0, 0), warmUp: 0 },
        {
          ...base,
          positionSize: { units },
          contract: { margin: 200, multiplier: 10 },
          rolls: [day(4)],
        },
      );
    expect(run(3).actions).toMatchObject([{ kind: "roll", quantity: 2 }]);
    expect(run(5).actions).toMatchObject([{ kind: "roll", quantity: 1 }]);
    expect(
      run(5)
        .trades.toArray()
        .map(({ quantity }) => quantity),
    ).toEqual([5, 1]);
  });

  test("are those of their symbol in a run on several, and keep its margin bound meanwhile", () => {
    const at = (from: number, price: number) =>
      fromBars(
        Array.from({ length: 6 }, (_, i) => [
          day(1) + from + i * DAY,
          price,
          price + 1,
          price - 1,
          price,
          10,
        ]),
      );
    const trader = script({ 0: { symbol: "F", side: "buy", size: { units: 9 } } });
    const late: Trader = {
      onCandle(candle, broker) {
        if (candle.symbol === "F") trader.onCandle(candle, broker);
        else if (candle.index === 2) broker.submit({ symbol: "S", side: "buy" });
      },
    };
    const run = simulateOrders({ F: at(0, 100), S: at(DAY / 2, 50) }, late, {
      ...base,
      contract: { F: { margin: 100, multiplier: 3 } },
      rolls: { F: [day(4) + 1] },
    });
    // F rolls between its fourth and its fifth candle; S enters between the two, with the cash that F leaves.
    expect(run.trades.toArray()).toMatchObject([
      { symbol: "F", quantity: 9, exitReason: "roll", exitTime: day(4) },
      { symbol: "F", quantity: 9, exitReason: "end" },
      { symbol: "S", quantity: 2, exitReason: "end" },
    ]);
    expect(run.actions).toMatchObject([{ symbol: "F", kind: "roll", quantity: 9 }]);
  });
});

test("a portfolio holds whole contracts of its weights beside fractions of a share", () => {
  const series = (price: number) =>
    fromBars(
      Array.from({ length: 5 }, (_, i) => [day(1) + i * DAY, price, price, price, price, 1]),
    );
  const { trades, currency } = backtestPortfolio(
    { F: series(100), S: series(30) },
    {
      strategy: "constant_weights",
      fee: 0,
      initialCapital: 10_000,
      contract: { F: { multiplier: 10, margin: 100, currency: "EUR" } },
    },
  );
  expect(currency).toBe("EUR");
  const held = new Map(trades.toArray().map(({ symbol, quantity }) => [symbol, quantity]));
  expect(held.get("F")).toBe(5);
  expect(held.get("S")).toBeCloseTo(5000 / 30, 9);
});

describe("tiers of fees", () => {
  const candles = fromBars(
    Array.from({ length: 50 }, (_, i) => [day(1) + i * DAY, 100, 100, 100, 100, 10]),
  );
  const feeTiers = [
    { volume: 1000, maker: 0.001, taker: 0.002 },
    { volume: 2000, maker: -0.001, taker: 0.001 },
  ];

  test("hold from their volume on, for as long as fills are younger than 30 days", () => {
    const buy = { side: "buy", size: { units: 10 } } as const;
    const sell = { side: "sell", size: { units: 10 } } as const;
    const limit = { ...buy, type: "limit", price: 100 } as const;
    const trader = script({ 0: buy, 1: sell, 2: limit, 3: sell, 32: buy, 33: sell });
    const { trades } = simulateOrders({ S: candles }, trader, {
      fee: 0.01,
      initialCapital: 1e6,
      feeTiers,
    });
    const fees = trades.toArray().map((trade) => trade.fees / 1000);
    // 0.01 with nothing traded and 0.002 from 1,000 on; -0.001 and 0.001 from 2,000 on. On day 33 three of the four
    // fills are 30 days old or more, so that 1,000 are left; on day 34 only the 1,000 of day 33.
    expect(fees).toEqual([0.012, 0, 0.004].map((fee) => expect.closeTo(fee, 12) as number));
  });

  test("count the fills of all symbols", () => {
    const trader: Trader = {
      onCandle({ symbol, index }, broker) {
        if (index === (symbol === "A" ? 0 : 1)) {
          broker.submit({ symbol, side: "buy", size: { units: 20 } });
        }
      },
    };
    const { openPositions } = simulateOrders({ A: candles, B: candles }, trader, {
      fee: 0.01,
      initialCapital: 1e6,
      feeTiers,
      compatibility: { finalPosition: "keep" },
    });
    expect(openPositions["A"]!.fees).toBeCloseTo(20, 9);
    expect(openPositions["B"]!.fees).toBeCloseTo(2, 9);
  });
});

describe("are refused", () => {
  const candles = fromBars([[day(1), 1, 1, 1, 1, 1]]);
  test.each<[SimulationOptions, string]>([
    [{ contract: { multiplier: 0 } }, 'option "contract" must be'],
    [{ contract: { multipler: 5 } as object }, 'option "contract" must be'],
    [{ contract: { currency: "" } }, 'option "contract" must be'],
    [{ contract: {} }, 'option "contract" must be a contract; found an empty object'],
    [{ contract: { F: { margin: 1 } } }, 'option "contract" must be a contract; found "F"'],
    [{ contract: { tick: 1 }, tickSize: 0.5 }, 'option "contract" has a tick'],
    [{ contract: { margin: 1 }, leverage: 2 }, 'option "contract" has a margin'],
    [
      { contract: { A: { currency: "USD" }, B: { currency: "EUR" } } },
      "must have one currency, that of the account, since nothing is converted; found USD, EUR",
    ],
    [{ rolls: [2, 1] }, 'option "rolls" must be a list of rising timestamps'],
    [{ rolls: [1.5] }, 'option "rolls" must be'],
    [{ rolls: { F: [1] } }, 'option "rolls" must be a list; found "F"'],
    [{ rolls: [1], slippage: { volumeShare: 0.1 } }, 'option "rolls" move a whole position'],
    [{ rolls: [1], splits: [{ timestamp: 1, ratio: 2 }] }, 'option "splits" is of shares'],
    [{ feeTiers: [] }, 'option "feeTiers" must be a list of 1–100 tiers'],
    [{ feeTiers: [{ volume: -1, maker: 0, taker: 0 }] }, 'option "feeTiers" must be'],
    [{ feeTiers: [{ volume: 0, maker: 0, taker: 0.5 }] }, 'option "feeTiers" must be'],
    [
      {
        feeTiers: [
          { volume: 1, maker: 0, taker: 0 },
          { volume: 1, maker: 0, taker: 0 },
        ],
      },
      "rising volumes",
    ],
    [
      { feeTiers: [{ volume: 0, maker: 0, taker: 0 }], feeModel: () => 0 },
      'option "feeTiers" and option "feeModel"',
    ],
  ])("%j", (given, said) => {
    expect(() => simulate(candles, { signals: new Uint8Array(1), warmUp: 0 }, given)).toThrow(said);
  });
});
