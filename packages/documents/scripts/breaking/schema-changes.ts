/**
 * The breaking changes of a JSON Schema: of what callers send, whatever was taken must still be taken; of what the
 * service answers, whatever could be relied on must still hold. A new field or name in an answer breaks nobody.
 */

import {
  listOf,
  objectOf,
  resolved,
  shown,
  type BreakingChange,
  type Json,
  type Side,
} from "./change.ts";

/** The two documents that are compared. */
export interface Roots {
  readonly before: Json;
  readonly after: Json;
}

/** Compares schemas. Each pair is compared once, so that recursive schemas end and a change is told at one place. */
export class SchemaComparison {
  readonly #roots: Roots;
  /** Pairs that were compared, or are being compared. */
  readonly #seen: Set<string>;

  constructor(roots: Roots, seen: ReadonlySet<string> = new Set()) {
    this.#roots = roots;
    this.#seen = new Set(seen);
  }

  /** The breaking changes between two schemas; each may be a reference. */
  changes(before: unknown, after: unknown, side: Side, place: string): readonly BreakingChange[] {
    const old = alternativesOf(before, this.#roots.before);
    const now = alternativesOf(after, this.#roots.after);
    const found: BreakingChange[] = [];
    if (side === "request" && old.isNullable && !now.isNullable) {
      found.push({ place, change: "null is no longer taken" });
    }
    if (side === "answer" && !old.isNullable && now.isNullable) {
      found.push({ place, change: "it may be null now" });
    }
    const [first, second] = [old.schemas, now.schemas];
    if (first.length === 1 && second.length === 1) {
      return [...found, ...this.#plain(first[0]!, second[0]!, side, place)];
    }
    return [...found, ...this.#unions(first, second, side, place)];
  }

  /** Pairs the alternatives of two unions: equal ones, then those of one name, then those that fit. */
  #unions(
    before: readonly Json[],
    after: readonly Json[],
    side: Side,
    place: string,
  ): readonly BreakingChange[] {
    const found: BreakingChange[] = [];
    const left = new Set(after);
    const take = (isPartner: (other: Json) => boolean): Json | undefined => {
      const partner = [...left].find(isPartner);
      if (partner !== undefined) left.delete(partner);
      return partner;
    };
    const changed = before.filter(
      (schema) => take((other) => shown(other) === shown(schema)) === undefined,
    );
    for (const schema of changed) {
      const name = nameOf(schema);
      const partner = take((other) => nameOf(other) === name);
      if (partner !== undefined) {
        found.push(...this.#plain(schema, partner, side, `${place}(${name})`));
      } else if (!after.some((other) => this.#fits(schema, other, side))) {
        const gone = side === "request" ? "is no longer taken" : "is no longer an answer";
        found.push({ place, change: `the alternative ${name} ${gone}` });
      }
    }
    for (const schema of side === "answer" ? left : []) {
      // Readers let unknown names pass, so a new kind that says its name breaks nobody.
      if (constantOf(schema) !== undefined) continue;
      if (before.some((other) => this.#fits(other, schema, side))) continue;
      found.push({ place, change: `the alternative ${nameOf(schema)} is new` });
    }
    return found;
  }

  #fits(before: Json, after: Json, side: Side): boolean {
    const comparison = new SchemaComparison(this.#roots, this.#seen);
    return comparison.#plain(before, after, side, "").length === 0;
  }

  #plain(before: Json, after: Json, side: Side, place: string): readonly BreakingChange[] {
    const pair = `${side} ${shown(before)} ${shown(after)}`;
    if (this.#seen.has(pair)) return [];
    this.#seen.add(pair);
    return [
      ...typeChanges(before, after, side, place),
      ...namesChanges(before, after, side, place),
      ...(side === "request"
        ? narrowings(before, after, place)
        : formatChanges(before, after, place)),
      ...this.#properties(before, after, side, place),
      ...this.#inner(before, after, side, place),
    ];
  }

  #properties(before: Json, after: Json, side: Side, place: string): readonly BreakingChange[] {
    const old = objectOf(before["properties"]);
    const now = objectOf(after["properties"]);
    const wasRequired = new Set(listOf(before["required"]));
    const isRequired = new Set(listOf(after["required"]));
    const found: BreakingChange[] = [];
    for (const [name, schema] of Object.entries(old)) {
      const at = `${place}.${name}`;
      if (!(name in now)) {
        found.push({ place: at, change: "the field was removed" });
        continue;
      }
      if (side === "answer" && wasRequired.has(name) && !isRequired.has(name)) {
        found.push({ place: at, change: "the field may be absent now" });
      }
      found.push(...this.changes(schema, now[name], side, at));
    }
    if (side === "request") {
      for (const name of isRequired) {
        if (wasRequired.has(name)) continue;
        const change =
          String(name) in old ? "the field is required now" : "a required field is new";
        found.push({ place: `${place}.${String(name)}`, change });
      }
      if (before["additionalProperties"] !== false && after["additionalProperties"] === false) {
        found.push({ place, change: "unknown fields are refused now" });
      }
    }
    return found;
  }

  #inner(before: Json, after: Json, side: Side, place: string): readonly BreakingChange[] {
    const found: BreakingChange[] = [];
    for (const [key, at] of [
      ["items", `${place}[]`],
      ["additionalProperties", `${place}{}`],
      ["contentSchema", place],
    ] as const) {
      const [old, now] = [before[key], after[key]];
      if (typeof old !== "object" || typeof now !== "object") continue;
      found.push(...this.changes(old, now, side, at));
    }
    const old = listOf(before["prefixItems"]);
    const now = listOf(after["prefixItems"]);
    old.forEach((item, index) => {
      found.push(...this.changes(item, now[index] ?? {}, side, `${place}[${index}]`));
    });
    return found;
  }
}

/** The schemas of a union, references resolved, and whether null is one of them. */
function alternativesOf(
  schema: unknown,
  root: Json,
): { readonly schemas: readonly Json[]; readonly isNullable: boolean } {
  const plain = resolved(root, schema);
  const union = [...listOf(plain["anyOf"]), ...listOf(plain["oneOf"])];
  if (union.length > 0) {
    const inner = union.map((one) => alternativesOf(one, root));
    return {
      schemas: inner.flatMap(({ schemas }) => schemas),
      isNullable: inner.some(({ isNullable }) => isNullable),
    };
  }
  const types = [plain["type"] ?? []].flat();
  if (types.length === 1 && types[0] === "null") return { schemas: [], isNullable: true };
  const isNullable = types.includes("null") || (types.length === 0 && isAny(plain));
  return { schemas: [plain], isNullable };
}

/** True for a schema that says nothing of the type: null is among its values. */
function isAny(schema: Json): boolean {
  return !["const", "enum", "properties", "items", "pattern", "format"].some(
    (key) => key in schema,
  );
}

function typeChanges(before: Json, after: Json, side: Side, place: string): BreakingChange[] {
  const old = typesOf(before);
  const now = typesOf(after);
  const [narrow, wide] = side === "request" ? [old, now] : [now, old];
  if (wide.length === 0 || shown(old) === shown(now)) return [];
  const fits = narrow.length > 0 && narrow.every((type) => isAmong(type, wide));
  return fits ? [] : [{ place, change: `the type was ${named(old)} and is ${named(now)}` }];
}

function isAmong(type: string, types: readonly string[]): boolean {
  return types.includes(type) || (type === "integer" && types.includes("number"));
}

function typesOf(schema: Json): readonly string[] {
  const given = [schema["type"] ?? []].flat();
  const own = given.length > 0 ? given : (namesOf(schema)?.map((value) => typeof value) ?? []);
  return [...new Set(own.map(String))].filter((type) => type !== "null").toSorted();
}

function named(types: readonly string[]): string {
  return types.length === 0 ? "any" : types.join(" or ");
}

function namesChanges(before: Json, after: Json, side: Side, place: string): BreakingChange[] {
  const old = namesOf(before);
  const now = namesOf(after);
  if (now === undefined) {
    return old === undefined || side === "request"
      ? []
      : [{ place, change: "the values are no longer listed" }];
  }
  if (old === undefined) {
    return side === "request" ? [{ place, change: `only ${shown(now)} are taken now` }] : [];
  }
  const gone = old.filter((value) => !now.includes(value));
  return gone.map((value) => ({ place, change: `the value ${shown(value)} was removed` }));
}

function namesOf(schema: Json): readonly unknown[] | undefined {
  if ("const" in schema) return [schema["const"]];
  return "enum" in schema ? listOf(schema["enum"]) : undefined;
}

/** Lower bounds may fall, upper bounds may rise. */
const BOUNDS = {
  minimum: 1,
  exclusiveMinimum: 1,
  minLength: 1,
  minItems: 1,
  minProperties: 1,
  maximum: -1,
  exclusiveMaximum: -1,
  maxLength: -1,
  maxItems: -1,
  maxProperties: -1,
} as const;

/** Rules that a value must fit: a new one, or another one, refuses values that were taken. */
const RULES = ["pattern", "format", "multipleOf", "uniqueItems", "contentMediaType"];

function narrowings(before: Json, after: Json, place: string): BreakingChange[] {
  const found: BreakingChange[] = [];
  for (const [key, sign] of Object.entries(BOUNDS)) {
    const now = after[key];
    if (typeof now !== "number") continue;
    const old = before[key];
    if (typeof old === "number" && sign * now <= sign * old) continue;
    const was = typeof old === "number" ? `was ${old} and is ${now}` : `${now} is new`;
    // A bound that nothing could fall below is none.
    if (
      typeof old !== "number" &&
      sign === 1 &&
      now === 0 &&
      key.startsWith("min") &&
      key !== "minimum"
    ) {
      continue;
    }
    found.push({ place, change: `${key} ${was}` });
  }
  for (const key of RULES) {
    if (after[key] === undefined || shown(after[key]) === shown(before[key])) continue;
    found.push({ place, change: `${key} ${shown(after[key])} is required now` });
  }
  if ("default" in before && shown(before["default"]) !== shown(after["default"])) {
    const now = shown(after["default"]);
    found.push({ place, change: `the default was ${shown(before["default"])} and is ${now}` });
  }
  return found;
}

function formatChanges(before: Json, after: Json, place: string): BreakingChange[] {
  const { format } = before;
  if (format === undefined || after["format"] === format) return [];
  return [{ place, change: `the format was ${shown(format)} and is ${shown(after["format"])}` }];
}

/** The name by which alternatives of a union are told apart: a constant of a field, or the type. */
function nameOf(schema: Json): string {
  const constant = constantOf(schema);
  return typeof constant === "string" ? constant : typesOf(schema).join("|");
}

/** The first constant among the fields of an object schema. */
function constantOf(schema: Json): unknown {
  for (const property of Object.values(objectOf(schema["properties"]))) {
    const [name] = namesOf(objectOf(property)) ?? [];
    if (name !== undefined) return name;
  }
  return undefined;
}
