/**
 * Checks of the arguments of public calls, for callers without types: JavaScript, `any`, parsed JSON.
 *
 * Only the types of arguments are checked here; what a value means is the business of the call itself.
 */

import { refuseArgument } from "./checks.ts";

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

type AnyCall = (...given: readonly unknown[]) => unknown;

/**
 * Returns the calls that `signatures` names, frozen, each with a check of its arguments before it:
 * `auth.accounts.register` is named so in the message when `owner` is `auth.accounts`. A call that is not in
 * `synchronous` rejects instead of throwing. Arguments beyond those that have rules are passed on.
 */
export function checkedCalls<T extends object>(
  owner: string,
  target: T,
  signatures: CallSignatures<T>,
  synchronous: readonly (keyof T & string)[] = [],
): T {
  const names = new Set<string>(synchronous);
  const entries = Object.entries(signatures as Readonly<Record<string, CallRules | "unchecked">>);
  const calls = entries.map(([name, rules]) => {
    const call = (target as Readonly<Record<string, AnyCall>>)[name]!.bind(target); // a signature is of a call
    if (rules === "unchecked") return [name, call] as const;
    const check = checkOf(`${owner}.${name}`, rules);
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

function checkOf(call: string, rules: CallRules): (given: readonly unknown[]) => void {
  const list = Object.entries(rules).map(([name, rule]) => [`${call}: ${name}`, rule] as const);
  return (given) => {
    list.forEach(([argument, rule], at) => rule(argument, given[at]));
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

/** Accepts an object whose members keep their rules; members without a rule are left to the call. */
export function objectOf(rules: CallRules): ArgumentRule {
  const list = Object.entries(rules);
  return (argument, value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      const members = list.length === 0 ? "" : ` with ${list.map(([name]) => name).join(", ")}`;
      refuseArgument(argument, `an object${members}`, value);
    }
    const members = value as Readonly<Record<string, unknown>>;
    for (const [name, rule] of list) rule(`${argument}.${name}`, members[name]);
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
    (value as readonly unknown[]).forEach((item, at) => rule(`${argument}.${at}`, item));
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
