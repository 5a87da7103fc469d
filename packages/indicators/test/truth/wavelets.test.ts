import { describe, expect, test } from "vitest";

import { dwt, idwt } from "../../src/wavelets/dwt.ts";
import { EXTENSION_MODES, type ExtensionMode } from "../../src/wavelets/extension-mode.ts";
import { maxLevel, wavedec, waverec } from "../../src/wavelets/wavedec.ts";
import { waveletFilters, WAVELETS, type WaveletName } from "../../src/wavelets/wavelet-filters.ts";
import { expectClose } from "./figures.ts";
import { readTruth, truthCandles } from "./series.ts";

interface Case {
  readonly wavelet: WaveletName;
  readonly mode: ExtensionMode;
  readonly n: number;
}

interface Truth {
  readonly filters: Readonly<
    Record<string, Record<"dec_lo" | "dec_hi" | "rec_lo" | "rec_hi", readonly number[]>>
  >;
  readonly dwt: readonly (Case & Record<"cA" | "cD" | "idwt", readonly number[]>)[];
  readonly wavedec: readonly (Case & {
    readonly series: string;
    readonly start: number;
    readonly level: number;
    readonly maxLevel: number;
    readonly coeffs: readonly (readonly number[])[];
    readonly recLength: number;
  })[];
  readonly maxLevel: readonly (readonly [WaveletName, number, number])[];
}

const truth = readTruth<Truth>(new URL("wavelets.json", import.meta.url));
const signal = (n: number): Float64Array =>
  Float64Array.from({ length: n }, (_, i) => (((i * i * 37 + i * 23) % 101) - 50) / 11);

describe("wavelets equal PyWavelets'", () => {
  test("the filters of every wavelet", () => {
    expect(Object.keys(truth.filters)).toEqual(WAVELETS);
    for (const wavelet of WAVELETS) {
      const filters = waveletFilters(wavelet);
      const expected = truth.filters[wavelet]!;
      expectClose(filters.decompositionLow, expected.dec_lo, `${wavelet} dec_lo`);
      expectClose(filters.decompositionHigh, expected.dec_hi, `${wavelet} dec_hi`);
      expectClose(filters.reconstructionLow, expected.rec_lo, `${wavelet} rec_lo`);
      expectClose(filters.reconstructionHigh, expected.rec_hi, `${wavelet} rec_hi`);
    }
  });

  test("one level there and back, in all nine modes", () => {
    expect(new Set(truth.dwt.map(({ mode }) => mode))).toEqual(new Set(EXTENSION_MODES));
    for (const { wavelet, mode, n, cA, cD, idwt: back } of truth.dwt) {
      const what = `${wavelet} ${mode} ${n}`;
      const found = dwt(signal(n), wavelet, mode);
      expectClose(found.approximation, cA, `${what} cA`, 1);
      expectClose(found.detail, cD, `${what} cD`, 1);
      expectClose(idwt(found, wavelet, mode), back, `${what} idwt`, 1);
    }
  });

  test("several levels of closes there and back", async () => {
    for (const { wavelet, mode, series, start, n, level, ...expected } of truth.wavedec) {
      const what = `${wavelet} ${mode} ${n}`;
      const { close } = await truthCandles(series);
      const closes = close.slice(start, start + n);
      expect(maxLevel(n, wavelet), what).toBe(expected.maxLevel);
      const found = wavedec(closes, wavelet, { mode, level });
      expect(found.length, what).toBe(expected.coeffs.length);
      for (const [i, coefficients] of expected.coeffs.entries()) {
        expectClose(found[i]!, coefficients, `${what} ${i}`, closes[0]);
      }
      const back = waverec(found, wavelet, mode);
      expect(back.length, what).toBe(expected.recLength);
      expectClose(back.subarray(0, n), closes, `${what} waverec`);
    }
    expect(truth.wavedec.length).toBeGreaterThan(4);
  });

  test("the deepest sensible level", () => {
    for (const [wavelet, n, level] of truth.maxLevel) {
      expect(maxLevel(n, wavelet), `${wavelet} ${n}`).toBe(level);
    }
    expect(truth.maxLevel.length).toBeGreaterThan(50);
  });
});
