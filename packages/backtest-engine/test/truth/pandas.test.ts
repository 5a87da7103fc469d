import { describe, expect, test } from "vitest";

import { hashOf, readTruth, truthCandles } from "../../../indicators/test/truth/series.ts";
import type { Candles } from "../../src/candles/candles.ts";
import type { Interval } from "../../src/candles/interval.ts";
import { resample, type ResampleSeriesOptions } from "../../src/candles/resample.ts";

interface Case {
  readonly series: string;
  readonly isHoled?: true;
  /** Length of the bins in pandas' words. */
  readonly rule: string;
  readonly closed?: "left" | "right";
  readonly label?: "left" | "right";
  /** First border of the bins, in milliseconds or by pandas' word. */
  readonly origin?: "epoch" | number;
  /** Milliseconds by which the bins start later. */
  readonly offset?: number;
  readonly n: number;
  readonly sha256: string;
  readonly first: readonly number[];
  readonly last: readonly number[];
}

const { cases } = readTruth<{ readonly cases: readonly Case[] }>(
  new URL("pandas.json", import.meta.url),
);

const INTERVALS: Readonly<Record<string, Interval>> = { m1: "1", h1: "60", h4: "240", d1: "D" };
const HOUR = 3_600_000;
/** Bins that have the name of an interval; the others are given in milliseconds. */
const NAMED: Readonly<Record<string, Interval | number>> = {
  "1min": "1",
  "3min": "3",
  "5min": "5",
  "15min": "15",
  "30min": "30",
  "45min": 0.75 * HOUR,
  "1h": "60",
  "2h": "120",
  "4h": "240",
  "6h": "360",
  "7h": 7 * HOUR,
  "12h": "720",
  "24h": "D",
  "1D": "D",
  "2D": 48 * HOUR,
  "3D": 72 * HOUR,
  "7D": 168 * HOUR,
  "W-MON": "W",
  MS: "M",
};

/** The candles without those that the file leaves out. */
function holed(candles: Candles): Candles {
  const kept = (_: number, i: number): boolean => i % 97 >= 20 && i % 11 !== 3;
  const time = candles.time.filter(kept);
  return {
    length: time.length,
    time,
    open: candles.open.filter(kept),
    high: candles.high.filter(kept),
    low: candles.low.filter(kept),
    close: candles.close.filter(kept),
    volume: candles.volume.filter(kept),
  };
}

const titleOf = ({ series, isHoled, rule, closed, label, origin, offset }: Case): string =>
  [
    `${series}${isHoled ? " with holes" : ""} by ${rule}`,
    closed && `closed ${closed}`,
    label && `label ${label}`,
    origin !== undefined && `origin ${origin}`,
    offset !== undefined && `offset ${offset}`,
  ]
    .filter(Boolean)
    .join(", ");

const rowAt = ({ time, open, high, low, close, volume }: Candles, i: number): unknown[] =>
  [time, open, high, low, close, volume].map((column) => column.at(i));

describe("resampled candles are those of pandas, bit for bit", () => {
  test.each(cases.map((one) => [titleOf(one), one] as const))("%s", async (_, one) => {
    const { series, isHoled, rule, closed, label, origin, offset, n, sha256, first, last } = one;
    const candles = await truthCandles(series);
    const options: ResampleSeriesOptions = {
      interval: INTERVALS[series]!,
      ...(closed && { closed }),
      ...(label && { label }),
      ...(origin !== undefined && { origin }),
      ...(offset !== undefined && { offsetMilliseconds: offset }),
    };
    const found = resample(isHoled ? holed(candles) : candles, NAMED[rule]!, options);
    expect(found.length).toBe(n);
    expect(rowAt(found, 0)).toEqual(first);
    expect(rowAt(found, -1)).toEqual(last);
    expect(hashOf(found)).toBe(sha256);
  });
});
