// Indices stay within their lists, so `!` only satisfies the type checker.

/** The combinations of parameters that a sweep runs. */

import { seededRandom, type Random } from "@bourse/kernel";
import { nextTurn } from "@bourse/kernel/platform";

import { EngineError } from "../errors.ts";
import type { Parameters, ParameterValue } from "../strategies/parameters.ts";
import { findParameterFaults, findValueFault } from "../strategies/resolve-parameters.ts";
import type { Strategy } from "../strategies/strategy.ts";
import {
  axisOf,
  rangeRefusal,
  type Axis,
  type ParameterRange,
  type ParameterRanges,
} from "./parameter-ranges.ts";

/** A random search over parameter ranges. */
export interface RandomSearch {
  /** Number of combinations to draw, at least 1. No combination is drawn twice, so there may be fewer. */
  readonly count: number;
  /** Seed of the random numbers; the same seed draws the same combinations. A whole number; default 1. */
  readonly seed?: number;
}

/** Combinations to run. */
export interface Combinations {
  /** Parameters in force for each combination, defaults included; the first parameter named changes slowest. */
  readonly list: readonly Parameters[];
  /** Number of combinations left out because the strategy's rule between parameters does not hold. */
  readonly skipped: number;
}

/** Number of combinations made in one turn of the event loop: about a millisecond. */
const TURN = 100;

/**
 * Every combination of the ranges, or a random search among them. Others run in between.
 *
 * @throws EngineError PARAMETERS_INVALID naming the parameter: unknown, a value of another type or outside its range, a
 * range without a step in a grid, or no combination that the strategy's rule leaves; OPTIONS_INVALID: more than
 * `most` combinations
 */
export async function combine(
  strategy: Strategy,
  ranges: ParameterRanges,
  search: RandomSearch | undefined,
  most: number,
): Promise<Combinations> {
  const axes = Object.entries(ranges).map(
    ([name, range]) => [name, checkedAxis(strategy, name, range)] as const,
  );
  const size = axes.reduce((product, [, axis]) => product * sizeOf(axis), 1);
  const wanted = search === undefined ? size : Math.min(search.count, size);
  if (search === undefined && size === Infinity) throw stepMissing(axes);
  if (wanted > most) throw tooMany(wanted, most);
  const drawn =
    wanted === size
      ? everyCombination(axes, size)
      : drawCombinations(strategy, axes, wanted, search?.seed ?? 1);
  const list: Parameters[] = [];
  let first: Parameters | undefined;
  let skipped = 0;
  let tries = 0;
  for (const given of drawn) {
    if (++tries % TURN === 0) await nextTurn();
    if (given === undefined) continue;
    first ??= given;
    const { parameters, faults } = findParameterFaults(strategy, given);
    if (faults.length === 0) list.push(Object.freeze(parameters));
    else skipped++;
  }
  if (list.length === 0) throw noneLeft(strategy, first ?? {});
  return { list, skipped };
}

type Axes = readonly (readonly [name: string, axis: Axis])[];

function sizeOf(axis: Axis): number {
  if (axis.kind === "values") return axis.values.length;
  if (axis.kind === "steps") return axis.count;
  return axis.from === axis.to ? 1 : Infinity;
}

/** One of the `sizeOf(axis)` values, where they can be counted. */
function valueAt(axis: Axis, place: number): ParameterValue {
  if (axis.kind === "values") return axis.values[place]!;
  if (axis.kind === "between") return axis.from;
  return Number((axis.from + place * axis.step).toPrecision(12));
}

/**
 * A range of a parameter that there is, every single value one that the strategy takes; its rule over several is
 * another matter.
 */
function checkedAxis(strategy: Strategy, name: string, range: ParameterRange): Axis {
  const spec = Object.hasOwn(strategy.parameters, name) ? strategy.parameters[name] : undefined;
  if (spec === undefined) throw valueRefusal(strategy, name, range);
  const axis = axisOf(name, range);
  for (const value of tellingValues(name, axis, spec.type === "integer")) {
    if (findValueFault(strategy, name, value) !== undefined) {
      throw valueRefusal(strategy, name, value);
    }
  }
  return axis;
}

/** Values of an axis that are all fine only when the rest are. */
function tellingValues(name: string, axis: Axis, isInteger: boolean): readonly ParameterValue[] {
  if (axis.kind === "values") return axis.values;
  if (axis.kind === "between") return isInteger ? wholeEnds(name, axis) : [axis.from, axis.to];
  // Where the second is a whole number too, so are all; the ends bound what lies between.
  return [0, Math.min(1, axis.count - 1), axis.count - 1].map((place) => valueAt(axis, place));
}

function wholeEnds(name: string, { from, to }: Axis & { kind: "between" }): [number, number] {
  const ends: [number, number] = [Math.ceil(from), Math.floor(to)];
  if (ends[0] <= ends[1]) return ends;
  throw rangeRefusal(name, `needs a whole number between its ends, found ${from} and ${to}`);
}

function* everyCombination(axes: Axes, size: number): Generator<Parameters> {
  // Once each: a step is rounded through its decimal digits.
  const fromLast = axes
    .map(([name, axis]) => {
      const values = Array.from({ length: sizeOf(axis) }, (_, place) => valueAt(axis, place));
      return [name, values] as const;
    })
    .toReversed();
  for (let index = 0; index < size; index++) {
    let rest = index;
    const taken = fromLast.map(([name, values]) => {
      const value = values[rest % values.length]!;
      rest = Math.floor(rest / values.length);
      return [name, value] as const;
    });
    yield Object.fromEntries(taken.toReversed());
  }
}

/** Tries per combination before it is taken that there are no more new ones to find. */
const PATIENCE = 50;

/** One result a try: undefined for a combination that was drawn before. */
function* drawCombinations(
  strategy: Strategy,
  axes: Axes,
  count: number,
  seed: number,
): Generator<Parameters | undefined> {
  const random = seededRandom(seed);
  const found = new Set<string>();
  for (let tries = 0; found.size < count && tries < count * PATIENCE; tries++) {
    const drawn = axes.map(
      ([name, axis]) => [name, drawFrom(strategy, name, axis, random)] as const,
    );
    const key = JSON.stringify(drawn.map(([, value]) => value));
    yield found.has(key) ? undefined : Object.fromEntries(drawn);
    found.add(key);
  }
}

function drawFrom(strategy: Strategy, name: string, axis: Axis, random: Random): ParameterValue {
  // A fixed value takes no number of the draw: to name a default or to leave it out draws the same.
  if (sizeOf(axis) === 1) return valueAt(axis, 0);
  if (axis.kind !== "between") return valueAt(axis, random.below(sizeOf(axis)));
  if (strategy.parameters[name]?.type === "integer") {
    const [from, to] = wholeEnds(name, axis);
    return from + random.below(to - from + 1);
  }
  return Math.min(axis.to, axis.from + random.next() * (axis.to - axis.from));
}

function valueRefusal(strategy: Strategy, name: string, value: unknown): EngineError {
  const fault = findValueFault(strategy, name, value);
  return new EngineError(
    "PARAMETERS_INVALID",
    `The parameters of strategy ${strategy.name} are not valid: ${fault?.path} ${fault?.message}.`,
    { details: { strategy: strategy.name, faults: fault === undefined ? [] : [fault] } },
  );
}

function stepMissing(axes: Axes): EngineError {
  const [name] = axes.find(([, axis]) => sizeOf(axis) === Infinity)!;
  return rangeRefusal(name, "needs a step in a grid; only a random search may leave it out");
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
