/** What an API says about itself for people, beside its table. */

import type { ErrorSchemas } from "../wire/error-schemas.ts";
import type { Api, Routes } from "./api.ts";
import type { Schema } from "./schema.ts";

/** An API that can be documented: what a server is given, and a client is not. */
export interface DocumentedApi<R extends Routes = Routes> extends Api<R> {
  readonly docs: ApiDocs<R>;
}

export interface ApiDocs<R extends Routes = Routes> {
  readonly routes: { readonly [K in keyof R]: RouteDocs };
  /** The bodies of errors, as the API's wire format spells them. */
  readonly errors: ErrorSchemas;
  /** Schemas that stand once in a document, under their names. */
  readonly schemas?: Readonly<Record<string, Schema>>;
  /**
   * Of schemas in the table that check nothing, so that clients stay small: the name among `schemas` of what stands in a
   * document in their place.
   */
  readonly standIns?: ReadonlyMap<Schema, string>;
  /** A sentence for every field of that name; `operation.field` for the fields of one operation. */
  readonly glossary?: Readonly<Record<string, string>>;
}

export interface RouteDocs {
  /** One line for tables. */
  readonly summary: string;
  readonly tags?: readonly string[];
  /** The row of the published document that this route implements; absent on additions. */
  readonly seed?: string;
  /** What that document leaves open and what was chosen: one sentence each. */
  readonly unspecified?: readonly string[];
  /** Both fit their schemas. */
  readonly example?: { readonly body?: unknown; readonly response?: unknown };
}
