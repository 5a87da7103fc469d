// Places stay within their axes, so `!` only satisfies the type checker.

/** Everything that a sweep may vary: parameters of the strategy, options of the simulation, and rules between them. */

import { listOf, objectOf, readable, type OptionRules } from "@bourse/kernel";

import { EngineError } from "../errors.ts";
import { shaped } from "../require-arguments.ts";
import { resolveEngineOptions } from "../resolve-engine-options.ts";
import { withDirection, type SimulationOptions } from "../simulation/options.ts";
import { optionsInForce } from "../simulation/rules-in-force.ts";
import { requireStrategy } from "../strategies/require-strategy.ts";
import { findValueFault, parameterFaults } from "../strategies/resolve-parameters.ts";
import type { Parameters, ParameterValue } from "../strategy/parameters.ts";
import type { StrategyDescription } from "../strategy/strategy.ts";
import { parseConstraints } from "./constraints.ts";
import {
  optionAxis,
  type OptionRanges,
  type OptionSet,
  type OptionValue,
} from "./option-ranges.ts";
import { axisOf, rangeRefusal, type Axis, type ParameterRanges } from "./parameter-ranges.ts";

/** Ranges of a sweep and the rules between them. */
export interface SpaceOptions {
  readonly parameters: ParameterRanges;
  readonly optionRanges?: OptionRanges | undefined;
  readonly constraints?: readonly string[] | undefined;
  /** Options that all runs have in common. */
  readonly rules?: SimulationOptions;
}

/** Values of a combination by the name of their axis; those of options begin with `options.`. */
export type Point = Readonly<Record<string, OptionValue>>;

/** One combination. */
export interface Combination {
  /** Parameters in force, defaults included. */
  readonly parameters: Parameters;
  /** Options that differ from the common ones; absent when the sweep varies none. */
  readonly options?: OptionSet;
}

/** Named axes, with the completion of a point to a combination. */
export interface SearchSpace {
  /** Axes in the order in which they were named, parameters first. */
  readonly axes: readonly (readonly [name: string, axis: Axis<OptionValue>])[];
  /** Number of points; Infinity when an axis has no steps. */
  readonly size: number;
  /** The combination at a point; the fault when a rule of the strategy or a constraint does not hold. */
  complete(point: Point): Combination | { readonly fault: string };
}

const OPTION = "options.";

const RULES: OptionRules<{ readonly [Key in keyof Required<SpaceOptions>]: SpaceOptions[Key] }> = {
  parameters: {
    ...shaped<ParameterRanges>("an object of ranges by parameter", objectOf({})),
    absent: null,
  },
  optionRanges: shaped("an object of ranges by option", objectOf({})),
  constraints: shaped("a list of rules", listOf(readable)),
  rules: shaped("an object of options", objectOf({})),
};

/** The spaces that were made here, whose parts belong together. */
const spaces = new WeakSet<SearchSpace>();

/** Tells whether a value is a space of {@link createSpace}. */
export function isSpace(value: unknown): value is SearchSpace {
  return spaces.has(value as SearchSpace);
}

/**
 * Creates the space of the combinations of a strategy that a search draws from.
 *
 * @throws EngineError PARAMETERS_INVALID naming the parameter: unknown, a value of another type or outside its range;
 * OPTIONS_INVALID: an option that cannot be varied or a value out of its bounds, a constraint that cannot be read
 */
export function createSpace(strategy: StrategyDescription, given: SpaceOptions): SearchSpace {
  requireStrategy(strategy, "createSpace");
  const resolved = resolveEngineOptions("sweep", given, RULES);
  const { parameters, optionRanges = {}, constraints = [], rules = {} } = resolved;
  const common = withDirection(rules, strategy);
  const axes = [
    ...Object.entries(parameters).map(
      ([name, range]) => [name, parameterAxis(strategy, name, range)] as const,
    ),
    ...Object.entries(optionRanges)
      .filter(([, range]) => range !== undefined)
      .map(([name, range]) => [`${OPTION}${name}`, optionAxis(name, range, common)] as const),
  ];
  const inForce = constraints.length === 0 ? {} : prefixed(optionsInForce(common));
  const names = [
    ...Object.keys(strategy.parameters),
    ...Object.keys({ ...inForce, ...prefixed(optionRanges) }),
  ];
  const parsed = parseConstraints(constraints, names);
  const hasOptions = axes.some(([name]) => name.startsWith(OPTION));
  const parametersAt = rememberingLast((chosen) =>
    parameterFaults(strategy, Object.fromEntries(chosen)),
  );
  const optionsAt = sharingSets();
  const space: SearchSpace = {
    axes,
    size: axes.reduce((product, [, axis]) => product * sizeOf(axis), 1),
    complete(point) {
      const own = Object.entries(point);
      const chosen = hasOptions ? own.filter(([name]) => !name.startsWith(OPTION)) : own;
      const found = parametersAt(chosen);
      const [first] = found.faults;
      if (first !== undefined) return { fault: `${first.path} ${first.message}` };
      const broken = parsed.findIndex(
        (holds) => !holds({ ...inForce, ...found.parameters, ...point }),
      );
      if (broken >= 0) return { fault: `the constraint ${constraints[broken]!} does not hold` };
      const inUse = Object.freeze(found.parameters);
      if (!hasOptions) return { parameters: inUse };
      const options = own
        .filter(([name]) => name.startsWith(OPTION))
        .map(([name, value]) => [name.slice(OPTION.length), value] as const);
      return { parameters: inUse, options: optionsAt(options) };
    },
  };
  spaces.add(space);
  return space;
}

type Values = readonly (readonly [name: string, value: OptionValue])[];

/** The result for the values before when they are the same: in a grid the parameters change slowest. */
function rememberingLast<Result>(compute: (values: Values) => Result): (values: Values) => Result {
  let last: { readonly values: Values; readonly result: Result } | undefined;
  return (values) => {
    const isSame =
      last?.values.length === values.length &&
      values.every(([name, value], k) => {
        const [lastName, lastValue] = last!.values[k]!;
        return name === lastName && Object.is(value, lastValue);
      });
    if (last === undefined || !isSame) last = { values, result: compute(values) };
    return last.result;
  };
}

/** Most sets of options that are shared; the values of a range without steps seldom come twice. */
const SHARED_SETS = 1000;

/** One object for equal sets of options: it is sent to a thread once, and resolved there once. */
function sharingSets(): (values: Values) => OptionSet {
  const shared = new Map<string, OptionSet>();
  return (values) => {
    const key = JSON.stringify(values, (_, value: unknown) =>
      typeof value === "number" ? String(value) : value,
    );
    const known = shared.get(key);
    if (known !== undefined) return known;
    const set = Object.freeze(Object.fromEntries(values));
    if (shared.size < SHARED_SETS) shared.set(key, set);
    return set;
  };
}

function prefixed(record: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [`${OPTION}${name}`, value]),
  );
}

/** Number of values of an axis; Infinity where they cannot be counted. */
export function sizeOf(axis: Axis<unknown>): number {
  if (axis.kind === "values") return axis.values.length;
  if (axis.kind === "steps") return axis.count;
  return axis.from === axis.to ? 1 : Infinity;
}

/** One of the `sizeOf(axis)` values, where they can be counted. */
export function valueAt<Value>(axis: Axis<Value>, place: number): Value | number {
  if (axis.kind === "values") return axis.values[place]!;
  if (axis.kind === "between") return axis.from;
  return Number((axis.from + place * axis.step).toPrecision(12));
}

/**
 * A range of a parameter that there is, every single value one that the strategy takes; its rule over several is
 * another matter.
 */
function parameterAxis(strategy: StrategyDescription, name: string, range: unknown): Axis {
  const spec = Object.hasOwn(strategy.parameters, name) ? strategy.parameters[name] : undefined;
  if (spec === undefined) throw valueRefusal(strategy, name, range);
  const given = axisOf(name, range);
  const axis = spec.type === "integer" ? wholeAxis(name, given) : given;
  for (const value of tellingValues(axis)) {
    if (findValueFault(strategy, name, value) !== undefined) {
      throw valueRefusal(strategy, name, value);
    }
  }
  return axis;
}

/** Values of an axis that are all fine only when the rest are. */
function tellingValues(axis: Axis): readonly ParameterValue[] {
  if (axis.kind === "values") return axis.values;
  if (axis.kind === "between") return [axis.from, axis.to];
  // Where the second is a whole number too, so are all; the ends bound what lies between.
  return [0, Math.min(1, axis.count - 1), axis.count - 1].map((place) => valueAt(axis, place));
}

/** The axis of a parameter of whole numbers. @throws EngineError PARAMETERS_INVALID without one */
function wholeAxis(name: string, axis: Axis): Axis {
  if (axis.kind !== "between") return axis;
  const [from, to] = [Math.ceil(axis.from), Math.floor(axis.to)];
  if (from <= to) return { ...axis, from, to, isWhole: true };
  throw rangeRefusal(
    name,
    `needs a whole number between its ends, found ${axis.from} and ${axis.to}`,
  );
}

function valueRefusal(strategy: StrategyDescription, name: string, value: unknown): EngineError {
  const fault = findValueFault(strategy, name, value);
  return new EngineError(
    "PARAMETERS_INVALID",
    `The parameters of strategy ${strategy.name} are not valid: ${fault?.path} ${fault?.message}.`,
    { details: { strategy: strategy.name, faults: fault === undefined ? [] : [fault] } },
  );
}
