/** The transform over several levels: each level splits the approximation of the one before. */

import { checkColumn } from "../arrays/window.ts";
import { choice, resolveParameters, whole } from "../parameters.ts";
import { checkCount } from "./dwt-plan.ts";
import { checkSignal, dwt, idwt } from "./dwt.ts";
import { checkExtensionMode, EXTENSION_MODES, type ExtensionMode } from "./extension-mode.ts";
import { waveletFilters, type WaveletName } from "./wavelet-filters.ts";

const MODE = choice(EXTENSION_MODES, "symmetric");

/** More levels than any signal that fits into memory can use. */
const MAXIMUM_LEVEL = 48;

/**
 * Deepest level at which a coefficient is still unaffected by the ends of the signal: ⌊log2(n / (taps − 1))⌋, at
 * least 0.
 *
 * @throws IndicatorError OPTIONS_INVALID for an unknown wavelet, a length that is not a whole number of at least 0
 */
export function maxLevel(length: number, wavelet: WaveletName): number {
  checkCount("length", length);
  const reach = waveletFilters(wavelet).decompositionLow.length - 1;
  if (length < reach) return 0;
  let level = 0;
  while (reach * 2 ** (level + 1) <= length) level += 1;
  return level;
}

/**
 * Wavelet transform over several levels. Returns the coefficients coarsest first: the approximation, its detail, then
 * the details up to the finest.
 *
 * `level` is a whole number from 0 to 48 and defaults to {@link maxLevel}; more is allowed, although such
 * coefficients come mostly from the extension. `mode` defaults to `symmetric`.
 *
 * @throws IndicatorError OPTIONS_INVALID for an empty signal, a level that is not a whole number from 0 to 48, an
 * unknown wavelet or mode
 */
export function wavedec(
  signal: Float64Array,
  wavelet: WaveletName,
  options: { readonly mode?: ExtensionMode; readonly level?: number } = {},
): readonly Float64Array[] {
  checkSignal(signal);
  const deepest = maxLevel(signal.length, wavelet);
  const given = resolveParameters(
    "wavedec",
    { mode: MODE, level: whole(deepest, 0, MAXIMUM_LEVEL) },
    options,
  );
  const level = Number(given["level"]);
  const mode = given["mode"] as ExtensionMode;
  let course: Float64Array = signal.slice();
  const coefficients: Float64Array[] = [];
  for (let i = 0; i < level; i++) {
    const { approximation, detail } = dwt(course, wavelet, mode);
    coefficients.unshift(detail);
    course = approximation;
  }
  return [course, ...coefficients];
}

/**
 * The inverse of {@link wavedec}: the signal of its coefficients. A signal of odd length comes back with one more
 * value at its end. The mode defaults to `symmetric`.
 *
 * @throws IndicatorError OPTIONS_INVALID for coefficients that do not belong together, an unknown wavelet or mode
 */
export function waverec(
  coefficients: readonly Float64Array[],
  wavelet: WaveletName,
  mode: ExtensionMode = "symmetric",
): Float64Array {
  if (!Array.isArray(coefficients)) checkColumn("waverec", "coefficients", coefficients);
  checkExtensionMode(mode);
  waveletFilters(wavelet);
  const [coarsest = new Float64Array(0), ...details] = coefficients;
  checkSignal(coarsest);
  let course: Float64Array = coarsest.slice();
  for (const detail of details) {
    // The level below had an odd number of values: the one that the inverse adds is not part of it.
    const isLonger = course.length === detail.length + 1;
    const approximation = isLonger ? course.subarray(0, detail.length) : course;
    course = idwt({ approximation, detail }, wavelet, mode);
  }
  return course;
}
