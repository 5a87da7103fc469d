import { describe, expect, test } from "vitest";

import { backtest } from "../../src/backtest/backtest.ts";
import { backtestPortfolio } from "../../src/backtest/portfolio.ts";
import { parseActionsCsv } from "../../src/data/index.ts";
import {
  simulate,
  simulateOrders,
  totalReturnCandles,
  type SimulationOptions,
} from "../../src/simulation/index.ts";
import { Signal } from "../../src/strategy/strategy.ts";
import { fromBars, type Bar } from "../candles/make-candles.ts";
import { script } from "./scripted-trader.ts";

const DAY = 86_400_000;
const day = (n: number): number => Date.UTC(2024, 0, n);

/** Daily candles of a share of these closes; each opens half way from the close before, in shares of its own day. */
function share(closes: readonly number[], splitAt = -1, ratio = 1) {
  return fromBars(
    closes.map((close, i): Bar => {
      const before = (closes[i - 1] ?? close) / (i === splitAt ? ratio : 1);
      const open = (before + close) / 2;
      return [
        day(1) + i * DAY,
        open,
        Math.max(open, close) + 1,
        Math.min(open, close) - 1,
        close,
        1,
      ];
    }),
  );
}

function signalsOf(length: number, at: Readonly<Record<number, number>>) {
  const signals = new Uint8Array(length);
  for (const [i, signal] of Object.entries(at)) signals[Number(i)] = signal;
  return { signals, warmUp: 0 };
}

const closes = [100, 104, 108, 28, 27, 29, 31];
const candles = share(closes, 3, 4);
const actions = {
  dividends: [
    { timestamp: day(3), amount: 2 },
    { timestamp: day(6), amount: 0.5 },
  ],
  splits: [{ timestamp: day(4), ratio: 4 }],
} as const;
const free: SimulationOptions = { fee: 0, initialCapital: 1000, direction: "both" };

/** Equity by day of shares bought (or sold short) with all cash at the second open, booked by hand. */
function booked(side: 1 | -1): number[] {
  const entry = candles.open[1]!;
  let shares = (side * 1000) / entry;
  let cash = 1000 - shares * entry;
  return [...candles.close].map((close, i) => {
    if (i === 0) return 1000;
    if (i === 3) shares *= 4;
    if (i === 2) cash += shares * 2;
    if (i === 5) cash += shares * 0.5;
    return cash + shares * close;
  });
}

describe("dividends and splits", () => {
  test.each([
    ["long", 1, Signal.enterLong],
    ["short", -1, Signal.enterShort],
  ] as const)(
    "of a %s are booked as by hand, from signals and from orders",
    (name, side, signal) => {
      const run = { ...free, ...actions, compatibility: { liquidation: "at_close" } } as const;
      const bySignal = simulate(candles, signalsOf(7, { 0: signal }), run);
      const expected = booked(side);
      for (const [i, value] of expected.entries()) expect(bySignal.equity[i]).toBeCloseTo(value, 9);
      const trader = script({ 0: { side: side > 0 ? "buy" : "sell" } });
      const byOrder = simulateOrders({ S: candles }, trader, run);
      expect(byOrder.equity).toEqual(bySignal.equity);
      const [trade] = bySignal.trades.toArray();
      expect(trade!.pnl).toBeCloseTo(expected.at(-1)! - 1000, 9);
      const held = (side * 1000) / candles.open[1]!;
      expect(bySignal.actions).toEqual([
        { time: day(3), kind: "dividend", value: 2, quantity: held, cash: held * 2 },
        { time: day(4), kind: "split", value: 4, quantity: held * 4, cash: 0 },
        { time: day(6), kind: "dividend", value: 0.5, quantity: held * 4, cash: held * 2 },
      ]);
      expect(byOrder.actions).toEqual(bySignal.actions!.map((one) => ({ ...one, symbol: "S" })));
      expect(name).toBe(trade!.side);
    },
  );

  test("move stops and targets: a split alone hits none, and the moved level fills", () => {
    const bracket = { ...free, ...actions, stopLoss: 0.5, takeProfit: 0.13 };
    const { trades } = simulate(candles, signalsOf(7, { 0: Signal.enterLong }), bracket);
    const entry = candles.open[1]!;
    expect(trades.toArray()).toMatchObject([{ exitReason: "take_profit", exitIndex: 3 }]);
    expect(trades.toArray()[0]!.exitPrice).toBeCloseTo((entry * 1.13) / 4, 9);
    const without = simulate(candles, signalsOf(7, { 0: Signal.enterLong }), {
      ...bracket,
      splits: [],
    });
    expect(without.trades.toArray()).toMatchObject([{ exitReason: "stop_loss", exitIndex: 3 }]);
  });

  test("move the prices and units of orders that wait", () => {
    const trader = script({ 1: { side: "buy", type: "limit", price: 104, size: { units: 2 } } });
    const { trades } = simulateOrders({ S: candles }, trader, {
      ...free,
      splits: [{ timestamp: day(3) + 1, ratio: 4 }],
    });
    expect(trades.toArray()).toMatchObject([{ entryPrice: 26, quantity: 8, entryIndex: 4 }]);
  });

  test("without a position on the ex-date book nothing", () => {
    const late = simulate(candles, signalsOf(7, { 5: Signal.enterLong }), { ...free, ...actions });
    expect(late.actions).toEqual([]);
    expect(late.trades.toArray()[0]!.pnl).toBeCloseTo(
      (1000 / candles.open[6]!) * (31 - candles.open[6]!),
      9,
    );
  });

  test("make buy and hold a total return, in a backtest and in a portfolio", () => {
    // One share at the first close; 2 buy more at the third close, 4 for 1, then 0.5 each at the sixth.
    const shares = (1 + 2 / 108) * 4 * (1 + 0.5 / 29);
    const run = { strategy: "buy_and_hold", ...free, ...actions } as const;
    const result = backtest(candles, run);
    expect(result.buyHoldReturn).toBeCloseTo((shares * 31) / 100 - 1, 12);
    expect(result.actions).toHaveLength(3);
    const { dividends, splits } = actions;
    const portfolio = backtestPortfolio(
      { A: candles, B: share([50, 51, 52, 53, 54, 55, 56]) },
      { ...run, dividends: { A: dividends }, splits: { A: splits }, direction: "long" },
    );
    expect(portfolio.buyHoldReturn).toBeCloseTo(((shares * 31) / 100 + 56 / 50) / 2 - 1, 12);
    expect(portfolio.actions!.map(({ symbol }) => symbol)).toEqual(["A", "A", "A"]);
    expect(totalReturnCandles(candles, {})).toBe(candles);
  });

  test.each([
    [{ dividends: [{ timestamp: 1.5, amount: 1 }] }, 'option "dividends" must be'],
    [{ splits: [{ timestamp: 1, ratio: 0 }] }, 'option "splits" must be'],
    [{ splits: { A: [] } }, 'option "splits" must be a list; found "A"'],
  ])("%j are refused", (given, said) => {
    expect(() => simulate(candles, signalsOf(7, {}), given)).toThrow(said);
  });
});

describe("a file of dividends and splits", () => {
  test("is read as Yahoo and yfinance export it", () => {
    const yahoo = "Date,Dividends\n2024-05-10,0.25\n2024-02-09,0.24\n";
    expect(parseActionsCsv(yahoo)).toEqual({
      dividends: [
        { timestamp: Date.UTC(2024, 1, 9), amount: 0.24 },
        { timestamp: Date.UTC(2024, 4, 10), amount: 0.25 },
      ],
      splits: [],
    });
    const splits = "Date,Stock Splits\n2020-08-31,4:1\n2021-01-04,1/10\n";
    expect(parseActionsCsv(splits).splits).toEqual([
      { timestamp: Date.UTC(2020, 7, 31), ratio: 4 },
      { timestamp: Date.UTC(2021, 0, 4), ratio: 0.1 },
    ]);
    const both =
      "Date,Open,Dividends,Stock Splits\n2020-08-07 00:00:00-04:00,1,0.82,0.0\n2020-08-31 00:00:00-04:00,1,0.0,4.0\n2020-09-01 00:00:00-04:00,1,0.0,0.0\n";
    expect(parseActionsCsv(both)).toEqual({
      dividends: [{ timestamp: Date.UTC(2020, 7, 7), amount: 0.82 }],
      splits: [{ timestamp: Date.UTC(2020, 7, 31), ratio: 4 }],
    });
  });

  test.each([
    ["Date,Dividends\n2024-02-30,1", "row 2 needs"],
    ["Date,Dividends\n2024-02-09,-1", "row 2 needs a dividend per share of at least 0"],
    ["Date,Stock Splits\n2024-02-09,4:1:1", "row 2 needs a split such as 4:1 or 4"],
    ["Date,Dividends\n2024-02-09,1\n2024-02-09,1", "row 3 has the date of another row"],
    ["Date,Close\n2024-02-09,1", "must name the columns"],
  ])("%j is refused with its row", (text, said) => {
    expect(() => parseActionsCsv(text)).toThrow(
      `Dividends and splits: ${said.startsWith("must") ? "row 1 " : ""}${said}`,
    );
  });
});
