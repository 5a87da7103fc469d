/** The rules that options are described by: a kind of value, its bounds, and its default. */

import type { OptionRule } from "./options.ts";

/** Bounds of a number, each optional; `above` and `below` are exclusive. */
export interface NumberBounds {
  /** Smallest value allowed. Default: no bound. */
  readonly min?: number;
  /** Largest value allowed. Default: no bound. */
  readonly max?: number;
  /** Exclusive lower bound. Default: no bound. */
  readonly above?: number;
  /** Exclusive upper bound. Default: no bound. */
  readonly below?: number;
}

/** A finite number within bounds; without `default` it must be given. */
export function numberOption(
  bounds: NumberBounds & { readonly default?: number } = {},
): OptionRule<number> {
  return {
    expected: `a finite number${describeBounds(bounds)}`,
    accepts: (value) => Number.isFinite(value) && isWithin(value as number, bounds),
    absent: defaultOf(bounds.default),
  };
}

/** A whole number within bounds, at most 2^53 − 1 in size; without `default` it must be given. */
export function integerOption(
  bounds: NumberBounds & { readonly default?: number } = {},
): OptionRule<number> {
  return {
    expected: `a whole number${describeBounds(bounds)}`,
    accepts: (value) => Number.isSafeInteger(value) && isWithin(value as number, bounds),
    absent: defaultOf(bounds.default),
  };
}

/** True or false; without `default` it must be given. */
export function booleanOption(rule: { readonly default?: boolean } = {}): OptionRule<boolean> {
  return {
    expected: "true or false",
    accepts: (value) => typeof value === "boolean",
    absent: defaultOf(rule.default),
  };
}

/**
 * Text of `minLength` (default 1) to `maxLength` (default 1000) UTF-16 code units; without `default` it must be given.
 */
export function textOption(
  rule: {
    readonly default?: string;
    readonly minLength?: number;
    readonly maxLength?: number;
  } = {},
): OptionRule<string> {
  const { minLength = 1, maxLength = 1000 } = rule;
  return {
    expected: `text of ${minLength} to ${maxLength} characters`,
    accepts: (value) =>
      typeof value === "string" && value.length >= minLength && value.length <= maxLength,
    absent: defaultOf(rule.default),
  };
}

/** One of a few words; without `default` it must be given. */
export function choiceOption<const Word extends string>(
  words: readonly Word[],
  rule: { readonly default?: NoInfer<Word> } = {},
): OptionRule<Word> {
  return {
    expected: `one of ${words.map((word) => `"${word}"`).join(", ")}`,
    accepts: (value) => (words as readonly unknown[]).includes(value),
    absent: defaultOf(rule.default),
  };
}

/** An injected object with at least the methods named; checked by presence only. Without `default` it must be given. */
export function portOption<Port extends object>(
  methods: readonly (keyof Port & string)[],
  rule: { readonly default?: Port } = {},
): OptionRule<Port> {
  return {
    expected: `an object with ${methods.map((method) => `${method}()`).join(", ")}`,
    accepts: (value) =>
      typeof value === "object" &&
      value !== null &&
      !Array.isArray(value) &&
      methods.every((method) => typeof (value as Record<string, unknown>)[method] === "function"),
    absent: defaultOf(rule.default),
  };
}

/** A function; without `default` it must be given. */
export function functionOption<F extends (...args: never[]) => unknown>(
  rule: { readonly default?: F } = {},
): OptionRule<F> {
  return {
    expected: "a function",
    accepts: (value) => typeof value === "function",
    absent: defaultOf(rule.default),
  };
}

/** The same rule for an option that may stay absent: it is then undefined in the resolved options. */
export function optional<T>(rule: OptionRule<T>): OptionRule<T | undefined> {
  return { ...rule, absent: () => undefined };
}

function defaultOf<T>(value: T | undefined): (() => T) | null {
  return value === undefined ? null : () => value;
}

/** Returns true when `value` is within the bounds. */
export function isWithin(value: number, bounds: NumberBounds): boolean {
  return (
    value >= (bounds.min ?? -Infinity) &&
    value <= (bounds.max ?? Infinity) &&
    value > (bounds.above ?? -Infinity) &&
    value < (bounds.below ?? Infinity)
  );
}

/** Describes bounds for a message: ` from 1 to 64`, ` above 0`, or nothing without bounds. */
export function describeBounds(bounds: NumberBounds): string {
  const { min, max, above, below } = bounds;
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  const parts: string[] = [];
  if (min !== undefined) parts.push(`of at least ${min}`);
  if (above !== undefined) parts.push(`above ${above}`);
  if (max !== undefined) parts.push(`of at most ${max}`);
  if (below !== undefined) parts.push(`below ${below}`);
  return parts.length === 0 ? "" : ` ${parts.join(" and ")}`;
}
