// Typed-array reads below are within the arrays by construction, so `!` only satisfies the type checker.

import {
  coefficientCount,
  createDwtPlan,
  type DwtPlan,
  waveletFilters,
  type WaveletName,
} from "@bourse/indicators/wavelets";

/** Parameters of a wavelet score. */
export interface WaveletWindow {
  /** Daubechies wavelet. */
  readonly wavelet: WaveletName;
  /** Levels of the decomposition. */
  readonly level: number;
  /** Number of closes in the window. */
  readonly window: number;
}

/** Approximation values that the trend needs: five for four differences, and one more at the end. */
export const MINIMUM_APPROXIMATION = 6;
const TREND_DIFFERENCES = 4;
const ENERGY_DETAILS = 5;
/** Sum of the energies of a z-scored window below which only rounding is left. */
const NOISE = 1e-12;

/** Number of approximation values that a window leaves at its coarsest level. */
export function approximationCount({ wavelet, level, window }: WaveletWindow): number {
  const taps = waveletFilters(wavelet).decompositionLow.length;
  let count = window;
  for (let i = 0; i < level; i++) count = coefficientCount(count, taps, "symmetric");
  return count;
}

/**
 * The reversal score of the window that ends at each close, 0–1; 0 before the first whole window.
 *
 * The closes are z-scored (population deviation; a flat window scores 0) and decomposed with symmetric extension.
 * Trend: the mean of the last four differences of the coarsest approximation. Energy of a level: the mean absolute
 * value of its last five details. With a falling trend and more than half of all energy in the coarsest details
 * the score is 1.5 times that part, at most 1; else 0.
 * O(n · window · taps); all memory is laid out before the first window.
 */
export function waveletScores(close: Float64Array, options: WaveletWindow): Float64Array {
  const scores = new Float64Array(close.length);
  const levels = layOut(options);
  const values = new Float64Array(options.window);
  for (let end = options.window; end <= close.length; end++) {
    if (standardise(close, end - options.window, values)) scores[end - 1] = score(values, levels);
  }
  return scores;
}

interface Level {
  readonly plan: DwtPlan;
  readonly approximation: Float64Array;
  readonly detail: Float64Array;
}

function layOut({ wavelet, level, window }: WaveletWindow): readonly Level[] {
  const levels: Level[] = [];
  let length = window;
  for (let i = 0; i < level; i++) {
    const plan = createDwtPlan(length, wavelet, "symmetric");
    length = plan.coefficients;
    const approximation = new Float64Array(length);
    levels.push({ plan, approximation, detail: new Float64Array(length) });
  }
  return levels;
}

/**
 * Writes the z-scores of the closes from `start` to `values`. Returns false for a flat window, whose values are then
 * unusable.
 */
function standardise(close: Float64Array, start: number, values: Float64Array): boolean {
  const n = values.length;
  // Against the first close instead of 0, so that a flat window is exactly flat at any price.
  const anchor = close[start]!;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const value = close[start + i]! - anchor;
    values[i] = value;
    sum += value;
  }
  const mean = sum / n;
  let squares = 0;
  for (let i = 0; i < n; i++) {
    const value = values[i]! - mean;
    values[i] = value;
    squares += value * value;
  }
  const deviation = Math.sqrt(squares / n);
  if (!(deviation > 0)) return false;
  for (let i = 0; i < n; i++) values[i]! /= deviation;
  return true;
}

function score(values: Float64Array, levels: readonly Level[]): number {
  return isFalling(values, levels) ? energyScore(levels) : 0;
}

function isFalling(values: Float64Array, levels: readonly Level[]): boolean {
  let course = values;
  for (let i = 0; i < levels.length; i++) {
    const { plan, approximation } = levels[i]!;
    plan.approximate(course, approximation);
    course = approximation;
  }
  // The mean of neighbouring differences is the difference of the ends: without their rounding.
  const end = course.length - 1;
  return course[end]! < course[end - TREND_DIFFERENCES]!;
}

function energyScore(levels: readonly Level[]): number {
  let energies = 0;
  let coarsest = 0;
  for (let i = 0; i < levels.length; i++) {
    const { plan, detail } = levels[i]!;
    const from = Math.max(0, detail.length - ENERGY_DETAILS);
    plan.detail(detail, from);
    coarsest = energyFrom(detail, from);
    energies += coarsest;
  }
  if (energies < NOISE) return 0;
  const ratio = coarsest / energies;
  return ratio > 0.5 ? Math.min(1, 1.5 * ratio) : 0;
}

function energyFrom(detail: Float64Array, from: number): number {
  let sum = 0;
  for (let i = from; i < detail.length; i++) sum += Math.abs(detail[i]!);
  return sum / (detail.length - from);
}
