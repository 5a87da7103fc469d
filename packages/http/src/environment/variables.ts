/**
 * Kinds of environment variables: text on the outside, checked values inside.
 *
 * Each says what it expects in the words that complete "expected …"; `readEnvironment` prints exactly those.
 */

import { anyFunction, anyNumber, anyText, listOf, objectOf, trueOrFalse } from "@bourse/kernel";
import * as z from "zod";

import { parseTrustProxy, trustNobody, type TrustProxy } from "../caller/trust-proxy.ts";
import type { LogLevel } from "../logging/create-logger.ts";
import { anyVariable } from "../part-shapes.ts";

/** A variable whose value is `T`. */
export type Variable<T> = z.ZodType<T, string | undefined>;

/** Any text of at least one character. @throws KernelError ARGUMENT_INVALID */
export function textVariable(fallback: string): Variable<string> {
  anyText("fallback", fallback);
  return parsedVariable("text", someText, fallback);
}

/** Text that may be absent: it is then undefined. */
export function optionalTextVariable(): Variable<string | undefined> {
  return parsedVariable("text", someText, undefined);
}

const someText = (text: string): string | undefined => (text === "" ? undefined : text);

/** A whole number from `min` to `max`. @throws KernelError ARGUMENT_INVALID */
export function integerVariable(bounds: {
  readonly min: number;
  readonly max: number;
  readonly default: number;
}): Variable<number> {
  objectOf({ min: anyNumber, max: anyNumber, default: anyNumber })("bounds", bounds);
  const { min, max } = bounds;
  return parsedVariable(
    `a whole number from ${min} to ${max}`,
    (text) => wholeNumber(text, bounds),
    bounds.default,
  );
}

function wholeNumber(
  text: string,
  { min, max }: { readonly min: number; readonly max: number },
): number | undefined {
  const value = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
}

/** A whole number from `min` to `max` that may be absent: it is then undefined. @throws KernelError ARGUMENT_INVALID */
export function optionalIntegerVariable(bounds: {
  readonly min: number;
  readonly max: number;
}): Variable<number | undefined> {
  objectOf({ min: anyNumber, max: anyNumber })("bounds", bounds);
  const { min, max } = bounds;
  return parsedVariable<number | undefined>(
    `a whole number from ${min} to ${max}`,
    (text) => wholeNumber(text, bounds),
    undefined,
  );
}

/** A TCP port; 0 takes a free one. @throws KernelError ARGUMENT_INVALID */
export function portVariable(fallback: number): Variable<number> {
  return integerVariable({ min: 0, max: 65_535, default: fallback });
}

/** A TCP port that may be absent: it is then undefined. 0 takes a free one. */
export function optionalPortVariable(): Variable<number | undefined> {
  const read = (text: string): number | undefined =>
    /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined;
  return parsedVariable<number | undefined>("a port from 0 to 65535", read, undefined);
}

/** `true`, `yes`, `on`, `1` or their opposites, in any case. @throws KernelError ARGUMENT_INVALID */
export function booleanVariable(fallback: boolean): Variable<boolean> {
  trueOrFalse("fallback", fallback);
  const words: Readonly<Record<string, boolean>> = {
    true: true,
    yes: true,
    on: true,
    "1": true,
    false: false,
    no: false,
    off: false,
    "0": false,
  };
  return parsedVariable("true or false", (text) => words[text.toLowerCase()], fallback);
}

/** One of a few words. @throws KernelError ARGUMENT_INVALID */
export function choiceVariable<const Word extends string>(
  words: readonly Word[],
  fallback: NoInfer<Word>,
): Variable<Word> {
  listOf(anyText)("words", words);
  anyText("fallback", fallback);
  const read = (text: string): Word | undefined => words.find((word) => word === text);
  return parsedVariable(`one of ${words.join(", ")}`, read, fallback);
}

/** A log level in any case; `warning` is `warn`, as in the node's log. Default `info`. */
export function logLevelVariable(): Variable<LogLevel> {
  const read = (text: string): LogLevel | undefined => {
    const word = text.toLowerCase();
    return LOG_LEVELS.find((level) => level === (word === "warning" ? "warn" : word));
  };
  return parsedVariable(`one of ${LOG_LEVELS.join(", ")}`, read, "info");
}

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/**
 * A comma list; blanks around items and empty items are dropped. `accepts` judges each item. Default: empty.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export function listVariable(
  expected = "a comma list",
  accepts: (item: string) => boolean = () => true,
): Variable<readonly string[]> {
  anyFunction("accepts", accepts);
  const read = (text: string): readonly string[] | undefined => {
    const items = text
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== "");
    return items.every(accepts) ? items : undefined;
  };
  return parsedVariable(expected, read, []);
}

/** A count of proxies or a comma list of networks, as `parseTrustProxy` reads it. Default: trust nobody. */
export function trustProxyVariable(): Variable<TrustProxy> {
  return parsedVariable(
    "a count of proxies (0 to 16) or a comma list of addresses and CIDR networks",
    parseTrustProxy,
    trustNobody,
  );
}

/**
 * Marks a variable as secret: its value reaches neither an error nor the printed configuration.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export function secret<T>(inner: Variable<T>): Variable<T> {
  anyVariable("inner", inner);
  return inner.meta({ ...inner.meta(), secret: true });
}

/**
 * Text that `read` turns into a value, or into undefined where it is not what is `expected`, a phrase that completes
 * "expected …".
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export function parsedVariable<T>(
  expected: string,
  read: (text: string) => T | undefined,
  fallback: T,
): Variable<T> {
  anyText("expected", expected);
  anyFunction("read", read);
  return z
    .string()
    .optional()
    .transform((text, context): T => {
      if (text === undefined) return fallback;
      const value = read(text);
      if (value !== undefined) return value;
      context.issues.push({ code: "custom", message: expected, input: text });
      return z.NEVER;
    })
    .meta({ expected, isValue: (value: unknown) => isValue(value, read, fallback) });
}

/** True for what the variable could have been read as. */
function isValue<T>(value: unknown, read: (text: string) => T | undefined, fallback: T): boolean {
  if (value === fallback) return true;
  if (typeof value === "string" || typeof value === "number") {
    return typeof read(String(value)) === typeof value;
  }
  if (Array.isArray(value)) {
    return value.every((item) => typeof item === "string") && Array.isArray(read(value.join(",")));
  }
  if (value instanceof Uint8Array) return fallback === undefined;
  return (
    typeof value === typeof fallback && (typeof value === "boolean" || typeof value === "function")
  );
}
