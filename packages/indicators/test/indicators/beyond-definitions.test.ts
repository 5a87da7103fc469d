/** The words of each definition beyond TA-Lib, taken literally and slowly, from the candles alone. */

import type { Candles } from "@bourse/backtest-engine";
import { describe, expect, test } from "vitest";

import { donchian, keltner, supertrend } from "../../src/beyond/channels.ts";
import { choppiness } from "../../src/beyond/choppiness.ts";
import { heikinAshi } from "../../src/beyond/heikin-ashi.ts";
import { hma } from "../../src/beyond/hull.ts";
import { ichimoku } from "../../src/beyond/ichimoku.ts";
import { renko } from "../../src/beyond/renko.ts";
import { anchoredVwap, vwap } from "../../src/beyond/vwap.ts";
import { zigzag } from "../../src/beyond/zigzag.ts";
import { expectClose } from "../truth/figures.ts";
import { SERIES, truthCandles } from "../truth/series.ts";

const DAY = 86_400_000;

const add = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const last = (values: ArrayLike<number>, i: number, n: number): number[] =>
  Array.from({ length: n }, (_, k) => values[i - n + 1 + k]!);
const eachRow = (candles: Candles, of: (i: number) => number): number[] =>
  Array.from(candles.close, (_, i) => of(i));

const typical = ({ high, low, close }: Candles, i: number): number =>
  (high[i]! + low[i]! + close[i]!) / 3;

function trueRange({ high, low, close }: Candles, i: number): number {
  const before = close[i - 1]!;
  return Math.max(high[i]! - low[i]!, Math.abs(high[i]! - before), Math.abs(low[i]! - before));
}

/** Wilder's average true range of each row, from the mean of rows 1 to n. */
function averageRange(candles: Candles, n: number): number[] {
  const found: number[] = [];
  for (let i = 0; i < candles.close.length; i++) {
    if (i < n) found.push(NaN);
    else if (i === n) {
      found.push(add(Array.from({ length: n }, (_, k) => trueRange(candles, k + 1))) / n);
    } else found.push((found[i - 1]! * (n - 1) + trueRange(candles, i)) / n);
  }
  return found;
}

const weightedMean = (values: readonly number[]): number =>
  add(values.map((value, k) => (k + 1) * value)) / add(values.map((_, k) => k + 1));

/** The average since the first candle of a stretch, added up anew for each row. */
function meanSince(candles: Candles, i: number, isIn: (k: number) => boolean): number {
  const rows = Array.from({ length: i + 1 }, (_, k) => k).filter(isIn);
  const traded = add(rows.map((k) => candles.volume[k]!));
  if (traded === 0) return typical(candles, i);
  return add(rows.map((k) => typical(candles, k) * candles.volume[k]!)) / traded;
}

/** Fails unless every row agrees, with NaN in the same rows. */
function expectRows(
  found: Float64Array,
  expected: readonly number[],
  what: string,
  least = 1e-3,
): void {
  expect(Array.from(found, Number.isNaN), `${what}: NaN`).toEqual(expected.map(Number.isNaN));
  const from = expected.findIndex((value) => !Number.isNaN(value));
  expectClose(found.subarray(from), expected.slice(from), what, least);
}

describe.each([...SERIES, "stress"])("by definition, on the series %s", (name) => {
  const candlesOf = async (): Promise<Candles> => {
    const all = await truthCandles(name);
    const cut = (column: Float64Array): Float64Array => column.slice(0, 400);
    const { time, open, high, low, close, volume } = all;
    return {
      ...all,
      time: cut(time),
      open: cut(open),
      high: cut(high),
      low: cut(low),
      close: cut(close),
      volume: cut(volume),
    };
  };

  test("vwap starts anew with each session", async () => {
    const candles = await candlesOf();
    for (const [sessionMinutes, offsetMinutes] of [
      [1440, 0],
      [60, 30],
      [10_080, -300],
    ] as const) {
      const sessionOf = (i: number): number =>
        Math.floor((candles.time[i]! / 60_000 - offsetMinutes) / sessionMinutes);
      const expected = eachRow(candles, (i) =>
        meanSince(candles, i, (k) => sessionOf(k) === sessionOf(i)),
      );
      expectRows(vwap(candles, { sessionMinutes, offsetMinutes }), expected, "vwap");
    }
  });

  test("anchoredVwap counts from its anchor on", async () => {
    const candles = await candlesOf();
    const anchorTime = candles.time[57]!;
    const expected = eachRow(candles, (i) =>
      i < 57 ? NaN : meanSince(candles, i, (k) => k >= 57),
    );
    expectRows(anchoredVwap(candles, { anchorTime }), expected, "vwap");
    const whole = eachRow(candles, (i) => meanSince(candles, i, () => true));
    expectRows(anchoredVwap(candles), whole, "vwap");
    expect(candles.time[1]! - candles.time[0]!).toBeLessThanOrEqual(DAY);
  });

  test("the channels are means and extremes of their windows", async () => {
    const candles = await candlesOf();
    const { high, low, close } = candles;
    const top = eachRow(candles, (i) => (i < 19 ? NaN : Math.max(...last(high, i, 20))));
    const bottom = eachRow(candles, (i) => (i < 19 ? NaN : Math.min(...last(low, i, 20))));
    const found = donchian(candles);
    expectRows(found.upper, top, "upper");
    expectRows(found.lower, bottom, "lower");
    expectRows(
      found.middle,
      top.map((value, i) => (value + bottom[i]!) / 2),
      "middle",
    );

    const average: number[] = [];
    for (let i = 0; i < close.length; i++) {
      const before = average[i - 1]!;
      if (i < 19) average.push(NaN);
      else if (i === 19) average.push(add(last(close, i, 20)) / 20);
      else average.push((2 / 21) * close[i]! + (19 / 21) * before);
    }
    const range = averageRange(candles, 10);
    const keltners = keltner(candles, { multiplier: 1.5 });
    expectRows(keltners.middle, average, "middle");
    expectRows(
      keltners.upper,
      average.map((value, i) => value + 1.5 * range[i]!),
      "upper",
    );
    expectRows(
      keltners.lower,
      average.map((value, i) => value - 1.5 * range[i]!),
      "lower",
    );
  });

  test("supertrend's stop moves towards the price alone until a close goes beyond it", async () => {
    const candles = await candlesOf();
    const { high, low, close } = candles;
    const range = averageRange(candles, 7);
    const stops: number[] = [];
    const sides: number[] = [];
    let [upper, lower, side] = [NaN, NaN, -1];
    for (let i = 0; i < close.length; i++) {
      if (i < 7) {
        stops.push(NaN);
        sides.push(NaN);
        continue;
      }
      const middle = (high[i]! + low[i]!) / 2;
      const [top, bottom] = [middle + 2 * range[i]!, middle - 2 * range[i]!];
      const isFirst = i === 7;
      upper = isFirst || close[i - 1]! > upper ? top : Math.min(top, upper);
      lower = isFirst || close[i - 1]! < lower ? bottom : Math.max(bottom, lower);
      if (!isFirst && side === -1 && close[i]! > upper) side = 1;
      else if (!isFirst && side === 1 && close[i]! < lower) side = -1;
      stops.push(side === 1 ? lower : upper);
      sides.push(side);
    }
    const found = supertrend(candles, { period: 7, multiplier: 2 });
    expectRows(found.stop, stops, "stop");
    expectRows(found.direction, sides, "direction");
    expect(new Set(sides.slice(7))).toEqual(new Set([1, -1]));
  });

  test("ichimoku's lines are middles of ranges, the cloud drawn ahead", async () => {
    const candles = await candlesOf();
    const { high, low, close } = candles;
    const middle = (i: number, n: number): number =>
      i < n - 1 ? NaN : (Math.max(...last(high, i, n)) + Math.min(...last(low, i, n))) / 2;
    const found = ichimoku(candles, { displacement: 22 });
    expectRows(
      found.conversion,
      eachRow(candles, (i) => middle(i, 9)),
      "conversion",
    );
    expectRows(
      found.base,
      eachRow(candles, (i) => middle(i, 26)),
      "base",
    );
    const mean = (i: number): number => (middle(i, 9) + middle(i, 26)) / 2;
    expectRows(
      found.leadingA,
      eachRow(candles, (i) => mean(i - 22)),
      "leading A",
    );
    expectRows(
      found.leadingB,
      eachRow(candles, (i) => middle(i - 22, 52)),
      "leading B",
    );
    expect(found.lagging).toEqual(close);
  });

  test("hma is a weighted mean of two weighted means", async () => {
    const { close } = await candlesOf();
    for (const n of [2, 9, 16, 27]) {
      const root = Math.floor(Math.sqrt(n));
      const ahead = Array.from(close, (_, i) =>
        i < n - 1
          ? NaN
          : 2 * weightedMean(last(close, i, Math.floor(n / 2))) - weightedMean(last(close, i, n)),
      );
      const expected = ahead.map((_, i) =>
        i < n + root - 2 ? NaN : weightedMean(last(ahead, i, root)),
      );
      expectRows(hma(close, { period: n }), expected, "hma");
    }
  });

  test("choppiness compares the way with the range", async () => {
    const candles = await candlesOf();
    const { high, low } = candles;
    const expected = eachRow(candles, (i) => {
      if (i < 14) return NaN;
      const way = add(Array.from({ length: 14 }, (_, k) => trueRange(candles, i - k)));
      const range = Math.max(...last(high, i, 14)) - Math.min(...last(low, i, 14));
      return range === 0 ? 100 : (100 * Math.log10(way / range)) / Math.log10(14);
    });
    expectRows(choppiness(candles), expected, "choppiness");
  });

  test("Heikin-Ashi candles open in the middle of the body before", async () => {
    const candles = await candlesOf();
    const { open, high, low, close } = candles;
    const rows: number[][] = [];
    for (let i = 0; i < close.length; i++) {
      const [before] = rows.slice(-1);
      const end = (open[i]! + high[i]! + low[i]! + close[i]!) / 4;
      const start =
        before === undefined ? (open[i]! + close[i]!) / 2 : (before[0]! + before[3]!) / 2;
      rows.push([start, Math.max(high[i]!, start, end), Math.min(low[i]!, start, end), end]);
    }
    const found = heikinAshi(candles);
    for (const [k, line] of [found.open, found.high, found.low, found.close].entries()) {
      expectRows(
        line,
        rows.map((row) => row[k]!),
        `line ${k}`,
      );
    }
  });

  test("renko lays one brick after the other", async () => {
    const { close } = await candlesOf();
    const size = (Math.max(...close) - Math.min(...close)) / 37.3;
    // A brick is [start, end], in sizes from the first close.
    let brick: readonly [number, number] = [0, 0];
    const levels: number[] = [];
    const sides: number[] = [];
    const counts: number[] = [];
    for (const price of close) {
      let added = 0;
      for (;;) {
        const top = Math.max(...brick);
        const bottom = Math.min(...brick);
        const place = (price - close[0]!) / size;
        if (place >= top + 1) brick = [top, top + 1];
        else if (place <= bottom - 1) brick = [bottom, bottom - 1];
        else break;
        added += Math.sign(brick[1] - brick[0]);
      }
      levels.push(close[0]! + brick[1] * size);
      sides.push(Math.sign(brick[1] - brick[0]));
      counts.push(added);
    }
    const found = renko(close, { brickSize: size });
    expectRows(found.level, levels, "level");
    expectRows(found.direction, sides, "direction");
    expectRows(found.bricks, counts, "bricks");
    expect(new Set(sides)).toEqual(new Set([0, 1, -1]));
  });

  test("zigzag turns where the price has gone back far enough from the extreme of its leg", async () => {
    const candles = await candlesOf();
    const { high, low, close } = candles;
    const back = name === "m1" ? 0.1 : 3;
    // The pivots, each with the row that confirms it, found leg by leg with a look at all rows of the leg.
    const pivots: { row: number; price: number; seen: number; side: number }[] = [];
    let side = 0;
    let start = 0;
    for (let i = 1; i < close.length; i++) {
      const rows = Array.from({ length: i - start + 1 }, (_, k) => start + k);
      const top = rows.reduce((best, k) => (high[k]! > high[best]! ? k : best), start);
      const bottom = rows.reduce((best, k) => (low[k]! < low[best]! ? k : best), start);
      if (side >= 0 && top < i && low[i]! <= high[top]! * (1 - back / 100)) {
        pivots.push({ row: top, price: high[top]!, seen: i, side: -1 });
        [side, start] = [-1, i];
      } else if (side <= 0 && bottom < i && high[i]! >= low[bottom]! * (1 + back / 100)) {
        pivots.push({ row: bottom, price: low[bottom]!, seen: i, side: 1 });
        [side, start] = [1, i];
      }
    }
    expect(pivots.length).toBeGreaterThan(3);
    const lastOf = (i: number) => pivots.findLast(({ seen }) => seen <= i);
    const found = zigzag(candles, { deviation: back });
    expectRows(
      found.pivot,
      eachRow(candles, (i) => lastOf(i)?.price ?? close[0]!),
      "pivot",
    );
    expectRows(
      found.pivotAge,
      eachRow(candles, (i) => i - (lastOf(i)?.row ?? 0)),
      "age",
    );
    expectRows(
      found.direction,
      eachRow(candles, (i) => lastOf(i)?.side ?? 0),
      "direction",
    );
    const extreme = (i: number): number => {
      const pivot = lastOf(i);
      if (pivot === undefined) return close[0]!;
      const rows = Array.from({ length: i - pivot.seen + 1 }, (_, k) => pivot.seen + k);
      return pivot.side > 0
        ? Math.max(...rows.map((k) => high[k]!))
        : Math.min(...rows.map((k) => low[k]!));
    };
    expectRows(found.extreme, eachRow(candles, extreme), "extreme");
  });
});
