/** The rules in force of a simulation by all of its options. */

import { booleanOption, objectOf, optional } from "@bourse/kernel";

import type { Interval } from "../candles/interval.ts";
import { shaped } from "../require-arguments.ts";
import type { Decisions } from "../strategy/strategy.ts";
import { contractRule } from "./contract.ts";
import { dividendsRule, splitsRule } from "./corporate-actions.ts";
import { feeTiersRule } from "./fee-tiers.ts";
import { fundingRule } from "./funding-rate.ts";
import { checkCombinations } from "./option-combinations.ts";
import {
  PLAIN_RULES,
  resolveForDecisions,
  resolveGiven,
  resolveRules,
  type OptionTable,
  type SimulationOptions,
  type SimulationRules,
} from "./options.ts";
import { rollsRule } from "./rolls.ts";

const TABLE: OptionTable = {
  rules: {
    ...PLAIN_RULES,
    feeTiers: feeTiersRule,
    funding: fundingRule,
    dividends: dividendsRule,
    splits: splitsRule,
    contract: contractRule,
    rolls: rollsRule,
    detail: shaped("candles, or candles by symbol", objectOf({})),
    flatByClose: optional(booleanOption()),
    allowNegativePrices: optional(booleanOption()),
  },
  check: checkCombinations,
};

/**
 * The rules in force for these decisions, on candles of an interval if it is known; checked and frozen.
 *
 * @throws EngineError OPTIONS_INVALID: an unknown option (with the nearest name) or a value out of bounds
 */
export function resolveSimulationRules(
  given: SimulationOptions | undefined,
  decisions: Partial<Decisions>,
  interval?: Interval,
): SimulationRules {
  return resolveRules(TABLE, given, decisions, interval);
}

/**
 * The options in force for what was given, in a form that may be given again. A stop and a target that are not given
 * are left out, as they are the strategy's own.
 *
 * @throws EngineError OPTIONS_INVALID: an unknown option (with the nearest name) or a value out of bounds
 */
export function optionsInForce(given: SimulationOptions): SimulationOptions {
  return resolveGiven(TABLE, given);
}

/**
 * The options in force for the decisions of a strategy, in a form that may be given again with the same decisions. What
 * single signals state for themselves is left out.
 *
 * @throws EngineError OPTIONS_INVALID: an unknown option (with the nearest name) or a value out of bounds
 */
export function optionsForDecisions(
  given: SimulationOptions,
  decisions: Partial<Decisions>,
): SimulationOptions {
  return resolveForDecisions(TABLE, given, decisions);
}
