import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { resample, StreamingResampler, type ResampleOptions } from "../../src/data/index.ts";
import { fromBars, type Bar } from "../candles/make-candles.ts";

const MINUTE = 60_000;

type Case = readonly [
  zone: string,
  start: number,
  step: number,
  rule: string,
  origin: "start_day" | "epoch",
  closed: "left" | "right",
  label: "left" | "right",
  offset: number,
  bins: number,
  ends: readonly [number, number],
  hash: string,
];

const { cases } = JSON.parse(
  readFileSync(join(import.meta.dirname, "pandas-zones.json"), "utf8"),
) as { readonly cases: readonly Case[] };

/** Candles by the formula of pandas-zones.py. */
function candlesFrom(start: number, step: number) {
  return fromBars(
    Array.from({ length: 1000 }, (_, i): Bar => {
      const base = 100 + ((i * 7919) % 1009) / 16;
      const close = base + ((i * 31) % 17) / 16 - 0.5;
      const [high, low] = [base + 1 + (i % 5), base - 1 - (i % 7)];
      return [start + i * step * MINUTE, base, high, low, close, 1 + ((i * 13) % 101)];
    }),
  );
}

const MINUTES: Readonly<Record<string, number>> = {
  "1D": 1440,
  "3D": 4320,
  "4h": 240,
  "7h": 420,
  "90min": 90,
};

function callOf([zone, , , rule, origin, closed, label, offset]: Case) {
  const options: ResampleOptions = {
    timeZone: zone,
    closed,
    label,
    ...(offset !== 0 && { offsetMilliseconds: offset * MINUTE }),
  };
  if (rule === "W-MON") return { to: "W" as const, options };
  if (rule === "MS") return { to: "M" as const, options };
  const start = origin === "epoch" ? ({ origin: "epoch" } as const) : {};
  return { to: MINUTES[rule]! * MINUTE, options: { ...options, ...start } };
}

const hashOf = (columns: readonly Float64Array[]): string => {
  const hash = createHash("sha256");
  for (const column of columns)
    hash.update(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
  return hash.digest("hex");
};

const zones = [...new Set(cases.map(([zone]) => zone))];

describe.each(zones)("resampling in %s equals pandas across both changes of the clock", (zone) => {
  const own = cases.filter((one) => one[0] === zone);
  test.each(own.map((one) => [one.slice(1, 8).join(" "), one] as const))("%s", (_, one) => {
    const [, start, step, , , , , , bins, ends, hash] = one;
    const candles = candlesFrom(start, step);
    const { to, options } = callOf(one);
    const found = resample(candles, to, options);
    expect([found.length, found.time[0], found.time.at(-1)]).toEqual([bins, ...ends]);
    const { time, open, high, low, close, volume } = found;
    expect(hashOf([time, open, high, low, close, volume])).toBe(hash);
    const stream = new StreamingResampler(to, { interval: step === 15 ? "15" : "60", ...options });
    const streamed: number[] = [];
    for (let i = 0; i < candles.length; i++) {
      const closed = stream.next({
        time: candles.time[i]!,
        open: candles.open[i]!,
        high: candles.high[i]!,
        low: candles.low[i]!,
        close: candles.close[i]!,
        volume: candles.volume[i]!,
      });
      for (const candle of closed) streamed.push(candle.time);
    }
    expect(streamed).toEqual([...time].slice(0, streamed.length));
    expect(streamed.length).toBeGreaterThanOrEqual(found.length - 1);
  });
});

test("200 calls or more over twelve zones were compared", () => {
  expect(zones).toHaveLength(12);
  expect(cases.length).toBeGreaterThanOrEqual(200);
});

test("intervals without an origin begin wherever the clock shows a multiple of them", () => {
  const candles = candlesFrom(Date.parse("2024-03-30T23:00Z"), 60);
  const { time } = resample(candles, "240", { interval: "60", timeZone: "Europe/Berlin" });
  const shown = [...time].slice(0, 4).map((open) => new Date(open).toISOString().slice(11, 16));
  expect(shown).toEqual(["23:00", "02:00", "06:00", "10:00"]); // 00:00, 04:00 and so on in Berlin, three hours first
});

test("candles of hours that a clock has cut shorter are refused, and made of the shorter ones instead", () => {
  const candles = candlesFrom(Date.parse("2024-03-30T23:00Z"), 60);
  const berlin = { timeZone: "Europe/Berlin" };
  const four = resample(candles, "240", { interval: "60", ...berlin });
  expect(() => resample(four, "D", { interval: "240", ...berlin })).toThrow(
    expect.objectContaining({ code: "CANDLES_INVALID" }),
  );
  const days = resample(candles, "D", { interval: "60", ...berlin });
  expect(days.time[1]).toBe(Date.parse("2024-03-31T22:00Z"));
});

test("daily candles that have their dates already are cut by these", () => {
  const days = fromBars(
    Array.from({ length: 20 }, (_, i): Bar => [Date.UTC(2024, 0, 1 + i), 10, 11, 9, 10, 1]),
  );
  for (const timeZone of ["Asia/Tokyo", "America/New_York"]) {
    const { time } = resample(days, "W", { interval: "D", timeZone });
    expect([...time]).toEqual([1, 8, 15].map((day) => Date.UTC(2024, 0, day)));
  }
});

test.each(["Mars/Olympus", "", null, 5])("%j is no time zone", (timeZone) => {
  const candles = candlesFrom(Date.UTC(2024, 0), 60);
  expect(() => resample(candles, "D", { timeZone } as ResampleOptions)).toThrow(
    expect.objectContaining({ code: "OPTIONS_INVALID", details: { option: "timeZone" } }),
  );
});

test.each([
  ["America/St_Johns", "2005-10-29T00:00Z", "240", 0],
  ["America/Havana", "2021-11-06T00:00Z", "60", 570],
] as const)(
  "in %s bins never go back where the clock is set back over a multiple",
  (zone, start, to, offset) => {
    const candles = candlesFrom(Date.parse(start), 15);
    const options = { timeZone: zone, offsetMilliseconds: offset * MINUTE };
    const { time } = resample(candles, to, { interval: "15", ...options });
    expect([...time]).toEqual([...new Set(time)].toSorted((a, b) => a - b));
  },
);
