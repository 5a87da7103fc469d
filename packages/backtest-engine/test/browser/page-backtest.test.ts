/** The backtest for pages gives what the whole engine gives, and refuses the rest in words. */

import { describe, expect, test } from "vitest";

import { backtest as whole } from "../../src/backtest/backtest.ts";
import { isBeyond } from "../../src/browser/beyond.ts";
import { backtest, type PageBacktestOptions } from "../../src/browser/page-backtest.ts";
import { isEngineError } from "../../src/errors.ts";
import { resultHash } from "../../src/result-hash/result-hash.ts";
import {
  bollingerBands,
  buyAndHold,
  defineStrategy,
  defineTrader,
  maCrossover,
  rsiStrategy,
  Signal,
} from "../../src/strategies/index.ts";
import { wander } from "../sweep/wander.ts";

const candles = wander(3000);

const STRATEGIES = { maCrossover, rsiStrategy, bollingerBands, buyAndHold };

const RULES: Readonly<Record<string, Omit<PageBacktestOptions, "strategy">>> = {
  defaults: {},
  "fees and slippage": { fee: 0.0004, makerFee: -0.0001, fixedFee: 1, slippage: 0.0005 },
  "stops, targets and a trailing stop": {
    direction: "both",
    stopLoss: 0.01,
    takeProfit: 0.02,
    trailingStop: { distance: 0.01 },
  },
  "leverage, borrowing and lots": {
    direction: "both",
    leverage: 5,
    maintenanceMargin: 0.01,
    borrowRate: 0.00001,
    lotSize: 0.001,
    tickSize: 0.5,
    minimumNotional: 10,
    positionSize: 0.5,
    pyramiding: 3,
  },
  "fills at the close, after a training part": { fill: "close", trainSplit: 0.25, interval: "1" },
  "the rules of backtesting.py": { compatibility: "backtestingPy", direction: "both", lotSize: 1 },
  "the rules of freqtrade": {
    compatibility: { preset: "freqtrade", profitSteps: [{ afterMinutes: 0, profit: 0.01 }] },
  },
  "a fee model, and days of a place": {
    feeModel: ({ quantity }) => quantity * 2,
    timeZone: "America/New_York",
    daysPerYear: 252,
  },
};

describe.each(Object.entries(STRATEGIES))("%s", (_, strategy) => {
  test.each(Object.entries(RULES))("with %s is the same as of the whole engine", (__, rules) => {
    const options = { ...rules, strategy } as PageBacktestOptions;
    const [page, own] = [backtest(candles, options), whole(candles, options)];
    expect(resultHash(page)).toBe(resultHash(own));
    expect(page.configuration).toEqual(own.configuration);
    expect(Object.keys(page)).toEqual(Object.keys(own));
  });
});

describe("the backtest for pages refuses", () => {
  const strategy = maCrossover as PageBacktestOptions["strategy"];
  const trader = defineTrader({
    name: "idle",
    version: "1",
    description: "Does nothing.",
    signalType: "trend",
    direction: "long",
    parameters: {},
    createTrader: () => ({ onCandle: () => undefined }),
  });
  const weekly = defineStrategy({
    name: "weekly",
    version: "1",
    description: "Looks at weeks.",
    signalType: "trend",
    direction: "long",
    parameters: {},
    decide: (given, _, { longer }) => {
      longer("W", (weeks) => weeks.close);
      return { signals: new Uint8Array(given.length), warmUp: 0 };
    },
  });

  test.each<[string, object]>([
    ["strategy", { strategy: "ma_crossover" }],
    ["strategy", { strategy: trader }],
    ["strategy", { strategy: weekly }],
    ["calendar", { strategy, calendar: "XNYS" }],
    ["funding", { strategy, funding: [] }],
    ["detail", { strategy, detail: candles }],
    ["slippage", { strategy, slippage: { volumeShare: 0.1 } }],
    ["borrowRate", { strategy, borrowRate: { BTCUSDT: 0 } }],
  ])("%s of the whole engine alone, and says where it is", (option, options) => {
    const error = errorOf(() => backtest(candles, options as PageBacktestOptions));
    expect(isEngineError(error, "OPTIONS_INVALID") && error.details).toEqual({ option });
    expect(isBeyond(error)).toBe(true);
    expect(String(error)).toContain("backtest of @bourse/backtest-engine");
  });

  test.each<[string, object]>([
    ["fee", { strategy, fee: 2 }],
    ["stopLos", { strategy, stopLos: 0.1 }],
    ["exitSlippage", { strategy, exitSlippage: NaN }],
  ])("%s as the whole engine does", (_, options) => {
    const own = errorOf(() => whole(candles, options));
    const error = errorOf(() => backtest(candles, options as PageBacktestOptions));
    expect(error).toEqual(own);
    expect(isBeyond(error)).toBe(false);
  });

  test("signals that are none as the whole engine does", () => {
    const wrong = defineStrategy({
      name: "wrong",
      version: "1",
      description: "Decides one candle.",
      signalType: "trend",
      direction: "long",
      parameters: {},
      decide: () => ({ signals: Uint8Array.of(Signal.enterLong), warmUp: 0 }),
    });
    const own = errorOf(() => whole(candles, { strategy: wrong }));
    expect(errorOf(() => backtest(candles, { strategy: wrong }))).toEqual(own);
  });
});

function errorOf(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error("expected an error");
}
