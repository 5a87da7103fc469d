/** Values that a sweep tries for each parameter: a single one, a list, or a range. */

import { EngineError } from "../errors.ts";
import type { ParameterValue } from "../strategy/parameters.ts";

/** A range of numbers, both ends included. */
export interface NumberRange {
  /** Lowest value, a finite number. */
  readonly from: number;
  /** Highest value, a finite number of at least `from`. */
  readonly to: number;
  /**
   * Distance between two values, above 0. May be omitted in a random search, which then draws any number between the
   * ends.
   */
  readonly step?: number;
  /**
   * Scale on which a random search and `tpe` draw: `log` draws as often from 1 to 10 as from 10 to 100 and needs a
   * `from` above 0. It leaves a grid as it is. Default `linear`.
   */
  readonly scale?: "linear" | "log";
}

/** Values to try for one parameter: a single value is kept fixed; a list or a range is tried. */
export type ParameterRange = ParameterValue | readonly ParameterValue[] | NumberRange;

/** Values to try, by parameter name; parameters that are not named keep the strategy's default. */
export type ParameterRanges = Readonly<Record<string, ParameterRange>>;

/** An axis of the grid: listed values, steps that are counted and not listed, or all numbers between two ends. */
export type Axis<Value = ParameterValue> =
  | { readonly kind: "values"; readonly values: readonly Value[] }
  | {
      readonly kind: "steps";
      readonly from: number;
      readonly step: number;
      readonly count: number;
      readonly isLog: boolean;
    }
  | {
      readonly kind: "between";
      readonly from: number;
      readonly to: number;
      readonly isLog: boolean;
      /** True when only whole numbers may be drawn; the ends are whole then. */
      readonly isWhole: boolean;
    };

/** Largest number of steps of an axis; a range with more is refused as a mistake. */
const MAX_VALUES = 1_000_000;

/**
 * The axis that a range amounts to. Steps are counted from `from` and rounded to 12 digits, so 0.1 to 0.3 by 0.1 is
 * 0.1, 0.2 and 0.3. A value named twice is tried once.
 *
 * @throws EngineError PARAMETERS_INVALID: no value at all, an end that is not finite, ends in the wrong order, a step
 * that is not above 0
 */
export function axisOf<Value = ParameterValue>(name: string, range: unknown): Axis<Value> {
  if (Array.isArray(range)) {
    if (range.length === 0)
      throw rangeRefusal(name, "needs at least one value to try, found an empty list");
    return { kind: "values", values: [...new Set(range as readonly Value[])] };
  }
  if (typeof range !== "object" || range === null) {
    return { kind: "values", values: [range as Value] };
  }
  return axisOfRange(name, range);
}

function axisOfRange(name: string, range: object): Axis<never> {
  const { from, to, step, scale = "linear", ...others } = range as Partial<NumberRange>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    const found = JSON.stringify(unknown.slice(0, 64));
    throw rangeRefusal(name, `takes a range of from, to, step and scale, found ${found}`);
  }
  if (!isFinite(from) || !isFinite(to) || from > to) {
    throw rangeRefusal(
      name,
      `needs finite ends with from at most to, found ${String(from)} and ${String(to)}`,
    );
  }
  if (scale !== "linear" && scale !== "log") {
    throw rangeRefusal(name, `needs a scale of linear or log, found ${JSON.stringify(scale)}`);
  }
  const isLog = scale === "log";
  if (isLog && from <= 0) {
    throw rangeRefusal(name, `needs a from above 0 for the scale log, found ${from}`);
  }
  if (step === undefined) return { kind: "between", from, to, isLog, isWhole: false };
  if (!isFinite(step) || step <= 0)
    throw rangeRefusal(name, `needs a step above 0, found ${String(step)}`);
  const count = Math.floor((to - from) / step + 1e-9) + 1;
  if (count > MAX_VALUES) {
    throw rangeRefusal(
      name,
      `has ${count} steps from ${from} to ${to}; at most ${MAX_VALUES} are tried`,
    );
  }
  return { kind: "steps", from, step, count, isLog };
}

/** The fault of a range as a whole, if it has one. */
export function rangeRefusal(name: string, fault: string): EngineError {
  const path = name.slice(0, 64);
  return new EngineError("PARAMETERS_INVALID", `The range of parameter ${path} ${fault}.`, {
    details: { faults: [{ path, message: fault }] },
  });
}

function isFinite(value: unknown): value is number {
  return Number.isFinite(value);
}
