/** Random values that a schema allows, and values that it does not. */

import type { Random } from "@bourse/kernel";

import { followed, type FuzzDocument, type JsonSchema } from "./json-schema.ts";

const DEEPEST = 8;
const LETTERS = ["a", "b", "c", "X", "Y", "0", "1", "9", " ", "-", "_", ".", "é"];

/** Makes values out of a document's schemas. */
export class Sampler {
  readonly #document: FuzzDocument;
  readonly #random: Random;
  /** Values that the service has answered, by the name of their field. */
  readonly #seen: ReadonlyMap<string, readonly string[]>;

  constructor(
    document: FuzzDocument,
    random: Random,
    seen: ReadonlyMap<string, readonly string[]>,
  ) {
    this.#document = document;
    this.#random = random;
    this.#seen = seen;
  }

  pick<Value>(values: readonly [Value, ...Value[]] | readonly Value[]): Value {
    // `below` is less than the length, and callers give at least one value.
    return values[this.#random.below(values.length)]!;
  }

  chance(probability: number): boolean {
    return this.#random.next() < probability;
  }

  /** A value that the schema allows, as far as the schema tells; `name` is the field or parameter that it is for. */
  value(schema: JsonSchema, name: string, depth = 0): unknown {
    if (schema.$ref !== undefined) {
      return this.value(followed(this.#document, schema.$ref), name, depth + 1);
    }
    const seen = this.#seen.get(name);
    if (seen !== undefined && this.chance(0.7)) return this.pick(seen);
    if ("const" in schema) return schema.const;
    if (schema.enum !== undefined && schema.enum.length > 0) return this.pick(schema.enum);
    if (schema.examples !== undefined && schema.examples.length > 0 && this.chance(0.7)) {
      return this.pick(schema.examples);
    }
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices !== undefined && choices.length > 0) {
      return this.value(this.pick(choices), name, depth + 1);
    }
    if (schema.allOf !== undefined) {
      const parts = schema.allOf.map((part) => this.value(part, name, depth + 1));
      return parts.every((part) => typeof part === "object")
        ? Object.assign({}, ...parts)
        : parts[0];
    }
    const type = Array.isArray(schema.type) ? this.pick(schema.type as string[]) : schema.type;
    switch (type ?? "string") {
      case "object":
        return this.#object(schema, depth);
      case "array":
        return this.#array(schema, name, depth);
      case "integer":
      case "number":
        return this.#number(schema, type === "integer");
      case "boolean":
        return this.chance(0.5);
      case "null":
        return null;
      default:
        return this.#text(schema);
    }
  }

  /** A value that is wrong in some way, or at least odd. */
  wrong(): unknown {
    return this.pick([
      null,
      true,
      0,
      -1,
      1.5,
      -0,
      2 ** 53,
      1e308,
      "",
      " ",
      "0,25",
      "1e3",
      "NaN",
      "null",
      "\u0000",
      "\u202e\u200b",
      "\ud800",
      "İı",
      "__proto__",
      "../../etc/passwd",
      "' OR 1=1 --",
      "a".repeat(5000),
      [],
      [null],
      {},
      { constructor: { prototype: 1 } },
      nested(200),
    ]);
  }

  #object(schema: JsonSchema, depth: number): unknown {
    const required = new Set(schema.required);
    const entries = Object.entries(schema.properties ?? {}).filter(
      ([key]) => required.has(key) || (depth < DEEPEST && this.chance(0.4)),
    );
    return Object.fromEntries(
      entries.map(([key, part]) => [key, this.value(part, key, depth + 1)]),
    );
  }

  #array(schema: JsonSchema, name: string, depth: number): unknown {
    const { minItems = 0, maxItems = minItems + 3, items = {} } = schema;
    const most = depth < DEEPEST ? Math.min(maxItems, minItems + 3) : minItems;
    const length = minItems + this.#random.below(most - minItems + 1);
    return Array.from({ length }, () => this.value(items, name, depth + 1));
  }

  #number(schema: JsonSchema, isWhole: boolean): number {
    const low = schema.minimum ?? (schema.exclusiveMinimum ?? -1) + (isWhole ? 1 : 0.001);
    const high = schema.maximum ?? schema.exclusiveMaximum ?? low + 1000;
    const value = this.pick([low, high, low + this.#random.next() * (high - low)]);
    return isWhole ? Math.round(value) : value;
  }

  #text({ format, minLength = 0, maxLength = minLength + 20 }: JsonSchema): string {
    if (format === "uuid") return uuidOf(this.#random);
    if (format === "date-time") return new Date(1.7e12 + this.#random.next() * 1e10).toISOString();
    if (format === "email") return `${uuidOf(this.#random)}@example.com`;
    const length =
      minLength + this.#random.below(Math.min(maxLength, minLength + 20) - minLength + 1);
    return Array.from({ length }, () => this.pick(LETTERS)).join("");
  }
}

function uuidOf(random: Random): string {
  const digits = Array.from({ length: 32 }, () => random.below(16).toString(16));
  digits[12] = "4";
  digits[16] = "8";
  return digits.join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}
