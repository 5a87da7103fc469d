/** Values that a sweep tries for options of the simulation. */

import { hasCode } from "@bourse/kernel";

import { EngineError } from "../errors.ts";
import type { SimulationOptions } from "../simulation/options.ts";
import { optionsInForce } from "../simulation/rules-in-force.ts";
import type { ParameterValue } from "../strategy/parameters.ts";
import { axisOf, type Axis, type NumberRange } from "./parameter-ranges.ts";

/** Value of an option as plain data. */
export type OptionValue =
  | ParameterValue
  | null
  | readonly OptionValue[]
  | { readonly [name: string]: OptionValue };

/** Values to try for one option: a list, or a range of numbers. Null in a list stands for none. */
export type OptionRange = readonly OptionValue[] | NumberRange;

/** Options that differ from combination to combination, by name. */
export type OptionSet = Readonly<Record<string, OptionValue>>;

/** Options that are facts of the market. */
const FACTS = [
  "calendar",
  "timeZone",
  "allowNegativePrices",
  "dividends",
  "splits",
  "funding",
  "detail",
  "contract",
  "rolls",
] as const;

/**
 * Values to try, by the name of an option of the simulation: each but `feeModel` and the facts of the market
 * (`calendar`, `allowNegativePrices`, `dividends`, `splits`, `funding`, `detail`, `contract`, `rolls`).
 */
export type OptionRanges = {
  readonly [
    Name in Exclude<keyof SimulationOptions, "feeModel" | (typeof FACTS)[number]>
  ]?: OptionRange;
};

/**
 * The axis of an option.
 *
 * @throws EngineError OPTIONS_INVALID naming `optionRanges` as the option and the option that varies as its field
 */
export function optionAxis(
  name: string,
  range: unknown,
  rules: Readonly<Partial<SimulationOptions>>,
): Axis<OptionValue> {
  if (name === "feeModel") {
    throw refused(name, 'option "feeModel" is a function, and a sweep tries plain data only.');
  }
  if ((FACTS as readonly string[]).includes(name)) {
    throw refused(
      name,
      `option "${name}" is the market's, and does not vary; give it as the option itself.`,
    );
  }
  if (typeof range !== "object" || range === null) {
    throw refused(
      name,
      `the values to try of option "${name}" must be a list or a range; give a single value as the option itself.`,
    );
  }
  try {
    const axis = axisOf<OptionValue>(name, range);
    const telling =
      axis.kind === "values"
        ? axis.values
        : axis.kind === "between"
          ? [axis.from, axis.to]
          : [axis.from, axis.from + (axis.count - 1) * axis.step];
    for (const value of telling) optionsInForce({ ...rules, [name]: value });
    return axis;
  } catch (error) {
    if (hasCode(error, "PARAMETERS_INVALID")) {
      const { faults } = error.details as { readonly faults: readonly { message: string }[] };
      throw refused(name, `the range of option "${name}" ${faults[0]!.message}.`, error); // it has one
    }
    if (!hasCode(error, "OPTIONS_INVALID")) throw error;
    // The fault of an option that all runs have in common stays that option's.
    const { option = name } = error.details as { readonly option?: string };
    if (option !== name) throw error;
    throw refused(name, error.message.replace(/^simulate: /u, ""), error);
  }
}

function refused(name: string, fault: string, cause?: unknown): EngineError {
  const details = { option: "optionRanges", field: name };
  return new EngineError("OPTIONS_INVALID", `sweep: ${fault}`, { details, cause });
}
