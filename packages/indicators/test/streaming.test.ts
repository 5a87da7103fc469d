import { array, assert, constantFrom, double, integer, oneof, property } from "fast-check";
import { describe, expect, test } from "vitest";

import { wander } from "../../backtest-engine/test/sweep/wander.ts";
import {
  atr,
  bollinger,
  ema,
  rsi,
  slidingMean,
  sma,
  StreamingAtr,
  StreamingBollinger,
  StreamingEma,
  type StreamingIndicator,
  StreamingRsi,
  StreamingSlidingMean,
  StreamingSma,
  StreamingWma,
  wma,
} from "../src/index.ts";

type Pair = readonly [
  array: (values: Float64Array, period: number) => Float64Array,
  streaming: new (period: number) => StreamingIndicator,
];

const pairs: Readonly<Record<string, Pair>> = {
  sma: [sma, StreamingSma],
  slidingMean: [slidingMean, StreamingSlidingMean],
  ema: [ema, StreamingEma],
  wma: [wma, StreamingWma],
  rsi: [rsi, StreamingRsi],
};

/** Prices that repeat, jump and hold decimals; sometimes behind a warm-up of NaN. */
const prices = array(
  oneof(double({ min: 1e-3, max: 1e9, noNaN: true }), constantFrom(100, 100.1, 0.3)),
  { maxLength: 120 },
);
const series = [prices, integer({ min: 0, max: 5 })] as const;
const withWarmUp = (values: readonly number[], warmUp: number): Float64Array =>
  Float64Array.from([...Array.from({ length: warmUp }, () => NaN), ...values]);

describe.each(Object.entries(pairs))("%s", (_, [whole, Streaming]) => {
  test("fed value by value it has the bits of its array form", () => {
    assert(
      property(...series, integer({ min: 1, max: 40 }), (values, warmUp, period) => {
        const column = withWarmUp(values, warmUp);
        const indicator = new Streaming(period);
        expect(column.map((value) => indicator.next(value))).toEqual(whole(column, period));
      }),
    );
  });

  test("keeps what it gave last", () => {
    const indicator = new Streaming(3);
    expect(indicator.value).toBeNaN();
    for (const close of wander(50).close) {
      const given = indicator.next(close);
      expect(indicator.value).toBe(given);
    }
  });

  test.each([0, 1.5, NaN])("a period of %d is refused", (period) => {
    expect(() => new Streaming(period)).toThrow(/whole number of candles/u);
  });
});

test("bollinger: all three bands have the bits of the array form", () => {
  assert(
    property(
      ...series,
      integer({ min: 1, max: 40 }),
      constantFrom(0, 1.5, 2),
      (values, warmUp, period, width) => {
        const column = withWarmUp(values, warmUp);
        const expected = bollinger(column, period, width);
        const bands = new StreamingBollinger(period, width);
        for (const [i, value] of column.entries()) {
          const middle = bands.next(value);
          expect([middle, bands.upper, bands.lower]).toEqual([
            expected.middle[i],
            expected.upper[i],
            expected.lower[i],
          ]);
        }
      },
    ),
  );
  expect(() => new StreamingBollinger(20, -1)).toThrow(/deviations of at least 0/u);
});

test("atr: candle by candle it has the bits of the array form", () => {
  assert(
    property(integer({ min: 0, max: 120 }), integer({ min: 1, max: 40 }), (length, period) => {
      const candles = wander(length, length + 1);
      const { high, low, close } = candles;
      const indicator = new StreamingAtr(period);
      const streamed = close.map((last, i) => indicator.next(high[i]!, low[i]!, last));
      expect(streamed).toEqual(atr(candles, period));
    }),
  );
  expect(() => new StreamingAtr(0)).toThrow(/whole number of candles/u);
});
