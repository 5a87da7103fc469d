// Indices stay within their lists, so `!` only tells the checker what the loops say.

/** The parameters that a sweep runs, one after another. */

import { seededRandom, type Random } from "@bourse/kernel";

import { EngineError } from "../errors.ts";
import type { Parameters, ParameterValue } from "../strategies/parameters.ts";
import { findParameterFaults, findValueFault } from "../strategies/resolve-parameters.ts";
import type { Strategy } from "../strategies/strategy.ts";
import { axisOf, type Axis, type ParameterRanges } from "./parameter-ranges.ts";

/** How many combinations are drawn at random, and from which seed. */
export interface RandomSearch {
  /** At least 1. Never the same combination twice, so there may be fewer. */
  readonly count: number;
  /** The same seed draws the same combinations. A whole number, default 1. */
  readonly seed?: number;
}

export interface Combinations {
  /** In force, defaults included; the first parameter named changes slowest. */
  readonly list: readonly Parameters[];
  /** Left out because the strategy's own rule over several parameters does not hold (a fast average not below the slow). */
  readonly skipped: number;
}

/**
 * Every combination of the ranges, or a random search among them.
 *
 * @throws EngineError PARAMETERS_INVALID naming the parameter: unknown, a value of another type or outside its range, a
 * range without a step in a grid, or no combination that the strategy's rule leaves; OPTIONS_INVALID: more than
 * `most` combinations
 */
export function combine(
  strategy: Strategy,
  ranges: ParameterRanges,
  search: RandomSearch | undefined,
  most: number,
): Combinations {
  const axes = Object.entries(ranges).map(([name, range]) => [name, axisOf(name, range)] as const);
  for (const [name, axis] of axes) checkAxis(strategy, name, axis);
  const size = axes.reduce((product, [, axis]) => product * sizeOf(axis), 1);
  const wanted = search === undefined ? size : Math.min(search.count, size);
  if (search === undefined && size === Infinity) throw stepMissing(axes);
  if (wanted > most) throw tooMany(wanted, most);
  const drawn =
    wanted === size
      ? everyCombination(axes, size)
      : drawCombinations(strategy, axes, wanted, search?.seed ?? 1);
  const list: Parameters[] = [];
  let skipped = 0;
  for (const given of drawn) {
    const { parameters, faults } = findParameterFaults(strategy, given);
    if (faults.length === 0) list.push(Object.freeze(parameters));
    else skipped++;
  }
  if (list.length === 0) throw noneLeft(strategy, drawn[0]!);
  return { list, skipped };
}

type Axes = readonly (readonly [name: string, axis: Axis])[];

function sizeOf(axis: Axis): number {
  return axis.kind === "values" ? axis.values.length : axis.from === axis.to ? 1 : Infinity;
}

/** Every single value must be one that the strategy takes; its rule over several is another matter. */
function checkAxis(strategy: Strategy, name: string, axis: Axis): void {
  const ends = axis.kind === "values" ? axis.values : drawable(strategy, name, axis);
  for (const value of ends) {
    const fault = findValueFault(strategy, name, value);
    if (fault === undefined) continue;
    throw new EngineError(
      "PARAMETERS_INVALID",
      `The parameters of strategy ${strategy.name} are not valid: ${fault.path} ${fault.message}.`,
      { details: { strategy: strategy.name, faults: [fault] } },
    );
  }
}

function drawable(
  strategy: Strategy,
  name: string,
  axis: Axis & { kind: "between" },
): readonly number[] {
  const spec = strategy.parameters[name];
  return spec?.type === "integer"
    ? [Math.ceil(axis.from), Math.floor(axis.to)]
    : [axis.from, axis.to];
}

function everyCombination(axes: Axes, size: number): readonly Parameters[] {
  return Array.from({ length: size }, (_, index) => {
    let rest = index;
    const values: [string, ParameterValue][] = [];
    for (const [name, axis] of axes.toReversed()) {
      const list = axis.kind === "values" ? axis.values : [axis.from];
      values.push([name, list[rest % list.length]!]);
      rest = Math.floor(rest / list.length);
    }
    return Object.fromEntries(values.toReversed());
  });
}

/** Tries per combination before it is taken that there are no more new ones to find. */
const PATIENCE = 50;

function drawCombinations(
  strategy: Strategy,
  axes: Axes,
  count: number,
  seed: number,
): readonly Parameters[] {
  const random = seededRandom(seed);
  const found = new Map<string, Parameters>();
  for (let tries = 0; found.size < count && tries < count * PATIENCE; tries++) {
    const drawn = axes.map(
      ([name, axis]) => [name, drawFrom(strategy, name, axis, random)] as const,
    );
    found.set(JSON.stringify(drawn.map(([, value]) => value)), Object.fromEntries(drawn));
  }
  return [...found.values()];
}

function drawFrom(strategy: Strategy, name: string, axis: Axis, random: Random): ParameterValue {
  if (axis.kind === "values") return axis.values[random.below(axis.values.length)]!;
  const [from, to] = drawable(strategy, name, axis);
  if (strategy.parameters[name]?.type === "integer") return from! + random.below(to! - from! + 1);
  return Math.min(axis.to, axis.from + random.next() * (axis.to - axis.from));
}

function stepMissing(axes: Axes): EngineError {
  const [name] = axes.find(([, axis]) => sizeOf(axis) === Infinity)!;
  const fault = "needs a step in a grid; only a random search may leave it out";
  return new EngineError("PARAMETERS_INVALID", `The range of parameter ${name} ${fault}.`, {
    details: { faults: [{ path: name, message: fault }] },
  });
}

function tooMany(size: number, most: number): EngineError {
  return new EngineError(
    "OPTIONS_INVALID",
    `sweep: the ranges make ${size} combinations and at most ${most} are run. Widen the steps, raise maxCombinations, or search at random.`,
    { details: { option: "maxCombinations", combinations: size } },
  );
}

function noneLeft(strategy: Strategy, first: Parameters): EngineError {
  const { faults } = findParameterFaults(strategy, first);
  const [fault] = faults;
  return new EngineError(
    "PARAMETERS_INVALID",
    `No combination of the ranges keeps the rule of strategy ${strategy.name}: ${fault?.path} ${fault?.message}.`,
    { details: { strategy: strategy.name, faults } },
  );
}
