import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { wander } from "../../../backtest-engine/test/sweep/wander.ts";
import { alignBenchmark, momentsOf } from "../../src/inputs/align-benchmark.ts";

const MINUTE = 60_000;

/** Candles at the given minutes, each with its minute as its price. */
function candlesAt(minutes: readonly number[]) {
  const { length, high, low, volume } = wander(minutes.length);
  const close = Float64Array.from(minutes, (minute) => minute + 0.5);
  const time = Float64Array.from(minutes, (minute) => minute * MINUTE);
  return { length, time, open: Float64Array.from(minutes), high, low, close, volume };
}

const someMinutes = fc
  .uniqueArray(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 30 })
  .map((minutes) => minutes.toSorted((a, b) => a - b));

describe("the candles of a benchmark", () => {
  test("are those at the times of the run, or the first time without one is named", () => {
    fc.assert(
      fc.property(someMinutes, someMinutes, (run, held) => {
        const read = { symbol: "B", candles: candlesAt(held), source: "csv" } as const;
        const { time: times } = candlesAt(run);
        const missing = run.filter((minute) => !held.includes(minute));
        const act = () => alignBenchmark(read, { times, source: "csv" });
        if (missing.length > 0) {
          const first = new Date(missing[0]! * MINUTE).toISOString();
          const words = `no candle at ${missing.length} of the ${run.length} times of the run, the first of them ${first}`;
          expect(act).toThrow(words);
          return;
        }
        const { length, time, open, close } = act();
        expect(length).toBe(run.length);
        expect([...time]).toEqual([...times]);
        expect([...open]).toEqual(run);
        expect([...close]).toEqual(run.map((minute) => minute + 0.5));
      }),
    );
  });

  test("are refused where only one of the two kinds is simulated", () => {
    const candles = candlesAt([1, 2]);
    const { time: times } = candles;
    const aligned = (source: "live" | "cache" | "simulated", of: typeof source) =>
      alignBenchmark({ symbol: "B", candles, source }, { times, source: of });
    expect(() => aligned("simulated", "live")).toThrow("do not compare");
    expect(() => aligned("cache", "simulated")).toThrow("do not compare");
    expect(aligned("cache", "live")).toMatchObject({ length: 2 });
    expect(aligned("simulated", "simulated")).toMatchObject({ length: 2 });
  });

  test("of several symbols are wanted at the times of all of them", () => {
    const markets = { A: candlesAt([1, 2, 5]), B: candlesAt([2, 3]) };
    expect([...momentsOf(markets)].map((time) => time / MINUTE)).toEqual([1, 2, 3, 5]);
  });
});
