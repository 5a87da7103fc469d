/**
 * A route as data. From one table of them come the server binding, the fetch handler, the client, the mock,
 * OpenAPI and the docs.
 *
 * The types of a route are one phantom record; its runtime description is the same type for every route. What is
 * said of it for people stands apart, in the API's docs, so that a client need not carry it.
 */

import type { PathKeys } from "./path.ts";
import type { Schema } from "./schema.ts";

/** HTTP methods of routes. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The rules of a route that no type depends on. */
export interface RouteRules {
  /** Names of the API's security schemes, any of which will do. Default: open to everyone. */
  readonly security?: string | readonly string[];
  /** The media type of the request's body. Default `application/json`; any other is handed over as text. */
  readonly bodyMediaType?: string;
  /**
   * Further media types of the request's body, the first of which clients send bytes as. Then every body is handed over
   * as bytes, text too, in whatever encoding it is. Default: none.
   */
  readonly bodyBytesTypes?: readonly [string, ...string[]];
  /** Bytes of the request's body, inclusive. Default 1 MiB. */
  readonly bodyLimit?: number;
  /** Whole numbers of a JSON body past 2^53 arrive as bigint, exact, instead of rounded. Default false. */
  readonly exactIntegers?: boolean;
  /**
   * The answer has an ETag, and a request whose If-None-Match names it is answered 304 without a body. Default false.
   */
  readonly conditional?: boolean;
  /** The same call twice has the effect of one. Default: true for all but POST and PATCH. */
  readonly idempotent?: boolean;
  /** The route takes an Idempotency-Key, under which a retry answers what the first call answered. Default false. */
  readonly idempotencyKey?: boolean;
  /**
   * The call trades or pays: it is a decision at the time when it is made, so that clients send it again only when
   * their caller asks for that. Default false.
   */
  readonly tradesOrPays?: boolean;
}

/** Place of a list's items in an answer's data: true for the data itself, else the name of the field that has them. */
export type ItemPlace = true | string;

/** The description that runs: not generic, so that any route fits any list of routes at no cost. */
export interface RouteDefinition extends RouteRules {
  /** HTTP method. */
  readonly method: Method;
  /** Below the API's base path, with `:name` parameters: `/jobs/:uuid`. */
  readonly path: string;
  /** Schema of the path parameters. */
  readonly params?: Schema;
  /** Schema of the query parameters. */
  readonly query?: Schema;
  /** Schema of the headers. */
  readonly headers?: Schema;
  /** Schema of the request body. */
  readonly body?: Schema;
  /** Schemas of the replies by status: 200–299, and 503 for a service out of order. The lowest is the default. */
  readonly responses: Readonly<Record<number, Schema>>;
  /** Code → status of every error that this route answers by itself. */
  readonly errors?: Readonly<Record<string, number>>;
  /**
   * Place of the items, on a route that answers a list a page at a time: its query has `limit` and `cursor`, and the
   * header `Link` (RFC 8288) of an answer leads to the next page. Default: the route does not page.
   */
  readonly pages?: ItemPlace;
}

/** The phantom record: schemas by part, responses by status, and the union of error codes. */
export interface RouteTypes {
  /** Schema type of the path parameters. */
  readonly params: unknown;
  /** Schema type of the query parameters. */
  readonly query: unknown;
  /** Schema type of the headers. */
  readonly headers: unknown;
  /** Schema type of the request body. */
  readonly body: unknown;
  /** Schema types of the replies by status. */
  readonly responses: unknown;
  /** Union of the error codes. */
  readonly codes: string;
  /** Type of the place of a list's items; undefined for a route that does not page. */
  readonly pages: unknown;
}

/** One route of an API: its definition, and its types for callers and handlers. */
export interface Route<T extends RouteTypes = RouteTypes> {
  /** The description that transports and documents read. */
  readonly definition: RouteDefinition;
  /** Phantom: never a value. */
  readonly "~types"?: T;
}

/**
 * A {@link Route} by the types of its parts, in their order: path parameters, query, headers, body, responses, codes,
 * place of the items. In a declaration it takes up less than half of what a record of them does.
 */
export interface TypedRoute<
  Params,
  Query,
  Headers,
  Body,
  Responses,
  Codes extends string,
  Pages = undefined,
> extends Route<{
  // Not inferred from where the route is put: a table of any routes would widen what was left out.
  params: NoInfer<Params>;
  query: NoInfer<Query>;
  headers: NoInfer<Headers>;
  body: NoInfer<Body>;
  responses: NoInfer<Responses>;
  codes: NoInfer<Codes>;
  pages: NoInfer<Pages>;
}> {}

/** The rules and schemas that {@link route} takes. */
export interface RouteSpec<
  Params,
  Query,
  Headers,
  Body,
  Responses,
  Errors,
  Pages,
> extends RouteRules {
  /** Schema of the path parameters; required when the path has some. */
  readonly params?: Params;
  /** Schema of the query parameters. */
  readonly query?: Query;
  /** Schema of the headers; lower-case names. */
  readonly headers?: Headers;
  /** Schema of the request body. */
  readonly body?: Body;
  /** Schemas of the replies by status. */
  readonly responses: Responses;
  /** Status of each error code that this route answers by itself. */
  readonly errors?: Errors;
  /**
   * Place of the items, on a route that answers a list a page at a time: true where the answer is the list itself, else
   * the name of its field. Such a route is a GET with `limit` and `cursor` in its query, and its handler answers by
   * `pageReply`. Default: the route does not page.
   */
  readonly pages?: Pages;
}

/**
 * Describes one route. A path with parameters needs a `params` schema with those very keys.
 *
 * Query values arrive as strings: use the codecs of `q` in `query`. Header names are lower case.
 */
// @__NO_SIDE_EFFECTS__
export function route<
  Path extends string,
  Params extends Schema<Record<PathKeys<Path>, unknown>> | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Headers extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  const Responses extends Readonly<Record<number, Schema>> = Readonly<Record<number, Schema>>,
  const Errors extends Readonly<Record<string, number>> = Readonly<Record<never, number>>,
  const Pages extends ItemPlace | undefined = undefined,
>(
  method: Method,
  path: Path,
  spec: RouteSpec<Params, Query, Headers, Body, Responses, Errors, Pages> &
    ([PathKeys<Path>] extends [never] ? unknown : { readonly params: Params }),
): TypedRoute<Params, Query, Headers, Body, Responses, keyof Errors & string, Pages> {
  return { definition: { method, path, ...spec } as RouteDefinition };
}
