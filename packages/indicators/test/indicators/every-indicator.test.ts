/** One suite that every indicator obeys, table-driven by what each says about itself. */

import { seededRandom } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import * as beyond from "../../src/beyond/index.ts";
import type { Indicator, IndicatorAbout } from "../../src/flow/indicator.ts";
import * as patterns from "../../src/patterns/index.ts";
import * as talib from "../../src/talib/index.ts";

type Lines = Float64Array | Readonly<Record<string, Float64Array>>;

/** An indicator by names that are only known at run time. */
interface Any {
  (input: unknown, options?: object, out?: unknown): Lines;
  stream(options?: object): { next(row: unknown): unknown; readonly value: unknown };
  warmUp: Indicator<"values", object>["warmUp"];
  readonly about: IndicatorAbout;
}

const indicators = Object.values({ ...talib, ...patterns, ...beyond }).flatMap((one) =>
  typeof one === "function" ? [one as unknown as Any] : [],
);

/** Columns of a random walk with flat stretches, by every name that an input has. */
function columnsOf(length: number, seed: number): Readonly<Record<string, Float64Array>> {
  const generator = seededRandom(seed);
  const random = (): number => generator.next();
  const column = (): Float64Array => new Float64Array(length);
  const time = column().map((_, i) => 1_700_000_000_000 + 3_600_000 * i);
  const all = { open: column(), high: column(), low: column(), close: column(), volume: column() };
  let price = 100;
  for (let i = 0; i < length; i++) {
    const isFlat = i % 97 > 80;
    all.open[i] = price + (isFlat ? 0 : Math.round(8 * (random() - 0.5)) / 4);
    all.close[i] = all.open[i]! + (isFlat ? 0 : Math.round(20 * (random() - 0.5)) / 4);
    all.high[i] = Math.max(all.open[i]!, all.close[i]!) + (isFlat ? 0 : random());
    all.low[i] = Math.min(all.open[i]!, all.close[i]!) - (isFlat ? 0 : random());
    all.volume[i] = isFlat ? 0 : Math.round(1000 * random());
    price = Math.max(20, all.close[i]!);
  }
  const periods = column().map(() => 40 * random());
  const values = all.close.map((value) => value / 1024); // within 0 and 1: arcs are there too
  return { ...all, time, values, left: all.high, right: all.low, periods };
}

const sample = columnsOf(700, 7);
const long = columnsOf(140_000, 11);

/** The input of an indicator: one array for `values` alone, else an object of columns. */
function inputOf({ inputs }: IndicatorAbout, columns = sample, from = 0, to?: number): unknown {
  const cut = (name: string): Float64Array => columns[name]!.slice(from, to);
  if (inputs.length === 1 && inputs[0] === "values") return cut("values");
  return Object.fromEntries(inputs.map((name) => [name, cut(name)]));
}

function rowAt({ inputs }: IndicatorAbout, i: number, columns = sample): unknown {
  if (inputs.length === 1 && inputs[0] === "values") return columns["values"]![i];
  return Object.fromEntries(inputs.map((name) => [name, columns[name]![i]]));
}

const linesOf = (found: Lines): Float64Array[] =>
  found instanceof Float64Array ? [found] : Object.values(found);

const named = (names: readonly string[], lines: readonly Float64Array[]): object =>
  Object.fromEntries(names.map((name, k) => [name, lines[k]]));

const valuesOf = (found: unknown): number[] =>
  typeof found === "number" ? [found] : Object.values(found as Record<string, number>);

/** Options of an indicator: the defaults, short ones, and each bound that a short series can show. */
function optionSets({ parameters }: IndicatorAbout): object[] {
  const entries = Object.entries(parameters);
  if (entries.length === 0) return [{}];
  const least = entries.map(([name, { minimum, default: fallback }]) => [
    name,
    minimum !== null && minimum >= 0 ? minimum : fallback,
  ]);
  const short = entries.map(([name, { kind, minimum, default: fallback }], k) => [
    name,
    kind === "whole" ? (minimum ?? 0) + 3 + 2 * k : fallback,
  ]);
  const kinds = entries.flatMap(([name, { choices }]) => choices.map((one) => ({ [name]: one })));
  return [{}, Object.fromEntries(least), Object.fromEntries(short), ...kinds];
}

const same = (a: number, b: number): boolean => Object.is(a, b) || a === b;

describe.each(indicators.map((one) => [one.about.name, one] as const))("%s", (_name, indicator) => {
  const { about } = indicator;
  const sets = optionSets(about);

  test("fed row by row it gives the bits of the array, and tells its last value", () => {
    for (const options of sets) {
      const lines = linesOf(indicator(inputOf(about), options));
      const stream = indicator.stream(options);
      expect(valuesOf(stream.value).every(Number.isNaN)).toBe(true);
      const different: unknown[] = [];
      for (let i = 0; i < 700; i++) {
        const found = valuesOf(stream.next(rowAt(about, i)));
        for (const [k, line] of lines.entries()) {
          if (!same(found[k]!, line[i]!)) different.push([i, found[k], line[i]]);
        }
      }
      expect(different).toEqual([]);
      expect(valuesOf(stream.value)).toEqual(lines.map((line) => line.at(-1)));
    }
  });

  test("has no value in the warm-up, and one in every line on the row after it", () => {
    for (const options of sets) {
      const warmUp = indicator.warmUp(options);
      const lines = linesOf(indicator(inputOf(about), options));
      expect(lines.length).toBe(about.outputs.length);
      expect(warmUp).toBeLessThan(700);
      expect(Math.max(...lines.map((line) => line.findIndex((v) => !Number.isNaN(v))))).toBe(
        warmUp,
      );
    }
  });

  test("does not see the future: cutting it off changes no bit of the past", () => {
    for (const options of sets) {
      const lines = linesOf(indicator(inputOf(about), options));
      for (const cut of [0, 1, 2, 33, 130, 401, 699]) {
        const short = linesOf(indicator(inputOf(about, sample, 0, cut), options));
        for (const [k, line] of lines.entries()) {
          expect(short[k]!.length).toBe(cut);
          expect(short[k]!.findIndex((value, i) => !Object.is(value, line[i]))).toBe(-1);
        }
      }
    }
  });

  test("has the same bits over columns too long to be computed where they are", () => {
    const lines = linesOf(indicator(inputOf(about, long)));
    const short = linesOf(indicator(inputOf(about, long, 0, 100_000)));
    for (const [k, line] of short.entries()) {
      expect(line.findIndex((value, i) => !Object.is(value, lines[k]![i]))).toBe(-1);
    }
  });

  test("writes to the arrays that it is given, and refuses those that do not fit", () => {
    const plain = indicator(inputOf(about));
    const given = linesOf(plain).map((line) => line.slice().fill(7));
    const out = plain instanceof Float64Array ? given[0] : named(Object.keys(plain), given);
    expect(indicator(inputOf(about), {}, out)).toBe(out);
    expect(given).toEqual(linesOf(plain));
    const columns = inputOf(about);
    const column = columns instanceof Float64Array ? columns : linesOf(columns as Lines)[0];
    const lines = plain instanceof Float64Array ? ["value"] : Object.keys(plain);
    for (const wrong of [null, 7, {}, [], new Float64Array(699), column]) {
      const others = named(lines, given);
      const one = lines.length === 1 ? wrong : { ...others, [lines.at(-1)!]: wrong };
      expect(() => indicator(columns, {}, one)).toThrow(`${about.name}: expected the lines`);
    }
    if (lines.length === 1) return;
    const twice = Object.fromEntries(lines.map((line) => [line, given[0]]));
    expect(() => indicator(columns, {}, twice)).toThrow(`${about.name}: expected one array for`);
  });

  test("counts leading NaN as warm-up, in arrays and streams", () => {
    const shifted = Object.fromEntries(
      Object.entries(sample).map(([name, column]) => [
        name,
        Float64Array.of(NaN, NaN, NaN, ...column),
      ]),
    );
    const plain = linesOf(indicator(inputOf(about)));
    const late = linesOf(indicator(inputOf(about, shifted)));
    const shift = /index$/i.test(about.name) ? 3 : 0;
    expect(late.map((line) => line.slice(3))).toEqual(
      plain.map((line) => line.map((value) => value + shift)),
    );
    const stream = indicator.stream();
    const { inputs } = about;
    const nothing =
      inputs.length === 1 && inputs[0] === "values"
        ? NaN
        : Object.fromEntries(inputs.map((name) => [name, NaN]));
    for (let i = 0; i < 3; i++)
      expect(valuesOf(stream.next(nothing)).every(Number.isNaN)).toBe(true);
    const last = Array.from({ length: 700 }, (_, i) => valuesOf(stream.next(rowAt(about, i)))).at(
      -1,
    );
    expect(last).toEqual(late.map((line) => line.at(-1)));
  });

  test.each([NaN, Infinity, -Infinity])(
    "goes on over %d in the middle of any column, the same in arrays and streams",
    (hole) => {
      for (const options of sets) {
        for (const name of about.inputs) {
          const column = sample[name]!.slice();
          column[300] = hole;
          const columns = { ...sample, [name]: column };
          const lines = linesOf(indicator(inputOf(about, columns), options));
          const stream = indicator.stream(options);
          const rows = Array.from({ length: 700 }, (_, i) =>
            valuesOf(stream.next(rowAt(about, i, columns))),
          );
          const streamed = lines.map((_, k) => rows.map((row) => row[k]));
          expect(streamed).toEqual(lines.map((line) => [...line]));
          if (about.name.startsWith("ht")) {
            expect(lines.every((line) => !line.subarray(303).some(Number.isFinite))).toBe(true);
          }
          const before = linesOf(indicator(inputOf(about), options));
          for (const [k, line] of lines.entries()) {
            expect(line.subarray(0, 300)).toEqual(before[k]!.subarray(0, 300));
          }
        }
      }
    },
  );

  test("gives NaN for nothing and for fewer rows than it needs, and leaves its input alone", () => {
    expect(
      linesOf(indicator(inputOf(about, sample, 0, 0))).every(({ length }) => length === 0),
    ).toBe(true);
    const few = indicator.warmUp();
    const short = linesOf(indicator(inputOf(about, sample, 0, few)));
    expect(Math.min(...short.map((line) => line.findIndex((v) => !Number.isNaN(v))))).toBe(-1);
    const input = inputOf(about);
    indicator(input);
    expect(input).toEqual(inputOf(about));
  });

  test("takes its bounds, refuses what lies beyond them and what it does not know", () => {
    for (const [option, { kind, minimum, maximum, choices }] of Object.entries(about.parameters)) {
      const refuse = (value: unknown): void => {
        expect(() => indicator.stream({ [option]: value })).toThrow(
          kind === "calendar"
            ? /^(vwap|calendar|timeZone): expected/
            : `${about.name}: expected ${option}`,
        );
      };
      for (const value of [NaN, Infinity, "7", null === minimum ? 3 : "x", {}]) refuse(value);
      if (kind === "calendar") continue;
      if (kind === "choice") {
        for (const word of choices)
          expect(() => indicator.warmUp({ [option]: word })).not.toThrow();
        continue;
      }
      refuse(minimum! - (kind === "whole" ? 1 : Math.max(1e-9, Math.abs(minimum!) / 1e9)));
      refuse(maximum! + (kind === "whole" ? 1 : Math.max(1e-9, maximum! / 1e9)));
      if (kind === "whole") refuse(minimum! + 0.5);
      expect(() => indicator.warmUp({ [option]: minimum })).not.toThrow();
    }
    expect(() => indicator.stream({ perod: 3 })).toThrow(`${about.name}: unknown option "perod"`);
    expect(() => indicator({})).toThrow(`${about.name}: expected `);
  });

  test("refuses an input, options and rows that are not of the kind it takes", () => {
    for (const wrong of [null, undefined, 7, [1, 2, 3], {}]) {
      expect(() => indicator(wrong)).toThrow(`${about.name}: expected `);
    }
    for (const wrong of [null, 14, "14"]) {
      expect(() => indicator.stream(wrong as never)).toThrow(`${about.name}: expected the options`);
    }
    for (const wrong of [null, undefined, "7", {}]) {
      expect(() => indicator.stream().next(wrong)).toThrow(`${about.name}: expected a row`);
    }
  });

  test("says what it is", () => {
    expect(about.title.length).toBeGreaterThan(2);
    expect(about.formula.length).toBeGreaterThan(1);
    expect(about.name).toMatch(/^[a-z][a-zA-Z0-9]*$/);
  });
});
