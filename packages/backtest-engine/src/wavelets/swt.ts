// Array reads below are taken modulo the length, so `!` only tells the checker what the arithmetic says.

import { EngineError } from "../errors.ts";
import { checkNotEmpty } from "./dwt.ts";
import { checkLevel } from "./wavedec.ts";
import { waveletFilters, type WaveletName } from "./wavelet-filters.ts";

/**
 * The stationary wavelet transform (à trous): nothing is left out between levels, so that a shift of the signal
 * shifts its coefficients and every array is as long as the signal.
 *
 * `normalised` scales every level by 1/√2, which keeps the energy of the signal (Parseval). Default false.
 * Coarsest first: approximation, its detail, then the details up to the finest. The signal counts as periodic.
 * O(n · taps · level).
 *
 * @throws EngineError OPTIONS_INVALID for an empty signal, a length that is no multiple of 2^level, a level that is
 * no whole number from 0 to 48, an unknown wavelet
 */
export function swt(
  signal: Float64Array,
  wavelet: WaveletName,
  level: number,
  options: { readonly normalised?: boolean } = {},
): readonly Float64Array[] {
  checkNotEmpty(signal);
  checkLevel(level);
  const n = signal.length;
  if (n % 2 ** level !== 0) {
    throw new EngineError(
      "OPTIONS_INVALID",
      `Expected a signal whose length is a multiple of ${2 ** level} for ${level} levels, found ${n} values.`,
    );
  }
  const scale = options.normalised === true ? Math.SQRT1_2 : 1;
  const filters = waveletFilters(wavelet);
  const low = filters.decompositionLow.map((tap) => tap * scale);
  const high = filters.decompositionHigh.map((tap) => tap * scale);
  let course: Float64Array = signal.slice();
  const coefficients: Float64Array[] = [];
  for (let spacing = 1; spacing < 2 ** level; spacing *= 2) {
    coefficients.unshift(convolve(course, high, spacing));
    course = convolve(course, low, spacing);
  }
  return [course, ...coefficients];
}

/** Circular convolution with a filter whose taps stand `spacing` apart, centred. */
function convolve(signal: Float64Array, filter: Float64Array, spacing: number): Float64Array {
  const n = signal.length;
  const centre = (filter.length / 2) * spacing;
  const result = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let j = 0; j < filter.length; j++) {
      const index = (i + centre - spacing * j) % n;
      sum += filter[j]! * signal[index < 0 ? index + n : index]!;
    }
    result[i] = sum;
  }
  return result;
}
