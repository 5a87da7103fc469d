/**
 * JSON from strangers: RFC 8259 with the holes closed.
 *
 * Refused beside bad syntax: invalid UTF-8, nesting past a cap, a key twice in one object, `__proto__`,
 * `constructor` with a `prototype`, and numbers that overflow a double. `JSON.parse` does the reading; one scan
 * before it counts brackets and colons, one walk after it counts keys: fewer keys than colons is a duplicate.
 */

import { JsonProblem, jsonProblem } from "./json-problem.ts";

/** Limits of JSON input. */
export interface JsonLimits {
  /** Arrays and objects inside one another, 1–1000. Default 64. */
  readonly maxDepth?: number;
  /**
   * Whole numbers past 2^53 − 1, written in at most 100 digits without point and exponent, become bigint; any other
   * number is the nearest double. Default false.
   */
  readonly exactIntegers?: boolean;
}

const OPEN_ARRAY = 91;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const COLON = 58;
const QUOTE = 34;
const BACKSLASH = 92;

const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true });

/**
 * The value that `bytes` spell. Cost: about twice `JSON.parse`, without recursion.
 *
 * @throws JsonProblem with a sentence for the caller
 */
export function parseJsonBytes(bytes: Uint8Array, limits: JsonLimits = {}): unknown {
  return parseJsonText(decodeUtf8(bytes), limits);
}

/** {@link parseJsonBytes} of text that is decoded already. */
export function parseJsonText(text: string, limits: JsonLimits = {}): unknown {
  const members = countMembers(text, limits.maxDepth ?? 64);
  const value = parse(text, limits.exactIntegers === true);
  if (countKeys([value]) !== members) throw jsonProblem("an object has the same key twice");
  return value;
}

/** UTF-8 as text; a byte order mark at its head is dropped. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw jsonProblem("the body is not valid UTF-8", cause);
  }
}

/** The colons outside strings, which are the members of all objects; refuses nesting on the way. */
function countMembers(text: string, maxDepth: number): number {
  let depth = 0;
  let members = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case COLON:
        members += 1;
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        depth += 1;
        if (depth > maxDepth) throw jsonProblem(`nested deeper than ${maxDepth} levels`);
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        depth -= 1;
        break;
      default:
        break;
    }
  }
  return members;
}

/** The closing quote of the string that opens at `from`; the text's end where there is none. */
function endOfString(text: string, from: number): number {
  let at = text.indexOf('"', from + 1);
  while (at !== -1 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at === -1 ? text.length : at;
}

function isEscaped(text: string, quote: number): boolean {
  let at = quote - 1;
  while (text.charCodeAt(at) === BACKSLASH) at -= 1;
  return (quote - at) % 2 === 0;
}

/** Sixteen digits is the first length that a double may round. */
const LONG_NUMBER = /\d{16}/;

function parse(text: string, exactIntegers: boolean): unknown {
  try {
    return exactIntegers && LONG_NUMBER.test(text)
      ? (JSON.parse(text, exactInteger as (key: string, value: unknown) => unknown) as unknown)
      : (JSON.parse(text) as unknown);
  } catch (cause) {
    const at = cause instanceof Error ? /at position \d+/.exec(cause.message)?.[0] : undefined;
    throw jsonProblem(`the body is not valid JSON${at === undefined ? "" : ` ${at}`}`, cause);
  }
}

/** A reviver by ECMA-262's "JSON.parse source text access", which the language's types do not know yet. */
function exactInteger(
  _key: string,
  value: unknown,
  context: { readonly source?: string },
): unknown {
  const { source } = context;
  const isRounded = typeof value === "number" && !Number.isSafeInteger(value);
  return isRounded && source !== undefined && /^-?\d{1,100}$/.test(source) ? BigInt(source) : value;
}

/** The own keys of every object in `root`; refuses keys and numbers that must not go further. */
function countKeys(root: object): number {
  const waiting: object[] = [root];
  let keys = 0;
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (Array.isArray(node)) {
      for (const value of node as unknown[]) checkValue(value, waiting, root);
      continue;
    }
    for (const key in node) {
      keys += 1;
      if (key === "__proto__" || key === "constructor") checkKey(key, node);
      checkValue((node as Record<string, unknown>)[key], waiting, root);
    }
  }
  return keys;
}

/** Puts what holds more aside; refuses numbers that overflowed. */
function checkValue(value: unknown, waiting: object[], root: object): void {
  if (typeof value === "object") {
    if (value !== null) waiting.push(value);
  } else if (value === Infinity || value === -Infinity) {
    // The first element of the path leads into the array that holds the whole value.
    throw new JsonProblem("a number is too large", pathOfOverflow(root)?.slice(1));
  }
}

/** The depth is bounded already. */
function pathOfOverflow(node: object): (string | number)[] | undefined {
  for (const [name, value] of Object.entries(node as Readonly<Record<string, unknown>>)) {
    const key = Array.isArray(node) ? Number(name) : name;
    if (value === Infinity || value === -Infinity) return [key];
    const below = typeof value === "object" && value !== null ? pathOfOverflow(value) : undefined;
    if (below !== undefined) return [key, ...below];
  }
  return undefined;
}

function checkKey(key: string, node: object): void {
  if (key === "__proto__") throw jsonProblem("the key __proto__ is not accepted");
  const value: unknown = Reflect.get(node, key);
  if (typeof value === "object" && value !== null && Object.hasOwn(value, "prototype")) {
    throw jsonProblem("the key constructor.prototype is not accepted");
  }
}
