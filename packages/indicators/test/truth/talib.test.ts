import type { Candles } from "@bourse/backtest-engine";
import { describe, expect, test } from "vitest";

import {
  atr,
  bollinger,
  dema,
  ema,
  highest,
  lowest,
  macd,
  rsi,
  sma,
  standardDeviation,
  stochastic,
  trueRange,
  wma,
} from "../../src/index.ts";
import { deviation, TOLERANCE } from "./figures.ts";
import { readTruth, truthCandles } from "./series.ts";

type Params = Readonly<Record<string, number>>;

interface Line {
  /** Values at the candles whose index is a multiple of 7. */
  readonly v: readonly (number | null)[];
  /** Sum of all values. */
  readonly sum: number;
  /** Difference between two builds of the reference itself. */
  readonly spread?: number;
  readonly fragile?: string;
}

interface Entry {
  readonly fn: string;
  readonly params?: Params;
  readonly begin: number;
  readonly count: number;
  readonly fragile?: string;
  readonly out: Readonly<Record<string, Line>>;
}

const { series } = readTruth<{ series: Readonly<Record<string, readonly Entry[]>> }>(
  new URL("talib.json", import.meta.url),
);

type Lines = Readonly<Record<string, Float64Array>>;
const one = (outReal: Float64Array): Lines => ({ outReal });

/** Simple, exponential, weighted and double exponential, by the reference's numbers. */
const AVERAGES = [
  sma,
  ema,
  wma,
  (values: Float64Array, period: number) => dema(values, period, { seeding: "full" }),
];

const FUNCTIONS: Readonly<Record<string, (candles: Candles, params: Params) => Lines>> = {
  SMA: ({ close }, { optInTimePeriod: n }) => one(sma(close, n!)),
  EMA: ({ close }, { optInTimePeriod: n }) => one(ema(close, n!)),
  WMA: ({ close }, { optInTimePeriod: n }) => one(wma(close, n!)),
  DEMA: ({ close }, { optInTimePeriod: n }) => one(dema(close, n!, { seeding: "full" })),
  MA: ({ close }, { optInTimePeriod: n, optInMAType: type }) => one(AVERAGES[type!]!(close, n!)),
  RSI: ({ close }, { optInTimePeriod: n }) => one(rsi(close, n!)),
  ATR: (candles, { optInTimePeriod: n }) => one(atr(candles, n!)),
  TRANGE: (candles) => one(trueRange(candles)),
  STDDEV: ({ close }, { optInTimePeriod: n, optInNbDev: width }) =>
    one(standardDeviation(close, n!).map((value) => width! * value)),
  VAR: ({ close }, { optInTimePeriod: n }) =>
    one(standardDeviation(close, n!).map((value) => value * value)),
  MAX: ({ close }, { optInTimePeriod: n }) => one(highest(close, n!)),
  MIN: ({ close }, { optInTimePeriod: n }) => one(lowest(close, n!)),
  MINMAX: ({ close }, { optInTimePeriod: n }) => ({
    outMin: lowest(close, n!),
    outMax: highest(close, n!),
  }),
  BBANDS: ({ close }, params) => {
    const { optInTimePeriod: n, optInNbDevUp: up, optInNbDevDn: down, optInMAType: type } = params;
    if (type !== 0) return bandsAround(AVERAGES[type!]!(close, n!), close, n!, up!, down!);
    const { upper, middle, lower } = bollinger(close, n!, up);
    return { outRealUpperBand: upper, outRealMiddleBand: middle, outRealLowerBand: lower };
  },
  MACD: ({ close }, params) => {
    const lines = macd(close, {
      fastPeriod: params["optInFastPeriod"]!,
      slowPeriod: params["optInSlowPeriod"]!,
      signalPeriod: params["optInSignalPeriod"]!,
      seeding: "together",
    });
    return { outMACD: lines.macd, outMACDSignal: lines.signal, outMACDHist: lines.histogram };
  },
  STOCH: (candles, params) => {
    const { k, d } = stochastic(candles, {
      period: params["optInFastK_Period"]!,
      smoothing: params["optInSlowK_Period"]!,
      signalPeriod: params["optInSlowD_Period"]!,
    });
    return { outSlowK: k, outSlowD: d };
  },
  STOCHF: (candles, params) => {
    const { k, d } = stochastic(candles, {
      period: params["optInFastK_Period"]!,
      smoothing: 1,
      signalPeriod: params["optInFastD_Period"]!,
    });
    return { outFastK: k, outFastD: d };
  },
};

/** The functions that the engine has in a form of its own, with its own averages; all: `talib-catalogue.test.ts`. */
function isHere({ fn, params = {} }: Entry): boolean {
  const hasItsAverage = Object.entries(params).every(
    ([name, value]) => !name.endsWith("MAType") || value < (fn.startsWith("STOCH") ? 1 : 4),
  );
  return Object.hasOwn(FUNCTIONS, fn) && hasItsAverage;
}

/** Bands around another average; the deviation is still that around the simple one. */
function bandsAround(
  middle: Float64Array,
  close: Float64Array,
  period: number,
  up: number,
  down: number,
): Lines {
  const width = standardDeviation(close, period);
  return {
    outRealUpperBand: middle.map((value, i) => value + up * width[i]!),
    outRealMiddleBand: middle,
    outRealLowerBand: middle.map((value, i) => value - down * width[i]!),
  };
}

/** Least value that an error is measured against: a small difference of large numbers has the rounding of these. */
function leastOf(fn: string, key: string, { close }: Candles): number {
  const price = Math.max(...close);
  if (key === "outMACDHist") return price / 1000;
  return fn === "VAR" ? price ** 2 / 10_000 : 1e-6;
}

describe.each(["d1", "stress"])("TA-Lib agrees on the series %s", (name) => {
  const entries = series[name]!.filter(isHere).map((entry) => ({ entry, name: nameOf(entry) }));

  test.each(entries)("$name", async ({ entry }) => {
    const candles = await truthCandles(name);
    const lines = FUNCTIONS[entry.fn]!(candles, entry.params ?? {});
    expect(Object.keys(lines)).toEqual(Object.keys(entry.out));
    for (const [key, line] of Object.entries(entry.out)) {
      const found = lines[key]!;
      expect(found.length).toBe(entry.begin + entry.count);
      if (entry.fragile !== undefined || line.fragile !== undefined) {
        expect(found.subarray(entry.begin).every(Number.isFinite), key).toBe(true);
        continue;
      }
      expectLine(found, entry, line, candles, key);
    }
  });

  test("every function that is compared is here", () => {
    expect(new Set(entries.map(({ entry }) => entry.fn))).toEqual(new Set(Object.keys(FUNCTIONS)));
  });
});

function expectLine(
  found: Float64Array,
  { fn, begin, params }: Entry,
  { v, sum, spread = 0 }: Line,
  candles: Candles,
  key: string,
): void {
  const least = leastOf(fn, key, candles);
  const tolerance = Math.max(TOLERANCE, 50 * spread);
  const first = 7 * Math.ceil(begin / 7);
  const isFlat = flatWindows(fn, candles, params ?? {});
  let compared = 0;
  for (const [place, expected] of v.entries()) {
    const index = first + 7 * place;
    if (isFlat(index)) continue;
    compared++;
    const error = deviation(found[index]!, expected!, least);
    if (!(error <= tolerance)) {
      expect(`${key} at ${index}: ${found[index]}`).toBe(`${key} at ${index}: ${expected}`);
    }
  }
  expect(compared).toBeGreaterThan(v.length / 2);
  if (compared < v.length) return;
  const total = found.subarray(begin).reduce((all, value) => all + value, 0);
  const size = found.subarray(begin).reduce((all, value) => all + Math.abs(value), 0);
  expect(Math.abs(total - sum) / size, `${key}: sum`).toBeLessThanOrEqual(tolerance);
}

/** A close in a range of nothing stands at 50 here and at 0 there; means over such a close are not compared. */
function flatWindows(fn: string, { high, low }: Candles, params: Params): (i: number) => boolean {
  if (!fn.startsWith("STOCH")) return () => false;
  const period = params["optInFastK_Period"]!;
  const reach =
    (params["optInSlowK_Period"] ?? 1) +
    (params["optInSlowD_Period"] ?? params["optInFastD_Period"]!) -
    2;
  const top = highest(high, period);
  const bottom = lowest(low, period);
  return (i) => {
    for (let k = Math.max(0, i - reach); k <= i; k++) if (top[k] === bottom[k]) return true;
    return false;
  };
}

function nameOf({ fn, params = {} }: Entry): string {
  return `${fn}(${Object.values(params).join(", ")})`;
}
