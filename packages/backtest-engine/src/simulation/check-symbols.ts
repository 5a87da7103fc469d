/** Options that are one value for one market, and values by symbol for several. */

import { EngineError } from "../errors.ts";
import { isOneContract } from "./contract.ts";
import type { MarketOptions } from "./market-options.ts";

/** The options by symbol among those of a run. */
type OptionsBySymbol = { readonly [Name in keyof MarketOptions]: MarketOptions[Name] | undefined };

/** The expected value of each option: of one market, and before the symbols of several. */
const EXPECTED: Readonly<Record<keyof OptionsBySymbol, readonly [one: string, several: string]>> = {
  funding: ["a list of rates", "rates by symbol, one of"],
  borrowRate: ["a number", "a number, or numbers by symbol of"],
  dividends: ["a list", "lists by symbol, one of"],
  splits: ["a list", "lists by symbol, one of"],
  contract: ["a contract", "contracts by symbol, one of"],
  rolls: ["a list", "lists by symbol, one of"],
};
const NAMES = Object.keys(EXPECTED) as readonly (keyof OptionsBySymbol)[];

/**
 * Checks that lists are of one market, and values by symbol of the `symbols` of a run on several; none: a run on one.
 *
 * @throws EngineError OPTIONS_INVALID, details {option}
 */
export function checkSymbols(options: OptionsBySymbol, symbols: readonly string[]): void {
  for (const option of NAMES) {
    const given = options[option];
    if (typeof given !== "object") continue;
    const isOne =
      option === "contract" ? isOneContract(options.contract ?? {}) : Array.isArray(given);
    const unknown = Object.keys(given).find((symbol) => !symbols.includes(symbol));
    if (isOne ? symbols.length <= 1 : unknown === undefined && symbols.length > 0) continue;
    const [one, several] = EXPECTED[option];
    const expected = symbols.length === 0 ? one : `${several} ${symbols.join(", ")}`;
    const name = JSON.stringify(unknown?.slice(0, 64));
    const found =
      name === undefined || symbols.length > 0
        ? (name ?? "an empty object")
        : `${name}, a value by symbol, where the run has one market`;
    throw new EngineError(
      "OPTIONS_INVALID",
      `simulate: option "${option}" must be ${expected}; found ${isOne ? `${option === "contract" ? "one" : "a list"} for several markets` : found}.`,
      { details: { option } },
    );
  }
}
