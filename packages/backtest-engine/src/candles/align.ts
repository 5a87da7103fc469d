// Typed-array reads below are within 0..length-1, so `!` only tells the checker what the loop bounds say.

import { objectOf, type OptionRules } from "@bourse/kernel";

import { EngineError } from "../errors.ts";
import { anyColumn, requireArguments, unchecked } from "../require-arguments.ts";
import { resolveEngineOptions } from "../resolve-engine-options.ts";
import type { Candles } from "./candles.ts";
import { addIntervals, checkCanonicalInterval, type Interval } from "./interval.ts";
import { candlesWith } from "./require-candles.ts";
import { sourceInterval, type ResampledCandles } from "./resample.ts";

/** Options of {@link align}. */
export interface AlignOptions {
  /** Interval of `candles`, by which each of them has a close. Default: detected from the most frequent step. */
  readonly interval?: Interval;
}

const RULES: OptionRules<{ readonly interval: Interval | undefined }> = {
  interval: unchecked(),
};

const SHAPES = {
  values: anyColumn,
  longer: objectOf({ knownAt: anyColumn }),
  candles: candlesWith("time"),
};

/**
 * Brings values of a longer interval beside the candles that decide: at each candle the value of the last longer candle
 * that is closed when it closes, NaN before the first one. So a week's average changes at the close of its last candle,
 * never at its open: merging by open times would tell the week's close in advance. O(n).
 *
 * `values` has one value for each candle of `longer`, such as an indicator of its closes.
 *
 * @throws EngineError OPTIONS_INVALID: `values` has another length than `longer`, or an interval cannot be detected
 */
export function align(
  values: Float64Array,
  longer: Pick<ResampledCandles, "knownAt">,
  candles: Pick<Candles, "time" | "length">,
  options: AlignOptions = {},
): Float64Array {
  requireArguments("align", { values, longer, candles }, SHAPES);
  const { interval: named } = resolveEngineOptions("align", options, RULES);
  const { knownAt } = longer;
  const { length, time } = candles;
  if (values.length !== knownAt.length) {
    throw new EngineError(
      "OPTIONS_INVALID",
      `Aligning: expected one value for each of the ${knownAt.length} longer candles; found ${values.length}.`,
      { details: { option: "values" } },
    );
  }
  const aligned = new Float64Array(length).fill(NaN);
  if (length === 0 || values.length === 0) return aligned;
  const interval = named === undefined ? sourceInterval(candles) : named;
  checkCanonicalInterval(interval);
  let next = 0;
  for (let i = 0; i < length; i++) {
    const closes = addIntervals(interval, time[i]!, 1);
    while (next < knownAt.length && knownAt[next]! <= closes) next += 1;
    if (next > 0) aligned[i] = values[next - 1]!;
  }
  return aligned;
}
