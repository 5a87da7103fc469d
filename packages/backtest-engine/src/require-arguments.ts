/** Checks of the arguments of public functions, for callers without types. */

import {
  hasCode,
  objectOf,
  optional,
  refuseArgument,
  shapedOption,
  type ArgumentRule,
  type CallRules,
  type OptionRule,
} from "@bourse/kernel";

import { EngineError } from "./errors.ts";

/**
 * Checks arguments by the rules of the same names.
 *
 * @throws EngineError OPTIONS_INVALID, details.option is the path of the argument or of a member of it
 */
export function requireArguments(
  caller: string,
  given: Readonly<Record<string, unknown>>,
  rules: CallRules,
): void {
  for (const [name, rule] of Object.entries(rules)) {
    try {
      rule(name, given[name]);
    } catch (error) {
      if (!hasCode(error, "ARGUMENT_INVALID")) throw error;
      const details = { option: String(error.details["argument"]) };
      throw new EngineError("OPTIONS_INVALID", `${caller}: ${error.message}`, {
        details,
        cause: error,
      });
    }
  }
}

/**
 * Checks that options are an object whose members can be read; their values are left to the caller.
 *
 * @throws EngineError OPTIONS_INVALID
 */
export function requireOptions(caller: string, options: unknown): void {
  requireArguments(caller, { options }, { options: anyObject });
}

const anyObject = objectOf({});

/**
 * Checks columns of numbers, each by its name.
 *
 * @throws EngineError OPTIONS_INVALID
 */
export function requireColumns(columns: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(columns)) {
    if (!isColumn(value)) throw refusal(name, "a Float64Array", value);
  }
}

/**
 * Checks numbers, each by its name; infinite ones are allowed.
 *
 * @throws EngineError OPTIONS_INVALID
 */
export function requireNumbers(numbers: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(numbers)) {
    if (typeof value !== "number" || Number.isNaN(value)) throw refusal(name, "a number", value);
  }
}

/** Tells whether a value is a Float64Array, of whichever realm. */
export function isColumn(value: unknown): value is Float64Array {
  return (
    ArrayBuffer.isView(value) && (value as Float64Array)[Symbol.toStringTag] === "Float64Array"
  );
}

/** Accepts a Float64Array. */
export const anyColumn: ArgumentRule = onlyIf("a Float64Array", isColumn);

/** Accepts one of the words. */
export function oneOf(words: readonly string[]): ArgumentRule {
  return onlyIf(`one of ${words.join(", ")}`, (value) => words.includes(value as string));
}

/** Accepts what a test accepts without throwing; `expected` completes "must be". */
export function onlyIf(expected: string, accepts: (value: unknown) => boolean): ArgumentRule {
  return (argument, value) => {
    let isAccepted = false;
    try {
      isAccepted = accepts(value);
    } catch {
      // A value that throws when it is read is refused.
    }
    if (!isAccepted) refuseArgument(argument, expected, value);
  };
}

/** An option that may stay absent and is otherwise checked where it is used. */
export function unchecked<T>(): OptionRule<T | undefined> {
  return optional<T>({ expected: "a value", accepts: () => true, absent: null });
}

/** An option that may stay absent and otherwise keeps the rule; `expected` completes "must be". */
export function shaped<T>(expected: string, rule: ArgumentRule): OptionRule<T | undefined> {
  return optional(shapedOption<T>(expected, rule));
}

function refusal(option: string, expected: string, found: unknown): EngineError {
  const kind = found === null || Number.isNaN(found) ? String(found) : typeof found;
  return new EngineError(
    "OPTIONS_INVALID",
    `Expected ${option} to be ${expected}, found ${kind}.`,
    {
      details: { option },
    },
  );
}
