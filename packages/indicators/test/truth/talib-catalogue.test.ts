import type { Candles } from "@bourse/backtest-engine";
import { describe, expect, test } from "vitest";

import type { Indicator, IndicatorAbout } from "../../src/flow/indicator.ts";
import * as patterns from "../../src/patterns/index.ts";
import * as talib from "../../src/talib/index.ts";
import { deviation, TOLERANCE } from "./figures.ts";
import { readTruth, truthCandles } from "./series.ts";

interface Line {
  /** Values at the candles whose index is a multiple of 7. */
  readonly v?: readonly (number | null)[];
  /** Candles of patterns, by value. */
  readonly at?: Readonly<Record<string, readonly number[]>>;
  /** Difference between two builds of the reference itself. */
  readonly spread?: number;
  readonly fragile?: boolean;
}

interface Entry {
  readonly fn: string;
  readonly params?: Readonly<Record<string, number>>;
  readonly begin: number;
  readonly count: number;
  readonly reals?: readonly string[];
  readonly fragile?: boolean;
  readonly out: Readonly<Record<string, Line>>;
}

const { series } = readTruth<{ series: Readonly<Record<string, readonly Entry[]>> }>(
  new URL("talib.json", import.meta.url),
);

/** An indicator by names that are only known at run time. */
type Any = ((input: unknown, options: object) => unknown) &
  Pick<Indicator<"values", object>, "warmUp"> & { readonly about: IndicatorAbout };

const indicators = new Map(
  Object.values({ ...talib, ...patterns }).flatMap((one) =>
    typeof one === "function" ? [[one.about.talib, one as unknown as Any] as const] : [],
  ),
);

const AVERAGES = ["sma", "ema", "wma", "dema", "tema", "trima", "kama", "mama", "t3"];

const RENAMED: Readonly<Record<string, string>> = {
  timePeriod: "period",
  nbDevUp: "upperWidth",
  nbDevDn: "lowerWidth",
  nbDev: "width",
  vFactor: "volumeFactor",
  mAType: "average",
};

/** Options by the reference's names. */
function optionsOf(fn: string, params: Readonly<Record<string, number>>): object {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => {
      if (fn === "VAR" && name === "optInNbDev") return []; // ignored there
      const plain = name.slice("optIn".length).replaceAll("_", "");
      const camel = plain[0]!.toLowerCase() + plain.slice(1);
      const own =
        RENAMED[camel] ?? camel.replace("MAType", "Average").replace("timePeriod", "period");
      return [[own, name.endsWith("MAType") ? AVERAGES[value]! : value]];
    }),
  );
}

/** Columns by the words of the reference. */
function realOf(word: string, candles: Candles): Float64Array {
  const { open, high, low, close } = candles;
  if (word === "2+(i%29)") return close.map((_, i) => 2 + (i % 29));
  if (word.startsWith("(close-open)/(high-low)")) {
    return close.map((c, i) => (high[i] === low[i] ? 0 : (c - open[i]!) / (high[i]! - low[i]!)));
  }
  return candles[word as "close"];
}

function inputOf({ inputs }: IndicatorAbout, reals: readonly string[], candles: Candles): unknown {
  if (inputs.length === 1 && inputs[0] === "values") return realOf(reals[0]!, candles);
  const isOfCandles = inputs.every((name) => name in candles);
  if (isOfCandles) return candles;
  return Object.fromEntries(inputs.map((name, k) => [name, realOf(reals[k]!, candles)]));
}

/** Functions that give small differences of large numbers, with the part of the price that counts as no error. */
const DIFFERENCES =
  /MACD|APO|PPO|MOM|SLOPE|ANGLE|TRIX|ROC|BOP|PHASOR|HT_SINE|ADOSC|STDDEV|VAR|CORREL|BETA|CCI|STOCH|MFI/;

function leastOf(fn: string, line: readonly (number | null)[]): number {
  const size = Math.max(...line.map((value) => Math.abs(value ?? 0)));
  return DIFFERENCES.test(fn) ? size / 100 : 1e-6;
}

test("each of TA-Lib's 161 functions is here, and compared", () => {
  const compared = new Set(Object.values(series).flatMap((entries) => entries.map(({ fn }) => fn)));
  expect(compared.size).toBe(161);
  expect(new Set(indicators.keys())).toEqual(compared);
});

describe.each(Object.keys(series))("TA-Lib agrees on the series %s", (name) => {
  const entries = series[name]!.map((entry) => ({
    entry,
    name: nameOf(entry),
  }));

  test.each(entries)("$name", async ({ entry }) => {
    const { fn, params = {}, begin, reals = ["close"] } = entry;
    const candles = await truthCandles(name);
    const indicator = indicators.get(fn)!;
    const options = optionsOf(fn, params);
    const found = indicator(inputOf(indicator.about, reals, candles), options);
    const lines =
      found instanceof Float64Array
        ? [found]
        : Object.values(found as Record<string, Float64Array>);
    expect(indicator.warmUp(options)).toBe(begin);
    expect(lines.length).toBe(Object.keys(entry.out).length);
    for (const [k, [key, line]] of Object.entries(entry.out).entries()) {
      expect(lines[k]!.subarray(0, begin).every(Number.isNaN)).toBe(true);
      expectLine(entry, key, line, lines[k]!);
    }
  });
});

function expectLine(
  { fn, begin, fragile }: Entry,
  key: string,
  line: Line,
  found: Float64Array,
): void {
  if (line.at !== undefined) {
    const at: Record<string, number[]> = {};
    for (const [i, value] of found.entries())
      if (i >= begin && value !== 0) (at[value] ??= []).push(i);
    expect(at).toEqual(line.at);
    return;
  }
  const values = line.v!;
  const first = 7 * Math.ceil(begin / 7);
  const tolerance = Math.max(TOLERANCE, 50 * (line.spread ?? 0));
  const least = leastOf(fn, values);
  for (const [place, expected] of values.entries()) {
    const index = first + 7 * place;
    const value = found[index]!;
    if (expected === null) {
      expect(Number.isFinite(value), `${key} at ${index}`).toBe(false);
      continue;
    }
    if (fragile === true || line.fragile === true) {
      expect(Number.isFinite(value), `${key} at ${index}`).toBe(true);
      continue;
    }
    if (!(deviation(value, expected, least) <= tolerance)) {
      expect(`${key} at ${index}: ${value}`).toBe(`${key} at ${index}: ${expected}`);
    }
  }
}

function nameOf({ fn, params = {} }: Entry): string {
  return `${fn}(${Object.values(params).join(", ")})`;
}
