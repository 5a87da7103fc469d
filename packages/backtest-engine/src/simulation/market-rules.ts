/** The rules of one market, with what its contract says. */

import { contractOf } from "./contract.ts";
import type { SimulationRules } from "./options.ts";

/** The rules with the contract of the market: its multiplier, tick, margin and whole contracts. */
export function rulesOfMarket(rules: SimulationRules, symbol: string | undefined): SimulationRules {
  const contract = contractOf(rules.contract, symbol);
  if (contract === undefined) return rules;
  const { multiplier = 1, margin = 0, tick = rules.tickSize } = contract;
  return { ...rules, multiplier, margin, tickSize: tick, lotSize: rules.contractLot };
}
