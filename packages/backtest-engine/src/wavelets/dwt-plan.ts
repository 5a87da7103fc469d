// Array reads below are within the work array by construction, so `!` only tells the checker what the bounds say.

import { checkExtensionMode, extend, type ExtensionMode } from "./extension-mode.ts";
import { waveletFilters, type WaveletName } from "./wavelet-filters.ts";

/** One level of a discrete wavelet transform for signals of one length, with all memory laid out beforehand. */
export interface DwtPlan {
  /** Values in. */
  readonly length: number;
  /** Values out, of the approximation and of the detail each. */
  readonly coefficients: number;
  /** Transforms `signal`, which has `length` values: its approximation. Allocates nothing; not re-entrant. */
  approximate(signal: Float64Array, approximation: Float64Array): void;
  /**
   * The detail of the signal approximated last; only what stands at `from` (default 0) and behind is written.
   * Apart from `approximate`, because who looks at the course first may not need it.
   */
  detail(detail: Float64Array, from?: number): void;
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
  const sources = REPEATING_MODES.has(mode) ? sourcesOf(work.length, margin, length, mode) : null;
  return {
    length,
    coefficients,
    approximate(signal, approximation) {
      work.set(signal, margin);
      if (sources === null) extend(work, margin, length, mode);
      else repeat(work, sources, margin, length);
      convolve(work, low, approximation, 0, coefficients);
    },
    detail(detail, from = 0) {
      convolve(work, high, detail, from, coefficients);
    },
  };
}

/** Modes that go on with values of the signal itself, so that it can be laid out beforehand which. */
const REPEATING_MODES: ReadonlySet<ExtensionMode> = new Set<ExtensionMode>([
  "constant",
  "symmetric",
  "reflect",
  "periodic",
  "periodization",
]);

/** For each place of the work array, the place in it that holds its value: extending the indexes tells them. */
function sourcesOf(
  places: number,
  margin: number,
  length: number,
  mode: ExtensionMode,
): Int32Array {
  const indexes = Float64Array.from({ length: places }, (_, place) => place);
  extend(indexes, margin, length, mode);
  return Int32Array.from(indexes);
}

function repeat(work: Float64Array, sources: Int32Array, margin: number, length: number): void {
  for (let i = 0; i < margin; i++) work[i] = work[sources[i]!]!;
  for (let i = margin + length; i < work.length; i++) work[i] = work[sources[i]!]!;
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
