/** One level of the discrete wavelet transform and its inverse (Mallat, 1989). */

import { checkColumn, columnsOf } from "../arrays/window.ts";
import { IndicatorError } from "../errors.ts";
import { createDwtPlan } from "./dwt-plan.ts";
import { checkExtensionMode, type ExtensionMode } from "./extension-mode.ts";
import { waveletFilters, type WaveletName } from "./wavelet-filters.ts";

/** Coefficients of one level of a wavelet transform. */
export interface DwtCoefficients {
  /** Output of the low-pass filter: the course of the signal. */
  readonly approximation: Float64Array;
  /** Output of the high-pass filter: the deviations from the course. */
  readonly detail: Float64Array;
}

/**
 * One level of the discrete wavelet transform (Mallat, 1989): approximation and detail of `signal`, ⌊(n + taps − 1) /
 * 2⌋ values each, or ⌈n / 2⌉ with `periodization`.
 *
 * O(n × taps). The mode defaults to `symmetric`.
 *
 * @throws IndicatorError OPTIONS_INVALID for an empty signal, an unknown wavelet or mode
 */
export function dwt(
  signal: Float64Array,
  wavelet: WaveletName,
  mode: ExtensionMode = "symmetric",
): DwtCoefficients {
  checkSignal(signal);
  const plan = createDwtPlan(signal.length, wavelet, mode);
  const approximation = new Float64Array(plan.coefficients);
  const detail = new Float64Array(plan.coefficients);
  plan.approximate(signal, approximation);
  plan.detail(detail);
  return { approximation, detail };
}

/**
 * The inverse of {@link dwt}, exact to rounding: 2n − taps + 2 values, or 2n with `periodization`. A signal of odd
 * length comes back with one more value at its end.
 *
 * @throws IndicatorError OPTIONS_INVALID for lengths that differ or are too short for the filter, an unknown wavelet or
 * mode
 */
export function idwt(
  coefficients: DwtCoefficients,
  wavelet: WaveletName,
  mode: ExtensionMode = "symmetric",
): Float64Array {
  checkExtensionMode(mode);
  const [approximation, detail] = pairOf(coefficients);
  const { reconstructionLow: low, reconstructionHigh: high } = waveletFilters(wavelet);
  const taps = low.length;
  const count = approximation.length;
  const length = mode === "periodization" ? 2 * count : 2 * count - taps + 2;
  if (count === 0 || length < 1) throw pairInvalid(coefficients, taps);
  const signal = new Float64Array(length);
  const shift = mode === "periodization" ? 1 - taps / 2 : 2 - taps;
  // A tap that falls outside the signal wraps round when periodized and is none of ours otherwise.
  for (let k = 0; k < count; k++) {
    for (let j = 0; j < taps; j++) {
      let i = 2 * k + j + shift;
      if (mode === "periodization") i = ((i % length) + length) % length;
      else if (i < 0 || i >= length) continue;
      signal[i]! += low[j]! * approximation[k]! + high[j]! * detail[k]!;
    }
  }
  return signal;
}

/** @throws IndicatorError OPTIONS_INVALID */
export function checkSignal(signal: Float64Array): void {
  checkColumn("wavelets", "signal", signal);
  if (signal.length > 0) return;
  throw new IndicatorError("Expected a signal of at least one value, found none.");
}

function pairOf(
  coefficients: DwtCoefficients,
): readonly [approximation: Float64Array, detail: Float64Array] {
  const [approximation, detail] = columnsOf("idwt", ["approximation", "detail"], coefficients);
  return [approximation!, detail!];
}

function pairInvalid(coefficients: DwtCoefficients, taps: number): IndicatorError {
  const { approximation, detail } = coefficients;
  return new IndicatorError(
    `Expected an approximation and a detail of one length, enough for a filter of ${taps} taps, ` +
      `found ${approximation.length} and ${detail.length} values.`,
  );
}
