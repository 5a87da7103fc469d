/** Refusals of values that a client cannot take: a misspelt option, a text for a number, an array for an object. */

import { queryText } from "@bourse/contract/client";

import { ClientError, type ClientErrorCode } from "./errors.ts";

/** Examples of the values by their names; undefined where any value will do. */
type Examples = Readonly<Record<string, unknown>>;

/** Returns the kind of a value, such as `number`, `function`, `Object`, `Array`, `Null` or `AbortSignal`. */
function kindOf(value: unknown): string {
  try {
    return typeof value === "object" ? {}.toString.call(value).slice(8, -1) : typeof value;
  } catch {
    // A proxy that throws.
    return "Proxy";
  }
}

/** Returns the kind of a value that is to be sent: a number without digits, such as NaN, is a kind of its own. */
function sentKindOf(value: unknown): string {
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : kindOf(value);
}

/**
 * Refuses a value of another kind than the example, and one without its members.
 *
 * @throws ClientError with that code
 */
export function checkKind(
  value: unknown,
  example: unknown,
  what: string,
  code: ClientErrorCode = "OPTION_INVALID",
): void {
  if (example === undefined) return;
  if (kindOf(value) !== kindOf(example)) {
    throw new ClientError(code, `${what}: expected ${kindOf(example)}, found ${kindOf(value)}`);
  }
  checkMembers(value, example as object, what, code);
}

/**
 * Refuses a value without a member of the example, or with one of another kind.
 *
 * @throws ClientError with that code
 */
export function checkMembers(
  value: unknown,
  example: object,
  what: string,
  code?: ClientErrorCode,
): void {
  for (const [name, member] of Object.entries(example)) {
    checkKind((value as Examples)[name], member, `${what}.${name}`, code);
  }
}

/**
 * Returns an object without its undefined values. It refuses what is no object, a name that is not among the examples,
 * and a value of another kind than its example.
 *
 * @throws ClientError with that code
 */
export function checked<T extends object>(
  given: T,
  examples: Examples,
  what: string,
  code: ClientErrorCode = "OPTION_INVALID",
): T {
  checkKind(given, {}, what, code);
  const names = Object.keys(examples);
  const known = Object.entries(given).filter(([name, value]) => {
    if (!names.includes(name)) {
      const start = name.slice(0, 3).toLowerCase();
      const near = names.find((one) => one.toLowerCase().startsWith(start));
      const expected = near ?? names.join(", ");
      throw new ClientError(code, `${what}: unknown "${name}", expected ${expected}`);
    }
    if (value !== undefined) checkKind(value, examples[name], `${what}.${name}`, code);
    return value !== undefined;
  });
  return Object.fromEntries(known) as T;
}

/**
 * Returns parameters or headers as texts, without those that are undefined; names of headers in lower case. A value is
 * a text, a number, a boolean or a list of these.
 *
 * @throws ClientError with that code
 */
export function textsOf(
  values: Examples = {},
  what: string,
  code: ClientErrorCode = "INPUT_INVALID",
): Record<string, string> {
  checkKind(values, {}, what, code);
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    for (const item of [value].flat()) {
      if (/^(string|number|boolean|bigint)$/.test(sentKindOf(item))) continue;
      throw new ClientError(code, `${name}: expected text or number, found ${sentKindOf(item)}`);
    }
    texts[what === "headers" ? name.toLowerCase() : name] = queryText(value);
  }
  return texts;
}

/**
 * Returns the JSON of a value. A field that is undefined is left out; what JSON would leave out otherwise, or write as
 * null or `{}`, is refused: NaN, an invalid date, an undefined item, a function, a Map.
 *
 * @throws ClientError INPUT_INVALID
 */
export function jsonOf(body: unknown): string {
  const checkValue = function (this: Examples, name: string, value: unknown): unknown {
    const isInvalidDate = value === null && this[name] instanceof Date;
    const kind = isInvalidDate ? "an invalid date" : sentKindOf(value);
    const isLeftOut = value === undefined && !Array.isArray(this);
    if (isLeftOut || /^(string|number|boolean|Object|Array|Null)$/.test(kind)) return value;
    throw new TypeError(`JSON cannot hold ${kind} as ${name || "body"}`);
  };
  try {
    return JSON.stringify(body, checkValue);
  } catch (cause) {
    throw new ClientError("INPUT_INVALID", `body: ${String(cause)}`, { cause });
  }
}
