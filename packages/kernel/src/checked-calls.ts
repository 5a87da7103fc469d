/**
 * Checks of the arguments of public calls, for callers without types: JavaScript, `any`, parsed JSON.
 *
 * Only the types of arguments are checked here; what a value means is the business of the call itself.
 */

import { argumentInvalid, checkInteger, checkNumber, refuseArgument } from "./checks.ts";
import { hasCode } from "./errors.ts";
import { checkJson } from "./json.ts";
import { didYouMean } from "./nearest-name.ts";
import type { NumberBounds } from "./option-rules.ts";
import { quote, type OptionRule } from "./options.ts";

/**
 * Check of one argument, or of a member of one.
 *
 * @throws KernelError ARGUMENT_INVALID, details.argument is `argument`
 */
export type ArgumentRule = (argument: string, value: unknown) => void;

/** Rules of one call's arguments by name, in their order. */
export type CallRules = Readonly<Record<string, ArgumentRule>>;

/**
 * Rules of the calls that an object offers, by name; `unchecked` for one that takes any value and answers it itself.
 */
export type CallSignatures<T extends object> = {
  readonly [K in keyof T as T[K] extends (...given: never) => unknown ? K : never]:
    | CallRules
    | "unchecked";
};

/**
 * Makes a core's own error of a refused argument. `path` leads to the value: the argument's name, then the names or
 * indexes of members.
 */
export type RefuseArgument = (message: string, path: readonly string[]) => Error;

type AnyCall = (...given: readonly unknown[]) => unknown;

/**
 * Returns the calls that `signatures` names, frozen, each with a check of its arguments before it:
 * `auth.accounts.register` is named so in the message when `owner` is `auth.accounts`. A call that is not in
 * `synchronous` rejects instead of throwing. Arguments beyond those that have rules are passed on.
 *
 * `refuse` makes the error of an argument that breaks its rule. Default: the KernelError ARGUMENT_INVALID.
 */
export function checkedCalls<T extends object>(
  owner: string,
  target: T,
  signatures: CallSignatures<T>,
  synchronous: readonly (keyof T & string)[] = [],
  refuse?: RefuseArgument,
): T {
  const names = new Set<string>(synchronous);
  const entries = Object.entries(signatures as Readonly<Record<string, CallRules | "unchecked">>);
  const calls = entries.map(([name, rules]) => {
    const call = (target as Readonly<Record<string, AnyCall>>)[name]!.bind(target); // a signature is of a call
    if (rules === "unchecked") return [name, call] as const;
    const check = checkOf(`${owner}.${name}`, rules, refuse);
    const isSynchronous = names.has(name);
    const checked: AnyCall = (...given) => {
      try {
        check(given);
      } catch (error) {
        if (isSynchronous) throw error;
        return Promise.reject(error as Error);
      }
      return call(...given);
    };
    return [name, checked] as const;
  });
  return Object.freeze(Object.fromEntries(calls)) as T;
}

/**
 * Checks the arguments of one call, in the order of their rules; `refuse` makes the error, as in {@link checkedCalls}.
 *
 * @throws KernelError ARGUMENT_INVALID, details.argument: the name of the call and of the argument
 */
export function checkArguments(
  call: string,
  rules: CallRules,
  given: readonly unknown[],
  refuse?: RefuseArgument,
): void {
  checkOf(call, rules, refuse)(given);
}

function checkOf(
  call: string,
  rules: CallRules,
  refuse: RefuseArgument | undefined,
): (given: readonly unknown[]) => void {
  const list = Object.entries(rules).map(([name, rule]) => [`${call}: ${name}`, rule] as const);
  return (given) => {
    try {
      list.forEach(([argument, rule], at) => rule(argument, given[at]));
    } catch (error) {
      if (refuse === undefined || !hasCode(error, "ARGUMENT_INVALID")) throw error;
      const path = String(error.details["argument"]).slice(`${call}: `.length);
      throw refuse(error.message, path.split("."));
    }
  };
}

/** Accepts text of any length. */
export const anyText: ArgumentRule = (argument, value) => {
  if (typeof value !== "string") refuseArgument(argument, "text", value);
};

/** Accepts any number but NaN. */
export const anyNumber: ArgumentRule = (argument, value) => {
  if (typeof value !== "number" || Number.isNaN(value)) refuseArgument(argument, "a number", value);
};

/** Accepts a finite number within the bounds. */
export function finiteNumber(bounds: NumberBounds = {}): ArgumentRule {
  return (argument, value) => checkNumber(argument, value, bounds);
}

/** Accepts a whole number within the bounds, at most 2^53 − 1 in size. */
export function wholeNumber(bounds: NumberBounds = {}): ArgumentRule {
  return (argument, value) => checkInteger(argument, value, bounds);
}

/** Accepts a bigint. */
export const anyBigint: ArgumentRule = (argument, value) => {
  if (typeof value !== "bigint") refuseArgument(argument, "a bigint", value);
};

/** Accepts true and false. */
export const trueOrFalse: ArgumentRule = (argument, value) => {
  if (typeof value !== "boolean") refuseArgument(argument, "true or false", value);
};

/** Accepts a function. */
export const anyFunction: ArgumentRule = (argument, value) => {
  if (typeof value !== "function") refuseArgument(argument, "a function", value);
};

/**
 * Accepts an object whose members can be read, and keep their rules; members without a rule are left to the call.
 */
export function objectOf(rules: CallRules): ArgumentRule {
  const list = Object.entries(rules);
  return (argument, value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      const members = list.length === 0 ? "" : ` with ${list.map(([name]) => name).join(", ")}`;
      refuseArgument(argument, `an object${members}`, value);
    }
    for (const name of namesOf(argument, value)) memberOf(argument, value, name);
    for (const [name, rule] of list) rule(`${argument}.${name}`, memberOf(argument, value, name));
  };
}

/** Accepts what {@link objectOf} does without other members: a misspelt one is refused with the nearest known name. */
export function exactObject(rules: CallRules): ArgumentRule {
  const known = Object.keys(rules);
  const shape = objectOf(rules);
  return (argument, value) => {
    shape(argument, value);
    for (const name of namesOf(argument, value as object)) {
      if (known.includes(name)) continue;
      const hint = didYouMean(name, known) || ` Known: ${known.join(", ")}.`;
      throw argumentInvalid(
        `${argument}.${name}`,
        `"${argument}" has no member ${quote(name)}.${hint}`,
      );
    }
  };
}

/** Accepts undefined, and an object of options: what {@link exactObject} does. */
export const optionsOf = (rules: CallRules): ArgumentRule => absentOr(exactObject(rules));

/** Accepts an object all of whose members keep the rule. */
export function recordOf(rule: ArgumentRule): ArgumentRule {
  return (argument, value) => {
    objectOf({})(argument, value);
    for (const [name, member] of Object.entries(value as object))
      rule(`${argument}.${name}`, member);
  };
}

function namesOf(argument: string, owner: object): readonly string[] {
  try {
    return Object.keys(owner);
  } catch {
    throw argumentInvalid(argument, `"${argument}" cannot be read: a proxy throws.`);
  }
}

function memberOf(argument: string, owner: object, name: string): unknown {
  try {
    return (owner as Readonly<Record<string, unknown>>)[name];
  } catch {
    const place = `${argument}.${name}`;
    throw argumentInvalid(place, `"${place}" cannot be read: its getter throws.`);
  }
}

/** Accepts plain JSON, as `checkJson` does. */
export const anyJson: ArgumentRule = (argument, value) => {
  readable(argument, value);
  try {
    checkJson(value);
  } catch (error) {
    if (!hasCode(error, "JSON_INVALID")) throw error;
    const path = String(error.details["path"]);
    const place = path === "" ? argument : `${argument}.${path}`;
    throw argumentInvalid(place, `"${argument}" is refused: ${error.message}`);
  }
};

/** Accepts a value all parts of which can be read: no getter of a plain object in it throws. */
export const readable: ArgumentRule = (argument, value) => {
  const seen = new Set<unknown>();
  const read = (place: string, part: unknown): void => {
    const isData = typeof part === "object" && part !== null && !seen.has(part);
    if (!isData) return;
    seen.add(part);
    for (const name of namesOf(place, part)) read(`${place}.${name}`, memberOf(place, part, name));
  };
  read(argument, value);
};

/** Accepts an AbortSignal. */
export const anySignal: ArgumentRule = (argument, value) => {
  if (!(value instanceof AbortSignal)) refuseArgument(argument, "an AbortSignal", value);
};

/** Accepts what all of the rules accept. */
export function allOf(...rules: readonly ArgumentRule[]): ArgumentRule {
  return (argument, value) => {
    for (const rule of rules) rule(argument, value);
  };
}

/** Accepts a Map. */
export const anyMap: ArgumentRule = (argument, value) => {
  if (!(value instanceof Map)) refuseArgument(argument, "a Map", value);
};

/** Accepts a list whose items keep the rule. */
export function listOf(rule: ArgumentRule): ArgumentRule {
  return (argument, value) => {
    if (!Array.isArray(value)) refuseArgument(argument, "a list", value);
    for (const at of value.keys()) {
      rule(`${argument}.${at}`, memberOf(argument, value, String(at)));
    }
  };
}

/** Accepts undefined, and what the rule accepts. */
export function absentOr(rule: ArgumentRule): ArgumentRule {
  return (argument, value) => {
    if (value !== undefined) rule(argument, value);
  };
}

/** Accepts null, and what the rule accepts. */
export function nullOr(rule: ArgumentRule): ArgumentRule {
  return (argument, value) => {
    if (value !== null) rule(argument, value);
  };
}

/** The rule of an option that an argument rule checks; `expected` completes "must be". */
export function shapedOption<T>(expected: string, rule: ArgumentRule): OptionRule<T> {
  const accepts = (value: unknown): boolean => {
    rule("option", value);
    return true;
  };
  return { expected, accepts, absent: null };
}
