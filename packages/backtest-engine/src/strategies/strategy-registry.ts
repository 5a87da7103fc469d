import {
  anyFunction,
  anyText,
  didYouMean,
  listOf,
  objectOf,
  type ArgumentRule,
} from "@bourse/kernel";

import { EngineError } from "../errors.ts";
import { requireArguments } from "../require-arguments.ts";
import { builtInStrategies } from "./built-in-strategies.ts";
import { checkStrategy } from "./define-strategy.ts";
import { anyDefinition } from "./require-strategy.ts";
import type { AnyStrategy } from "./trader-strategy.ts";

/** Strategies by name. Two registries share nothing but the strategies added to them. */
export interface StrategyRegistry {
  /**
   * Adds a strategy.
   *
   * @throws EngineError STRATEGY_INVALID for a strategy that is not well formed or whose name is taken
   */
  register(strategy: AnyStrategy): void;
  /**
   * Returns the strategy with that name.
   *
   * @throws EngineError STRATEGY_UNKNOWN, whose message names the nearest strategy, or all; OPTIONS_INVALID for a name
   * that is no text
   */
  get(name: string): AnyStrategy;
  /** Returns true if a strategy with that name is registered. */
  has(name: string): boolean;
  /** Returns all strategies, sorted by name. */
  list(): readonly AnyStrategy[];
  /** Returns the files of strategies that could not be loaded as they are now; none in a registry without files. */
  problems(): readonly StrategyProblem[];
}

/** Accepts a registry. */
export const anyRegistry: ArgumentRule = objectOf({
  register: anyFunction,
  get: anyFunction,
  has: anyFunction,
  list: anyFunction,
  problems: anyFunction,
});

/** A file of a strategy that could not be loaded. */
export interface StrategyProblem {
  /** Name of the file. */
  readonly file: string;
  /** Fault of the file, with its line. */
  readonly message: string;
}

/**
 * Creates a registry of `strategies`, by default of the six built-in ones.
 *
 * @throws EngineError STRATEGY_INVALID as `register`
 */
export function createStrategyRegistry(
  strategies: readonly AnyStrategy[] = builtInStrategies,
): StrategyRegistry {
  requireArguments("createStrategyRegistry", { strategies }, { strategies: listOf(anyDefinition) });
  const byName = new Map<string, AnyStrategy>();
  const registry: StrategyRegistry = {
    register(strategy) {
      checkStrategy(strategy);
      if (byName.has(strategy.name)) throw nameTaken(strategy.name);
      byName.set(strategy.name, strategy);
    },
    get(name) {
      requireArguments("registry.get", { name }, { name: anyText });
      const strategy = byName.get(name);
      if (strategy === undefined) throw unknown(name, [...byName.keys()]);
      return strategy;
    },
    has: (name) => byName.has(name),
    list: () => [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    problems: () => [],
  };
  for (const strategy of strategies) registry.register(strategy);
  return registry;
}

function nameTaken(name: string): EngineError {
  return new EngineError(
    "STRATEGY_INVALID",
    `A strategy named ${name} is registered already. Give this one another name.`,
    { details: { strategy: name, faults: ["the name is taken"] } },
  );
}

function unknown(name: string, known: readonly string[]): EngineError {
  const tail = didYouMean(name, known) || ` Known: ${known.toSorted().join(", ")}.`;
  return new EngineError(
    "STRATEGY_UNKNOWN",
    `There is no strategy ${JSON.stringify(name.slice(0, 64))}.${tail}`,
    { details: { strategy: name.slice(0, 64) } },
  );
}
