import { type Candles } from "@bourse/backtest-engine/data";
import { createSimulatedProvider } from "@bourse/trading-core/market-data";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";

import { joinCandles } from "../../src/backtest/join-candles.ts";

let candles: Candles;

beforeAll(async () => {
  const request = { symbol: "BTCUSDT", interval: "60", endTime: Date.UTC(2026, 0, 1) } as const;
  ({ candles } = await createSimulatedProvider({ seed: 5 }).candles({ ...request, limit: 997 }));
});

const sum = (values: Float64Array | undefined): number =>
  values?.reduce((total, value) => total + value, 0) ?? 0;

describe("joined candles", () => {
  test("are the candles themselves where they are few enough", () => {
    expect(joinCandles(candles, 997)).toBe(candles);
  });

  test("keep first, last, highest, lowest and the volume for every count", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), (count) => {
        const joined = joinCandles(candles, count);
        expect(joined.length).toBeLessThanOrEqual(count);
        expect(joined.length).toBeGreaterThan(Math.min(count, 997) / 2 - 1);
        expect(joined.time[0]).toBe(candles.time[0]);
        expect(joined.open[0]).toBe(candles.open[0]);
        expect(joined.close.at(-1)).toBe(candles.close.at(-1));
        expect(Math.max(...joined.high)).toBe(Math.max(...candles.high));
        expect(Math.min(...joined.low)).toBe(Math.min(...candles.low));
        expect(sum(joined.volume)).toBeCloseTo(sum(candles.volume), 6);
        for (let row = 0; row < joined.length; row++) {
          const [open, high, low, close] = [joined.open, joined.high, joined.low, joined.close].map(
            (column) => column[row] ?? NaN,
          ) as [number, number, number, number];
          expect(low).toBeLessThanOrEqual(Math.min(open, close));
          expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
        }
      }),
    );
  });
});
