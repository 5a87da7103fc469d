/** Resolution of parameters: fills in defaults and reports all faults of given values at once. */

import { didYouMean } from "@bourse/kernel";

import { EngineError } from "../errors.ts";
import type { Parameters, ParameterSpec, ParameterValue } from "../strategy/parameters.ts";
import type { ParameterRuleFault, StrategyDescription } from "../strategy/strategy.ts";
import { requireStrategy } from "./require-strategy.ts";

/** A fault in given parameters. */
export interface ParameterFault {
  /** Name of the parameter; empty when the parameters are not an object. */
  readonly path: string;
  /** Explanation that completes a sentence after the parameter's name. */
  readonly message: string;
}

/**
 * The parameters in force, frozen: the given values over the strategy's defaults.
 *
 * `given` may be any value received from outside.
 *
 * @throws EngineError PARAMETERS_INVALID, details {strategy, faults}: one error that lists every unknown name (with
 * the nearest known), wrong type, value out of range and violated rule between parameters
 */
export function resolveParameters<P extends Parameters>(
  strategy: StrategyDescription<P>,
  given: unknown = {},
): P {
  requireStrategy(strategy, "resolveParameters");
  const { parameters, faults } = parameterFaults(strategy, given);
  if (faults.length === 0) return Object.freeze(parameters);
  const listed = faults.map(({ path, message }) => (path === "" ? message : `${path} ${message}`));
  throw new EngineError(
    "PARAMETERS_INVALID",
    `The parameters of strategy ${strategy.name} are not valid: ${listed.join("; ")}.`,
    { details: { strategy: strategy.name, faults } },
  );
}

/** The parameters in force together with all their faults. @throws EngineError STRATEGY_INVALID */
export function findParameterFaults<P extends Parameters>(
  strategy: StrategyDescription<P>,
  given: unknown,
): FoundParameters<P> {
  requireStrategy(strategy, "findParameterFaults");
  return parameterFaults(strategy, given);
}

interface FoundParameters<P extends Parameters> {
  readonly parameters: P;
  readonly faults: readonly ParameterFault[];
}

/** {@link findParameterFaults} of a strategy that is known to be sound. */
export function parameterFaults<P extends Parameters>(
  strategy: StrategyDescription<P>,
  given: unknown,
): FoundParameters<P> {
  const specs = strategy.parameters as Readonly<Record<string, ParameterSpec>>;
  const names = Object.keys(specs);
  const parameters: Record<string, ParameterValue> = {};
  for (const name of names) parameters[name] = specs[name]!.default;
  const values = entriesOf(given);
  if (values === undefined) {
    const message = "must be an object of parameters by name";
    return { parameters: parameters as P, faults: [{ path: "", message }] };
  }
  const faults: ParameterFault[] = [];
  for (const [name, value] of values) {
    if (value === undefined) continue;
    if (!Object.hasOwn(specs, name)) faults.push(unknownName(name, names));
    else parameters[name] = value as ParameterValue;
  }
  for (const name of names) {
    const message = valueFault(specs[name]!, parameters[name]);
    if (message !== undefined) faults.push({ path: name, message });
  }
  // A rule over several parameters makes sense only of values that are fine one by one.
  const broken: ParameterRuleFault | undefined =
    faults.length === 0 ? strategy.check?.(parameters as P) : undefined;
  if (broken !== undefined) faults.push(broken);
  return { parameters: parameters as P, faults };
}

/** The members of an object; undefined for anything else and where reading it throws. */
function entriesOf(given: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return undefined;
  try {
    return Object.entries(given);
  } catch {
    return undefined;
  }
}

/** Fault of one value by itself: an unknown name, another type, out of its range; undefined when nothing is. */
export function findValueFault(
  strategy: Pick<StrategyDescription, "parameters">,
  name: string,
  value: unknown,
): ParameterFault | undefined {
  const specs = strategy.parameters;
  if (!Object.hasOwn(specs, name)) return unknownName(name, Object.keys(specs));
  const message = valueFault(specs[name]!, value);
  return message === undefined ? undefined : { path: name, message };
}

function unknownName(name: string, known: readonly string[]): ParameterFault {
  const tail =
    known.length === 0
      ? " The strategy has none."
      : didYouMean(name, known) || ` Known: ${known.join(", ")}.`;
  return { path: name.slice(0, 64), message: `is not a parameter of this strategy.${tail}` };
}

function valueFault(spec: ParameterSpec, value: unknown): string | undefined {
  switch (spec.type) {
    case "integer":
    case "number": {
      const kind = spec.type === "integer" ? "a whole number" : "a number";
      const isKind = spec.type === "integer" ? Number.isSafeInteger(value) : Number.isFinite(value);
      const isInside =
        isKind && (value as number) >= spec.minimum && (value as number) <= spec.maximum;
      if (isInside) return undefined;
      return `must be ${kind} from ${spec.minimum} to ${spec.maximum}, found ${spelled(value)}`;
    }
    case "string": {
      if (spec.choices.includes(value as string)) return undefined;
      const words = spec.choices.map((choice) => JSON.stringify(choice)).join(", ");
      return `must be one of ${words}, found ${spelled(value)}`;
    }
    case "boolean":
      return typeof value === "boolean"
        ? undefined
        : `must be true or false, found ${spelled(value)}`;
  }
}

function spelled(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 64));
  if (typeof value === "object" && value !== null)
    return Array.isArray(value) ? "an array" : "an object";
  return String(value);
}
