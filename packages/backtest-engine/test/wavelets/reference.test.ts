import { describe, expect, test } from "vitest";

import { parseCandlesCsv } from "../../src/data/index.ts";
import {
  dwt,
  EXTENSION_MODES,
  idwt,
  maxLevel,
  swt,
  wavedec,
  waveletFilters,
  waverec,
  WAVELETS,
  type ExtensionMode,
  type WaveletName,
} from "../../src/wavelets/index.ts";
import { isDataAbsent, readData } from "../shared-data.ts";

interface Case {
  readonly wavelet: WaveletName;
  readonly mode: ExtensionMode;
}
interface Reference {
  readonly filters: Record<
    WaveletName,
    Record<"dec_lo" | "dec_hi" | "rec_lo" | "rec_hi", number[]>
  >;
  readonly dwt: readonly (Case & Record<"x" | "cA" | "cD" | "idwt", number[]>)[];
  readonly matlab_db: readonly (Case & Record<"x" | "cA" | "cD", number[]>)[];
  readonly wavedec: readonly (Case & {
    n: number;
    level: number;
    max_level: number;
    coeffs: number[][];
    rec: number[];
  })[];
  readonly swt: readonly {
    wavelet: WaveletName;
    level: number;
    norm: boolean;
    coeffs: number[][];
  }[];
}

const TOLERANCE = 1e-9;

function expectClose(found: Float64Array, expected: readonly number[], what: string): void {
  expect(found.length, `${what}: length`).toBe(expected.length);
  const worst = expected.reduce((most, value, i) => {
    const error = Math.abs(found[i]! - value) / Math.max(1, Math.abs(value));
    return Number.isNaN(error) ? Infinity : Math.max(most, error);
  }, 0);
  expect(worst, `${what}: largest difference`).toBeLessThanOrEqual(TOLERANCE);
}

/** The first `n` closes of the file that the reference used, z-scored as there. */
function zScored(n: number): Float64Array {
  const { candles } = parseCandlesCsv(readData("candles/bybit-spot-BTCUSDT-1m-2022-12-13.csv"));
  const closes = candles.close.subarray(0, n);
  const mean = closes.reduce((sum, close) => sum + close, 0) / n;
  const variance = closes.reduce((sum, close) => sum + (close - mean) ** 2, 0) / n;
  return closes.map((close) => (close - mean) / Math.sqrt(variance));
}

describe.skipIf(isDataAbsent)("wavelets equal the reference", () => {
  const reference = (isDataAbsent ? {} : JSON.parse(readData("expected/pywt.json"))) as Reference;

  test("all ten filters", () => {
    expect(Object.keys(reference.filters)).toEqual(WAVELETS);
    for (const wavelet of WAVELETS) {
      const filters = waveletFilters(wavelet);
      const expected = reference.filters[wavelet];
      expectClose(filters.decompositionLow, expected.dec_lo, `${wavelet} dec_lo`);
      expectClose(filters.decompositionHigh, expected.dec_hi, `${wavelet} dec_hi`);
      expectClose(filters.reconstructionLow, expected.rec_lo, `${wavelet} rec_lo`);
      expectClose(filters.reconstructionHigh, expected.rec_hi, `${wavelet} rec_hi`);
    }
  });

  test("one level forth and back, in all nine modes", () => {
    expect(new Set(reference.dwt.map(({ mode }) => mode))).toEqual(new Set(EXTENSION_MODES));
    for (const { wavelet, mode, x, cA, cD, idwt: back } of reference.dwt) {
      const what = `${wavelet} ${mode} ${x.length}`;
      const found = dwt(Float64Array.from(x), wavelet, mode);
      expectClose(found.approximation, cA, `${what} cA`);
      expectClose(found.detail, cD, `${what} cD`);
      expectClose(idwt(found, wavelet, mode), back, `${what} idwt`);
    }
  });

  test("one level against MATLAB, in all nine modes, from signals as short as the filter", () => {
    expect(new Set(reference.matlab_db.map(({ mode }) => mode))).toEqual(new Set(EXTENSION_MODES));
    for (const { wavelet, mode, x, cA, cD } of reference.matlab_db) {
      const found = dwt(Float64Array.from(x), wavelet, mode);
      expectClose(found.approximation, cA, `${wavelet} ${mode} ${x.length} cA`);
      expectClose(found.detail, cD, `${wavelet} ${mode} ${x.length} cD`);
    }
  });

  test("several levels forth and back, and the deepest sensible level", () => {
    for (const { wavelet, mode, n, level, max_level, coeffs, rec } of reference.wavedec) {
      const what = `${wavelet} ${mode} ${n}`;
      expect(maxLevel(n, wavelet), what).toBe(max_level);
      const found = wavedec(zScored(n), wavelet, { mode, level });
      expect(found.length, what).toBe(coeffs.length);
      for (const [i, expected] of coeffs.entries())
        expectClose(found[i]!, expected, `${what} ${i}`);
      expectClose(waverec(found, wavelet, mode), rec, `${what} waverec`);
    }
  });

  test("the stationary transform, plain and normalised", () => {
    for (const { wavelet, level, norm, coeffs } of reference.swt) {
      const found = swt(zScored(64), wavelet, level, { normalised: norm });
      expect(found.length).toBe(coeffs.length);
      for (const [i, expected] of coeffs.entries()) {
        expectClose(found[i]!, expected, `${wavelet} norm ${norm} ${i}`);
      }
    }
  });
});
