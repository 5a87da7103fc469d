// Array reads below are within the work array by construction, so `!` only tells the checker what the bounds say.

import { checkExtensionMode, extend, type ExtensionMode } from "./extension-mode.ts";
import { waveletFilters, type WaveletName } from "./wavelet-filters.ts";

/** One level of a discrete wavelet transform for signals of one length, with all memory laid out beforehand. */
export interface DwtPlan {
  /** Values in. */
  readonly length: number;
  /** Values out, of the approximation and of the detail each. */
  readonly coefficients: number;
  /**
   * Transforms `signal`, which has `length` values, into the two arrays; of the detail only what stands at
   * `detailFrom` (default 0) and behind, the rest is left as it was. Allocates nothing; not re-entrant.
   */
  run(
    signal: Float64Array,
    approximation: Float64Array,
    detail: Float64Array,
    detailFrom?: number,
  ): void;
}

/** How many coefficients one level makes of `length` values with a filter of `taps`. */
export function coefficientCount(length: number, taps: number, mode: ExtensionMode): number {
  return mode === "periodization" ? Math.ceil(length / 2) : Math.floor((length + taps - 1) / 2);
}

/**
 * Lays out a transform to be run many times, such as once a candle.
 *
 * @throws EngineError OPTIONS_INVALID for an unknown wavelet or mode
 */
export function createDwtPlan(length: number, wavelet: WaveletName, mode: ExtensionMode): DwtPlan {
  checkExtensionMode(mode);
  const filters = waveletFilters(wavelet);
  const low = filters.decompositionLow.toReversed();
  const high = filters.decompositionHigh.toReversed();
  const taps = low.length;
  const coefficients = coefficientCount(length, taps, mode);
  // Output k reads inputs from 2k + 1 - (taps - 1) on; a periodized one is centred on taps / 2 instead.
  const margin = mode === "periodization" ? taps / 2 - 1 : taps - 2;
  const work = new Float64Array(Math.max(margin + length, 2 * (coefficients - 1) + taps));
  return {
    length,
    coefficients,
    run(signal, approximation, detail, detailFrom = 0) {
      work.set(signal, margin);
      extend(work, margin, length, mode);
      convolve(work, low, approximation, 0, coefficients);
      convolve(work, high, detail, Math.max(0, detailFrom), coefficients);
    },
  };
}

/** Outputs `from` to before `to`: each the sum over the taps from input 2k on. */
function convolve(
  work: Float64Array,
  filter: Float64Array,
  out: Float64Array,
  from: number,
  to: number,
): void {
  for (let k = from; k < to; k++) {
    let sum = 0;
    for (let j = 0, i = 2 * k; j < filter.length; j++, i++) sum += filter[j]! * work[i]!;
    out[k] = sum;
  }
}
