/** The tools' descriptions and arguments, from the OpenAPI document of the service. */

import type { Route } from "@bourse/contract";
import { backtestApi } from "@bourse/contract/backtest";
import { backtestDocument } from "@bourse/documents/backtest";

import type { BacktestOperation } from "./research-tools.ts";
import { explainOnce, shorten, type JsonSchema } from "./shorten-schemas.ts";

/** Part of a request that an argument belongs to; `body` is the whole body, `key` the Idempotency-Key. */
type ArgumentPlace = "params" | "query" | "field" | "body" | "key";

/** A tool: an operation as assistants see it. */
export interface ToolDescription {
  /** Operation id. */
  readonly name: BacktestOperation;
  /** One line without a full stop. */
  readonly title: string;
  /** Effect of the operation, and the rules that its arguments do not tell. */
  readonly description: string;
  /** JSON Schema of the arguments, an object. */
  readonly inputSchema: JsonSchema;
  /** Place of each argument in the request. */
  readonly places: ReadonlyMap<string, ArgumentPlace>;
  /** Hints for whoever is asked to allow a call. */
  readonly annotations: ToolHints;
}

/** Hints of the Model Context Protocol about what a tool does. */
interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** Name of the argument that makes a repeated call the same call. */
export const KEY_ARGUMENT = "idempotency_key";

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>;
  };
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

/** The descriptions of these operations, in their order. */
export function describeTools(names: readonly BacktestOperation[]): readonly ToolDescription[] {
  const { paths, components } = backtestDocument();
  const operations = new Map(
    Object.values(paths)
      .flatMap((methods) => Object.values(methods) as unknown as readonly Operation[])
      .map((operation) => [operation.operationId, operation]),
  );
  const { schemas } = components as { readonly schemas: Readonly<Record<string, JsonSchema>> };
  const described = names.map((name) => {
    const operation = operations.get(name);
    if (operation === undefined) throw new Error(`The document has no operation ${name}.`);
    return describe(name, operation, schemas);
  });
  return explainOnce(described);
}

function describe(
  name: BacktestOperation,
  operation: Operation,
  schemas: Readonly<Record<string, JsonSchema>>,
): ToolDescription {
  const parts = argumentsOf(operation, schemas);
  const given = Object.fromEntries(parts.map(({ name: part, schema }) => [part, schema]));
  const { properties, definitions } = standAlone(given, schemas);
  const required = parts.filter((part) => part.required).map((part) => part.name);
  const { summary, description } = operation;
  return {
    name,
    title: summary,
    description: description === `${summary}.` ? description : `${summary}.\n\n${description}`,
    inputSchema: {
      type: "object",
      properties,
      ...(required.length > 0 && { required }),
      additionalProperties: false,
      ...(Object.keys(definitions).length > 0 && { $defs: definitions }),
    },
    places: new Map(parts.map((part) => [part.name, part.place])),
    annotations: hintsOf(backtestApi.routes[name]),
  };
}

interface Argument {
  readonly name: string;
  readonly place: ArgumentPlace;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

function argumentsOf(
  { parameters = [], requestBody }: Operation,
  schemas: Readonly<Record<string, JsonSchema>>,
): readonly Argument[] {
  const ofRequest = parameters.map(
    ({ name, in: place, required, description, schema }): Argument => {
      const documented = description === undefined ? schema : { ...schema, description };
      return place === "header"
        ? { name: KEY_ARGUMENT, place: "key", required, schema: documented }
        : { name, place: place === "path" ? "params" : "query", required, schema: documented };
    },
  );
  if (requestBody === undefined) return ofRequest;
  const [body] = Object.values(requestBody.content);
  return [...ofRequest, ...fieldsOf(body?.schema ?? {}, requestBody.required, schemas)];
}

/** The fields of a body that is an object, else the body as one argument. */
function fieldsOf(
  schema: JsonSchema,
  isRequired: boolean,
  schemas: Readonly<Record<string, JsonSchema>>,
): readonly Argument[] {
  const whole = typeof schema["$ref"] === "string" ? schemas[nameOf(schema["$ref"])] : schema;
  const { properties, required = [] } = (whole ?? {}) as {
    readonly properties?: Readonly<Record<string, JsonSchema>>;
    readonly required?: readonly string[];
  };
  if (properties === undefined) {
    return [{ name: "body", place: "body", required: isRequired, schema }];
  }
  return Object.entries(properties).map(([name, field]) => ({
    name,
    place: "field",
    required: required.includes(name),
    schema: field,
  }));
}

function hintsOf({ definition }: Route): ToolHints {
  const { method, tradesOrPays = false, idempotent, idempotencyKey = false } = definition;
  const isReading = method === "GET";
  return {
    readOnlyHint: isReading,
    destructiveHint: !isReading && (tradesOrPays || method === "DELETE"),
    idempotentHint: idempotent ?? (idempotencyKey || (method !== "POST" && method !== "PATCH")),
    openWorldHint: tradesOrPays,
  };
}

const PLACE_OF_SCHEMAS = "#/components/schemas/";

function nameOf(reference: string): string {
  return reference.slice(PLACE_OF_SCHEMAS.length);
}

/** The properties as a schema of its own has them, and the schemas that they refer to, directly or not. */
function standAlone(
  given: Readonly<Record<string, JsonSchema>>,
  schemas: Readonly<Record<string, JsonSchema>>,
): {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly definitions: Readonly<Record<string, JsonSchema>>;
} {
  const definitions: Record<string, JsonSchema> = {};
  const rewritten = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rewritten);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => {
        if (key !== "$ref" || typeof part !== "string") return [key, rewritten(part)];
        define(nameOf(part));
        return [key, `#/$defs/${nameOf(part)}`];
      }),
    );
  };
  const define = (name: string): void => {
    if (Object.hasOwn(definitions, name)) return;
    // Before it is followed: a schema may refer to itself.
    definitions[name] = {};
    definitions[name] = rewritten(shorten(schemas[name])) as JsonSchema;
  };
  return { properties: rewritten(shorten(given)) as Record<string, JsonSchema>, definitions };
}
