import {
  addIntervals,
  type Candles,
  type Interval,
  intervalOpen,
  joinCandles,
  resample,
  sliceCandles,
} from "@bourse/backtest-engine/data";
import { createManualClock } from "@bourse/kernel";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { createMemoryProvider } from "../../src/market-data/memory-provider.ts";
import type { CandleReply, CandleRequest } from "../../src/market-data/port.ts";
import { MAX_CANDLES } from "../../src/market-data/range.ts";
import { resampledCandles } from "../../src/market-data/resampled-candles.ts";
import { createSimulatedProvider } from "../../src/market-data/simulated/simulated-provider.ts";

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 10, 20, 10, 30);
const COUNT = 400;
const clock = createManualClock({ now: NOW });
const ahead = createSimulatedProvider({ clock: createManualClock({ now: NOW + 9 * HOUR }) });
const { candles: hourly } = await ahead.candles({
  symbol: "BTCUSDT",
  interval: "60",
  limit: COUNT,
});

/** A source with hourly candles alone, and what it was asked for. */
function hourlySource(candles: Candles = hourly, more: Partial<CandleReply> = {}) {
  const memory = createMemoryProvider({
    clock,
    series: [{ symbol: "BTCUSDT", interval: "60", candles }],
  });
  const asked: CandleRequest[] = [];
  const read = resampledCandles(
    { exchange: "krakatoa", intervals: ["60"], clock },
    async (given) => {
      asked.push(given);
      return { ...(await memory.candles(given)), ...more };
    },
  );
  const of = (interval: Interval, rest: Partial<CandleRequest> = {}): Promise<CandleReply> =>
    read({ symbol: "BTCUSDT", interval, limit: 10, ...rest });
  return { of, asked };
}

/** Candles that the whole series makes: closed candles of a range, the newest `limit`. */
function expected(candles: Candles, { interval, limit, startTime, endTime }: CandleRequest) {
  const closed = candles.time.filter((time) => time + HOUR <= NOW).length;
  const longer = resample(sliceCandles(candles, 0, closed), interval, { interval: "60" });
  return [...longer.time.keys()]
    .filter((i) => longer.knownAt[i]! <= NOW)
    .filter((i) => longer.time[i]! >= (startTime ?? -Infinity))
    .filter((i) => longer.time[i]! < (endTime ?? Infinity))
    .slice(-limit)
    .map((i) => [longer.time[i], longer.open[i], longer.high[i], longer.low[i], longer.close[i]]);
}

const rowsOf = ({ length, time, open, high, low, close }: Candles) =>
  Array.from({ length }, (_, i) => [time[i], open[i], high[i], low[i], close[i]]);

test("any range of longer candles is what the whole series makes, holes or not", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.boolean(), { minLength: COUNT, maxLength: COUNT }),
      fc.constantFrom<Interval>("120", "180", "420", "480", "D", "3D", "W", "M"),
      fc.record({
        limit: fc.integer({ min: 1, max: 90 }),
        from: fc.option(fc.integer({ min: -30, max: COUNT }), { nil: undefined }),
        to: fc.option(fc.integer({ min: COUNT + 1, max: COUNT + 30 }), { nil: undefined }),
      }),
      async (holes, interval, { limit, from, to }) => {
        const series = joinCandles(
          holes.map((isHole, i) => sliceCandles(hourly, i, isHole && i % 3 > 0 ? i : i + 1)),
        );
        const first = hourly.time[0]!;
        const request: CandleRequest = {
          symbol: "BTCUSDT",
          interval,
          limit,
          ...(from !== undefined && { startTime: first + from * HOUR }),
          ...(to !== undefined && { endTime: first + to * HOUR }),
        };
        const { candles } = await hourlySource(series).of(interval, request);
        expect(rowsOf(candles)).toEqual(expected(series, request));
        expect(Object.keys(candles)).not.toContain("knownAt");
      },
    ),
    { numRuns: 200 },
  );
});

describe("what is read", () => {
  test("is no more than the longer candles need, of the longest interval that divides theirs", async () => {
    const asked: CandleRequest[] = [];
    const memory = createSimulatedProvider({ clock });
    const intervals: readonly Interval[] = ["1", "5", "15", "60", "240", "D", "W", "M"];
    const read = resampledCandles({ exchange: "krakatoa", intervals, clock }, (request) => {
      asked.push(request);
      return memory.candles(request);
    });
    const partOf = async (interval: Interval) => {
      const { candles } = await read({ symbol: "BTCUSDT", interval, limit: 12 });
      expect(candles.length).toBe(12);
      const { interval: part, limit } = asked.at(-1)!;
      return [part, limit];
    };
    expect(await partOf("10")).toEqual(["5", 24]);
    expect(await partOf("45")).toEqual(["15", 36]);
    expect(await partOf("7")).toEqual(["1", 84]);
    expect(await partOf("480")).toEqual(["240", 24]);
    expect(await partOf("420")).toEqual(["60", 84]);
    expect(await partOf("3D")).toEqual(["D", 36]);
    expect(await partOf("7D")).toEqual(["D", 84]);
    expect(await partOf("2W")).toEqual(["W", 24]);
    expect((await partOf("3M"))[0]).toBe("M");
    expect(await partOf("60")).toEqual(["60", 12]);
    asked.length = 0;
    const startTime = NOW - 3 * HOUR;
    await read({ symbol: "BTCUSDT", interval: "10", startTime, limit: MAX_CANDLES });
    expect(asked[0]).toMatchObject({ startTime, limit: 36 });
  });

  test("is told in longer candles as it comes", async () => {
    const { of, asked } = hourlySource();
    const progress: number[] = [];
    await of("480", { onProgress: (received) => progress.push(received) });
    asked[0]!.onProgress?.(20);
    expect(progress).toEqual([2]);
  });
});

describe("a longer candle is left out", () => {
  const open = intervalOpen("480", NOW - 8 * HOUR);
  /** The newest closed candle of 8 hours lacks its last hour. */
  const late = sliceCandles(hourly, 0, hourly.time.indexOf(open + 7 * HOUR));

  test("while its last part may still come by the source's clock, though ours is ahead", async () => {
    const newest = async (sourceTime: number | undefined) => {
      const { of } = hourlySource(late, sourceTime === undefined ? {} : { sourceTime });
      return (await of("480", { limit: 1 })).candles.time[0];
    };
    const closes = addIntervals("480", open, 1);
    expect(await newest(closes - 1)).not.toBe(open);
    expect(await newest(closes + 59_999)).not.toBe(open);
    expect(await newest(closes + 60_000)).toBe(open);
    expect(await newest(undefined)).toBe(open);
  });

  test("whose first part was not read, as the source was asked for no more", async () => {
    const { of } = hourlySource(late, { sourceTime: addIntervals("480", open, 1) });
    const { candles } = await of("480", { limit: 2 });
    expect(rowsOf(candles)).toEqual(
      expected(late, { symbol: "BTCUSDT", interval: "480", limit: 2 }).slice(0, 1),
    );
  });

  test("where a range begins within it, and of an empty range nothing is left", async () => {
    const { of } = hourlySource();
    const { candles } = await of("480", { startTime: open - 1, endTime: NOW });
    expect([...candles.time]).toEqual([open]);
    expect((await of("480", { startTime: open + 1 })).candles.length).toBe(0);
    expect((await of("480", { startTime: NOW })).candles.length).toBe(0);
  });
});

describe("refusals", () => {
  test("no interval of the source divides the one asked for", async () => {
    const refused = hourlySource().of("45");
    await expect(refused).rejects.toMatchObject({ code: "INTERVAL_INVALID" });
    await expect(hourlySource().of("10s")).rejects.toThrow(
      "krakatoa has no candles of 10s, nor shorter ones that make them up: it has 1h.",
    );
  });

  test("more than a million candles would be read", async () => {
    const { of, asked } = hourlySource();
    const refused = of("480", { limit: MAX_CANDLES, startTime: 0 });
    expect((await refused).candles.length).toBeGreaterThan(40);
    const early = of("480", { limit: MAX_CANDLES, startTime: Date.UTC(1700, 0) });
    await expect(early).rejects.toMatchObject({ code: "OPTIONS_INVALID" });
    expect(asked).toHaveLength(1);
    // What the source has may be less than what is asked for.
    expect((await of("480", { limit: MAX_CANDLES })).candles.length).toBeGreaterThan(40);
  });

  test("another spelling, and whatever the source itself refuses", async () => {
    const { of } = hourlySource();
    await expect(of("8h" as Interval)).rejects.toThrow('Write "480"');
    await expect(of("480", { symbol: "NOPE" })).rejects.toMatchObject({ code: "SYMBOL_UNKNOWN" });
  });
});
