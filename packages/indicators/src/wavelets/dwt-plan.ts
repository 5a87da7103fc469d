// Array reads below are within the work array by construction, so `!` only satisfies the type checker.

import { IndicatorError } from "../errors.ts";
import { told } from "../parameters.ts";
import { checkExtensionMode, extend, type ExtensionMode } from "./extension-mode.ts";
import { waveletFilters, type WaveletName } from "./wavelet-filters.ts";

/** One level of a discrete wavelet transform for signals of one length, with all memory allocated in advance. */
export interface DwtPlan {
  /** Number of input values. */
  readonly length: number;
  /** Number of output values, of the approximation and of the detail each. */
  readonly coefficients: number;
  /**
   * Computes the approximation of `signal`, which has `length` values. Allocates nothing; not re-entrant.
   *
   * @throws IndicatorError OPTIONS_INVALID for an array of another length
   */
  approximate(signal: Float64Array, approximation: Float64Array): void;
  /**
   * Computes the detail of the last approximated signal; only the values from `from` (default 0) on are written.
   * Separate from `approximate`, because a caller that looks at the course first may not need it.
   *
   * @throws IndicatorError OPTIONS_INVALID for an array of another length, or a `from` that is no whole number
   */
  detail(detail: Float64Array, from?: number): void;
}

/**
 * Number of coefficients that one level makes of `length` values with a filter of `taps`.
 *
 * @throws IndicatorError OPTIONS_INVALID for a count that is not a whole number of at least 0, an unknown mode
 */
export function coefficientCount(length: number, taps: number, mode: ExtensionMode): number {
  checkCount("length", length);
  checkCount("taps", taps);
  checkExtensionMode(mode);
  return mode === "periodization" ? Math.ceil(length / 2) : Math.floor((length + taps - 1) / 2);
}

/**
 * Prepares a transform that runs many times, such as once for each candle.
 *
 * @throws IndicatorError OPTIONS_INVALID for an unknown wavelet or mode, a length that is not a whole number of at
 * least 0
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
      checkPlace("signal", signal, length);
      checkPlace("approximation", approximation, coefficients);
      work.set(signal, margin);
      if (sources === null) extend(work, margin, length, mode);
      else repeat(work, sources, margin, length);
      convolve(work, low, approximation, 0, coefficients);
    },
    detail(detail, from = 0) {
      checkPlace("detail", detail, coefficients);
      checkCount("from", from);
      convolve(work, high, detail, from, coefficients);
    },
  };
}

/** Refuses an array that the values do not fit into, or that is too long for them. */
function checkPlace(name: string, array: Float64Array, length: number): void {
  if (array instanceof Float64Array && array.length === length) return;
  const found = array instanceof Float64Array ? `one of ${array.length}` : told(array);
  throw new IndicatorError(
    `wavelets: expected ${name} to be a Float64Array of ${length} values, found ${found}.`,
    { indicator: "wavelets", option: name },
  );
}

/** @throws IndicatorError OPTIONS_INVALID */
export function checkCount(name: string, count: number): void {
  if (Number.isSafeInteger(count) && count >= 0) return;
  throw new IndicatorError(
    `wavelets: expected ${name} to be a whole number of at least 0, found ${told(count)}.`,
    { indicator: "wavelets", option: name },
  );
}

/** Modes that go on with values of the signal itself, so that it can be laid out beforehand which. */
const REPEATING_MODES: ReadonlySet<ExtensionMode> = new Set<ExtensionMode>([
  "constant",
  "symmetric",
  "reflect",
  "periodic",
  "periodization",
]);

/** The place in the work array that holds the value of each place, found by extending the indexes themselves. */
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
