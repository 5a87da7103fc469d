import { WAVELETS } from "@bourse/indicators/wavelets";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { latestSignal } from "../../src/backtest/latest-signal.ts";
import { EngineError, sliceCandles, type Candles } from "../../src/data/index.ts";
import { auditLookAhead, auditTraderLookAhead, sweep } from "../../src/research/index.ts";
import type { Trader } from "../../src/simulation/index.ts";
import {
  builtInStrategies,
  decisionsFromTargets,
  defineStrategy,
  maCrossover,
  resolveParameters,
  rsiStrategy,
  runStrategy,
  Signal,
  waveletReversal,
  type Decisions,
} from "../../src/strategies/index.ts";
import { candlesArbitrary, fromBars, fromCloses, HOUR, START } from "../candles/make-candles.ts";

/** Random valid parameters of each strategy, small enough for short series. */
const parametersOf: Readonly<Record<string, fc.Arbitrary<object>>> = {
  ma_crossover: fc.record({
    fast_period: fc.integer({ min: 2, max: 8 }),
    slow_period: fc.integer({ min: 9, max: 30 }),
    ma_type: fc.constantFrom("sma", "ema", "wma"),
  }),
  rsi: fc.record({
    period: fc.integer({ min: 2, max: 20 }),
    oversold: fc.double({ min: 10, max: 40, noNaN: true }),
    overbought: fc.double({ min: 60, max: 90, noNaN: true }),
  }),
  bollinger_bands: fc.record({
    period: fc.integer({ min: 5, max: 30 }),
    std_dev: fc.double({ min: 1, max: 3, noNaN: true }),
    mode: fc.constantFrom("reversion", "breakout"),
  }),
  buy_and_hold: fc.constant({}),
  constant_weights: fc.constant({}),
  wavelet_reversal: fc.record({
    wavelet: fc.constantFrom(...WAVELETS),
    level: fc.integer({ min: 1, max: 2 }),
    window: fc.integer({ min: 32, max: 48 }),
    min_signal_threshold: fc.constantFrom(0.01, 0.8, 1),
  }),
};

const series = candlesArbitrary({ minLength: 1, maxLength: 120 });

function custom(decide: (candles: Candles) => Decisions) {
  return defineStrategy({
    name: "custom",
    version: "1.0.0",
    description: "A strategy under test.",
    signalType: "test",
    direction: "both",
    parameters: {},
    decide,
  });
}

const alwaysLong = custom(({ length }) => ({
  signals: new Uint8Array(length).fill(Signal.enterLong),
  warmUp: 0,
}));

describe("looking ahead", () => {
  test.each(builtInStrategies.map((strategy) => [strategy.name, strategy] as const))(
    "property: %s never changes a past decision when candles are added",
    (name, strategy) => {
      fc.assert(
        fc.property(series, parametersOf[name]!, (candles, parameters) => {
          expect(auditLookAhead(strategy, parameters, candles, { runs: 8 }).faults).toEqual([]);
        }),
        { numRuns: 60 },
      );
    },
  );

  test.each(builtInStrategies.map((strategy) => [strategy.name, strategy] as const))(
    "property: %s gives no signal in its warm-up and the same bytes twice",
    (name, strategy) => {
      fc.assert(
        fc.property(series, parametersOf[name]!, (candles, given) => {
          const parameters = resolveParameters(strategy, given);
          const decisions = runStrategy(strategy, parameters, candles);
          expect(runStrategy(strategy, parameters, candles)).toEqual(decisions);
        }),
        { numRuns: 60 },
      );
    },
  );

  test("a strategy that reads the next candle is found out, with the candle", () => {
    const peeking = custom(({ length, close }) => ({
      signals: Uint8Array.from({ length }, (_, i) =>
        close[i + 1]! > close[i]! ? Signal.enterLong : Signal.none,
      ),
      warmUp: 0,
    }));
    const audit = auditLookAhead(peeking, {}, fromCloses([1, 2, 3, 4, 5]), { runs: 4 });
    expect(audit.isClean).toBe(false);
    expect(audit.faults[0]).toEqual({
      candles: 3,
      index: 2,
      time: START + 2 * HOUR,
      decision: "signal",
      withFuture: Signal.enterLong,
      withoutFuture: Signal.none,
    });
  });

  test("a strategy that remembers its last run is found out", () => {
    let runs = 0;
    const forgetful = custom(({ length }) => ({
      signals: new Uint8Array(length).fill(runs++ % 2),
      warmUp: 0,
    }));
    expect(auditLookAhead(forgetful, {}, fromCloses([1, 2, 3])).isClean).toBe(false);
  });

  test("a mean over the whole series is found out however far the cut", () => {
    const centred = custom(({ length, close }) => {
      const mean = close.reduce((sum, value) => sum + value, 0) / length;
      return { signals: Uint8Array.from(close, (value) => Number(value > mean)), warmUp: 0 };
    });
    const closes = Array.from({ length: 400 }, (_, i) => 100 + i);
    expect(auditLookAhead(centred, {}, fromCloses(closes)).isClean).toBe(false);
  });

  const rising = Array.from({ length: 200 }, (_, i) => 100 + i);

  test("a warm-up that skips to the lowest close of the whole series is found out", () => {
    const cheat = custom(({ length, close }) => {
      const lowest = close.indexOf(Math.min(...close));
      const signals = new Uint8Array(length);
      if (lowest < length) signals[lowest] = Signal.enterLong;
      return { signals, warmUp: lowest };
    });
    const dip = rising.map((price, i) => (i === 150 ? 1 : price));
    const audit = auditLookAhead(cheat, {}, fromCloses(dip), { runs: 8 });
    expect(audit.faults[0]).toMatchObject({ decision: "warmUp", withFuture: 150 });
  });

  test.each(["takeProfit", "stopLoss"] as const)(
    "a %s taken from later prices is found out",
    (distance) => {
      const cheat = custom(({ length, close }) => {
        const entry = 20;
        const signals = new Uint8Array(length);
        if (length > entry) signals[entry] = Signal.enterLong;
        const later = close.slice(entry);
        const best = Math.max(...later, 1) / (close[entry] ?? 1) - 1;
        const worst = 1 - Math.min(...later, 1e9) / (close[entry] ?? 1);
        const fraction = Math.min(0.99, Math.max(0.001, distance === "takeProfit" ? best : worst));
        return { signals, warmUp: entry, [distance]: fraction };
      });
      const prices = distance === "takeProfit" ? rising : rising.toReversed();
      const audit = auditLookAhead(cheat, {}, fromCloses(prices), { runs: 16 });
      expect(audit.isClean).toBe(false);
      expect(audit.faults[0]).toMatchObject({ decision: distance, index: 20 });
    },
  );

  test("a trader in place of a strategy is refused with the function to use", async () => {
    const trader = { onCandle: () => undefined } as never;
    const candles = fromCloses([1, 2, 3]);
    expect(() => auditLookAhead(trader, {}, candles)).toThrow(
      /found a trader.*use auditTraderLookAhead/u,
    );
    await expect(sweep(candles, { strategy: trader })).rejects.toThrow(
      /sweep: expected a strategy with a decide function, found a trader.*use simulateOrders/u,
    );
  });

  test.each([0, 1.5, 10_001])("%s runs are refused", (runs) => {
    expect(() => auditLookAhead(alwaysLong, {}, fromCloses([1]), { runs })).toThrow(EngineError);
  });
});

describe("a trader that looks ahead", () => {
  const markets = {
    A: fromCloses(Array.from({ length: 120 }, (_, i) => 100 + 10 * Math.sin(i / 5))),
    B: fromCloses(Array.from({ length: 90 }, (_, i) => 50 + 5 * Math.cos(i / 4))),
  };

  test("is found out by its orders, their stops and its cancellations", () => {
    const buyer =
      (order: (close: Float64Array, index: number) => object) =>
      (given: typeof markets): Trader => ({
        onCandle({ symbol, index }, broker) {
          if (symbol !== "A" || index % 7 !== 0) return;
          broker.submit({ symbol, side: "buy", ...order(given.A.close, index) });
        },
      });
    const audit = (trader: (given: never) => Trader) =>
      auditTraderLookAhead(trader as never, markets, { runs: 12 });
    expect(audit(buyer(() => ({}))).faults).toEqual([]);
    const knowing = audit(
      buyer((close, index) => ({ side: close[index + 1]! > close[index]! ? "buy" : "sell" })),
    );
    expect(knowing.faults[0]).toMatchObject({ decision: "orders" });
    const stopping = audit(
      buyer((close, index) => ({
        takeProfit: Math.max(0.001, Math.max(...close) / close[index]! - 1),
      })),
    );
    expect(stopping.isClean).toBe(false);
    const cancelling = audit((given: typeof markets) => ({
      onCandle({ symbol, index }, broker) {
        if (symbol !== "B") return;
        const id = broker.submit({ symbol, side: "buy", type: "limit", price: 1 });
        if (given.B.close[index + 2]! > 50) broker.cancel(id);
      },
    }));
    expect(cancelling.isClean).toBe(false);
  });

  test("a strategy or nothing in place of the function is refused", () => {
    expect(() => auditTraderLookAhead(maCrossover as never, markets)).toThrow(
      /expected a function that returns a trader/u,
    );
    expect(() => auditTraderLookAhead((() => undefined) as never, markets)).toThrow(EngineError);
  });
});

describe("target positions", () => {
  test("only changes are signals, and a reversal leaves and enters on one candle", () => {
    const { signals } = decisionsFromTargets(Int8Array.of(0, 1, 1, -1, -1, 0, -1, 1));
    expect([...signals]).toEqual([
      0,
      Signal.enterLong,
      0,
      Signal.exitLong | Signal.enterShort,
      0,
      Signal.exitShort,
      Signal.enterShort,
      Signal.exitShort | Signal.enterLong,
    ]);
  });

  test("warm-up, target and stop are passed through", () => {
    const options = { warmUp: 1, takeProfit: 0.1, stopLoss: 0.05 };
    expect(decisionsFromTargets(Int8Array.of(0, 1), options)).toMatchObject(options);
  });

  test("another value and a position in the warm-up are refused with the candle", () => {
    expect(() => decisionsFromTargets(Int8Array.of(0, 2))).toThrow(
      "Expected the target position of candle 1 to be -1, 0 or 1, found 2.",
    );
    expect(() => decisionsFromTargets(Int8Array.of(1), { warmUp: 1 })).toThrow(
      "Expected the target position of candle 0 to be 0 in the 1 candles of warm-up, found 1.",
    );
  });
});

describe("decisions of a strategy", () => {
  test.each<[string, Partial<Decisions>, RegExp]>([
    [
      "no decisions",
      undefined as never,
      /decide must return \{ signals, warmUp \}, found undefined/,
    ],
    ["too few signals", { signals: new Uint8Array(2) }, /Uint8Array of 3 signals/],
    ["half a candle of warm-up", { warmUp: 0.5 }, /warmUp must be/],
    [
      "a signal in the warm-up",
      { signals: Uint8Array.of(1, 0, 0), warmUp: 1 },
      /inside the warm-up/,
    ],
    ["a target of 0", { takeProfit: 0 }, /takeProfit must be/],
    ["a stop of everything", { stopLoss: 1 }, /stopLoss must be/],
  ])("%s are refused", (_, change, problem) => {
    const wrong = custom(() => change && { signals: new Uint8Array(3), warmUp: 0, ...change });
    expect(() => runStrategy(wrong, {}, fromCloses([1, 2, 3]))).toThrow(problem);
  });
});

describe("the latest signal", () => {
  const fall = Array.from({ length: 12 }, (_, i) => 100 - i);
  const rise = Array.from({ length: 12 }, (_, i) => 90 + 2 * i);
  const fast = { fast_period: 2, slow_period: 5 };

  test("is long after a crossing above, with the last close and time", () => {
    const candles = fromCloses([...fall, ...rise]);
    const signal = latestSignal(maCrossover, fast, candles, { symbol: "BTCUSDT" });
    expect(signal).toMatchObject({
      strategyName: "ma_crossover",
      symbol: "BTCUSDT",
      direction: "long",
      timestamp: candles.time.at(-1),
      price: 112,
      parameters: { fast_period: 2, slow_period: 5, ma_type: "sma" },
    });
    expect(signal.confidence).toBeGreaterThan(0);
    expect(signal.confidence).toBeLessThanOrEqual(1);
  });

  test("is short after a crossing below, and flat where only long is allowed", () => {
    const candles = fromCloses([...rise, ...fall]);
    expect(latestSignal(maCrossover, fast, candles).direction).toBe("short");
    expect(latestSignal(maCrossover, fast, candles, { direction: "long" })).toMatchObject({
      direction: "flat",
      confidence: 0,
    });
  });

  test("is flat once the strategy's own target has been touched", () => {
    const closes = Array.from({ length: 300 }, (_, i) => 100 + 10 * Math.sin(i / 7) + Math.cos(i));
    const candles = fromCloses(closes);
    const parameters = { min_signal_threshold: 0.01 };
    const { signals } = runStrategy(
      waveletReversal,
      resolveParameters(waveletReversal, parameters),
      candles,
    );
    const entry = signals.findIndex((signal) => signal === Signal.enterLong);
    const at = latestSignal(waveletReversal, parameters, sliceCandles(candles, 0, entry + 1));
    expect(at.direction).toBe("long");
    expect(at.confidence).toBeGreaterThanOrEqual(0.75);
    const leap = candles.close[entry]! * 1.5;
    const after = fromCloses([...closes.slice(0, entry + 1), leap]);
    expect(latestSignal(waveletReversal, parameters, after)).toMatchObject({
      direction: "flat",
      confidence: 0,
    });
  });

  test("a stop inside a candle ends it too", () => {
    const stopped = custom(({ length }) => ({
      signals: Uint8Array.of(1, ...new Uint8Array(length - 1)),
      warmUp: 0,
      stopLoss: 0.1,
    }));
    const calm = [START, 100, 101, 99, 100, 1] as const;
    const dip = [START + HOUR, 100, 101, 89, 100, 1] as const;
    expect(latestSignal(stopped, {}, fromBars([calm, dip])).direction).toBe("flat");
    expect(latestSignal(stopped, {}, fromBars([calm])).direction).toBe("long");
  });

  test("a strategy without a measure of its own is wholly sure", () => {
    expect(latestSignal(alwaysLong, {}, fromCloses([1])).confidence).toBe(1);
  });

  test("too few candles for the warm-up are refused, saying how many it takes", () => {
    expect(() => latestSignal(rsiStrategy, {}, fromCloses([1, 2, 3]))).toThrow(
      "Strategy rsi needs more than 15 candles for its warm-up, found 3.",
    );
  });

  test.each(builtInStrategies.map((strategy) => [strategy.name, strategy] as const))(
    "property: the confidence of %s is from 0 to 1, and 0 when flat",
    (name, strategy) => {
      fc.assert(
        fc.property(
          candlesArbitrary({ minLength: 60, maxLength: 90 }),
          parametersOf[name]!,
          (candles, given) => {
            const { confidence, direction } = latestSignal(strategy, given, candles);
            expect(confidence).toBeGreaterThanOrEqual(0);
            expect(confidence).toBeLessThanOrEqual(direction === "flat" ? 0 : 1);
          },
        ),
        { numRuns: 40 },
      );
    },
  );
});
