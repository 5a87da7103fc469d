/** Options of functions whose refusals are the engine's. */

import { hasCode, resolveOptions, type OptionRules } from "@bourse/kernel";

import { EngineError } from "./errors.ts";

/** The options with their defaults. @throws EngineError OPTIONS_INVALID */
export function resolveEngineOptions<Resolved extends object>(
  owner: string,
  options: object | undefined,
  rules: OptionRules<Resolved>,
): Readonly<Resolved> {
  try {
    return resolveOptions<Resolved>(owner, options, rules);
  } catch (error) {
    if (!hasCode(error, "OPTION_INVALID")) throw error;
    throw new EngineError("OPTIONS_INVALID", error.message, { cause: error });
  }
}
