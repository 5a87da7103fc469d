/**
 * Options, resolved once: defaults filled in, bounds checked, unknown keys refused, the result frozen.
 *
 * An options record is described by one rule for each key; the rules are in `option-rules.ts`.
 */

import { KernelError } from "./kernel-error.ts";
import { didYouMean } from "./nearest-name.ts";

/** Rule of one option: its allowed values and its default. */
export interface OptionRule<T> {
  /** Completes "expected …", with unit and bounds: `a whole number from 1 to 64`. */
  readonly expected: string;
  /** Returns true for an allowed value; never called with undefined. */
  readonly accepts: (value: unknown) => boolean;
  /** Returns the default of an absent option; null marks an option that must be given. */
  readonly absent: (() => T) | null;
}

/** One rule for each key of `Options`, no more and no fewer. */
export type OptionRules<Options extends object> = {
  readonly [Key in keyof Options]: OptionRule<Options[Key]>;
};

/**
 * Returns the resolved options, frozen: every key of `rules`, with the given value or its default.
 *
 * `owner` is the function's name as its caller wrote it, for the message. A key given as undefined counts as left out.
 *
 * @throws KernelError OPTION_INVALID, details {owner, option}: not an object, an unknown key (the nearest known one
 * is named), a missing or an unacceptable value
 */
export function resolveOptions<Options extends object>(
  owner: string,
  given: object | undefined,
  rules: OptionRules<Options>,
): Readonly<Options> {
  const values = asRecord(owner, given);
  const known = Object.keys(rules);
  for (const key of keysOf(owner, values)) {
    if (!Object.hasOwn(rules, key)) refuseUnknown(owner, key, known);
  }
  const resolved: Record<string, unknown> = {};
  for (const key of known) {
    const rule = rules[key as keyof Options] as OptionRule<unknown>;
    resolved[key] = resolveOne(owner, key, valueOf(owner, key, values), rule);
  }
  return Object.freeze(resolved as Options);
}

function asRecord(owner: string, given: object | undefined): Readonly<Record<string, unknown>> {
  if (given === undefined) return {};
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new KernelError("OPTION_INVALID", `${owner}: expected an object of options.`, {
      details: { owner },
    });
  }
  return given as Readonly<Record<string, unknown>>;
}

function keysOf(owner: string, values: object): readonly string[] {
  try {
    return Object.keys(values);
  } catch {
    const message = `${owner}: the options cannot be read: a proxy of theirs throws.`;
    throw new KernelError("OPTION_INVALID", message, { details: { owner } });
  }
}

function valueOf(owner: string, key: string, values: Readonly<Record<string, unknown>>): unknown {
  try {
    return values[key];
  } catch {
    const message = `${owner}: option ${quote(key)} cannot be read: its getter throws.`;
    throw new KernelError("OPTION_INVALID", message, { details: { owner, option: key } });
  }
}

function refuseUnknown(owner: string, key: string, known: readonly string[]): never {
  throw new KernelError(
    "OPTION_INVALID",
    `${owner}: there is no option ${quote(key)}.${didYouMean(key, known) || ` Known: ${known.join(", ")}.`}`,
    { details: { owner, option: key } },
  );
}

function resolveOne(
  owner: string,
  key: string,
  value: unknown,
  rule: OptionRule<unknown>,
): unknown {
  if (value === undefined) {
    if (rule.absent !== null) return rule.absent();
    throw new KernelError(
      "OPTION_INVALID",
      `${owner}: option "${key}" is required: expected ${rule.expected}.`,
      { details: { owner, option: key } },
    );
  }
  if (isAccepted(rule, value)) return value;
  throw new KernelError(
    "OPTION_INVALID",
    `${owner}: option "${key}" must be ${rule.expected}, found ${describeValue(value)}.`,
    { details: { owner, option: key } },
  );
}

/** A value that throws when it is read is none that a rule accepts. */
function isAccepted(rule: OptionRule<unknown>, value: unknown): boolean {
  try {
    return rule.accepts(value);
  } catch {
    return false;
  }
}

/** A value as a message may show it: numbers and booleans as they are, text only by its length (it may be secret). */
export function describeValue(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === "string") return `text of ${value.length} characters`;
  if (typeof value === "number" || typeof value === "boolean" || value === undefined) {
    return String(value);
  }
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

export function quote(key: string): string {
  return JSON.stringify(key.length > 64 ? `${key.slice(0, 64)}…` : key);
}
