import { rsi, sma } from "@bourse/indicators";
import { wavedec } from "@bourse/indicators/wavelets";
import { describe, expect, test } from "vitest";

import { truthCandles } from "../../../indicators/test/truth/series.ts";
import { backtest } from "../../src/backtest/backtest.ts";
import type { Candles } from "../../src/data/index.ts";
import {
  bollingerBands,
  maCrossover,
  resolveParameters,
  rsiStrategy,
  runStrategy,
  Signal,
  waveletReversal,
  type Strategy,
} from "../../src/strategies/index.ts";
import { type Parameters } from "../../src/strategy/parameters.ts";
import { fromCloses } from "../candles/make-candles.ts";

function decide<P extends Parameters>(
  strategy: Strategy<P>,
  given: object,
  candles: Candles | readonly number[],
): number[] {
  const series = "time" in candles ? candles : fromCloses(candles);
  return [...runStrategy(strategy, resolveParameters(strategy, given), series).signals];
}

const { enterLong, exitLong, enterShort, exitShort } = Signal;

/** Indexes of the candles whose signal holds `bit`. */
const where = (signals: readonly number[], bit: number): number[] =>
  signals.flatMap((signal, i) => ((signal & bit) === 0 ? [] : [i]));

describe("ma_crossover", () => {
  const fall = Array.from({ length: 10 }, (_, i) => 100 - i);
  const rise = Array.from({ length: 10 }, (_, i) => 92 + 3 * i);

  test.each(["sma", "ema", "wma"])(
    "%s: in when the fast average crosses above, out below",
    (ma_type) => {
      const closes = [...fall, ...rise, ...fall];
      const signals = decide(maCrossover, { fast_period: 2, slow_period: 5, ma_type }, closes);
      const entries = where(signals, enterLong);
      const exits = where(signals, exitLong);
      expect(entries).toHaveLength(1);
      expect(exits).toHaveLength(1);
      expect(entries[0]).toBeGreaterThanOrEqual(10);
      expect(exits[0]).toBeGreaterThanOrEqual(20);
      expect(where(signals, exitShort)).toEqual(entries);
      expect(where(signals, enterShort)).toEqual(exits);
    },
  );

  test("an exact tie is no crossing", () => {
    const closes = [5, 5, 5, 5, 5, 6, 7, 8];
    const signals = decide(maCrossover, { fast_period: 2, slow_period: 5 }, closes);
    expect(signals.every((signal) => signal === 0)).toBe(true);
  });

  test("the first crossing can stand one candle after both averages exist", () => {
    const closes = [9, 8, 7, 6, 5, 20];
    const signals = decide(maCrossover, { fast_period: 2, slow_period: 5 }, closes);
    expect(where(signals, enterLong)).toEqual([5]);
    const { warmUp } = runStrategy(maCrossover, resolveParameters(maCrossover), fromCloses(closes));
    expect(warmUp).toBe(20);
  });

  test("on 5,000 hours it says what the averages say", async () => {
    const candles = await truthCandles("h1");
    const fast = sma(candles.close, 10);
    const slow = sma(candles.close, 20);
    const expected = [...fast.keys()].filter(
      (i) => fast[i - 1]! < slow[i - 1]! && fast[i]! > slow[i]!,
    );
    const signals = decide(maCrossover, {}, candles);
    expect(where(signals, enterLong)).toEqual(expected);
    expect(expected.length).toBeGreaterThan(40);
  });
});

describe("buy_and_hold and constant_weights", () => {
  const closes = [10, 11, 12, 9, 14, 13];
  const run = { fee: 0, initialCapital: 1000 } as const;

  test.each(["buy_and_hold", "constant_weights"])(
    "%s buys at the first open it may and holds to the end",
    (strategy) => {
      const { trades } = backtest(fromCloses(closes), { ...run, strategy });
      expect(trades.toArray()).toMatchObject([
        { entryIndex: 1, entryPrice: 10, exitIndex: 5, exitPrice: 13, exitReason: "end" },
      ]);
    },
  );

  test("buys at the first open after candles that only train", () => {
    const { trades } = backtest(fromCloses(closes), {
      ...run,
      strategy: "buy_and_hold",
      trainSplit: 0.5,
    });
    expect(trades.toArray()).toMatchObject([{ entryIndex: 1, entryPrice: 9, exitPrice: 13 }]);
  });

  test("brings no stop, so that a size by risk needs one", () => {
    const given = { strategy: "buy_and_hold", positionSize: { risk: 0.01 } } as const;
    expect(() => backtest(fromCloses(closes), given)).toThrow("measured by the distance");
  });
});

describe("rsi", () => {
  const closes = [
    ...Array.from({ length: 12 }, (_, i) => 100 - 2 * i),
    ...Array.from({ length: 16 }, (_, i) => 79 + 2 * i),
    ...Array.from({ length: 16 }, (_, i) => 108 - 2 * i),
  ];
  const index = rsi(Float64Array.from(closes), 5);
  const signals = decide(rsiStrategy, { period: 5 }, closes);

  test("long when the index crosses up through oversold", () => {
    const crossing = index.findIndex((value, i) => i > 5 && index[i - 1]! <= 30 && value > 30);
    expect(where(signals, enterLong)).toEqual([crossing]);
  });

  test("out on every candle at or above overbought", () => {
    const above = [...index.keys()].filter((i) => i > 5 && index[i]! >= 70);
    expect(where(signals, exitLong)).toEqual(above);
    expect(above.length).toBeGreaterThan(3);
  });

  test("short is the mirror image", () => {
    const mirrored = decide(
      rsiStrategy,
      { period: 5 },
      closes.map((close) => 300 - close),
    );
    expect(where(mirrored, enterShort)).toEqual(where(signals, enterLong));
    expect(where(mirrored, exitShort)).toEqual(where(signals, exitLong));
  });

  test("a leap over both levels at once does not enter", () => {
    const leap = decide(rsiStrategy, { period: 5 }, [10, 9, 8, 7, 6, 5, 4, 90, 91]);
    expect(where(leap, enterLong)).toEqual([]);
    expect(where(leap, exitLong)).toEqual([7, 8]);
  });

  test("a flat market says nothing", () => {
    expect(where(decide(rsiStrategy, {}, Array<number>(50).fill(7)), 15)).toEqual([]);
  });
});

describe("bollinger_bands", () => {
  const calm = Array.from({ length: 20 }, (_, i) => 100 + (i % 2));

  test("reversion: in when the close comes back above the lower band, out at the middle", () => {
    const closes = [...calm, 95, 98, 99, 101, 101];
    const signals = decide(bollingerBands, { period: 10 }, closes);
    expect(where(signals.slice(20), enterLong)).toEqual([1]);
    expect(where(signals.slice(20), exitLong)[0]).toBe(3);
  });

  test("a close that comes back past the middle at once does not enter", () => {
    const signals = decide(bollingerBands, { period: 10 }, [...calm, 95, 120]);
    expect(signals.at(-1)! & enterLong).toBe(0);
    expect(signals.at(-1)! & exitLong).toBe(exitLong);
  });

  test("breakout: in above the upper band, out below the middle", () => {
    const closes = [...calm, 104, 106, 107, 99];
    const signals = decide(bollingerBands, { period: 10, mode: "breakout" }, closes);
    expect(where(signals.slice(20), enterLong)).toEqual([0]);
    expect(where(signals.slice(20), exitLong)).toEqual([3]);
  });

  test.each(["reversion", "breakout"])("short in %s is the mirror image", (mode) => {
    const closes = [...calm, 95, 98, 99, 101, 106, 108, 99, 98];
    const signals = decide(bollingerBands, { period: 10, mode }, closes);
    const mirrored = decide(
      bollingerBands,
      { period: 10, mode },
      closes.map((close) => 300 - close),
    );
    expect(where(mirrored, enterShort)).toEqual(where(signals, enterLong));
    expect(where(mirrored, exitShort)).toEqual(where(signals, exitLong));
    expect(where(signals, enterLong)).not.toEqual([]);
  });

  test("a flat market, at any price, enters nothing", () => {
    for (const price of [1e-6, 7, 1e9 + 0.1]) {
      const signals = decide(bollingerBands, {}, Array<number>(60).fill(price));
      expect(where(signals, enterLong | enterShort)).toEqual([]);
    }
  });
});

describe("wavelet_reversal", () => {
  const given = { min_signal_threshold: 0.01 };

  /** The rules as the specification words them, on one window. */
  function expectedScore(closes: Float64Array, wavelet: "db1" | "db2", level: number): number {
    const mean = closes.reduce((sum, close) => sum + close, 0) / closes.length;
    const variance = closes.reduce((sum, close) => sum + (close - mean) ** 2, 0) / closes.length;
    if (variance === 0) return 0;
    const scored = closes.map((close) => (close - mean) / Math.sqrt(variance));
    const [approximation, ...details] = wavedec(scored, wavelet, { level });
    const last = approximation!.slice(-5);
    const trend = last.slice(1).reduce((sum, value, i) => sum + value - last[i]!, 0) / 4;
    const energies = details.map((detail) => {
      const tail = detail.slice(-5);
      return tail.reduce((sum, value) => sum + Math.abs(value), 0) / tail.length;
    });
    const ratio = energies[0]! / energies.reduce((sum, energy) => sum + energy, 0);
    return trend < 0 && ratio > 0.5 ? Math.min(1, 1.5 * ratio) : 0;
  }

  test.each(["db1", "db2"] as const)(
    "on 5,000 minutes %s enters exactly where the rules of the specification do",
    async (wavelet) => {
      const candles = await truthCandles("m1");
      const signals = decide(waveletReversal, { ...given, wavelet }, candles);
      const expected = [...candles.close.keys()].filter(
        (i) => i >= 59 && expectedScore(candles.close.slice(i - 59, i + 1), wavelet, 3) > 0,
      );
      expect(where(signals, enterLong)).toEqual(expected);
      expect(expected.length).toBeGreaterThan(0);
    },
  );

  test("with its default threshold of 0.75 it trades, unlike the original", async () => {
    const signals = decide(waveletReversal, {}, await truthCandles("m1"));
    expect(where(signals, enterLong).length).toBeGreaterThan(0);
  });

  test("a flat window says nothing, at any price", () => {
    for (const price of [1e-9, 0.1, 3e9 + 0.7]) {
      const signals = decide(waveletReversal, given, Array<number>(100).fill(price));
      expect(where(signals, 15)).toEqual([]);
    }
  });

  test("a rising market is never bought", () => {
    const closes = Array.from({ length: 200 }, (_, i) => 100 + i + 3 * Math.sin(i / 2));
    expect(where(decide(waveletReversal, given, closes), enterLong)).toEqual([]);
  });

  test("price level and scale do not matter", () => {
    const closes = Array.from({ length: 300 }, (_, i) => 100 + 10 * Math.sin(i / 7) + Math.cos(i));
    const signals = decide(waveletReversal, given, closes);
    expect(
      decide(
        waveletReversal,
        given,
        closes.map((close) => 4096 * close),
      ),
    ).toEqual(signals);
    expect(where(signals, enterLong)).not.toEqual([]);
  });

  test("target and stop come with the decisions, and 0 means none", () => {
    const run = (parameters: object) =>
      runStrategy(waveletReversal, resolveParameters(waveletReversal, parameters), fromCloses([1]));
    expect(run({})).toMatchObject({ takeProfit: 0.01, stopLoss: 0.005 });
    expect(run({ take_profit_pct: 0, stop_loss_pct: 0 })).toEqual({
      signals: new Uint8Array(1),
      warmUp: 59,
    });
  });
});
