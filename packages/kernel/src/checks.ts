/** Small assertions for arguments: each names the argument, what was expected and what was found. */

import { KernelError } from "./kernel-error.ts";
import { describeBounds, isWithin, type NumberBounds } from "./option-rules.ts";
import { describeValue } from "./options.ts";

/**
 * Checks that an argument is a finite number within the bounds.
 *
 * @throws KernelError ARGUMENT_INVALID (details.argument)
 */
export function checkNumber(
  argument: string,
  value: unknown,
  bounds: NumberBounds = {},
): asserts value is number {
  if (Number.isFinite(value) && isWithin(value as number, bounds)) return;
  refuseArgument(argument, `a finite number${describeBounds(bounds)}`, value);
}

/**
 * Checks that an argument is a whole number, at most 2^53 − 1 in size, within the bounds.
 *
 * @throws KernelError ARGUMENT_INVALID (details.argument)
 */
export function checkInteger(
  argument: string,
  value: unknown,
  bounds: NumberBounds = {},
): asserts value is number {
  if (Number.isSafeInteger(value) && isWithin(value as number, bounds)) return;
  refuseArgument(argument, `a whole number${describeBounds(bounds)}`, value);
}

/**
 * Checks that an argument is text of 1 to `maxLength` (default 1000) UTF-16 code units.
 *
 * @throws KernelError ARGUMENT_INVALID (details.argument)
 */
export function checkText(
  argument: string,
  value: unknown,
  maxLength = 1000,
): asserts value is string {
  if (typeof value === "string" && value.length >= 1 && value.length <= maxLength) return;
  refuseArgument(argument, `text of 1 to ${maxLength} characters`, value);
}

/**
 * Refuses an argument with the sentence `"argument" must be …, found …`, for rules that the kernel does not have.
 *
 * @throws KernelError ARGUMENT_INVALID (details.argument)
 */
export function refuseArgument(argument: string, expected: string, found: unknown): never {
  throw argumentInvalid(
    argument,
    `"${argument}" must be ${expected}, found ${describeValue(found)}.`,
  );
}

/** The error of an argument, named in details.argument. */
export function argumentInvalid(argument: string, message: string): KernelError {
  return new KernelError("ARGUMENT_INVALID", message, { details: { argument } });
}
