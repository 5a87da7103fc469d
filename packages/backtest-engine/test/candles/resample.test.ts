import { ema } from "@bourse/indicators";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { StreamingResampler, type ResamplerInput } from "../../src/candles/streaming-resampler.ts";
import {
  addIntervals,
  align,
  EngineError,
  intervalMilliseconds,
  INTERVALS,
  resample,
  type Candles,
  type Interval,
  type ResampledCandles,
  type ResampleSeriesOptions,
} from "../../src/data/index.ts";
import { auditLookAhead } from "../../src/research/index.ts";
import { defineStrategy, Signal, type Decisions } from "../../src/strategies/index.ts";
import { fromBars, fromCloses, HOUR, START, type Bar } from "./make-candles.ts";

const DAY = 24 * HOUR;

/** Code and message of the error that a call throws. */
function refusalOf(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    if (error instanceof EngineError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return "nothing was refused";
}

/** Times of all candles as ISO texts to the minute. */
const times = (candles: Candles): string[] =>
  Array.from(candles.time, (time) => new Date(time).toISOString().slice(0, 16));

const hours = (count: number, from = START): Candles =>
  fromBars(
    Array.from({ length: count }, (_, i): Bar => {
      const price = 100 + ((i * 7) % 11);
      return [from + i * HOUR, price, price + 2, price - 2, price + 1, i + 1];
    }),
  );

describe("resample", () => {
  test("takes the first open, the highest high, the lowest low, the last close and the sum of volumes", () => {
    const { time, open, high, low, close, volume, knownAt } = resample(hours(8), "240");
    expect([...time]).toEqual([START, START + 4 * HOUR]);
    expect([...open]).toEqual([100, 106]);
    expect([...high]).toEqual([112, 111]);
    expect([...low]).toEqual([98, 100]);
    expect([...close]).toEqual([111, 106]);
    expect([...volume]).toEqual([10, 26]);
    expect([...knownAt]).toEqual([START + 4 * HOUR, START + 8 * HOUR]);
  });

  test("cuts days at midnight, weeks on Monday and months on their first day", () => {
    const candles = hours(40 * 24, Date.UTC(2024, 0, 30, 5));
    expect(times(resample(candles, "D")).slice(0, 2)).toEqual([
      "2024-01-30T00:00",
      "2024-01-31T00:00",
    ]);
    expect(times(resample(candles, "W")).slice(0, 2)).toEqual([
      "2024-01-29T00:00",
      "2024-02-05T00:00",
    ]);
    const months = resample(candles, "M");
    expect(times(months)).toEqual(["2024-01-01T00:00", "2024-02-01T00:00", "2024-03-01T00:00"]);
    expect(months.knownAt[1]).toBe(Date.UTC(2024, 2, 1));
  });

  test("begins lengths that divide no day at midnight of the first day, at the epoch, or where it is told", () => {
    const candles = hours(20, Date.UTC(2024, 0, 1, 3));
    expect(times(resample(candles, 7 * HOUR))).toEqual([
      "2024-01-01T00:00",
      "2024-01-01T07:00",
      "2024-01-01T14:00",
      "2024-01-01T21:00",
    ]);
    // 473,352 hours after the epoch, of which 7 leave 5.
    expect(times(resample(candles, 7 * HOUR, { origin: "epoch" }))[0]).toBe("2024-01-01T02:00");
    const origin = Date.UTC(2024, 0, 1, 3);
    expect(times(resample(candles, 7 * HOUR, { origin }))[0]).toBe("2024-01-01T03:00");
  });

  test("begins sessions at their offset", () => {
    const offsetMilliseconds = 9.5 * HOUR;
    const bars = Array.from({ length: 96 }, (_, i): Bar => [START + (i * HOUR) / 2, 1, 1, 1, 1, 1]);
    expect(times(resample(fromBars(bars), "D", { offsetMilliseconds }))).toEqual([
      "2023-12-31T09:30",
      "2024-01-01T09:30",
      "2024-01-02T09:30",
    ]);
  });

  test("gives a candle on the border to the bin before when closed is right, and names bins by their end", () => {
    const right = resample(hours(5), "120", { closed: "right", label: "right" });
    expect(times(right)).toEqual(["2024-01-01T00:00", "2024-01-01T02:00", "2024-01-01T04:00"]);
    expect([...right.volume]).toEqual([1, 5, 9]);
    // The candle that opens at the border closes an hour after it.
    expect([...right.knownAt]).toEqual([START + HOUR, START + 3 * HOUR, START + 5 * HOUR]);
  });

  test("adds volumes with compensation, as pandas does", () => {
    const volumes = [1e16, 1, 1, 1, -1e16 + 2e16];
    const bars = volumes.map((volume, i): Bar => [START + i * 60_000, 1, 1, 1, 1, volume]);
    const [sum] = resample(fromBars(bars), "5").volume;
    expect(sum).toBe(20_000_000_000_000_004);
    expect(volumes.reduce((all, one) => all + one)).not.toBe(sum);
  });

  test("leaves bins without candles out, and keeps the open bin at the end", () => {
    const candles = fromBars(
      [0, 1, 2, 9, 10].map((hour): Bar => [START + hour * HOUR, 1, 1, 1, 1, 1]),
    );
    const longer = resample(candles, "240");
    expect(times(longer)).toEqual(["2024-01-01T00:00", "2024-01-01T08:00"]);
    expect(longer.knownAt[1]).toBe(START + 12 * HOUR);
  });

  test("cuts seven hours from 1970 on, and from the first candle's midnight where that is asked", () => {
    const candles = hours(20, Date.UTC(2024, 0, 2));
    expect(times(resample(candles, "420"))[0]).toBe("2024-01-01T23:00");
    expect(times(resample(candles, "420", { origin: "day" }))[0]).toBe("2024-01-02T00:00");
    expect(times(resample(candles, 7 * HOUR))).toEqual(
      times(resample(candles, "420", { origin: "day" })),
    );
  });

  test("sums turnovers where there are some, and takes no candles for none", () => {
    const base = hours(4);
    const turnover = Float64Array.of(1, 2, 3, 4);
    expect([...(resample({ ...base, turnover }, "120").turnover ?? [])]).toEqual([3, 7]);
    expect(resample(base, "120").turnover).toBeUndefined();
    expect(resample(hours(0), "D", { interval: "60" })).toMatchObject({ length: 0 });
  });

  test("refuses what cannot be, in words", () => {
    const candles = hours(10);
    const refused = (to: Interval | number, options?: object): string =>
      refusalOf(() => resample(candles, to, options as ResampleSeriesOptions));
    expect(refused("30")).toMatch(/OPTIONS_INVALID.*not shorter than 60/u);
    expect(refused(0)).toMatch(/1 to 400 days; found 0/u);
    expect(refused(400 * DAY + 1)).toMatch(/1 to 400 days/u);
    expect(refused("1h" as Interval)).toMatch(/INTERVAL_INVALID/u);
    expect(refused("D", { offset: 1 })).toMatch(/found "offset"/u);
    expect(refused("D", { offsetMilliseconds: 0.5 })).toMatch(/whole milliseconds/u);
    expect(refused("D", { offsetMilliseconds: 31 * DAY + 1 })).toMatch(/31 days/u);
    expect(refused("W", { origin: "epoch" })).toMatch(/no origin for W/u);
    expect(refused("D", { origin: NaN })).toMatch(/day, epoch or whole milliseconds/u);
    expect(refused("D", { closed: "both" })).toMatch(/left or right; found "both"/u);
    expect(refused("D", { label: 1 })).toMatch(/left or right; found 1/u);
    expect(refused("D", { interval: "240" })).toMatch(
      /CANDLES_INVALID.*Is the interval 240 theirs/u,
    );
    expect(refusalOf(() => resample(hours(1), "D"))).toMatch(/cannot be detected/u);
  });
});

/** Candles of an interval, with holes. */
const seriesArbitrary = fc.record({
  interval: fc.constantFrom<Interval>("1", "15", "60", "240", "D"),
  start: fc.integer({ min: 0, max: 2000 }),
  steps: fc.array(
    fc.oneof({ weight: 5, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 9 })),
    {
      minLength: 3,
      maxLength: 60,
    },
  ),
  prices: fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 61, maxLength: 61 }),
});

const optionsArbitrary = fc.record(
  {
    closed: fc.constantFrom("left" as const, "right" as const),
    label: fc.constantFrom("left" as const, "right" as const),
    offsetMilliseconds: fc.integer({ min: -50, max: 50 }).map((quarters) => (quarters * HOUR) / 4),
  },
  { requiredKeys: [] },
);

function candlesOf({ interval, start, steps, prices }: Series): Candles {
  const step = intervalMilliseconds(interval);
  let time = START + start * step;
  const bars = steps.map((count, i): Bar => {
    time += count * step;
    const price = prices[i]!;
    return [time, price, price + 3, price - 0.5, prices[i + 1]!, price / 7];
  });
  return fromBars(bars);
}
type Series = typeof seriesArbitrary extends fc.Arbitrary<infer T> ? T : never;

const lengthArbitrary = fc.oneof(
  fc.constantFrom<Interval>(...INTERVALS, "45", "420", "3D", "2W", "3M"),
  fc.integer({ min: 1, max: 12 * 24 }).map((quarters) => (quarters * HOUR) / 4),
);

/** Rules of the intervals in words of the calendar, apart from those of the engine. */
const dayNumber = (time: number): number => Math.floor(time / DAY);
const binOf: Readonly<Record<string, (time: number) => unknown>> = {
  "45": (time) => [dayNumber(time), Math.floor((time % DAY) / (45 * 60_000))],
  "480": (time) => [dayNumber(time), new Date(time).getUTCHours() >> 3],
  "3D": (time) => Math.floor(dayNumber(time) / 3),
  "2W": (time) => Math.floor((dayNumber(time) - 4) / 14),
  "3M": (time) => [new Date(time).getUTCFullYear(), Math.floor(new Date(time).getUTCMonth() / 3)],
  "12M": (time) => new Date(time).getUTCFullYear(),
};

test.each(Object.entries(binOf))("minutes make candles of %s as the calendar says", (to, keyOf) => {
  // 200 days over a year's end, every 13th minute of them missing.
  const start = Date.UTC(2023, 9, 20, 5, 7);
  const bars = Array.from({ length: 288_000 }, (_, i): Bar => {
    const price = 100 + ((i * 7919) % 1009);
    return [start + i * 60_000, price, price + (i % 5), price - (i % 7), price + 0.5, 1 + (i % 3)];
  }).filter((_, i) => i % 13 !== 4);
  const expected = new Map<string, Bar>();
  for (const bar of bars) {
    const [time, price, highest, lowest, last, amount] = bar;
    const key = JSON.stringify(keyOf(time));
    const [first, open, high, low, , sum] = expected.get(key) ?? [
      time,
      price,
      price,
      price,
      price,
      0,
    ];
    expected.set(key, [
      first,
      open,
      Math.max(high, highest),
      Math.min(low, lowest),
      last,
      sum + amount,
    ]);
  }
  const longer = resample(fromBars(bars), to as Interval, { interval: "1" });
  const { open, high, low, close, volume } = longer;
  const found = [...longer.time.keys()].map((i) =>
    [open, high, low, close, volume].map((c) => c[i]),
  );
  expect(found).toEqual([...expected.values()].map((bar) => bar.slice(1)));
  for (const [i, time] of longer.time.entries()) {
    const key = JSON.stringify(keyOf(time));
    expect(JSON.stringify(keyOf(time - 1))).not.toBe(key);
    expect(JSON.stringify(keyOf(longer.knownAt[i]! - 1))).toBe(key);
    expect(JSON.stringify(keyOf(longer.knownAt[i]!))).not.toBe(key);
  }
});

const isLonger = (from: Interval, to: Interval | number): boolean =>
  (typeof to === "number" ? to : to.endsWith("M") ? 28 * DAY : intervalMilliseconds(to)) >=
  intervalMilliseconds(from);

test("each bin holds the candles that open in it, whatever the lengths, offsets and borders", () => {
  fc.assert(
    fc.property(seriesArbitrary, lengthArbitrary, optionsArbitrary, (series, to, options) => {
      fc.pre(isLonger(series.interval, to));
      const candles = candlesOf(series);
      const given = { ...options, interval: series.interval };
      const longer = resample(candles, to, { ...given, label: "left" });
      const ends = resample(candles, to, { ...given, label: "right" }).time;
      let taken = 0;
      for (let bin = 0; bin < longer.length; bin++) {
        const own = Array.from(candles.time.keys()).filter((i) => {
          const time = candles.time[i]!;
          return options.closed === "right"
            ? time > longer.time[bin]! && time <= ends[bin]!
            : time >= longer.time[bin]! && time < ends[bin]!;
        });
        taken += own.length;
        expect(own.length).toBeGreaterThan(0);
        expect(longer.open[bin]).toBe(candles.open[own[0]!]);
        expect(longer.close[bin]).toBe(candles.close[own.at(-1)!]);
        expect(longer.high[bin]).toBe(Math.max(...own.map((i) => candles.high[i]!)));
        expect(longer.low[bin]).toBe(Math.min(...own.map((i) => candles.low[i]!)));
        expect(longer.volume[bin]).toBeCloseTo(
          own.reduce((sum, i) => sum + candles.volume[i]!, 0),
          9,
        );
        const lastCloses = addIntervals(series.interval, candles.time[own.at(-1)!]!, 1);
        expect(longer.knownAt[bin]).toBeGreaterThanOrEqual(lastCloses);
        expect(longer.knownAt[bin]).toBeGreaterThanOrEqual(ends[bin]!);
      }
      expect(taken, "each candle is in one bin").toBe(candles.length);
    }),
  );
});

test("the stream closes the same candles, to the bit, where align reveals them", () => {
  fc.assert(
    fc.property(seriesArbitrary, lengthArbitrary, optionsArbitrary, (series, to, options) => {
      fc.pre(isLonger(series.interval, to));
      const candles = candlesOf(series);
      const given = { ...options, interval: series.interval };
      const longer = resample(candles, to, given);
      const numbers = Float64Array.from(longer.time.keys());
      const aligned = align(numbers, longer, candles, { interval: series.interval });
      const stream = new StreamingResampler(to, given);
      const closed: ResamplerInput[] = [];
      for (let i = 0; i < candles.length; i++) {
        closed.push(...stream.next(rowOf(candles, i)));
        expect(aligned[i]).toBe(closed.length === 0 ? NaN : closed.length - 1);
      }
      expect(closed).toEqual(closed.map((_, bin) => rowOf(longer, bin)));
    }),
  );
});

function rowOf(candles: Candles, i: number): ResamplerInput {
  const { time, open, high, low, close, volume } = candles;
  return {
    time: time[i]!,
    open: open[i]!,
    high: high[i]!,
    low: low[i]!,
    close: close[i]!,
    volume: volume[i]!,
  };
}

describe("align", () => {
  test("reveals a longer candle at the close of its last one, not before", () => {
    const candles = hours(9);
    const longer = resample(candles, "240");
    expect([...align(longer.close, longer, candles)]).toEqual([
      NaN,
      NaN,
      NaN,
      111,
      111,
      111,
      111,
      106,
      106,
    ]);
  });

  test("refuses values of another length", () => {
    const candles = hours(9);
    const longer = resample(candles, "240");
    expect(refusalOf(() => align(new Float64Array(2), longer, candles))).toMatch(
      /one value for each of the 3 longer candles; found 2/u,
    );
  });
});

describe("a filter by days on hourly candles", () => {
  /** Long while the close is above the average of days, which `filter` brings beside the hours. */
  const strategy = (
    filter: (average: Float64Array, days: ResampledCandles, candles: Candles) => Float64Array,
  ) =>
    defineStrategy({
      name: "filtered",
      version: "1.0.0",
      description: "Follows the average of days.",
      signalType: "test",
      direction: "long",
      parameters: {},
      decide(candles): Decisions {
        const days = resample(candles, "D", { interval: "60" });
        const average = filter(ema(days.close, 3), days, candles);
        const signals = candles.close.map((close, i) =>
          close > average[i]! ? Signal.enterLong : Signal.exitLong,
        );
        return { signals: Uint8Array.from(signals), warmUp: 0 };
      },
    });
  const candles = fromCloses(
    Array.from({ length: 400 }, (_, i) => 100 + 10 * Math.sin(i / 5) + (i % 7)),
  );

  test("is clean when it is aligned", () => {
    const aligned = strategy((average, days, base) =>
      align(average, days, base, { interval: "60" }),
    );
    expect(auditLookAhead(aligned, {}, candles)).toMatchObject({ isClean: true });
  });

  test("is caught by the audit when it is merged by open times", () => {
    const merged = strategy((average, days, base) => {
      let day = 0;
      return base.time.map((time) => {
        while (day + 1 < days.length && days.time[day + 1]! <= time) day += 1;
        return average[day]!;
      });
    });
    const { isClean, faults } = auditLookAhead(merged, {}, candles);
    expect(isClean).toBe(false);
    expect(faults[0]).toMatchObject({ decision: "signal" });
  });
});

test("a stream refuses candles that overlap, and what no series could be", () => {
  const stream = new StreamingResampler("240", { interval: "60" });
  stream.next(rowOf(hours(2), 0));
  expect(refusalOf(() => stream.next({ ...rowOf(hours(2), 1), time: START + HOUR / 2 }))).toMatch(
    /CANDLES_INVALID.*Is the interval 60 theirs/u,
  );
  expect(refusalOf(() => new StreamingResampler("30", { interval: "60" }))).toMatch(/not shorter/u);
});

test.each([
  undefined,
  null,
  5,
  "x",
  [],
  {},
  { time: 0, open: 1, high: 1, low: 1, close: 1 },
  { time: 10n, open: 1, high: 1, low: 1, close: 1, volume: 1 },
])("a streaming resampler refuses what is no candle, and goes on (%#)", (wrong) => {
  const weeks = new StreamingResampler("W", { interval: "D" });
  expect(() => weeks.next(wrong as never)).toThrow(
    expect.objectContaining({ name: "EngineError", code: "OPTIONS_INVALID" }),
  );
  const monday = Date.UTC(2024, 0, 1);
  expect(weeks.next({ time: monday, open: 1, high: 1, low: 1, close: 1, volume: 1 })).toEqual([]);
});
