import { absentOr, anyText, listOf, objectOf } from "@bourse/kernel";

import { onlyIf, requireArguments } from "../require-arguments.ts";
import { checkSymbols } from "../simulation/check-symbols.ts";
import { fundingRule, type Funding } from "../simulation/funding-rate.ts";
import type { SimulationOptions } from "../simulation/options.ts";
import { checkSignalFills } from "../simulation/orders/simulate-by-orders.ts";
import { optionsInForce } from "../simulation/rules-in-force.ts";
import { splitOptions } from "./backtest-options.ts";
import { dataOptions, type DataOptions } from "./data-options.ts";

/**
 * Checks the options of a run that are plain data before its candles are known.
 *
 * @throws EngineError OPTIONS_INVALID, details {option}: a value out of bounds, or options that exclude each other
 */
export function checkRunOptions(request: DataOptions): void {
  const inForce = optionsInForce(runRules(request));
  checkSymbols(inForce, []);
  checkSignalFills(inForce);
}

/**
 * Checks funding rates before the candles of a run are known. `symbols`: those of a portfolio, else none.
 *
 * @throws EngineError OPTIONS_INVALID, details {option}
 */
export function checkFundingRates(funding: Funding, symbols: readonly string[]): void {
  requireArguments(
    "backtest",
    { funding, symbols },
    { funding: anyFunding, symbols: listOf(anyText) },
  );
  checkSymbols({ funding }, symbols);
}

const anyFunding = onlyIf(fundingRule.expected, fundingRule.accepts);
const anyData = absentOr(onlyIf("plain data", (value) => typeof value !== "function"));
const REQUEST = { request: objectOf({ slippage: anyData, exitSlippage: anyData }) };

/**
 * The options of the simulation among the fields of a request.
 *
 * @throws EngineError OPTIONS_INVALID for a value out of bounds
 */
export function runRules(request: DataOptions): SimulationOptions {
  requireArguments("backtest", { request }, REQUEST);
  const given = dataOptions.flatMap((name) =>
    request[name] === undefined ? [] : [[name, request[name]] as const],
  );
  const { rules } = splitOptions(Object.fromEntries(given));
  optionsInForce(rules);
  return rules;
}
