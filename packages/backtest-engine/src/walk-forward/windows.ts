/** Training and test windows of a walk-forward analysis. */

import { booleanOption, integerOption, optional, type OptionRules } from "@bourse/kernel";

import { EngineError } from "../errors.ts";
import { requireNumbers, requireOptions } from "../require-arguments.ts";
import { resolveEngineOptions } from "../resolve-engine-options.ts";

/** Lengths of the windows in candles. */
export interface WindowOptions {
  /** Candles on which parameters are chosen, the purged ones included. At least 1. */
  readonly trainCandles: number;
  /** Candles on which the choice is then traded. At least 1. */
  readonly testCandles: number;
  /**
   * Candles from one window to the next. At least `testCandles`, which is the default: the tests then follow each
   * other.
   */
  readonly stepCandles?: number;
  /** True makes every training begin at the first candle and grow, instead of moving along. Default false. */
  readonly isAnchored?: boolean;
  /**
   * Last candles of the training that are dropped from it, so that no trade reaches into the test. At least 0;
   * default 0.
   */
  readonly purgeCandles?: number;
  /** Candles left untraded between the training and its test. At least 0; default 0. */
  readonly embargoCandles?: number;
}

/** Indices of the candles of one window; each range ends before its `To`. */
export interface Window {
  /** Index of the first candle of the training. */
  readonly trainFrom: number;
  /** Index after the last candle of the training. */
  readonly trainTo: number;
  /** Index of the first candle of the test. */
  readonly testFrom: number;
  /** Index after the last candle of the test. */
  readonly testTo: number;
}

/**
 * All windows that fit completely into `length` candles, in order. Other fields of the request are not read.
 *
 * @throws EngineError OPTIONS_INVALID: a length that is not a whole number within its bounds, a purge that leaves no
 * training, more than 1000 windows; CANDLES_TOO_FEW: not one window fits
 */
export function windowsOf(length: number, request: Readonly<WindowOptions>): readonly Window[] {
  requireNumbers({ length });
  requireOptions("walkForward", request);
  const names = Object.keys(RULES) as (keyof WindowOptions)[];
  const given = Object.fromEntries(names.map((name) => [name, request[name]]));
  const resolved = resolveEngineOptions("walkForward", given, RULES);
  const { trainCandles, testCandles, stepCandles = testCandles } = resolved;
  const { isAnchored, purgeCandles, embargoCandles } = resolved;
  check("stepCandles", stepCandles, testCandles);
  check("purgeCandles", purgeCandles, 0, trainCandles - 1);
  const windows: Window[] = [];
  for (let start = 0; ; start += stepCandles) {
    const trainEnd = start + trainCandles;
    const testFrom = trainEnd + embargoCandles;
    const testTo = testFrom + testCandles;
    if (testTo > length) break;
    if (windows.length === MAX_WINDOWS) throw tooMany(length);
    const trainFrom = isAnchored ? 0 : start;
    windows.push({ trainFrom, trainTo: trainEnd - purgeCandles, testFrom, testTo });
  }
  if (windows.length > 0) return windows;
  const needed = trainCandles + embargoCandles + testCandles;
  throw new EngineError(
    "CANDLES_TOO_FEW",
    `walkForward: one window takes ${needed} candles, found ${length}. Shorten trainCandles or testCandles, or bring more candles.`,
    { details: { needed, candles: length } },
  );
}

const RULES: OptionRules<
  Required<Omit<WindowOptions, "stepCandles">> & { readonly stepCandles: number | undefined }
> = {
  trainCandles: integerOption({ min: 1 }),
  testCandles: integerOption({ min: 1 }),
  stepCandles: optional(integerOption({ min: 1 })),
  isAnchored: booleanOption({ default: false }),
  purgeCandles: integerOption({ min: 0, default: 0 }),
  embargoCandles: integerOption({ min: 0, default: 0 }),
};

/** One sweep each: more of them is a slip of the pen. */
const MAX_WINDOWS = 1000;

function tooMany(length: number): EngineError {
  return new EngineError(
    "OPTIONS_INVALID",
    `walkForward: ${length} candles make more than ${MAX_WINDOWS} windows; raise testCandles or stepCandles.`,
    { details: { option: "stepCandles" } },
  );
}

function check(option: string, value: number, min: number, max = Infinity): void {
  if (value >= min && value <= max) return;
  const bounds = max === Infinity ? `of at least ${min}` : `from ${min} to ${max}`;
  throw new EngineError(
    "OPTIONS_INVALID",
    `walkForward: option "${option}" must be a whole number of candles ${bounds}, found ${value}.`,
    { details: { option } },
  );
}
