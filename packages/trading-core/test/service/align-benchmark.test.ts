import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { wander } from "../../../backtest-engine/test/sweep/wander.ts";
import {
  alignBenchmark,
  benchmarkRange,
  momentsOf,
  pairTimes,
} from "../../src/inputs/align-benchmark.ts";

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
        const { candles, join } = act();
        const { length, time, open, close } = candles;
        expect(join.joinedBy).toBe("time");
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
    expect(aligned("cache", "live")).toMatchObject({ candles: { length: 2 }, warnings: [] });
    expect(aligned("simulated", "simulated")).toMatchObject({
      candles: { length: 2 },
      warnings: [],
    });
  });

  test("of several symbols are wanted at the times of all of them", () => {
    const markets = { A: candlesAt([1, 2, 5]), B: candlesAt([2, 3]) };
    expect([...momentsOf(markets)].map((time) => time / MINUTE)).toEqual([1, 2, 3, 5]);
  });
});

const DAY = 1440 * MINUTE;

/** Openings on some dates, as the place has them: `hour` is the time of day in UTC. */
const someDays = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 31 }),
    fc.integer({ min: 0, max: 23 }),
  )
  .map(([days, hour]) =>
    Float64Array.from(
      days.toSorted((a, b) => a - b),
      (day) => day * DAY + hour * 60 * MINUTE,
    ),
  );

describe("daily candles of a run and its benchmark", () => {
  const dayOf = (time: number): number => Math.floor(time / DAY);

  test("are pairs of one day, in order, each day once, whichever of the two comes first", () => {
    fc.assert(
      fc.property(someDays, someDays, (one, other) => {
        const { run, benchmark, runOnly } = pairTimes(one, other, DAY);
        const days = [...run].map((row) => dayOf(one[row]!));
        expect([...benchmark].map((row) => dayOf(other[row]!))).toEqual(days);
        const others = new Set([...other].map(dayOf));
        expect(days).toEqual([...one].map(dayOf).filter((day) => others.has(day)));
        expect(runOnly.length).toBe(one.length - run.length);
        const back = pairTimes(other, one, DAY);
        expect([[...back.benchmark], [...back.run]]).toEqual([[...run], [...benchmark]]);
      }),
    );
  });

  test("of a market that closes on weekends are joined by trading day, and the warning names what is left out", () => {
    // 1970-01-01 was a Thursday; the run trades every day, the benchmark's sessions open at 14:30 on weekdays.
    const run = Float64Array.from({ length: 14 }, (_, day) => day * DAY);
    const sessions = [0, 1, 4, 5, 6, 7, 8, 11, 12].map((day) => day * 1440 + 870);
    const read = { symbol: "SPX", candles: candlesAt(sessions), source: "csv" } as const;
    const { candles, join, warnings } = alignBenchmark(read, { times: run, source: "csv" });
    expect(join).toEqual({
      symbol: "SPX",
      joinedBy: "trading_day",
      pairs: 9,
      runOnly: 5,
      benchmarkOnly: 0,
    });
    expect([...candles.time]).toEqual([0, 1, 4, 5, 6, 7, 8, 11, 12].map((day) => day * DAY));
    expect([...candles.open]).toEqual(sessions);
    expect(warnings).toEqual([
      "The run and its benchmark SPX were joined by trading day: 9 days are pairs, 5 (1970-01-03, 1970-01-04, 1970-01-10, …) the run alone has, and none the benchmark alone. Figures beside the benchmark leave those out.",
    ]);
    const back = {
      symbol: "BTC",
      candles: candlesAt([...run].map((at) => at / MINUTE)),
      source: "csv",
    } as const;
    const other = alignBenchmark(back, { times: read.candles.time, source: "csv" });
    expect(other.join).toMatchObject({ pairs: 9, runOnly: 0, benchmarkOnly: 4 });
    expect([...other.candles.time]).toEqual([...read.candles.time]);
  });

  test("are refused where fewer than half of the days of the run are pairs", () => {
    const times = Float64Array.from({ length: 5 }, (_, day) => day * DAY);
    const held = (days: readonly number[]) =>
      ({ symbol: "B", candles: candlesAt(days.map((day) => day * 1440)), source: "csv" }) as const;
    expect(() => alignBenchmark(held([1, 3]), { times, source: "csv" })).toThrow(
      "The benchmark B has a candle on 2 of the 5 trading days of the run, and at least half are needed; the first day without one is 1970-01-01.",
    );
    expect(alignBenchmark(held([1, 3, 4]), { times, source: "csv" }).join.pairs).toBe(3);
  });

  test("are wanted for all of the first and the last day, shorter ones from the first to the last time", () => {
    expect(benchmarkRange(Float64Array.of(5 * MINUTE, DAY + 5 * MINUTE))).toEqual([0, 2 * DAY]);
    expect(benchmarkRange(Float64Array.of(5 * MINUTE, 6 * MINUTE))).toEqual([
      5 * MINUTE,
      6 * MINUTE + 1,
    ]);
  });
});
