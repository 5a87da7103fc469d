/** One route as an OpenAPI operation. */

import type * as z from "zod";

import type { Api } from "../route/api.ts";
import type { RouteDocs } from "../route/docs.ts";
import { alternativeOf, jsonPartOf } from "../route/json-or.ts";
import type { RouteDefinition } from "../route/route.ts";
import { mediaTypesOf, streamedEventsOf, zodOf, type Schema } from "../route/schema.ts";
import { ERROR_CODE_HEADER } from "../wire/decode.ts";
import type { ErrorSchemas } from "../wire/error-schemas.ts";
import type { Part } from "../wire/part.ts";
import type { Json } from "./json.ts";
import type { SchemaWriter } from "./schemas.ts";

export interface OperationParts {
  readonly api: Api;
  readonly key: string;
  readonly route: RouteDefinition;
  readonly docs: RouteDocs;
  readonly errors: ErrorSchemas;
  readonly writer: SchemaWriter;
}

export function operationOf(parts: OperationParts): Json {
  const { api, key, route, docs } = parts;
  const parameters = parametersOf(parts);
  const body = requestBodyOf(parts);
  const security = securityOf(api, route);
  return {
    operationId: key,
    summary: docs.summary,
    description: descriptionOf(parts),
    ...(docs.tags === undefined ? {} : { tags: docs.tags }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: { ...successesOf(parts), ...notModifiedOf(route), ...failuresOf(parts) },
    security,
    ...(route.tradesOrPays === true && { "x-trades-or-pays": true }),
  };
}

function descriptionOf({ route, docs }: OperationParts): string {
  const points = docs.unspecified ?? [];
  if (route.tradesOrPays === true) return openPoints([...points, SENT_ONCE]);
  return points.length === 0 ? `${docs.summary}.` : openPoints(points);
}

const SENT_ONCE =
  "The call trades or pays (x-trades-or-pays): a client sends it again only when its caller decides so, never by itself after a wait.";

const PLACES = { params: "path", query: "query", headers: "header" } as const;

function parametersOf({ key, route, writer }: OperationParts): Json[] {
  return (["params", "query", "headers"] as const).flatMap((part) => {
    const schema = route[part];
    if (schema === undefined) return [];
    // What a caller means is the codec's output; whether it must be given is its input's business.
    const { properties = {} } = writer.write(schema, "output", `${key}.${part}`) as {
      properties?: Json;
    };
    const { required = [] } = writer.write(schema, "input", key) as {
      required?: readonly string[];
    };
    return Object.entries(properties).map(([name, written]) => {
      const { description, ...plain } = written as Json;
      return {
        name: part === "headers" ? titled(name) : name,
        in: PLACES[part],
        required: part === "params" || required.includes(name) || isMarked(schema, name),
        ...(description === undefined ? {} : { description }),
        schema: plain,
      };
    });
  });
}

function notModifiedOf({ conditional }: RouteDefinition): Json {
  if (conditional !== true) return {};
  return { 304: { description: "The caller has the current answer.", headers: { ETag: ETAG } } };
}

const ETAG = { schema: { type: "string" } } as const;

const LINK = {
  description:
    'The next page, rel="next" (RFC 8288): the query of this request with another cursor, relative to its URL. Absent on the last page.',
  schema: { type: "string" },
} as const;

function successHeaders({ conditional, pages }: RouteDefinition): Json {
  if (conditional === true) return { headers: { ETag: ETAG } };
  return pages === undefined ? {} : { headers: { Link: LINK } };
}

/** True when a parameter was made by `requiredByHandler`. */
function isMarked(schema: Schema, name: string): boolean {
  const { shape } = zodOf(schema) as { readonly shape?: Readonly<Record<string, z.ZodType>> };
  return shape?.[name]?.meta()?.["isRequired"] === true;
}

function requestBodyOf({ key, route, docs, writer }: OperationParts): Json | undefined {
  if (route.body === undefined) return undefined;
  const mediaType = route.bodyMediaType ?? "application/json";
  return {
    required: !zodOf(route.body).safeParse({}).success,
    content: {
      [mediaType]: {
        schema: writer.write(route.body, "input", `${key}.body`),
        ...(docs.example?.body === undefined ? {} : { example: docs.example.body }),
      },
      // Bytes have no schema (OpenAPI 3.1, section 4.8.14.2).
      ...Object.fromEntries((route.bodyBytesTypes ?? []).map((type) => [type, {}])),
    },
  };
}

function successesOf({ api, key, route, docs, writer }: OperationParts): Json {
  const example = docs.example?.response;
  const wrap = api.wire.envelope;
  return Object.fromEntries(
    Object.entries<Schema>(route.responses).map(([status, schema]) => {
      const mediaTypes = mediaTypesOf(schema);
      const alternative = alternativeOf(schema);
      const content =
        mediaTypes.length === 0
          ? {
              "application/json": {
                schema: writer.write(
                  wrap?.schema(zodOf(schema)) ?? jsonPartOf(schema),
                  "output",
                  `${key}.${status}`,
                ),
                ...(fits(schema, example) ? { example: wrap?.wrap(example) ?? example } : {}),
              },
              ...(alternative === undefined
                ? {}
                : { [alternative]: { schema: { type: "string" } } }),
            }
          : Object.fromEntries(
              mediaTypes.map((type) => [
                type,
                { schema: { type: "string" }, ...itemsOf(schema, writer) },
              ]),
            );
      return [status, { description: docs.summary, ...successHeaders(route), content }];
    }),
  );
}

/** The items of a stream of events: each is the fields of one Server-Sent Event, whose data is JSON as text. */
function itemsOf(schema: Schema, writer: SchemaWriter): Json {
  const streamed = streamedEventsOf(schema);
  if (streamed === undefined) return {};
  const oneOf = Object.entries(streamed.events).map(([name, data]) => ({
    type: "object",
    required: ["event", "data", ...(streamed.hasIds ? ["id"] : [])],
    properties: {
      event: { const: name, description: "Name of the event." },
      data: {
        type: "string",
        description: "Data of the event, as JSON.",
        contentMediaType: "application/json",
        contentSchema: writer.write(data, "output", name),
      },
      ...(streamed.hasIds
        ? { id: { type: "string", description: "Place of the event, for Last-Event-ID." } }
        : {}),
    },
  }));
  return { itemSchema: { oneOf } };
}

/** An example of one status is none of another whose answer has other fields. */
function fits(schema: Schema, example: unknown): boolean {
  return example !== undefined && zodOf(schema).safeParse(example).success;
}

function failuresOf({ api, route, errors, writer }: OperationParts): Json {
  const codes = new Map<number, Set<string>>();
  const add = (status: number, name: string): void => {
    const code = api.wire.codes?.[name] ?? name;
    codes.set(status, (codes.get(status) ?? new Set()).add(code));
  };
  for (const [code, status] of Object.entries(route.errors ?? {})) add(status, code);
  for (const part of ["params", "query", "headers", "body"] satisfies Part[]) {
    const status = api.wire.invalid[part];
    if (route[part] !== undefined) {
      add(status, status === 400 ? "INVALID_PARAMETERS" : "VALIDATION_ERROR");
    }
  }
  if (route.body !== undefined) {
    if (api.wire.malformedJson === 400) add(400, "INVALID_PARAMETERS");
    add(413, "BODY_TOO_LARGE");
    add(415, "UNSUPPORTED_MEDIA_TYPE");
  }
  add(500, "INTERNAL_ERROR");
  add(500, "STORE_CORRUPT");
  // Where 503 has a body of its own, that is what the document shows.
  if (!Object.hasOwn(route.responses, 503)) add(503, "STORE_IO");
  if (route.method !== "GET") add(507, "STORE_FULL");
  return Object.fromEntries(
    Array.from(codes, ([status, names]) => [
      status,
      {
        description: Array.from(names).join(", "),
        headers: headersOf(status, Array.from(names)),
        content: {
          "application/json": {
            schema: writer.define(`Error${status}`, errors(status), "output"),
          },
        },
      },
    ]),
  );
}

function headersOf(status: number, codes: readonly string[]): Json {
  const retry = status === 429 || status === 503;
  return {
    [titled(ERROR_CODE_HEADER)]: { schema: { type: "string", examples: codes } },
    ...(retry ? { "Retry-After": { schema: { type: "integer", minimum: 0 } } } : {}),
  };
}

/**
 * Any one of the schemes, none for a route that is open to everyone; an optional one may be left out where the server
 * was given no keys.
 */
function securityOf(api: Api, route: RouteDefinition): Json[] {
  if (route.security === undefined) return [];
  const names = [route.security].flat();
  const open = names.every((name) => api.security[name]?.optional === true);
  return [...names.map((name) => ({ [name]: [] })), ...(open ? [{}] : [])];
}

function openPoints(points: readonly string[]): string {
  return points.map((point) => `- ${point}`).join("\n");
}

/** `x-error-code` as `X-Error-Code`. */
function titled(name: string): string {
  return name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
}
