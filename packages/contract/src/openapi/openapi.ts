/** An API as an OpenAPI 3.2 document, out of the table that serves it. */

import * as z from "zod";

import { anyDocumentedApi, checkGiven } from "../check-given.ts";
import type { Api, Routes, SecurityScheme } from "../route/api.ts";
import { checkApi } from "../route/check-api.ts";
import type { DocumentedApi } from "../route/docs.ts";
import type { Route } from "../route/route.ts";
import type { Json } from "./json.ts";
import { operationOf } from "./operation.ts";
import { createSchemaWriter } from "./schemas.ts";

/** Options of {@link openapi}. */
export interface OpenApiOptions {
  /** Default: the place that serves the document, `/`. */
  readonly servers?: readonly {
    /** URL of the server. */
    readonly url: string;
    /** Description of the server for people. */
    readonly description?: string;
  }[];
  /** Version of the service. Default: the API's. */
  readonly version?: string;
}

/** An OpenAPI 3.2 document. */
export interface OpenApiDocument {
  readonly openapi: "3.2.0";
  /** Title and version of the API. */
  readonly info: Json;
  /** Servers of the API. */
  readonly servers: readonly Json[];
  /** Tags that group the operations. */
  readonly tags: readonly Json[];
  /** Operations by path template, then by method in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  /** Shared schemas and security schemes. */
  readonly components: Json;
}

/**
 * The document: every route with its parameters, bodies, answers by status, errors and security.
 *
 * @throws ContractError API_INVALID, ARGUMENT_INVALID
 */
export function openapi<R extends Routes>(
  api: DocumentedApi<R>,
  options: OpenApiOptions = {},
): OpenApiDocument {
  checkGiven("openapi", "api", anyDocumentedApi, api);
  checkGiven("openapi", "options", anyOptions, options);
  checkApi(api);
  const { docs } = api;
  const paths: Record<string, Record<string, Json>> = {};
  const tags = new Set<string>();
  const components: Record<string, unknown> = {};
  for (const [key, route] of Object.entries<Route>(api.routes)) {
    const writer = createSchemaWriter(
      docs.schemas ?? {},
      (place) => docs.texts?.[place],
      docs.standIns,
    );
    const place = (paths[templateOf(api, route)] ??= {});
    const routeDocs = docs.routes[key as keyof R];
    place[route.definition.method.toLowerCase()] = operationOf({
      api,
      key,
      route: route.definition,
      docs: routeDocs,
      errors: docs.errors,
      writer,
    });
    for (const tag of routeDocs.tags ?? []) tags.add(tag);
    Object.assign(components, writer.components());
  }
  return {
    openapi: "3.2.0",
    info: {
      title: api.title,
      version: options.version ?? api.version,
      ...(api.docs.description === undefined ? {} : { description: api.docs.description }),
    },
    servers: options.servers ?? [{ url: "/" }],
    tags: Array.from(tags, (name) => {
      const description = docs.tags?.[name];
      return { name, ...(description === undefined ? {} : { description }) };
    }),
    paths,
    components: { schemas: components, securitySchemes: securitySchemesOf(api) },
  };
}

const anyOptions = z.strictObject({
  servers: z
    .array(z.strictObject({ url: z.string(), description: z.string().optional() }))
    .optional(),
  version: z.string().optional(),
});

function templateOf(api: Api, route: Route): string {
  return (api.basePath + route.definition.path).replace(/:([^/]+)/g, "{$1}");
}

function securitySchemesOf(api: Api): Json {
  return Object.fromEntries(
    Object.entries(api.security).map(([name, scheme]) => [name, securitySchemeOf(scheme)]),
  );
}

function securitySchemeOf(scheme: SecurityScheme): Json {
  if (scheme.type === "apiKey") return { type: "apiKey", in: "header", name: scheme.header };
  return {
    type: "http",
    scheme: "bearer",
    ...(scheme.bearerFormat === undefined ? {} : { bearerFormat: scheme.bearerFormat }),
  };
}
