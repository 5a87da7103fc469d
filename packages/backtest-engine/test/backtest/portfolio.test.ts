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
import { candlesOf } from "../candles/make-candles.ts";
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

  test.each<[PortfolioOptions | { readonly positionSize: number }, string]>([
    [{ weights: { UP: 1 } }, "must have a number above 0 for FLAT, found undefined"],
    [{ weights: { UP: 1, FLAT: 0 } }, "must have a number above 0 for FLAT, found 0"],
    [{ weights: { UP: 0.6, FLAT: 0.5 } }, "must sum to at most the leverage of 1, found 1.1"],
    [{ weights: { UP: 0.5, FLAT: 0.4, FLAP: 0.1 } }, 'has no symbol "FLAP". Did you mean "FLAT"?'],
    [{ rebalanceEvery: 0 }, "must be a whole number of at least 1, found 0"],
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
