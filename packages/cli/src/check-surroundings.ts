/** Checks of what a program gives `runBourse`, for callers without types. */

import {
  absentOr,
  anyText,
  checkArguments,
  functionOption,
  listOf,
  optional,
  recordOf,
  resolveOptions,
  shapedOption,
  type OptionRules,
} from "@bourse/kernel";

import type { Surroundings, Variables } from "./command/command.ts";

const RULES: OptionRules<Required<Surroundings>> = {
  variables: shapedOption<Variables>("an object of texts by name", recordOf(absentOr(anyText))),
  stdout: functionOption(),
  stderr: functionOption(),
  progress: functionOption({ default: () => undefined }),
  askYesOrNo: optional(functionOption<NonNullable<Surroundings["askYesOrNo"]>>()),
  askSecret: optional(functionOption<NonNullable<Surroundings["askSecret"]>>()),
};

/**
 * Refuses arguments and surroundings of another shape.
 *
 * @throws KernelError ARGUMENT_INVALID, OPTION_INVALID
 */
export function checkSurroundings(args: readonly string[], surroundings: Surroundings): void {
  checkArguments("runBourse", { args: listOf(anyText) }, [args]);
  resolveOptions("runBourse", surroundings, RULES);
}
