// Array reads below are within 0..n-1 by construction, so `!` only satisfies the type checker.

import { IndicatorError } from "../errors.ts";
import { told } from "../parameters.ts";

/**
 * Continuation of a signal beyond its ends, where a filter reaches over them. For `a b c d`:
 *
 * - `zero`: 0 0 | a b c d | 0 0
 * - `constant`: a a | a b c d | d d
 * - `symmetric`: b a | a b c d | d c
 * - `reflect`: c b | a b c d | c b
 * - `periodic`: c d | a b c d | a b
 * - `smooth`: a straight line through the two values at each end
 * - `antisymmetric`: -b -a | a b c d | -d -c
 * - `antireflect`: 2a-c 2a-b | a b c d | 2d-c 2d-b
 * - `periodization`: as `periodic`, an odd signal first lengthened by its last value, with the fewest coefficients
 */
export type ExtensionMode =
  | "zero"
  | "constant"
  | "symmetric"
  | "reflect"
  | "periodic"
  | "smooth"
  | "antisymmetric"
  | "antireflect"
  | "periodization";

/** Every extension mode. */
export const EXTENSION_MODES: readonly ExtensionMode[] = Object.freeze([
  "zero",
  "constant",
  "symmetric",
  "reflect",
  "periodic",
  "smooth",
  "antisymmetric",
  "antireflect",
  "periodization",
]);

/**
 * Checks that the mode is known.
 *
 * @throws IndicatorError OPTIONS_INVALID for an unknown mode
 */
export function checkExtensionMode(mode: ExtensionMode): void {
  if (EXTENSION_MODES.includes(mode)) return;
  throw new IndicatorError(
    `Expected the extension mode to be one of ${EXTENSION_MODES.join(" ")}, found ${told(mode)}.`,
  );
}

/**
 * Fills `out` around a signal that already stands in it: `length` values from index `margin` on, the extension on
 * both sides of them. `out` may end anywhere behind the signal.
 */
export function extend(
  out: Float64Array,
  margin: number,
  length: number,
  mode: ExtensionMode,
): void {
  for (let i = 0; i < margin; i++) out[i] = valueAt(out, margin, length, i - margin, mode);
  for (let i = margin + length; i < out.length; i++) {
    out[i] = valueAt(out, margin, length, i - margin, mode);
  }
}

/** The signal of `n` values from `start` on, extended to `index`, which lies outside 0..n-1. */
function valueAt(
  values: Float64Array,
  start: number,
  n: number,
  index: number,
  mode: ExtensionMode,
): number {
  const last = n - 1;
  const edge = values[index < 0 ? start : start + last]!;
  switch (mode) {
    case "zero":
      return 0;
    case "constant":
      return edge;
    case "periodic":
      return values[start + modulo(index, n)]!;
    case "periodization":
      return values[start + Math.min(modulo(index, n + (n % 2)), last)]!;
    case "smooth": {
      const inner = n === 1 ? edge : values[index < 0 ? start + 1 : start + last - 1]!;
      const beyond = index < 0 ? -index : index - last;
      return edge + beyond * (edge - inner);
    }
    case "symmetric":
    case "antisymmetric": {
      const phase = modulo(index, 2 * n);
      const mirrored = values[start + (phase < n ? phase : 2 * n - 1 - phase)]!;
      return mode === "antisymmetric" && phase >= n ? -mirrored : mirrored;
    }
    case "reflect":
    case "antireflect": {
      if (n === 1) return edge;
      const phase = modulo(index, 2 * last);
      const mirrored = values[start + (phase < n ? phase : 2 * last - phase)]!;
      if (mode === "reflect") return mirrored;
      // Odd about both ends: every period of 2(n-1) climbs by twice the rise of the signal.
      const end = values[start + last]!;
      const climbed = Math.floor(index / (2 * last)) * 2 * (end - values[start]!);
      return phase < n ? mirrored + climbed : 2 * end - mirrored + climbed;
    }
  }
}

function modulo(index: number, period: number): number {
  return ((index % period) + period) % period;
}
