/** Terms of one entry beside the rules of the simulation. */

import type { SimulationRules } from "./options.ts";
import type { PositionSize } from "./position-size.ts";

/** Terms of an entry that override the rules. */
export interface EntryTerms {
  readonly size?: PositionSize;
  /** Distance of the stop as a fraction of the entry price, for sizes by risk. */
  readonly stopLoss?: number | null;
  /** Distance of the target as a fraction of the entry price. */
  readonly takeProfit?: number | null;
  /** True for a limit fill, which does not slip. */
  readonly isLimit?: boolean;
  /** True when the same order has just closed the other side, so that one fixed fee may cover both. */
  readonly isReversal?: boolean;
}

/** True for an entry whose size, stop, target or exits are fractions, in a run that allows negative prices. */
export function statesFractions(
  size: PositionSize,
  terms: EntryTerms,
  rules: SimulationRules,
): boolean {
  if (rules.allowNegativePrices !== true) return false;
  const isSized = typeof size === "object" && "units" in size;
  const stop = terms.stopLoss === undefined ? rules.stopLoss : terms.stopLoss;
  const target = terms.takeProfit === undefined ? rules.takeProfit : terms.takeProfit;
  const leaves = rules.trailingStop !== undefined || rules.profitSteps.length > 0;
  return !isSized || stop !== null || target !== null || leaves;
}
