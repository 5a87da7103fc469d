/** Options of functions whose refusals are the engine's. */

import { hasCode, resolveOptions, type OptionRules } from "@bourse/kernel";

import { EngineError } from "./errors.ts";

/** The options with their defaults. @throws EngineError OPTIONS_INVALID, details.option is the option's name */
export function resolveEngineOptions<Resolved extends object>(
  owner: string,
  options: object | undefined,
  rules: OptionRules<Resolved>,
): Readonly<Resolved> {
  try {
    return resolveOptions<Resolved>(owner, options, rules);
  } catch (error) {
    if (!hasCode(error, "OPTION_INVALID")) throw error;
    const { option } = error.details;
    const details = typeof option === "string" ? { option } : {};
    throw new EngineError("OPTIONS_INVALID", error.message, { details, cause: error });
  }
}
