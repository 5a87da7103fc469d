import { describe, expect, test } from "vitest";

import {
  expectClose,
  expectEquity,
  type EquityFigures,
} from "../../../indicators/test/truth/figures.ts";
import { readTruth, truthCandles } from "../../../indicators/test/truth/series.ts";
import { backtest } from "../../src/backtest/backtest.ts";
import { backtestPortfolio, type PortfolioOptions } from "../../src/backtest/portfolio.ts";
import type { Candles } from "../../src/candles/candles.ts";
import { defineStrategy, defineTrader } from "../../src/strategies/define-strategy.ts";
import { Signal } from "../../src/strategy/strategy.ts";
import { candlesOf, fromBars, fromCloses, type Bar } from "../candles/make-candles.ts";
import { still } from "../simulation/scripted-trader.ts";

const about = {
  version: "1",
  description: "For a test.",
  signalType: "test",
  direction: "long",
  parameters: {},
} as const;

/** Enters every symbol at its first candle and holds it. */
const hold = defineStrategy({
  ...about,
  name: "hold",
  decide({ length }) {
    const signals = new Uint8Array(length);
    signals[0] = Signal.enterLong;
    return { signals, warmUp: 0 };
  },
});

const DAY = 86_400_000;

/** Daily candles on these days of 2024 that swing by their own period; each opens a little above the close before. */
function walk(days: readonly number[], period: number): Candles {
  const closeOf = (day: number) => 100 + 20 * Math.sin(day / period);
  return fromBars(
    days.map((day): Bar => {
      const [open, close] = [1.01 * closeOf(day - 1), closeOf(day)];
      const time = Date.UTC(2024, 0, 1) + (day - 1) * DAY;
      return [time, open, Math.max(open, close), Math.min(open, close), close, 1];
    }),
  );
}

/** Equity by day of positions that are bought at each symbol's second open and restored at the first of each month. */
function heldByMonth(
  markets: Readonly<Record<"A" | "B", Candles>>,
  weights: Readonly<Record<"A" | "B", number>>,
  days: readonly number[],
  capital: number,
): number[] {
  let cash = capital;
  let equity = capital;
  const units = { A: 0, B: 0 };
  const wanted: Partial<Record<"A" | "B", number>> = {};
  const monthOf = (day: number) => (day <= 31 ? 1 : day <= 60 ? 2 : 3);
  return days.map((day, moment) => {
    const at = { A: moment, B: moment - 1 }; // B begins a day later
    for (const name of ["A", "B"] as const) {
      const target = wanted[name];
      if (target === undefined) continue;
      cash -= (target - units[name]) * markets[name].open[at[name]]!;
      units[name] = target;
      delete wanted[name];
    }
    const closes = { A: markets.A.close[at.A]!, B: markets.B.close[at.B] ?? 0 };
    equity = cash + units.A * closes.A + units.B * closes.B;
    const next = days[moment + 1];
    const isEnd = next !== undefined && monthOf(next) !== monthOf(day);
    for (const name of ["A", "B"] as const) {
      if (at[name] === 0 || (isEnd && units[name] > 0)) {
        wanted[name] = (weights[name] * equity) / closes[name];
      }
    }
    return equity;
  });
}

interface RebalancedSet {
  readonly name: string;
  readonly series: readonly string[];
  readonly params: { readonly every: number };
  readonly orders: readonly (readonly number[])[];
  readonly equity: EquityFigures;
}

test("vectorbt's rebalancing of three series every 30 candles has the same equity and fees", async () => {
  const { sets } = readTruth<{ readonly sets: readonly RebalancedSet[] }>(
    new URL("../truth/vectorbt.json", import.meta.url),
  );
  const set = sets.find(({ name }) => name === "rebalance3_close_every30_f0.001")!;
  const markets: Record<string, Candles> = {};
  for (const [k, name] of set.series.entries()) markets[`${k} ${name}`] = await truthCandles(name);
  const options: PortfolioOptions = {
    strategy: hold,
    fill: "close",
    fee: 0.001,
    compatibility: "vectorbt",
  };
  const result = backtestPortfolio(markets, { ...options, rebalanceEvery: set.params.every });
  expectEquity(result.equity, set.equity);
  expectClose([result.feesPaid], [set.orders.reduce((sum, row) => sum + row[4]!, 0)], "fees");
  const never = backtestPortfolio(markets, options);
  expect(never.finalCapital).not.toBeCloseTo(result.finalCapital, 0);
});

describe("weights", () => {
  const rising = candlesOf([still(100), still(100), still(200), still(200), still(200)]);
  const steady = candlesOf([still(50), still(50), still(50), still(50), still(50)]);
  const options = { strategy: hold, fee: 0, compatibility: { finalPosition: "keep" } } as const;

  test("size each entry by the account's value, whatever else is held", () => {
    const { openPositions, weights } = backtestPortfolio(
      { UP: rising, FLAT: steady },
      { ...options, weights: { UP: 0.25, FLAT: 0.5 } },
    );
    expect(weights).toEqual({ UP: 0.25, FLAT: 0.5 });
    expect(openPositions["UP"]).toMatchObject({ quantity: 25, entryPrice: 100 });
    expect(openPositions["FLAT"]).toMatchObject({ quantity: 100, entryPrice: 50 });
  });

  test("are restored by rebalancing: what rose is sold and the other bought with it", () => {
    const { openPositions, equity } = backtestPortfolio(
      { UP: rising, FLAT: steady },
      { ...options, weights: { UP: 0.5, FLAT: 0.5 }, rebalanceEvery: 2 },
    );
    expect(equity.at(-1)).toBe(15_000);
    expect(openPositions["UP"]).toMatchObject({ quantity: 37.5 });
    expect(openPositions["FLAT"]).toMatchObject({ quantity: 150 });
  });

  test("of one symbol that take all give the fills of a backtest at the close", () => {
    const rows = Array.from({ length: 300 }, (_, i) => still(100 + 10 * Math.sin(i / 9)));
    const candles = candlesOf(rows);
    const run = {
      strategy: "ma_crossover",
      parameters: { fast_period: 4, slow_period: 9 },
      fill: "close",
      fee: 0.001,
      stopLoss: 0.03,
    } as const;
    const alone = backtest(candles, run);
    const portfolio = backtestPortfolio({ ONLY: candles }, run);
    expect(alone.totalTrades).toBeGreaterThan(4);
    expect(portfolio.trades.toArray()).toEqual(alone.trades.toArray());
    expect(portfolio.equity).toEqual(alone.equity);
    expect(portfolio.sharpe).toBe(alone.sharpe);
  });

  test("let symbols begin and end at different times", () => {
    const late = { ...rising, time: rising.time.map((time) => time + 2 * 60_000) };
    const { trades, time } = backtestPortfolio(
      { EARLY: steady, LATE: late },
      { strategy: hold, fee: 0 },
    );
    expect(time).toHaveLength(7);
    expect(trades.toArray().map(({ symbol, entryIndex }) => [symbol, entryIndex])).toEqual([
      ["EARLY", 1],
      ["LATE", 3],
    ]);
  });

  test("are restored at the month's last closes with month_end, as a computation by hand has it", () => {
    const dates = [29, 30, 31, 33, 34, 59, 60, 61, 62, 63, 64]; // two Mondays later than the days before them
    const markets = { A: walk(dates, 3), B: walk(dates.slice(1), 5) };
    const weights = { A: 0.5, B: 0.3 };
    const options = { strategy: "buy_and_hold", weights, fee: 0, initialCapital: 1000 } as const;
    const keep = { finalPosition: "keep" } as const;
    const result = backtestPortfolio(markets, {
      ...options,
      rebalance: "month_end",
      compatibility: keep,
    });
    const expected = heldByMonth(markets, weights, dates, 1000);
    expectClose(result.equity, expected, "equity");
    const never = backtestPortfolio(markets, { ...options, compatibility: keep });
    expect(Math.abs(never.finalCapital - result.finalCapital)).toBeGreaterThan(0.1);
    expect(never.configuration.options.rebalance).toBeUndefined();
  });

  test("are restored by the months of the time zone: the same local times give the same equity", () => {
    const step = 6 * 3_600_000;
    const local = (offsetHours: number, phase: number): Candles => {
      const closes = Array.from({ length: 400 }, (_, i) => 100 + 20 * Math.sin(i / 40 + phase));
      const candles = fromCloses(closes);
      const start = Date.UTC(2024, 0, 20) - offsetHours * 3_600_000;
      return { ...candles, time: candles.time.map((_, i) => start + i * step) };
    };
    const run = (offsetHours: number, timeZone: string): Float64Array =>
      backtestPortfolio(
        { A: local(offsetHours, 0), B: local(offsetHours, 2) },
        { strategy: "buy_and_hold", rebalance: "month_end", timeZone, interval: "360" },
      ).equity;
    expect(run(9, "Asia/Tokyo")).toEqual(run(0, "UTC"));
    expect(run(9, "UTC")).not.toEqual(run(0, "UTC"));
  });

  test("of constant_weights are restored at the end of each month unless the run says otherwise", () => {
    const dates = [29, 30, 31, 33, 34, 59, 60, 61, 62, 63, 64];
    const markets = { A: walk(dates, 3), B: walk(dates, 5) };
    const run = (options: PortfolioOptions) =>
      backtestPortfolio(markets, { weights: { A: 0.5, B: 0.3 }, ...options });
    const held = run({ strategy: "buy_and_hold", rebalance: "month_end" });
    const constant = run({ strategy: "constant_weights" });
    expect(constant.equity).toEqual(held.equity);
    expect(constant.configuration.options.rebalance).toBe("month_end");
    const often = run({ strategy: "constant_weights", rebalanceEvery: 2 });
    expect(often.equity).toEqual(run({ strategy: "buy_and_hold", rebalanceEvery: 2 }).equity);
  });

  test.each<[PortfolioOptions | { readonly positionSize: number }, string]>([
    [{ weights: { UP: 1 } }, "must have a number above 0 for FLAT, found undefined"],
    [{ weights: { UP: 1, FLAT: 0 } }, "must have a number above 0 for FLAT, found 0"],
    [{ weights: { UP: 0.6, FLAT: 0.5 } }, "must sum to at most the leverage of 1, found 1.1"],
    [{ weights: { UP: 0.5, FLAT: 0.4, FLAP: 0.1 } }, 'has no symbol "FLAP". Did you mean "FLAT"?'],
    [{ rebalanceEvery: 0 }, "must be a whole number of at least 1, found 0"],
    [{ rebalance: "month_end", rebalanceEvery: 2 }, 'excludes option "rebalanceEvery"'],
    [{ rebalance: "weekly" as "month_end" }, "month_end"],
    [{ rebalanceEvery: 1.5 }, "must be a whole number of at least 1, found 1.5"],
    [{ positionSize: 0.5 }, "positionSize"],
    [{ strategy: "holdd" }, "holdd"],
  ])("%j are refused", (given, said) => {
    expect(() =>
      backtestPortfolio({ UP: rising, FLAT: steady }, {
        strategy: hold,
        ...given,
      } as PortfolioOptions),
    ).toThrow(said);
  });

  test("need a strategy by signals, and a symbol", () => {
    const trader = defineTrader({
      ...about,
      name: "orders",
      createTrader: () => ({ onCandle() {} }),
    });
    expect(() => backtestPortfolio({ UP: rising }, { strategy: trader })).toThrow("decide");
    expect(() => backtestPortfolio({}, { strategy: hold })).toThrow("at least one symbol");
  });

  test("refuse a strategy that sizes its entries itself", () => {
    const sized = defineStrategy({
      ...about,
      name: "sized",
      decide: ({ length }) => ({
        signals: new Uint8Array(length),
        sizes: new Float64Array(length).fill(0.5),
        warmUp: 0,
      }),
    });
    expect(() => backtestPortfolio({ UP: rising }, { strategy: sized })).toThrow(
      'strategy "sized" sizes its entries itself',
    );
  });
});
