import type { Candles } from "@bourse/backtest-engine";
import { INTERVALS, intervalOpen, type Interval } from "@bourse/backtest-engine/data";
import { createManualClock, hasCode } from "@bourse/kernel";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { createSimulatedProvider } from "../../src/market-data/simulated/simulated-provider.ts";

const EACH: readonly Interval[] = [...INTERVALS, "10s", "45", "420", "3D", "2W", "3M", "12M"];
const NOW = Date.UTC(2026, 10, 21, 3, 14, 15);
const clock = createManualClock({ now: NOW });
const provider = createSimulatedProvider({ clock, seed: 7 });

describe("the simulated world", () => {
  test("a candle is the same whatever range it is asked in, by whomever", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...EACH),
        fc.integer({ min: Date.UTC(1975, 0), max: NOW }),
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 1, max: 400 }),
        async (interval, endTime, many, few) => {
          const request = { symbol: "ETHUSDT", interval, endTime };
          const long = await provider.candles({ ...request, limit: Math.max(many, few) });
          const fresh = createSimulatedProvider({ clock, seed: 7 });
          const short = await fresh.candles({ ...request, limit: Math.min(many, few) });
          expect(tail(long.candles, short.candles.length)).toEqual(columns(short.candles));
        },
      ),
      { numRuns: 60 },
    );
  });

  test("candles for reading only are drawn once, the others for each caller", async () => {
    const fresh = createSimulatedProvider({ clock, seed: 7 });
    const request = { symbol: "BTCUSDT", interval: "60", limit: 300 } as const;
    const lent = await fresh.candles({ ...request, readOnly: true });
    const own = await fresh.candles(request);
    expect(columns(own.candles)).toEqual(columns(lent.candles));
    own.candles.close.fill(-1);
    const again = await fresh.candles({ ...request, symbol: "BTC/USDT", readOnly: true });
    expect(again.candles).toBe(lent.candles);
    expect(columns(again.candles)).toEqual(columns((await provider.candles(request)).candles));
    // Too many to remember with the others: the oldest are drawn anew, to the same numbers.
    await fresh.candles({ ...request, limit: 499_900, interval: "1", readOnly: true });
    const later = await fresh.candles({ ...request, readOnly: true });
    expect(later.candles).not.toBe(lent.candles);
    expect(columns(later.candles)).toEqual(columns(lent.candles));
  });

  test("each candle opens where the one before it closed, on its own boundary", async () => {
    for (const interval of EACH) {
      const { candles } = await provider.candles({ symbol: "BTCUSDT", interval, limit: 200 });
      expect(candles.open.slice(1)).toEqual(candles.close.slice(0, -1));
      for (const time of candles.time) expect(intervalOpen(interval, time)).toBe(time);
    }
  });

  test("intervals agree on the price at every common open", async () => {
    const hours = await provider.candles({ symbol: "SOLUSDT", interval: "60", limit: 48 });
    const startTime = hours.candles.time[0]!;
    const minutes = await provider.candles({
      symbol: "SOLUSDT",
      interval: "1",
      startTime,
      endTime: startTime + 48 * 3_600_000,
      limit: 2_880,
    });
    for (let hour = 0; hour < 48; hour += 1) {
      expect(minutes.candles.open[hour * 60]).toBe(hours.candles.open[hour]);
    }
  });

  test("minutes agree with their seconds, which do not jump", async () => {
    const request = { symbol: "SOLUSDT", endTime: NOW - (NOW % 3_600_000) } as const;
    const minutes = (await provider.candles({ ...request, interval: "1", limit: 60 })).candles;
    const seconds = (await provider.candles({ ...request, interval: "1s", limit: 3600 })).candles;
    const opens = [...minutes.time.keys()].map((i) => seconds.open[60 * i]);
    expect(opens).toEqual([...minutes.open]);
    const spread = (prices: Float64Array): number =>
      Math.hypot(...[...prices.keys()].slice(1).map((i) => Math.log(prices[i]! / prices[i - 1]!)));
    // A walk's squared steps add up to the same, however finely it is read.
    expect(spread(seconds.close) / spread(minutes.close)).toBeGreaterThan(0.5);
    expect(spread(seconds.close) / spread(minutes.close)).toBeLessThan(2);
    expect(new Set(seconds.volume).size).toBeGreaterThan(3000);
  });

  test("another seed and another symbol give another walk", async () => {
    const request = { interval: "60", limit: 50 } as const;
    const other = createSimulatedProvider({ clock, seed: 8 });
    const a = await provider.candles({ ...request, symbol: "BTCUSDT" });
    const b = await other.candles({ ...request, symbol: "BTCUSDT" });
    const c = await provider.candles({ ...request, symbol: "BTCUSDC" });
    expect(columns(a.candles)).not.toEqual(columns(b.candles));
    expect(columns(a.candles)).not.toEqual(columns(c.candles));
  });

  test("weeks differ in their unrest, so that regimes can be told apart", async () => {
    const { candles } = await provider.candles({ symbol: "BTCUSDT", interval: "60", limit: 8_000 });
    const weekly: number[] = [];
    for (let at = 0; at + 168 <= candles.length; at += 168) {
      let sum = 0;
      for (let index = at + 1; index < at + 168; index += 1) {
        sum += Math.log(candles.close[index]! / candles.close[index - 1]!) ** 2;
      }
      weekly.push(Math.sqrt(sum));
    }
    expect(Math.max(...weekly) / Math.min(...weekly)).toBeGreaterThan(2.5);
  });

  test("prices stay within a factor of 40 of their base over fifty years", async () => {
    const { candles } = await provider.candles({ symbol: "BTCUSDT", interval: "D", limit: 20_000 });
    expect(candles.length).toBeGreaterThan(19_000);
    expect(Math.min(...candles.low)).toBeGreaterThan(50_000 / 40);
    expect(Math.max(...candles.high)).toBeLessThan(50_000 * 40);
  });

  test("history begins in 1970, so a longer request gets what there is", async () => {
    const { candles } = await provider.candles({ symbol: "BTCUSDT", interval: "M", limit: 9_999 });
    expect(candles.time[0]).toBe(0);
    expect(candles.length).toBe(56 * 12 + 10);
  });

  test("any pair in a known currency is simulated, any other symbol refused", async () => {
    const request = { interval: "D", limit: 5 } as const;
    const odd = await provider.candles({ ...request, symbol: "PEPE2-EUR" });
    expect(odd.candles.length).toBe(5);
    const refusal = provider.candles({ ...request, symbol: "USDT" });
    await expect(refusal).rejects.toSatisfy((error) => hasCode(error, "SYMBOL_UNKNOWN"));
  });

  test("a long request ends when its signal is aborted on the way", async () => {
    const controller = new AbortController();
    const request = { symbol: "BTCUSDT", interval: "1", limit: 500_000 } as const;
    const reply = provider.candles({ ...request, signal: controller.signal });
    setImmediate(() => {
      controller.abort(new Error("enough"));
    });
    await expect(reply).rejects.toThrow("enough");
  });
});

function columns(candles: Candles): Record<string, unknown> {
  const { length: _length, ...rest } = candles;
  return Object.fromEntries(Object.entries(rest).map(([name, column]) => [name, column]));
}

function tail(candles: Candles, count: number): Record<string, unknown> {
  const { length: _length, ...rest } = candles;
  return Object.fromEntries(
    Object.entries(rest).map(([name, column]) => [name, column.slice(column.length - count)]),
  );
}
