/** The feeds of an API as an AsyncAPI 3 document, out of the tables that serve them: sockets and streams of events. */

import * as z from "zod";

import { anyDocumentedApi, checkGiven } from "../check-given.ts";
import type { Json } from "../openapi/json.ts";
import { createSchemaWriter, type SchemaWriter } from "../openapi/schemas.ts";
import type { Api, Routes, SecurityScheme } from "../route/api.ts";
import { checkApi } from "../route/check-api.ts";
import type { DocumentedApi, RouteDocs, Texts } from "../route/docs.ts";
import type { Route } from "../route/route.ts";
import { streamedEventsOf, type Schema, type StreamedEvents } from "../route/schema.ts";
import type { SocketDocs } from "../route/socket-docs.ts";

/** Options of {@link asyncapi}. */
export interface AsyncApiOptions {
  /** Host and port of the server, such as `feeds.example:443`. Default `localhost`. */
  readonly host?: string;
  /** Version of the service. Default: the API's. */
  readonly version?: string;
}

/** An AsyncAPI 3 document. */
export interface AsyncApiDocument {
  readonly asyncapi: "3.0.0";
  /** Title, version and description of the API. */
  readonly info: Json;
  /** Media type of every message. */
  readonly defaultContentType: "application/json";
  /** The server, once a protocol. */
  readonly servers: Json;
  /** Sockets and streams of events, by name. */
  readonly channels: Readonly<Record<string, Json>>;
  /** The messages that the service sends and takes in each channel. */
  readonly operations: Readonly<Record<string, Json>>;
  /** Shared messages, schemas and security schemes. */
  readonly components: Json;
}

/** One channel of a document, with what is said in it. */
interface Channel {
  readonly name: string;
  readonly channel: Json;
  readonly protocol: "ws" | "http";
  readonly docs: { readonly summary: string; readonly security: readonly string[] };
  readonly bindings?: Json;
  readonly sends: Readonly<Record<string, Json>>;
  readonly takes: Readonly<Record<string, Json>>;
}

/**
 * The document: each socket and each stream of events with its messages in both directions and its security. A document
 * without channels has neither sockets nor streams.
 *
 * @throws ContractError API_INVALID, ARGUMENT_INVALID
 */
export function asyncapi<R extends Routes>(
  api: DocumentedApi<R>,
  options: AsyncApiOptions = {},
): AsyncApiDocument {
  checkGiven("asyncapi", "api", anyDocumentedApi, api);
  checkGiven("asyncapi", "options", anyOptions, options);
  checkApi(api);
  const { docs } = api;
  const writer = createSchemaWriter(
    docs.schemas ?? {},
    (place) => docs.texts?.[place] ?? (BODY.test(place) ? "Fields of the message." : undefined),
    docs.standIns,
  );
  const channels = [
    ...Object.entries(docs.sockets ?? {}).map(([name, socket]) =>
      socketChannel(name, socket, writer),
    ),
    ...Object.entries<Route>(api.routes).flatMap(([name, route]) => {
      const streamed = streamOf(route);
      if (streamed === undefined) return [];
      const routeDocs = docs.routes[name as keyof R];
      return [
        streamChannel({
          api,
          name,
          route,
          docs: routeDocs,
          texts: docs.texts ?? {},
          streamed,
          writer,
        }),
      ];
    }),
  ];
  const protocols = new Set(channels.map(({ protocol }) => protocol));
  const host = options.host ?? "localhost";
  return {
    asyncapi: "3.0.0",
    info: {
      title: `${api.title}, feeds`,
      version: options.version ?? api.version,
      description: `Sockets and streams of events of ${api.title}; its routes are in the OpenAPI document at /openapi.json.`,
    },
    defaultContentType: "application/json",
    servers: Object.fromEntries(
      Array.from(protocols, (protocol) => [protocol, { host, protocol, title: TITLES[protocol] }]),
    ),
    channels: Object.fromEntries(channels.map((one) => [one.name, channelOf(one)])),
    operations: Object.fromEntries(channels.flatMap(operationsOf)),
    components: {
      messages: Object.fromEntries(channels.flatMap(messagesOf)),
      schemas: writer.components(),
      securitySchemes: securitySchemesOf(api, channels),
    },
  };
}

const anyOptions = z.strictObject({
  host: z.string().optional(),
  version: z.string().optional(),
});

/** Place of the property that holds the fields of a message. */
const BODY = /\.(?:data|payload)$/;

const TITLES = { ws: "WebSockets", http: "Server-Sent Events" } as const;

function socketChannel(name: string, socket: SocketDocs, writer: SchemaWriter): Channel {
  const written = (schemas: Readonly<Record<string, Schema>>, direction: "input" | "output") =>
    Object.fromEntries(
      Object.entries(schemas).map(([type, schema]) => [
        type,
        { payload: writer.write(schema, direction, `${name}.${type}`) },
      ]),
    );
  const part = (schema: Schema | undefined, key: string): Json =>
    schema === undefined ? {} : { [key]: writer.write(schema, "input", `${name}.${key}`) };
  return {
    name,
    protocol: "ws",
    docs: { summary: socket.summary, security: [socket.security ?? []].flat() },
    channel: {
      address: addressOf(socket.path),
      title: name,
      summary: socket.summary,
      ...(socket.description === undefined ? {} : { description: socket.description }),
      ...parametersOf(socket.params),
      bindings: {
        ws: {
          method: "GET",
          ...part(socket.query, "query"),
          ...part(socket.headers, "headers"),
          bindingVersion: "0.1.0",
        },
      },
    },
    sends: written(socket.sends, "output"),
    takes: written(socket.takes ?? {}, "input"),
  };
}

interface Stream {
  readonly api: Api;
  readonly name: string;
  readonly route: Route;
  readonly docs: RouteDocs;
  readonly texts: Texts;
  readonly streamed: StreamedEvents;
  readonly writer: SchemaWriter;
}

function streamChannel({ api, name, route, docs, texts, streamed, writer }: Stream): Channel {
  const { definition } = route;
  const { events, hasIds } = streamed;
  const names = definition.path.match(/(?<=:)[^/]+/g) ?? [];
  const params = names.map((param) => [param, texts[`${name}.params.${param}`] ?? param]);
  return {
    name,
    protocol: "http",
    docs: { summary: docs.summary, security: [definition.security ?? []].flat() },
    channel: {
      address: addressOf(api.basePath + definition.path),
      title: name,
      summary: docs.summary,
      ...parametersOf(Object.fromEntries(params)),
    },
    bindings: { http: { method: definition.method, bindingVersion: "0.3.0" } },
    sends: Object.fromEntries(
      Object.entries(events).map(([type, schema]) => [
        type,
        {
          headers: fieldsOf(type, hasIds),
          payload: writer.write(schema, "output", `${name}.${type}`),
        },
      ]),
    ),
    takes: {},
  };
}

/** The fields of a Server-Sent Event beside its data. */
function fieldsOf(type: string, hasIds: boolean): Json {
  return {
    type: "object",
    required: ["event", ...(hasIds ? ["id"] : [])],
    properties: {
      event: { const: type, description: "Name of the event." },
      ...(hasIds
        ? { id: { type: "string", description: "Place of the event, for Last-Event-ID." } }
        : {}),
    },
  };
}

function streamOf({ definition }: Route): StreamedEvents | undefined {
  const [streamed] = Object.values<Schema>(definition.responses).flatMap(
    (schema) => streamedEventsOf(schema) ?? [],
  );
  return streamed;
}

function addressOf(path: string): string {
  return path.replace(/:([^/]+)/g, "{$1}");
}

function parametersOf(params: Readonly<Record<string, string>> = {}): Json {
  const parameters = Object.entries(params).map(([param, description]) => [param, { description }]);
  return parameters.length === 0 ? {} : { parameters: Object.fromEntries(parameters) as Json };
}

function channelOf({ name, channel, protocol, sends, takes }: Channel): Json {
  const types = [...Object.keys(sends), ...Object.keys(takes)];
  return {
    ...channel,
    servers: [{ $ref: `#/servers/${protocol}` }],
    messages: Object.fromEntries(
      types.map((type) => [type, { $ref: `#/components/messages/${name}.${type}` }]),
    ),
  };
}

function operationsOf({ name, docs, bindings, sends, takes }: Channel): [string, Json][] {
  const operation = (action: "send" | "receive", messages: Json): [string, Json][] => {
    const types = Object.keys(messages);
    if (types.length === 0) return [];
    const key = `${action}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    const value = {
      action,
      title: name,
      summary: action === "send" ? docs.summary : "Messages that a client may send",
      channel: { $ref: `#/channels/${name}` },
      messages: types.map((type) => ({ $ref: `#/channels/${name}/messages/${type}` })),
      ...(docs.security.length === 0
        ? {}
        : {
            security: docs.security.map((one) => ({
              $ref: `#/components/securitySchemes/${one}`,
            })),
          }),
      ...(bindings === undefined ? {} : { bindings }),
    };
    return [[key, value]];
  };
  return [...operation("send", sends), ...operation("receive", takes)];
}

function messagesOf({ name, sends, takes }: Channel): [string, Json][] {
  return Object.entries({ ...sends, ...takes }).map(([type, parts]) => [
    `${name}.${type}`,
    { name: type, title: type, contentType: "application/json", ...parts },
  ]);
}

/** The schemes that the channels name, and no others. */
function securitySchemesOf(api: Api, channels: readonly Channel[]): Json {
  const names = new Set(channels.flatMap(({ docs }) => docs.security));
  return Object.fromEntries(
    Object.entries(api.security)
      .filter(([name]) => names.has(name))
      .map(([name, scheme]) => [name, securitySchemeOf(scheme)]),
  );
}

function securitySchemeOf(scheme: SecurityScheme): Json {
  if (scheme.type === "apiKey") return { type: "httpApiKey", in: "header", name: scheme.header };
  const { bearerFormat } = scheme;
  return {
    type: "http",
    scheme: "bearer",
    ...(bearerFormat === undefined ? {} : { bearerFormat }),
  };
}
