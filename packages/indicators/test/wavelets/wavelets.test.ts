import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { IndicatorError } from "../../src/errors.ts";
import {
  dwt,
  EXTENSION_MODES,
  idwt,
  maxLevel,
  wavedec,
  waveletFilters,
  waverec,
  WAVELETS,
} from "../../src/wavelets/index.ts";

const values = fc.double({ min: -1e3, max: 1e3, noNaN: true });
const signal = fc
  .array(values, { minLength: 1, maxLength: 70 })
  .map((numbers) => Float64Array.from(numbers));
const wavelet = fc.constantFrom(...WAVELETS);
const mode = fc.constantFrom(...EXTENSION_MODES);

function largestDifference(found: Float64Array, expected: Float64Array): number {
  return expected.reduce((most, value, i) => Math.max(most, Math.abs(found[i]! - value)), 0);
}

function energy(signals: readonly Float64Array[]): number {
  return signals.reduce((sum, part) => part.reduce((all, value) => all + value * value, sum), 0);
}

describe("wavelets", () => {
  test.each(WAVELETS)("the filters of %s are orthonormal and stop a constant", (name) => {
    const { decompositionLow: low, decompositionHigh: high } = waveletFilters(name);
    const product = (a: Float64Array, b: Float64Array, shift: number): number =>
      a.reduce((sum, tap, i) => sum + tap * (b[i + shift] ?? 0), 0);
    for (let shift = 0; shift < low.length; shift += 2) {
      expect(product(low, low, shift)).toBeCloseTo(shift === 0 ? 1 : 0, 12);
      expect(product(high, high, shift)).toBeCloseTo(shift === 0 ? 1 : 0, 12);
      expect(product(low, high, shift)).toBeCloseTo(0, 12);
    }
    expect(low.reduce((sum, tap) => sum + tap, 0)).toBeCloseTo(Math.SQRT2, 12);
    expect(high.reduce((sum, tap) => sum + tap, 0)).toBeCloseTo(0, 12);
  });

  test("filters are copies: changing one changes nothing for others", () => {
    waveletFilters("db2").decompositionLow.fill(0);
    expect(waveletFilters("db2").decompositionLow[0]).not.toBe(0);
  });

  test("property: the inverse gives back every signal, in every mode and wavelet", () => {
    fc.assert(
      fc.property(signal, wavelet, mode, (x, name, extension) => {
        const back = idwt(dwt(x, name, extension), name, extension);
        expect(back.length - x.length).toBe(x.length % 2);
        // Antireflected and straight continuations of short signals reach far beyond their values.
        expect(largestDifference(back, x)).toBeLessThan(1e-7);
      }),
    );
  });

  test("property: several levels give back every signal", () => {
    fc.assert(
      fc.property(
        signal,
        wavelet,
        mode,
        fc.integer({ min: 0, max: 4 }),
        (x, name, extension, level) => {
          const back = waverec(wavedec(x, name, { mode: extension, level }), name, extension);
          expect(largestDifference(back, x)).toBeLessThan(1e-5);
        },
      ),
    );
  });

  test("property: a periodized transform of even length keeps the energy", () => {
    fc.assert(
      fc.property(signal, wavelet, (x, name) => {
        fc.pre(x.length % 2 === 0);
        const { approximation, detail } = dwt(x, name, "periodization");
        expect(energy([approximation, detail])).toBeCloseTo(energy([x]), 3);
      }),
    );
  });

  test("a single value goes through every mode", () => {
    for (const name of WAVELETS) {
      for (const extension of EXTENSION_MODES) {
        const back = idwt(dwt(Float64Array.of(3), name, extension), name, extension);
        expect(back[0], `${name} ${extension}`).toBeCloseTo(3, 9);
      }
    }
  });

  test("the deepest level of too short a signal is 0", () => {
    expect(maxLevel(1, "db2")).toBe(0);
    expect(maxLevel(8, "db1")).toBe(3);
    expect(wavedec(Float64Array.of(1, 2), "db2")).toEqual([Float64Array.of(1, 2)]);
  });

  test.each<[string, () => unknown]>([
    ["an empty signal", () => dwt(new Float64Array(0), "db1")],
    ["an unknown wavelet", () => dwt(Float64Array.of(1), "db11" as "db1")],
    ["an inherited name as wavelet", () => waveletFilters("toString" as "db1")],
    ["an unknown mode", () => dwt(Float64Array.of(1), "db1", "mirror" as "zero")],
    ["a level of a half", () => wavedec(Float64Array.of(1), "db1", { level: 0.5 })],
    [
      "halves of different lengths",
      () => idwt({ approximation: new Float64Array(4), detail: new Float64Array(3) }, "db1"),
    ],
    [
      "fewer coefficients than the filter needs",
      () => idwt({ approximation: new Float64Array(4), detail: new Float64Array(4) }, "db10"),
    ],
    ["no coefficients at all", () => waverec([], "db1")],
  ])("%s is refused", (_, attempt) => {
    expect(attempt).toThrow(IndicatorError);
  });
});
