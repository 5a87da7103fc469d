/**
 * Schemas of arguments in few words: an assistant reads all of them before its first question. What a description says
 * is not said again by keywords, and arguments that tools share are explained once. The service judges every call.
 */

import { isSameJson } from "@bourse/kernel";

/** A JSON Schema, or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Patterns of dates and the like say in 300 characters what the description says in a few words. */
const LONGEST_PATTERN = 100;

const BOUNDS = new Set([
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
]);

/** A schema without the keywords that repeat its description, or refuse what the service refuses. */
export function shorten(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(shorten);
  if (typeof schema !== "object" || schema === null) return schema;
  const { description } = schema as { readonly description?: unknown };
  const said = typeof description === "string" ? description : "";
  const kept = Object.entries(schema).filter(
    ([key, part]) =>
      key !== "additionalProperties" &&
      !(key === "pattern" && String(part).length > LONGEST_PATTERN) &&
      !(BOUNDS.has(key) && typeof part === "number" && /\d/.test(said)) &&
      !(key === "default" && typeof part !== "object" && /default/i.test(said)),
  );
  return Object.fromEntries(kept.map(([key, part]) => [key, shorten(part)]));
}

/** Arguments that two tools have in common, from which on the second one refers to the first. */
const MANY = 10;

/** A tool, as far as its arguments go. */
interface Described {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/** The tools with each argument explained once: the tool that shares many with an earlier one names that. */
export function explainOnce<Tool extends Described>(tools: readonly Tool[]): readonly Tool[] {
  return tools.map((tool, place) => {
    const own = argumentsOf(tool);
    for (const other of tools.slice(0, place)) {
      const known = argumentsOf(other);
      const shared = Object.keys(own).filter((name) => isSameJson(own[name], known[name]));
      if (shared.length < MANY) continue;
      const properties = Object.fromEntries(
        Object.entries(own).map(([name, schema]) => [
          name,
          shared.includes(name) ? typesOf(schema) : schema,
        ]),
      );
      return {
        ...tool,
        description: `${tool.description}\n- An argument without a description is that of ${other.name}.`,
        inputSchema: { ...tool.inputSchema, properties },
      };
    }
    return tool;
  });
}

function argumentsOf({ inputSchema }: Described): Readonly<Record<string, JsonSchema>> {
  return inputSchema["properties"] as Readonly<Record<string, JsonSchema>>;
}

/** The types alone. */
function typesOf({ type, anyOf }: JsonSchema): JsonSchema {
  if (type !== undefined || !Array.isArray(anyOf)) return type === undefined ? {} : { type };
  const types = anyOf.map((one: JsonSchema) => one["type"]).filter((one) => one !== undefined);
  return { type: [...new Set(types)] };
}
