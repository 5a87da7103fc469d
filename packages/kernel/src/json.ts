/** Plain JSON values: what may cross a store, a bus or a wire, checked before it does. */

import { KernelError } from "./kernel-error.ts";

/** A plain JSON value. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/** Default maximum nesting depth of a value. */
const DEFAULT_MAX_DEPTH = 64;

/** Bounds of a value. */
interface JsonLimits {
  /** Maximum nesting depth. Default 64. */
  readonly maxDepth?: number;
}

/**
 * Passes when `value` survives JSON unchanged: null, booleans, finite numbers, strings, arrays without holes, and
 * plain objects (of any realm) with own enumerable string keys only.
 *
 * Costs one walk over the value. Shared references are fine, cycles are not. −0 passes and becomes 0 on the wire.
 *
 * @throws KernelError JSON_INVALID, details {path}: undefined, NaN, an infinity, a bigint, a symbol, a function, a
 * class instance (Date, Map, typed array, …), a hole, a `__proto__` key, a cycle, or nesting past `maxDepth`
 * (default 64)
 */
export function checkJson(value: unknown, options: JsonLimits = {}): asserts value is Json {
  walked(value, { path: [], maxDepth: options.maxDepth ?? DEFAULT_MAX_DEPTH, copy: false });
}

/**
 * A deep-frozen copy of `value`, checked like {@link checkJson} and with 0 for −0: nobody can change it afterwards,
 * neither through the original nor through the copy.
 *
 * @throws KernelError JSON_INVALID
 */
export function frozenJson<T>(value: T, options: JsonLimits = {}): T {
  return walked(value, {
    path: [],
    maxDepth: options.maxDepth ?? DEFAULT_MAX_DEPTH,
    copy: true,
  }) as T;
}

/** One text for a plain JSON value: two values have the same one when only the order of their members differs. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members = Object.entries(value as Readonly<Record<string, Json | undefined>>)
    .filter((member): member is [string, Json] => member[1] !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(",")}}`;
}

interface Walk {
  /** Keys and indexes from the root; the depth cap also ends cycles, so no set of seen objects is needed. */
  readonly path: (string | number)[];
  readonly maxDepth: number;
  readonly copy: boolean;
}

function walked(value: unknown, state: Walk): unknown {
  try {
    return walk(value, state);
  } catch (error) {
    if (error instanceof KernelError) throw error;
    return refuse(state, "a value that cannot be read, as a getter or proxy of it throws");
  }
}

function walk(value: unknown, state: Walk): unknown {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") {
    if (!Number.isFinite(value)) return refuse(state, String(value));
    // A copy holds what JSON would give back, and −0 is no JSON number.
    return state.copy ? value + 0 : value;
  }
  if (typeof value === "object") return walkObject(value, state);
  return refuse(state, value === undefined ? "undefined" : `a ${typeof value}`);
}

function walkObject(value: object, state: Walk): unknown {
  if (state.path.length >= state.maxDepth) {
    return refuse(state, `a cycle or nesting past ${state.maxDepth} levels`);
  }
  if (Array.isArray(value)) return walkArray(value, state);
  if (!isPlain(value)) return refuse(state, "an object that is not plain");
  if (Object.getOwnPropertySymbols(value).length > 0) return refuse(state, "a symbol key");
  const copy = state.copy ? { ...value } : value;
  const members = copy as Record<string, unknown>;
  for (const key of Object.keys(copy)) {
    const member = members[key];
    // Most members are texts, which are what they are.
    if (typeof member === "string" && key !== "__proto__") continue;
    state.path.push(key);
    if (key === "__proto__") refuse(state, "a __proto__ key");
    const child = walk(member, state);
    state.path.pop();
    if (state.copy && !Object.is(child, member)) members[key] = child;
  }
  return state.copy ? Object.freeze(copy) : value;
}

function walkArray(value: readonly unknown[], state: Walk): unknown {
  const copy: unknown[] = [];
  for (let index = 0; index < value.length; index++) {
    state.path.push(index);
    // A hole reads as undefined and is refused like one.
    const child = walk(value[index], state);
    state.path.pop();
    if (state.copy) copy.push(child);
  }
  return state.copy ? Object.freeze(copy) : value;
}

/** A literal of any realm: its prototype is null or is itself the end of its chain. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null;
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function refuse(state: Walk, found: string): never {
  const path = state.path.join(".").slice(0, 200);
  throw new KernelError(
    "JSON_INVALID",
    `Expected plain JSON, found ${found}${path === "" ? "" : ` at ${path}`}.`,
    { details: { path } },
  );
}
