import { optionsInForce, type SimulationOptions } from "../simulation/options.ts";
import { checkSignalFills } from "../simulation/orders/simulate-by-orders.ts";
import { dataOptions, type DataOptions } from "./data-options.ts";

/**
 * Checks the options of a run that are plain data before its candles are known.
 *
 * @throws EngineError OPTIONS_INVALID, details {option}: a value out of bounds, or options that exclude each other
 */
export function checkRunOptions(request: DataOptions): void {
  checkSignalFills(optionsInForce(runRules(request)));
}

/** The options of the simulation among the fields of a request. */
export function runRules(request: DataOptions): SimulationOptions {
  const {
    trainSplit: _,
    daysPerYear: __,
    barsPerYear: ___,
    ...rules
  } = Object.fromEntries(
    dataOptions.flatMap((name) => (request[name] === undefined ? [] : [[name, request[name]]])),
  ) as DataOptions;
  return rules;
}
