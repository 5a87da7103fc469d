import { describe, expect, test } from "vitest";

import { backtest } from "../../src/backtest/index.ts";
import type { Candles } from "../../src/candles/candles.ts";
import { StreamingResampler } from "../../src/candles/streaming-resampler.ts";
import { resultHash } from "../../src/research/index.ts";
import type { SimulationOptions } from "../../src/simulation/index.ts";
import { StrategyStepper, windowStart, type StepFill } from "../../src/stepper/index.ts";
import {
  builtInStrategies,
  defineStrategy,
  defineTrader,
  resolveParameters,
  Signal,
  type AnyStrategy,
} from "../../src/strategies/index.ts";
import { candleAt, randomCandles, randomTrader, START } from "./random-day.ts";

const LENGTH = 400;

/** Presets of fees and slippage. */
const PRESETS: Readonly<Record<string, SimulationOptions>> = {
  spot: { fee: 0.001, slippage: 0.0005, initialCapital: 10_000 },
  perpetual: {
    fee: 0.0005,
    makerFee: -0.0001,
    slippage: { halfSpread: 0.01 },
    leverage: 3,
    maintenanceMargin: 0.005,
    direction: "both",
    funding: Array.from({ length: 4 }, (_, i) => ({ time: START + i * 28_800_000, rate: 0.0001 })),
  },
  byVolume: {
    fee: 0.0004,
    fixedFee: 0.1,
    slippage: { volumeShare: 0.1, impact: 0.1 },
    tickSize: 0.01,
    lotSize: 0.001,
    trailingStop: { distance: 0.02 },
  },
};

interface Stepped {
  readonly equity: Float64Array;
  readonly stepper: StrategyStepper;
  readonly fills: readonly StepFill[];
}

/** Works off candles one by one. */
function stepped(
  candles: Candles,
  strategy: AnyStrategy,
  options: SimulationOptions,
  startTime = 0,
): Stepped {
  const stepper = new StrategyStepper(strategy, resolveParameters(strategy, {}), {
    symbol: "BTCUSDT",
    interval: "1",
    startTime,
    options,
  });
  const equity: number[] = [];
  const fills: StepFill[] = [];
  for (let i = 0; i < candles.length; i++) {
    const outcome = stepper.next(candleAt(candles, i), "all");
    if (candles.time[i]! >= startTime) equity.push(outcome.equity);
    fills.push(...outcome.fills);
  }
  return { equity: Float64Array.from(equity), stepper, fills };
}

function expectEqual(candles: Candles, strategy: AnyStrategy, options: SimulationOptions): void {
  const whole = backtest(candles, {
    ...options,
    strategy,
    symbol: "BTCUSDT",
    interval: "1",
    compatibility: { finalPosition: "keep" },
  });
  const { equity, stepper } = stepped(candles, strategy, options);
  expect(stepper.trades.toArray()).toEqual(whole.trades.toArray());
  expect(resultHash({ equity, trades: stepper.trades })).toBe(
    resultHash({ equity: whole.equity, trades: whole.trades }),
  );
}

describe.each(Object.entries(PRESETS))("candle by candle under %s", (_, options) => {
  const day = randomCandles(LENGTH, 7);

  test.each(builtInStrategies.map((strategy) => [strategy.name, strategy] as const))(
    "%s gives the bits of the backtest",
    (__, strategy) => {
      expectEqual(day, strategy, options);
    },
  );

  test("random traders give the bits of the backtest", () => {
    for (let seed = 1; seed <= 7; seed++) {
      expectEqual(randomCandles(LENGTH, seed), randomTrader(seed), options);
    }
  });
});

const trend = defineStrategy({
  name: "trend",
  version: "1",
  description: "Sizes, stops and tags of single signals.",
  signalType: "trend",
  direction: "both",
  parameters: {},
  lookBack: 3,
  decide({ length, time, close }) {
    const signals = new Uint8Array(length);
    const sizes = new Float64Array(length).fill(NaN);
    const tags: (string | undefined)[] = Array.from({ length });
    for (let i = 3; i < length; i++) {
      if (close[i]! > close[i - 3]! * 1.01) signals[i] = Signal.enterLong | Signal.exitShort;
      else if (close[i]! < close[i - 3]! * 0.99) signals[i] = Signal.enterShort | Signal.exitLong;
      if ((time[i]! / 60_000) % 2 === 0) sizes[i] = 0.5;
      if (signals[i] !== 0) tags[i] = "moved";
    }
    const stopLosses = sizes.map((size) => size / 20);
    return { signals, warmUp: 3, sizes, stopLosses, tags };
  },
});

test("sizes, stops and tags of single signals give the bits of the backtest", () => {
  expectEqual(randomCandles(LENGTH, 11), trend, { fee: 0.001 });
});

test("a class that resamples gives the bits of the backtest", () => {
  const hourly = defineTrader({
    name: "hourly",
    version: "1",
    description: "Follows the last hour.",
    signalType: "trend",
    direction: "both",
    parameters: {},
    createTrader(_, { interval }) {
      const hours = new StreamingResampler("60", { interval });
      return {
        onCandle(candle, broker) {
          for (const { open, close } of hours.next(candle)) {
            broker.submit({ side: close > open ? "buy" : "sell", takeProfit: 0.01 });
          }
        },
      };
    },
  });
  expectEqual(randomCandles(LENGTH, 12), hourly, { fee: 0.001, fill: "close" });
});

test("candles before the start only feed the strategy, as those of a training part do", () => {
  const day = randomCandles(LENGTH, 13);
  const first = 100;
  for (const strategy of [trend, randomTrader(3)]) {
    const { equity, stepper } = stepped(day, strategy, {}, day.time[first]!);
    const whole = backtest(day, {
      strategy,
      trainSplit: first / LENGTH,
      interval: "1",
      symbol: "BTCUSDT",
      compatibility: { finalPosition: "keep" },
    });
    expect(stepper.trades.toArray()).toEqual(whole.trades.toArray());
    expect(equity).toEqual(whole.equity);
  }
});

test("every fill of the account is told, with its fee", () => {
  const { fills, stepper } = stepped(randomCandles(LENGTH, 14), randomTrader(14), { fee: 0.001 });
  const fees = fills.reduce((sum, { fee }) => sum + fee, 0);
  expect(fees).toBeCloseTo(stepper.feesPaid, 9);
  expect(fills.filter(({ reason }) => reason !== null)).toHaveLength(stepper.trades.length);
});

test("a window begins at a place that follows from the index alone, and reaches back far enough", () => {
  for (const lookBack of [0, 100, 2048, 5000]) {
    for (const index of [0, 2047, 2048, 4095, 4096, 9999, 10_000, 123_456]) {
      const start = windowStart(index, lookBack);
      expect(index - start).toBeGreaterThanOrEqual(Math.min(index, lookBack));
      if (index < 4096) expect(start).toBe(0);
      const exact = index - windowStart(index, lookBack, true);
      expect(exact).toBeGreaterThanOrEqual(Math.min(index, lookBack));
      expect(exact).toBeLessThan(2 * Math.max(1, lookBack));
    }
  }
});

test("an exact look-back gives the bits of the backtest over many short windows", () => {
  expectEqual(randomCandles(LENGTH, 15), { ...trend, isLookBackExact: true }, {});
});

describe("the scope of a decision", () => {
  const day = randomCandles(60, 16);
  const by = (scope: "reducing" | "none", strategy: AnyStrategy) => {
    const stepper = new StrategyStepper(strategy, resolveParameters(strategy, {}), {
      symbol: "BTCUSDT",
      interval: "1",
      startTime: 0,
      options: {},
    });
    return Array.from({ length: 60 }, (_, i) =>
      stepper.next(candleAt(day, i), i < 30 ? "all" : scope),
    );
  };

  test.each([
    ["by signals", trend],
    ["by orders", randomTrader(20)],
  ] as const)("nothing of a strategy %s enters while only what reduces counts", (_, strategy) => {
    const late = by("reducing", strategy).slice(31);
    expect(late.flatMap(({ fills }) => fills).filter(({ reason }) => reason === null)).toEqual([]);
    expect(late.some(({ dropped }) => dropped > 0)).toBe(true);
  });

  test("no order is taken while none counts", () => {
    const silent = by("none", randomTrader(20)).slice(30);
    expect(silent.flatMap(({ submitted }) => submitted)).toEqual([]);
  });
});

describe("refusals", () => {
  const open = (strategy: AnyStrategy) =>
    new StrategyStepper(strategy, {}, { symbol: "X", interval: "1", startTime: 0, options: {} });

  test("a strategy by signals without a look-back is refused", () => {
    const { lookBack: _, ...unbounded } = trend;
    expect(() => open(unbounded)).toThrow(/declares no lookBack/u);
  });

  test("a candle that does not follow the last, or is none, is refused", () => {
    const stepper = open(trend);
    const candle = candleAt(randomCandles(1, 1), 0);
    stepper.next(candle, "all");
    expect(() => stepper.next(candle, "all")).toThrow(/does not follow/u);
    const broken = { ...candle, time: candle.time + 60_000, high: NaN };
    expect(() => stepper.next(broken, "all")).toThrow(/none of a candle/u);
  });
});
