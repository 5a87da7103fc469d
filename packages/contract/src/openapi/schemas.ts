/** zod schemas as JSON Schema 2020-12, with the named ones gathered under `#/components/schemas`. */

import * as z from "zod";

import { zodOf, type Schema } from "../route/schema.ts";
import type { Json } from "./json.ts";

/** `input`: what a caller sends; `output`: what the service answers. */
type Direction = "input" | "output";

export interface SchemaWriter {
  /** The schema as JSON Schema: a reference when it is named. `place` prefixes the places of its properties. */
  readonly write: (schema: Schema, direction: Direction, place: string) => Json;
  /** Writes a schema among the components under a name that only its writer gives, and returns a reference to it. */
  readonly define: (name: string, schema: Schema, direction: Direction) => Json;
  /** The named schemas that were written, by name. */
  readonly components: () => Json;
}

/** Returns the description of a property by its place, such as `Draft.version` or `listDrafts.query.limit`. */
type Describe = (place: string) => string | undefined;

/**
 * `names` gives components their names; `describe` gives properties their descriptions; `standIns` names the components
 * that stand in for schemas.
 */
export function createSchemaWriter(
  names: Readonly<Record<string, Schema>>,
  describe: Describe,
  standIns: ReadonlyMap<unknown, string> = new Map(),
): SchemaWriter {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(names)) registry.add(zodOf(schema), { id });
  const components: Record<string, unknown> = {};
  const write: SchemaWriter["write"] = (schema, direction, place) => {
    const meant = new Set<string>();
    const { $defs = {}, ...written } = z.toJSONSchema(zodOf(schema), {
      io: direction,
      metadata: registry as unknown as typeof z.globalRegistry,
      unrepresentable: "any",
      override: ({ zodSchema, jsonSchema }) => {
        const { description, document } = z.globalRegistry.get(zodSchema) ?? {};
        if (description !== undefined) jsonSchema.description = description;
        Object.assign(jsonSchema, document);
        const name = standIns.get(zodSchema);
        if (name === undefined) return;
        jsonSchema.$ref = `#/$defs/${name}`;
        meant.add(name);
      },
    });
    for (const [name, definition] of Object.entries($defs)) {
      components[name] = polished(definition, name, { describe, direction });
    }
    // A named schema is written among the components, and a reference to it is what comes back.
    for (const name of meant) if (!(name in components)) write(names[name]!, direction, name);
    return polished(written, place, { describe, direction });
  };
  const define: SchemaWriter["define"] = (name, schema, direction) => {
    components[name] ??= write(schema, direction, "error");
    return { $ref: `#/components/schemas/${name}` };
  };
  return { write, define, components: () => components };
}

/** Moves references to the components, describes properties, and drops what says nothing to a reader. */
function polished(node: unknown, place: string, context: Context): Json {
  const source = node as Json;
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(source)) {
    if (isNoise(key, value, source, context.direction)) continue;
    if (key === "$ref") result[key] = String(value).replace("#/$defs/", "#/components/schemas/");
    else if (key === "properties") result[key] = propertiesOf(value as Json, place, context);
    else if (Array.isArray(value)) result[key] = value.map((item) => inner(item, place, context));
    else result[key] = inner(value, place, context);
  }
  return result;
}

function propertiesOf(properties: Json, place: string, context: Context): Json {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const description = context.describe(`${place}.${name}`);
      const written = polished(schema, `${place}.${name}`, context);
      return [name, description === undefined ? written : { ...written, description }];
    }),
  );
}

function inner(value: unknown, place: string, context: Context): unknown {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? polished(value, place, context)
    : value;
}

interface Context {
  readonly describe: Describe;
  readonly direction: Direction;
}

/** A format's own pattern, the bounds of a safe integer; and answers may grow fields, so none are closed. */
function isNoise(key: string, value: unknown, source: Json, direction: Direction): boolean {
  return (
    key === "$schema" ||
    key === "id" ||
    (key === "additionalProperties" && value === false && direction === "output") ||
    (key === "pattern" && "format" in source) ||
    (key === "minimum" && value === Number.MIN_SAFE_INTEGER) ||
    (key === "maximum" && value === Number.MAX_SAFE_INTEGER)
  );
}
