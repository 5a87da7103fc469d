/** Checks the parts of a request against a route's schemas; each part is checked once. */

import type * as z from "zod";

import { Problem, type Issue } from "../problem.ts";
import { isList } from "../query/codecs.ts";
import { parseSearch, type Search } from "../query/parse-search.ts";
import type { Incoming } from "../route/exchange.ts";
import type { RouteDefinition } from "../route/route.ts";
import { zodOf, type Schema } from "../route/schema.ts";
import { issuesOf, type NameHint } from "../wire/issues.ts";
import type { Part } from "../wire/part.ts";
import type { WireFormat } from "../wire/wire-format.ts";

/** Reads one part, or throws the Problem that says what is wrong with it. */
export type PartReader = (incoming: Incoming) => unknown;

export function compileParams(schema: Schema | undefined, wire: WireFormat): PartReader {
  if (schema === undefined) return nothing;
  const zod = zodOf(schema);
  return (incoming) => checked("params", zod, incoming.params, wire);
}

/**
 * A route that takes an Idempotency-Key refuses the header under another spelling, such as `X-Idempotency-Key`: its
 * sender believes that a retry is safe.
 */
export function compileHeaders(
  { headers: schema, idempotencyKey }: Pick<RouteDefinition, "headers" | "idempotencyKey">,
  wire: WireFormat,
): PartReader {
  if (schema === undefined) return nothing;
  const zod = zodOf(schema);
  if (idempotencyKey !== true) return (incoming) => checked("headers", zod, incoming.headers, wire);
  return ({ headers }) => {
    const misspelt = Object.keys(headers).filter(isMisspeltKey);
    if (misspelt.length === 0) return checked("headers", zod, headers, wire);
    const msg = "is not read here; the header is called Idempotency-Key";
    throw invalidPart(
      "headers",
      wire,
      misspelt.map((name) => ({ loc: ["header", name], msg, type: "value_error" })),
    );
  };
}

function isMisspeltKey(name: string): boolean {
  return name !== "idempotency-key" && /^(?:x[-_]?)?idempotency[-_]?key$/i.test(name);
}

/** The answer to the empty query is the same every time: it is checked once and frozen. */
export function compileQuery(
  { query: schema, method }: Pick<RouteDefinition, "query" | "method">,
  wire: WireFormat,
): PartReader {
  const isExact = wire.refusesUnread === true && method !== "GET";
  if (schema === undefined) return isExact ? noQuery(wire) : nothing;
  const zod = zodOf(schema);
  const bare = zod.safeParse({});
  const frozen: unknown = bare.success ? deepFreeze(bare.data) : undefined;
  const shape = shapeOf(zod);
  const declared = Object.keys(shape);
  const single = declared.filter((key) => !isList(shape[key]));
  return ({ search }) => {
    if (search.length <= 1 && bare.success) return frozen;
    const query = parseSearch(search);
    if (query === undefined) {
      throw invalidPart("query", wire, [
        {
          loc: ["query"],
          msg: "has a percent sign without valid UTF-8 after it",
          type: "value_error",
        },
      ]);
    }
    const twice = single.filter((key) => query.repeated.has(key));
    if (twice.length > 0) {
      throw invalidPart(
        "query",
        wire,
        twice.map((key) => ({ loc: ["query", key], msg: "must come once", type: "value_error" })),
      );
    }
    const values = withLists(query);
    if (isExact) refuseUnknown(values, declared, wire);
    return checked("query", zod, values, wire);
  };
}

/** The values, where a parameter that came more than once is the list of all of its values. */
function withLists({ values, repeated }: Search): Search["values"] {
  if (repeated.size === 0) return values;
  const lists = Array.from(repeated, ([name, all]) => [name, all.join(",")]);
  return { ...values, ...Object.fromEntries(lists) };
}

function noQuery(wire: WireFormat): PartReader {
  return ({ search }) => refuseUnknown(parseSearch(search)?.values ?? {}, [], wire);
}

/** Refuses fields that the route does not read, 20 of them by name. */
function refuseUnknown(
  values: Readonly<Record<string, string>>,
  declared: readonly string[],
  wire: WireFormat,
): void {
  const unknown = Object.keys(values).filter((name) => !declared.includes(name));
  if (unknown.length === 0) return;
  const fields =
    declared.length === 0
      ? "this route has no query"
      : `the query's fields are ${declared.join(", ")}`;
  const issues = unknown.slice(0, 20).map((name) => ({
    loc: ["query", name.slice(0, 64)],
    msg: `is not a known field; ${fields}`,
    type: "extra_forbidden",
  }));
  throw invalidPart("query", wire, issues);
}

/** `value` as the schema makes it. */
export function checked(
  part: Part,
  schema: z.ZodType,
  value: unknown,
  wire: WireFormat,
  hint?: NameHint,
): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalidPart(part, wire, issuesOf(part, result.error, { value, schema, hint }));
}

/** The refusal of a part, with the status that the API gives it. */
export function invalidPart(
  part: Part,
  wire: WireFormat,
  issues: readonly Issue[],
  status: number = wire.invalid[part],
): Problem {
  return new Problem({
    code: status === 400 ? "INVALID_PARAMETERS" : "VALIDATION_ERROR",
    status,
    message: `the request's ${part} is not valid`,
    issues,
  });
}

function nothing(): undefined {
  return undefined;
}

function shapeOf(schema: z.ZodType): Readonly<Record<string, unknown>> {
  return (schema as { readonly shape?: Readonly<Record<string, unknown>> }).shape ?? {};
}

function deepFreeze(value: unknown): unknown {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
