/** Definition of a strategy: types its parameters by their descriptions and checks it before the first run. */

import { EngineError } from "../errors.ts";
import type { ParameterSpec, ParametersOf } from "../strategy/parameters.ts";
import type { Strategy, StrategyDescription } from "../strategy/strategy.ts";
import { anyDefinition, requireStrategy } from "./require-strategy.ts";
import { parameterFaults } from "./resolve-parameters.ts";
import type { AnyStrategy, TraderStrategy } from "./trader-strategy.ts";

const NAME = /^[a-z][a-z0-9_]{0,63}$/;

/** A strategy as its author writes it: `decide` receives parameters with the types that `parameters` describes. */
export type StrategyDefinition<Specs extends Readonly<Record<string, ParameterSpec>>> = Omit<
  Strategy<ParametersOf<Specs>>,
  "parameters"
> & {
  /** Type, default, range and description of each parameter, by its name on the wire (snake_case). */
  readonly parameters: Specs;
};

/** A strategy by orders as its author writes it: `createTrader` receives parameters of the types that are described. */
export type TraderDefinition<Specs extends Readonly<Record<string, ParameterSpec>>> = Omit<
  TraderStrategy<ParametersOf<Specs>>,
  "parameters"
> & {
  /** Type, default, range and description of each parameter, by its name on the wire (snake_case). */
  readonly parameters: Specs;
};

/**
 * Checks a strategy and freezes it together with the descriptions of its parameters. {@link defineTrader} does the same
 * for one that answers candles with orders.
 *
 * @throws EngineError STRATEGY_INVALID as {@link checkStrategy}
 */
export function defineStrategy<const Specs extends Readonly<Record<string, ParameterSpec>>>(
  definition: StrategyDefinition<Specs>,
): Strategy<ParametersOf<Specs>> {
  checkStrategy(definition as unknown as Strategy);
  return frozen(definition) as unknown as Strategy<ParametersOf<Specs>>;
}

/**
 * Checks a strategy that answers candles with orders, and freezes it together with the descriptions of its parameters.
 *
 * @throws EngineError STRATEGY_INVALID as {@link checkStrategy}
 */
export function defineTrader<const Specs extends Readonly<Record<string, ParameterSpec>>>(
  definition: TraderDefinition<Specs>,
): TraderStrategy<ParametersOf<Specs>> {
  checkStrategy(definition as unknown as TraderStrategy);
  return frozen(definition) as unknown as TraderStrategy<ParametersOf<Specs>>;
}

function frozen<Definition extends Pick<StrategyDescription, "parameters">>(
  definition: Definition,
): Definition {
  const specs = Object.entries(definition.parameters).map(
    ([name, spec]) => [name, Object.freeze({ ...spec })] as const,
  );
  return Object.freeze({ ...definition, parameters: Object.freeze(Object.fromEntries(specs)) });
}

/**
 * Checks that the strategy's name and parameter names are well formed, that its texts are present, that every default
 * is within its bounds, and that the defaults together pass the strategy's own check.
 *
 * @throws EngineError STRATEGY_INVALID, details {strategy, faults}
 */
export function checkStrategy(strategy: AnyStrategy): void {
  requireStrategy(strategy, "Strategy", anyDefinition);
  const faults = [...findFaults(strategy)];
  if (faults.length === 0) return;
  const name = typeof strategy.name === "string" ? strategy.name : "";
  throw new EngineError(
    "STRATEGY_INVALID",
    `Strategy ${JSON.stringify(name)}: ${faults.join("; ")}.`,
    { details: { strategy: name, faults } },
  );
}

function* findFaults(strategy: AnyStrategy): Generator<string> {
  if (typeof strategy.name !== "string" || !NAME.test(strategy.name))
    yield `the name must match ${NAME.source}`;
  for (const text of ["version", "description", "signalType"] as const) {
    if (typeof strategy[text] !== "string" || strategy[text] === "") yield `${text} is missing`;
  }
  if (!["long", "short", "both"].includes(strategy.direction)) {
    yield "direction must be long, short or both";
  }
  if (![undefined, "month_end"].includes(strategy.rebalance)) {
    yield "rebalance must be month_end, or absent";
  }
  yield* lookBackFaults(strategy);
  const actions = [...actionFaults(strategy)];
  yield* actions;
  if ((strategy.parameters as object | undefined) === undefined) {
    yield "parameters must be an object, empty when there are none";
    return;
  }
  const before = Object.entries(strategy.parameters).flatMap(([name, spec]) =>
    specFaults(name, spec),
  );
  yield* before;
  if (before.length + actions.length > 0) return;
  for (const fault of parameterFaults(strategy, {}).faults) {
    yield `with its defaults, ${fault.path}: ${fault.message}`;
  }
}

function* lookBackFaults({
  lookBack,
  isLookBackExact,
}: Pick<AnyStrategy, "lookBack" | "isLookBackExact">) {
  const isCount = Number.isInteger(lookBack) && (lookBack as number) >= 0;
  if (lookBack !== undefined && typeof lookBack !== "function" && !isCount) {
    yield "lookBack must be a whole number of candles, or a function that gives it";
  }
  if (![undefined, true, false].includes(isLookBackExact)) {
    yield "isLookBackExact must be true or false, or absent";
  }
}

function* actionFaults(strategy: Partial<Strategy & TraderStrategy>) {
  const { decide, createTrader } = strategy;
  for (const name of ["check", "confidence"] as const) {
    const call: unknown = strategy[name];
    if (call !== undefined && typeof call !== "function") yield `${name} must be a function`;
  }
  const isTrader = createTrader !== undefined;
  if (isTrader && decide !== undefined) yield "decide and createTrader exclude each other";
  else if (isTrader && typeof createTrader !== "function") yield "createTrader must be a function";
  else if (!isTrader && typeof decide !== "function") {
    yield "decide must be a function, or createTrader in a strategy by orders";
  }
}

function specFaults(name: string, spec: ParameterSpec): readonly string[] {
  const faults: string[] = [];
  if (!NAME.test(name))
    faults.push(`the parameter name ${JSON.stringify(name)} must match ${NAME.source}`);
  if (typeof spec.description !== "string") faults.push(`parameter ${name} has no description`);
  const isNumeric = spec.type === "integer" || spec.type === "number";
  if (
    isNumeric &&
    !(
      Number.isFinite(spec.minimum) &&
      typeof spec.maximum === "number" &&
      spec.minimum <= spec.maximum
    )
  ) {
    faults.push(`parameter ${name} needs a finite minimum that is not above its maximum`);
  }
  if (spec.type === "string" && !(Array.isArray(spec.choices) && spec.choices.length > 0)) {
    faults.push(`parameter ${name} has no choices`);
  }
  if (!isNumeric && spec.type !== "string" && spec.type !== "boolean") {
    faults.push(`parameter ${name} must be of type integer, number, string or boolean`);
  }
  return faults;
}
