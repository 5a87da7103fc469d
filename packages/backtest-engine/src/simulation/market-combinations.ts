/** Options of markets that exclude or need each other. */

import { EngineError } from "../errors.ts";
import { currenciesOf, isOneContract, type Contracts } from "./contract.ts";
import type { Dividends, Splits } from "./corporate-actions.ts";
import type { FeeModel } from "./fee-model.ts";
import type { FeeTier } from "./fee-tiers.ts";
import type { Rolls } from "./rolls.ts";
import { volumeShareOf, type Slippage } from "./slippage.ts";

/** The options of markets that are looked at together. */
export interface MarketCombination {
  readonly slippage?: Slippage | undefined;
  readonly leverage?: number | undefined;
  readonly tickSize?: number | undefined;
  readonly feeModel?: FeeModel | undefined;
  readonly feeTiers?: readonly FeeTier[] | undefined;
  readonly contract?: Contracts | undefined;
  readonly rolls?: Rolls | undefined;
  readonly dividends?: Dividends | undefined;
  readonly splits?: Splits | undefined;
}

/** @throws EngineError OPTIONS_INVALID for two options that exclude each other, naming both */
export function checkMarkets(options: MarketCombination): void {
  if (options.feeTiers !== undefined && options.feeModel !== undefined) {
    throw refusal("feeTiers", 'and option "feeModel" both give the fee of a fill; leave one out.');
  }
  checkContract(options);
  checkRolls(options);
}

function checkContract({ contract, leverage = 1, tickSize = 0 }: MarketCombination): void {
  if (contract === undefined) return;
  const currencies = currenciesOf(contract);
  if (currencies.length > 1) {
    throw refusal(
      "contract",
      `must have one currency, that of the account, since nothing is converted; found ${currencies.join(", ")}.`,
    );
  }
  if (!isOneContract(contract)) return;
  if (contract.tick !== undefined && tickSize > 0) {
    throw refusal("contract", 'has a tick, and so does option "tickSize"; leave one out.');
  }
  if (contract.margin !== undefined && leverage > 1) {
    throw refusal(
      "contract",
      'has a margin, which says what a position binds, and so does option "leverage"; leave one out.',
    );
  }
}

function checkRolls({ rolls, slippage = 0, ...actions }: MarketCombination): void {
  if (rolls === undefined) return;
  if (volumeShareOf(slippage) < Infinity) {
    throw refusal(
      "rolls",
      'move a whole position at once, and the volumeShare of option "slippage" bounds what a candle fills; leave one out.',
    );
  }
  const rolled = symbolsOf(rolls);
  for (const name of ["dividends", "splits"] as const) {
    const both = symbolsOf(actions[name] ?? {}).find((symbol) => rolled.includes(symbol));
    if (both === undefined) continue;
    const where = both === "" ? "" : ` of ${both}`;
    throw refusal(
      "rolls",
      `are of futures, and option "${name}" is of shares; leave one out${where}.`,
    );
  }
}

/** Symbols with an entry; "" for those of a run on one market. */
function symbolsOf(given: Rolls | Dividends | Splits): readonly string[] {
  const lists = Array.isArray(given) ? [["", given] as const] : Object.entries(given);
  return lists.flatMap(([symbol, list]) => ((list as readonly unknown[]).length > 0 ? symbol : []));
}

function refusal(option: string, fault: string): EngineError {
  return new EngineError("OPTIONS_INVALID", `simulate: option "${option}" ${fault}`, {
    details: { option },
  });
}
