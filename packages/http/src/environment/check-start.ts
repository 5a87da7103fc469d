/** The arguments of a server's start. */

import {
  absentOr,
  anyText,
  type ArgumentRule,
  checkArguments,
  exactObject,
  objectOf,
  refuseArgument,
} from "@bourse/kernel";

import { anyLogger, anyShape } from "../part-shapes.ts";
import { type EnvironmentShape, isSecret } from "./read-environment.ts";
import type { Variable } from "./variables.ts";

/**
 * Checks the configuration, the log and the replaced parts that a server is started with. A configuration has all
 * variables of `environment` and no others, each with a value that `readEnvironment` could have returned.
 *
 * @throws KernelError ARGUMENT_INVALID, details.argument: `start` and the argument
 */
export function checkStart(
  start: string,
  environment: EnvironmentShape,
  ...given: readonly [config: unknown, logger: unknown, parts?: unknown]
): void {
  anyText("start", start);
  anyShape("environment", environment);
  const variables = Object.entries(environment).map(
    ([name, variable]) => [name, ruleOf(variable)] as const,
  );
  const config = exactObject(Object.fromEntries(variables));
  checkArguments(start, { config, logger: anyLogger, parts: absentOr(objectOf({})) }, given);
}

function ruleOf(variable: Variable<unknown>): ArgumentRule {
  const { expected = "another value", isValue } = (variable.meta() ?? {}) as {
    readonly expected?: string;
    readonly isValue?: (value: unknown) => boolean;
  };
  return (argument, value) => {
    if (isValue?.(value) ?? true) return;
    refuseArgument(argument, expected, isSecret(variable) ? "***" : value);
  };
}
