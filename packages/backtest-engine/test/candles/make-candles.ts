import * as fc from "fast-check";

import { createCandles, type Candles } from "../../src/data/index.ts";

/** One candle: open time, open, high, low, close, volume. */
export type Bar = readonly [number, number, number, number, number, number];

export const HOUR = 3_600_000;
export const START = Date.UTC(2024, 0, 1);

export function fromBars(bars: readonly Bar[]): Candles {
  const candles = createCandles(bars.length);
  for (const [i, [time, open, high, low, close, volume]] of bars.entries()) {
    candles.time[i] = time;
    candles.open[i] = open;
    candles.high[i] = high;
    candles.low[i] = low;
    candles.close[i] = close;
    candles.volume[i] = volume;
  }
  return candles;
}

/** Candles from rows of [open, high, low, close], one a minute unless told otherwise, from time 0 on. */
export function candlesOf(
  rows: readonly (readonly number[])[],
  intervalMilliseconds = 60_000,
): Candles {
  return fromBars(
    rows.map(([open, high, low, close], i): Bar => [
      i * intervalMilliseconds,
      open ?? NaN,
      high ?? NaN,
      low ?? NaN,
      close ?? NaN,
      1,
    ]),
  );
}

/** Hourly candles with these closes; each opens at the close before it and spans just the two. */
export function fromCloses(closes: readonly number[], step: number = HOUR): Candles {
  return fromBars(
    closes.map((close, i): Bar => {
      const open = closes[i - 1] ?? close;
      return [START + i * step, open, Math.max(open, close), Math.min(open, close), close, 1];
    }),
  );
}

/** Valid candles of any shape: walks, jumps, flat stretches; sometimes with holes in time. */
export function candlesArbitrary(length: {
  readonly minLength: number;
  readonly maxLength: number;
}): fc.Arbitrary<Candles> {
  const bar = fc.record({
    steps: fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 5 })),
    move: fc.oneof(fc.constant(0), fc.double({ min: -0.08, max: 0.08, noNaN: true })),
    gap: fc.oneof(fc.constant(0), fc.double({ min: -0.03, max: 0.03, noNaN: true })),
    above: fc.double({ min: 0, max: 0.02, noNaN: true }),
    below: fc.double({ min: 0, max: 0.02, noNaN: true }),
    volume: fc.double({ min: 0, max: 1e6, noNaN: true }),
  });
  const first = fc.double({ min: 1e-4, max: 1e5, noNaN: true });
  return fc.tuple(first, fc.array(bar, length)).map(([price, steps]) => {
    let time = START;
    let last = price;
    return fromBars(
      steps.map((step): Bar => {
        time += step.steps * HOUR;
        const open = last * (1 + step.gap);
        const close = open * (1 + step.move);
        const high = Math.max(open, close) * (1 + step.above);
        const low = Math.min(open, close) * (1 - step.below);
        last = close;
        return [time, open, high, low, close, step.volume];
      }),
    );
  });
}
