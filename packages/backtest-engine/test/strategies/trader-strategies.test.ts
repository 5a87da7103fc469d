import { sma, StreamingSlidingMean, StreamingSma } from "@bourse/indicators";
import { describe, expect, test } from "vitest";

import { latestSignal } from "../../src/backtest/latest-signal.ts";
import { StreamingResampler } from "../../src/candles/streaming-resampler.ts";
import { backtest, sweep, walkForward } from "../../src/index.ts";
import { auditLookAhead } from "../../src/research/index.ts";
import type { Broker, ClosedCandle, Trader } from "../../src/simulation/index.ts";
import {
  createStrategyRegistry,
  defineStrategy,
  defineTrader,
  maCrossover,
  Signal,
  type TraderContext,
} from "../../src/strategies/index.ts";
import { fromCloses, START } from "../candles/make-candles.ts";
import { wander } from "../sweep/wander.ts";

const base = {
  version: "1.0.0",
  description: "A strategy under test.",
  signalType: "trend",
  direction: "long",
} as const;

const periods = {
  fast_period: { type: "integer", default: 4, minimum: 2, maximum: 50, description: "Candles." },
  slow_period: { type: "integer", default: 11, minimum: 3, maximum: 90, description: "Candles." },
} as const;

/** The built-in crossover, by orders. */
const crossing = defineTrader({
  ...base,
  name: "crossing",
  parameters: periods,
  check: ({ fast_period: fast, slow_period: slow }) =>
    fast < slow ? undefined : { path: "fast_period", message: "must be below slow_period" },
  createTrader({ fast_period, slow_period }): Trader {
    const fast = new StreamingSlidingMean(fast_period);
    const slow = new StreamingSlidingMean(slow_period);
    let before = 0;
    return {
      onCandle({ close }, broker) {
        const [a, b] = [fast.next(close), slow.next(close)];
        const side = Number(a > b) - Number(a < b);
        if (side === -before && side > 0 && broker.position() === null) {
          broker.submit({ side: "buy" });
        } else if (side === -before && side < 0 && broker.position() !== null) {
          broker.submit({ side: "sell", reduceOnly: true });
        }
        before = side;
      },
    };
  },
});

const candles = wander(600, 3);
const plain = { strategy: maCrossover, parameters: { fast_period: 4, slow_period: 11 } };

describe("a strategy by orders", () => {
  test("has the result of the same rule by signals, bit for bit", () => {
    const byOrders = backtest(candles, { strategy: crossing });
    const bySignals = backtest(candles, plain);
    expect(byOrders.totalTrades).toBeGreaterThan(5);
    expect(byOrders.trades.toArray()).toEqual(bySignals.trades.toArray());
    expect(byOrders.equity).toEqual(bySignals.equity);
    expect(byOrders).toMatchObject({ strategy: "crossing", sharpe: bySignals.sharpe });
  });

  test("sees the training part and does not trade on it", () => {
    const options = { trainSplit: 0.3 };
    const byOrders = backtest(candles, { ...options, strategy: crossing });
    const bySignals = backtest(candles, { ...options, ...plain });
    expect(byOrders.candles).toBe(420);
    expect(byOrders.trades.toArray()).toEqual(bySignals.trades.toArray());
    expect(byOrders.totalTrades).toBeGreaterThan(3);
  });

  test("is swept: its rows are the rows by signals, and its rule leaves combinations out", async () => {
    const parameters = { fast_period: [3, 5, 20], slow_period: { from: 10, to: 30, step: 10 } };
    const byOrders = await sweep(candles, { strategy: crossing, parameters });
    const bySignals = await sweep(candles, { strategy: maCrossover, parameters });
    expect(byOrders.skipped).toBe(2);
    expect(byOrders.grid.map((row) => row.totalReturn)).toEqual(
      bySignals.grid.map((row) => row.totalReturn),
    );
    expect(byOrders.grid).toHaveLength(7);
  });

  test("is walked forward like the same rule by signals", async () => {
    const options = {
      trainCandles: 200,
      testCandles: 100,
      parameters: { fast_period: [3, 5], slow_period: [10, 20] },
    };
    const byOrders = await walkForward(candles, { ...options, strategy: crossing });
    const bySignals = await walkForward(candles, { ...options, strategy: maCrossover });
    expect(byOrders.outOfSample).toEqual(bySignals.outOfSample);
    expect(byOrders.trades.length).toBeGreaterThan(2);
  });

  test("has a live signal: the position that it holds", () => {
    const directions = [100, 140, 180, 220, 260].map((length) => {
      const part = wander(length, 5);
      const byOrders = latestSignal(crossing, {}, part);
      expect(byOrders).toMatchObject({ strategyName: "crossing", price: part.close.at(-1) });
      const allowed = { direction: "long" } as const;
      const bySignals = latestSignal(maCrossover, plain.parameters, part, allowed);
      expect(byOrders.direction).toBe(bySignals.direction);
      return byOrders.direction;
    });
    expect(new Set(directions)).toEqual(new Set(["long", "flat"]));
  });

  test("is registered and run by its name", () => {
    const registry = createStrategyRegistry();
    registry.register(crossing);
    const named = backtest(candles, { strategy: "crossing", registry });
    expect(named.totalReturn).toBe(backtest(candles, { strategy: crossing }).totalReturn);
  });

  test("is refused in words when it is none", () => {
    const make = (createTrader: unknown) =>
      defineTrader({ ...base, name: "odd", parameters: {}, createTrader: createTrader as never });
    expect(() => make(undefined)).toThrow(/decide must be a function, or createTrader/u);
    expect(() => make(3)).toThrow(/createTrader must be a function/u);
    expect(() => backtest(candles, { strategy: make(() => ({})) })).toThrow(
      /createTrader must return an object with onCandle, found object/u,
    );
    expect(() => backtest(candles, { strategy: make(async () => ({})) })).toThrow(
      /onCandle, found a Promise/u,
    );
    const both = { ...crossing, decide: () => undefined };
    expect(() => createStrategyRegistry([both as never])).toThrow(/exclude each other/u);
  });
});

/** Days over forty weeks from a Monday, rising and falling. */
const days = fromCloses(
  Array.from({ length: 280 }, (_, i) => 100 + 30 * Math.sin(i / 23) + 4 * Math.sin(i * 1.7)),
  86_400_000,
);
const weekly = { ...base, parameters: {} };

/** Long while the close is above the mean of four closed weeks: by `longer`, or by the week that still forms. */
const bySignals = (isRight: boolean) =>
  defineStrategy({
    ...weekly,
    name: "weekly_filter",
    decide(given, _, { longer }) {
      const mean = isRight
        ? longer("W", (weeks) => sma(weeks.close, 4))
        : weeksByTheirOpens(given.time, given.close);
      const signals = Uint8Array.from(given.close, (close, i) => {
        if (Number.isNaN(mean[i])) return Signal.none;
        return close > mean[i]! ? Signal.enterLong : Signal.exitLong;
      });
      return { signals, warmUp: 0 };
    },
  });

/** The usual wrong merge: each day gets the mean of its own week, whose close is not known before Sunday. */
function weeksByTheirOpens(time: Float64Array, close: Float64Array): Float64Array {
  const weeks = Array.from(time, (at) => Math.floor((at - START) / (7 * 86_400_000)));
  const closes: number[] = [];
  for (const [i, week] of weeks.entries()) closes[week] = close[i]!;
  const means = sma(Float64Array.from(closes), 4);
  return Float64Array.from(weeks, (week) => means[week]!);
}

/** The same by orders: from weeks that the stream closes, or from arrays computed in advance. */
const byOrders = (isRight: boolean) =>
  defineTrader({
    ...weekly,
    name: "weekly_filter",
    createTrader(_, { candles: all, interval }: TraderContext): Trader {
      const weeks = new StreamingResampler("W", { interval });
      const average = new StreamingSma(4);
      const wrong = weeksByTheirOpens(all.time, all.close);
      let mean = NaN;
      return {
        onCandle(candle: ClosedCandle, broker: Broker) {
          for (const week of weeks.next(candle)) mean = average.next(week.close);
          const level = isRight ? mean : wrong[candle.index]!;
          const held = broker.position() !== null;
          if (candle.close > level && !held) broker.submit({ side: "buy" });
          if (candle.close <= level && held) broker.submit({ side: "sell", reduceOnly: true });
        },
      };
    },
  });

describe("a weekly filter", () => {
  test("gives the same trades by signals and by orders", () => {
    const one = backtest(days, { strategy: bySignals(true) });
    const other = backtest(days, { strategy: byOrders(true) });
    expect(one.totalTrades).toBeGreaterThan(3);
    expect(other.trades.toArray()).toEqual(one.trades.toArray());
    expect(other.equity).toEqual(one.equity);
  });

  test("is clean in the look-ahead audit in both styles, however short the series", () => {
    for (const strategy of [bySignals(true), byOrders(true)]) {
      expect(auditLookAhead(strategy, {}, days, { runs: 60 })).toMatchObject({ isClean: true });
    }
  });

  test("merged by the opens of the weeks is found out in both styles", () => {
    const [signals, orders] = [bySignals(false), byOrders(false)].map((strategy) =>
      auditLookAhead(strategy, {}, days, { runs: 60 }),
    );
    expect(signals!.faults[0]).toMatchObject({ decision: "signal" });
    expect(orders!.faults[0]).toMatchObject({ decision: "orders" });
  });
});
