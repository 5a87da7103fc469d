/** The documentation of an API, kept apart from its routes so that clients do not load it. */

import * as z from "zod";

import { anyDocumentedApi, checkGiven } from "../check-given.ts";
import type { ErrorSchemas } from "../wire/error-schemas.ts";
import type { Api, Routes } from "./api.ts";
import type { Schema } from "./schema.ts";
import type { SocketDocs } from "./socket-docs.ts";

/** An API with its documentation: what {@link openapi} and servers take. */
export interface DocumentedApi<R extends Routes = Routes> extends Api<R> {
  /** The documentation of the API's routes, schemas and errors. */
  readonly docs: ApiDocs<R>;
}

/** The documentation of an API. */
export interface ApiDocs<R extends Routes = Routes> {
  /** The documentation of each route, by operation id. */
  readonly routes: { readonly [K in keyof R]: RouteDocs };
  /** Text about the whole API, such as its event sockets, in Markdown. Default: none. */
  readonly description?: string;
  /** Descriptions of the groups of operations, by the names of {@link RouteNotes.tags}. Default: none. */
  readonly tags?: Readonly<Record<string, string>>;
  /** The WebSockets beside the routes, by name: what an AsyncAPI document tells of them. Default: none. */
  readonly sockets?: Readonly<Record<string, SocketDocs>>;
  /** The schemas of error bodies, as the API's wire format spells them. */
  readonly errors: ErrorSchemas;
  /** Schemas that a document holds once, under `#/components/schemas`, by name. */
  readonly schemas?: Readonly<Record<string, Schema>>;
  /**
   * Schemas of the routes that check nothing, so that clients stay small: each with the name of the schema among
   * `schemas` that a document shows in its place.
   */
  readonly standIns?: ReadonlyMap<Schema, string>;
  /**
   * The descriptions of properties by their place: `Draft.version` for a property of a named schema,
   * `listDrafts.query.limit` for a parameter, `login.body.email` and `login.200.token` for a body and an answer.
   */
  readonly texts?: Texts;
}

/** Descriptions by place. */
export type Texts = Readonly<Record<string, string>>;

/** The documentation of a route. */
export interface RouteDocs extends RouteNotes {
  /** One line without a full stop, for tables and menus. */
  readonly summary: string;
}

/** The documentation of a route without its summary, which stands in the route's doc comment. */
export interface RouteNotes {
  /** Groups of operations that a document lists together. Default none. */
  readonly tags?: readonly string[];
  /**
   * Row of the specification that the route implements, for those who compare them; no document shows it. Default: an
   * addition.
   */
  readonly seed?: string;
  /**
   * Rules of the route that its types do not tell, one sentence each: the description in the document. Default none.
   */
  readonly unspecified?: readonly string[];
  /** A request body and a response that fit their schemas. */
  readonly example?: { readonly body?: unknown; readonly response?: unknown };
}

/** The notes of every route of a table, by operation id. */
export type NotesOf<R extends Routes> = { readonly [K in keyof R]: RouteNotes };

/** Joins an API with its documentation; the summary of a route is its operation id in words until it gets its texts. */
export function documented<R extends Routes>(
  api: Api<R>,
  docs: Omit<ApiDocs<R>, "routes" | "texts"> & { readonly routes: NotesOf<R> },
): DocumentedApi<R> {
  const routes = Object.entries<RouteNotes>(docs.routes).map(([key, notes]) => [
    key,
    { summary: inWords(key), ...notes },
  ]);
  return { ...api, docs: { ...docs, routes: Object.fromEntries(routes) as ApiDocs<R>["routes"] } };
}

/** `listDrafts` as `List drafts`. */
function inWords(key: string): string {
  const words = key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * A documented API with the texts of its routes and fields; the text at the place of an operation id is that route's
 * summary. `@bourse/documents` has the texts of the four services, apart from the contract so that clients do not bring
 * them along.
 *
 * @throws ContractError ARGUMENT_INVALID
 */
export function withTexts<R extends Routes>(api: DocumentedApi<R>, texts: Texts): DocumentedApi<R> {
  checkGiven("withTexts", "api", anyDocumentedApi, api);
  checkGiven("withTexts", "texts", z.record(z.string(), z.string()), texts);
  const routes = Object.entries<RouteDocs>(api.docs.routes).map(([key, docs]) => [
    key,
    { ...docs, summary: texts[key] ?? docs.summary },
  ]);
  return {
    ...api,
    docs: { ...api.docs, routes: Object.fromEntries(routes) as ApiDocs<R>["routes"], texts },
  };
}
