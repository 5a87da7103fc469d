/** Routes as a client has to know them at run time: plain data without schemas, which weighs little. */

import * as z from "zod";

import { alternativeOf, jsonPartOf } from "./json-or.ts";
import type { ItemPlace, Method, Route, RouteDefinition } from "./route.ts";
import { mediaTypesOf, zodOf } from "./schema.ts";

/** The description of a route that its callers need at run time. */
export interface RouteCall<R extends Route = Route> {
  /** HTTP method. */
  readonly method: Method;
  /** Path below the API's base path, with `:name` parameters. */
  readonly path: string;
  /** Names of the API's security schemes, any of which will do. Default: open to everyone. */
  readonly security?: string | readonly string[];
  /** Media type of the request's body. Default: the route takes none. */
  readonly body?: string;
  /** Media type of a body of bytes, where the route takes one beside `body`. Default: none. */
  readonly bodyBytes?: string;
  /** True when the same call twice has the effect of one. Default: true for all but POST and PATCH. */
  readonly idempotent?: boolean;
  /** True when the route takes an Idempotency-Key. Default false. */
  readonly idempotencyKey?: boolean;
  /** True when the call trades or pays: it is sent again only when its caller asks for that. Default false. */
  readonly tradesOrPays?: boolean;
  /** Media types of the answers that are not JSON, by status, separated by commas. Default: all are JSON. */
  readonly media?: Readonly<Record<number, string>>;
  /** Media type in which a success may be text in place of JSON, where the call asks for it. Default: none. */
  readonly alternative?: string;
  /** Statuses beyond 200–299 whose answer is data, such as the 503 of a health route. Default none. */
  readonly answers?: readonly number[];
  /** Status of each error code of the route. Default none. */
  readonly errors?: Readonly<Record<string, number>>;
  /** Kind of the data in the answers that are JSON: a list, or of whatever kind. Default: an object. */
  readonly data?: "list" | "any";
  /** Place of the items of a route that answers a list a page at a time. Default: the route does not page. */
  readonly pages?: ItemPlace;
  /** Phantom: never a value. */
  readonly "~route"?: R;
}

/** The calls of a table of routes, by operation id. */
export type Calls<R extends Readonly<Record<string, Route>>> = {
  readonly [K in keyof R]: RouteCall<R[K]>;
};

/** Derives from a table of routes what its clients need at run time. */
export function callsOf<R extends Readonly<Record<string, Route>>>(routes: R): Calls<R> {
  const calls = Object.entries<Route>(routes).map(([key, { definition }]) => [
    key,
    callOf(definition),
  ]);
  return Object.fromEntries(calls) as Calls<R>;
}

function callOf(route: RouteDefinition): RouteCall {
  const {
    method,
    path,
    security,
    idempotent,
    idempotencyKey,
    tradesOrPays,
    errors = {},
    pages,
  } = route;
  const media = Object.entries(route.responses).flatMap(([status, schema]) => {
    const types = mediaTypesOf(schema);
    return types.length === 0 ? [] : [[status, types.join(", ")] as const];
  });
  const alternative = Object.values(route.responses).map(alternativeOf).find(Boolean);
  const answers = Object.keys(route.responses).flatMap((status) =>
    status.startsWith("2") ? [] : [Number(status)],
  );
  const data = dataOf(route);
  return {
    method,
    path,
    ...(security !== undefined && { security }),
    ...(route.body !== undefined && { body: route.bodyMediaType ?? "application/json" }),
    ...(route.bodyBytesTypes !== undefined && { bodyBytes: route.bodyBytesTypes[0] }),
    ...(idempotent !== undefined && { idempotent }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(tradesOrPays !== undefined && { tradesOrPays }),
    ...(media.length > 0 && { media: Object.fromEntries(media) }),
    ...(alternative !== undefined && { alternative }),
    ...(answers.length > 0 && { answers }),
    ...(Object.keys(errors).length > 0 && { errors }),
    ...(data !== undefined && { data }),
    ...(pages !== undefined && { pages }),
  };
}

/** The kind of a route's JSON answers; undefined where all are objects. */
function dataOf({ responses }: RouteDefinition): RouteCall["data"] {
  const schemas = Object.values(responses).filter((schema) => mediaTypesOf(schema).length === 0);
  const kinds = new Set(schemas.flatMap((schema) => kindsOf(zodOf(jsonPartOf(schema)))));
  if (kinds.size > 1) return "any";
  const [kind] = kinds;
  return kind === "object" ? undefined : kind;
}

function kindsOf(schema: z.ZodType): readonly ("object" | "list" | "any")[] {
  if (schema instanceof z.ZodUnion) {
    return (schema.options as readonly z.ZodType[]).flatMap(kindsOf);
  }
  if (schema instanceof z.ZodObject || schema instanceof z.ZodRecord) return ["object"];
  return [schema instanceof z.ZodArray ? "list" : "any"];
}
