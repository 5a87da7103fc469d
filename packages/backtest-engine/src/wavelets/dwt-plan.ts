// Array reads below are within the work array by construction, so `!` only tells the checker what the bounds say.

import { checkExtensionMode, extend, type ExtensionMode } from "./extension-mode.ts";
import { waveletFilters, type WaveletName } from "./wavelet-filters.ts";

/** One level of a discrete wavelet transform for signals of one length, with all memory laid out beforehand. */
export interface DwtPlan {
  /** Values in. */
  readonly length: number;
  /** Values out, of the approximation and of the detail each. */
  readonly coefficients: number;
  /** Transforms `signal`, which has `length` values, into the two arrays. Allocates nothing; not re-entrant. */
  run(signal: Float64Array, approximation: Float64Array, detail: Float64Array): void;
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
    run(signal, approximation, detail) {
      work.set(signal, margin);
      extend(work, margin, length, mode);
      for (let k = 0; k < coefficients; k++) {
        let smooth = 0;
        let rough = 0;
        for (let j = 0, from = 2 * k; j < taps; j++, from++) {
          const value = work[from]!;
          smooth += low[j]! * value;
          rough += high[j]! * value;
        }
        approximation[k] = smooth;
        detail[k] = rough;
      }
    },
  };
}
