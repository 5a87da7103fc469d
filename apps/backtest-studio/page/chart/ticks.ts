/** Ticks of an axis of values, and their texts: with as many digits as tell them apart, and never fewer than whole. */

import { fixed } from "@bourse/ui/numeral";

/** Ticks of 1, 2 or 5 times a power of ten; on a logarithmic axis over several times its start, powers of ten first. */
export function ticksOf(min: number, max: number, most: number, isLog = false): number[] {
  if (!(max > min)) return [];
  if (isLog && min > 0 && max / min > LINEAR_UP_TO) return logTicks(min, max, Math.max(2, most));
  const step = stepOf((max - min) / Math.max(1, most));
  const [first, last] = [Math.ceil(min / step), Math.floor(max / step)];
  // A whole number of steps, so that no rounding is carried along; a step below 1 divides by its inverse.
  const inverse = Math.round(1 / step);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) =>
    step < 1 ? (first + at) / inverse : (first + at) * step,
  );
}

/** Longest ratio of the ends of a logarithmic axis that even steps still read well on. */
const LINEAR_UP_TO = 4;

/** The texts of ticks: the digits that their distance needs, or, where distances differ, each its own. */
export function tickTexts(ticks: readonly number[]): string[] {
  const steps = ticks.slice(1).map((tick, at) => tick - (ticks[at] ?? tick));
  const [step] = steps;
  // Of a logarithmic axis two ticks may be left, of which the lower is far below their distance.
  const isEven =
    step !== undefined &&
    steps.every((one) => Math.abs(one - step) < 1e-6 * step) &&
    ticks.every((tick) => Math.abs(Math.round(tick / step) - tick / step) < 1e-6);
  return ticks.map((tick) => fixed(tick, isEven ? digitsOf(step) : ownDigits(tick)));
}

/** Digits behind the point that a number is written with. */
function ownDigits(value: number): number {
  let digits = 0;
  while (digits < 20 && Math.abs(Number(value.toFixed(digits)) - value) > 1e-12 * Math.abs(value))
    digits++;
  return digits;
}

/** The texts of ticks that are fractions, as per cent. */
export function percentTexts(ticks: readonly number[]): string[] {
  const step = Math.abs((ticks[1] ?? 0.01) - (ticks[0] ?? 0)) * 100;
  return ticks.map((tick) => `${fixed(tick * 100, digitsOf(step))} %`);
}

/** Digits behind the point that a distance of this size needs, 0–20. */
export function digitsOf(distance: number): number {
  if (!(Math.abs(distance) > 0) || !Number.isFinite(distance)) return 0;
  return Math.min(20, Math.max(0, -Math.floor(Math.log10(Math.abs(distance)) + 1e-9)));
}

function stepOf(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((one) => one * power >= least * (1 - 1e-9)) ?? 10;
  return power < 1 ? factor / Math.round(1 / power) : factor * power;
}

function logTicks(min: number, max: number, most: number): number[] {
  const decades = Math.log10(max / min);
  const low = Math.floor(Math.log10(min));
  const high = Math.ceil(Math.log10(max));
  const factors = decades * 3 <= most ? [1, 2, 5] : [1];
  const every = Math.max(1, Math.ceil(decades / most));
  const ticks: number[] = [];
  for (let power = low; power <= high; power++) {
    if (factors.length === 1 && power % every !== 0) continue;
    for (const factor of factors) ticks.push(Number(`${factor}e${power}`));
  }
  return ticks.filter((tick) => tick >= min && tick <= max);
}
