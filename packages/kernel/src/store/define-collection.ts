/** Definitions of collections, checked once where they are written. */

import { anyText, checkArguments, listOf, objectOf, recordOf } from "../checked-calls.ts";
import { StoreError } from "./errors.ts";
import type { Collection, Entity, IndexSpec } from "./port.ts";

/** An index over fields of `T`. */
export interface IndexDefinition<T extends Entity> extends IndexSpec {
  /** Names of the indexed fields in their order; one to six. */
  readonly fields: readonly (keyof T & string)[];
}

/** Definition of a collection. */
export interface CollectionDefinition<T extends Entity, Index extends string> {
  /** Name of the collection: `^[a-z][a-z0-9_]{0,47}$`. */
  readonly name: string;
  /** Indexes by name, at most 16; a name has the form of a collection's. Default: none. */
  readonly indexes?: Readonly<Record<Index, IndexDefinition<T>>>;
}

/**
 * Defines a typed, frozen collection. Called twice, since the document's type is given and the indexes are inferred:
 * `defineCollection<Job>()({ name: "jobs", indexes: { by_status: { fields: ["status", "created_at"] } } })`.
 *
 * @throws STORE_COLLECTION_INVALID
 */
export function defineCollection<T extends Entity>(): <const Index extends string = never>(
  definition: CollectionDefinition<T, Index>,
) => Collection<T, Index> {
  return (definition) => {
    const { name } = definition;
    const indexes = (definition.indexes ?? {}) as Readonly<Record<string, IndexSpec>>;
    checkCollection(name, indexes);
    const frozen: Record<string, IndexSpec> = {};
    for (const [index, spec] of Object.entries(indexes)) {
      frozen[index] = Object.freeze({
        fields: Object.freeze([...spec.fields]),
        unique: spec.unique ?? false,
      });
    }
    return Object.freeze({ name, indexes: Object.freeze(frozen) });
  };
}

/** Throws unless a collection of this name and these indexes may be; for engines that read definitions from a file. */
export function checkCollection(name: string, indexes: Readonly<Record<string, IndexSpec>>): void {
  checkArguments("collection", definitionRules, [name, indexes], invalid);
  if (!NAME.test(name)) {
    throw invalid(
      `A collection's name must match ${NAME.source}, but it is ${JSON.stringify(name)}.`,
    );
  }
  const names = Object.keys(indexes);
  if (names.length > MAX_INDEXES) {
    throw invalid(
      `Collection "${name}" may have at most ${MAX_INDEXES} indexes, but it has ${names.length}.`,
    );
  }
  for (const index of names) checkIndex(name, index, indexes[index]!);
}

const definitionRules = { name: anyText, indexes: recordOf(objectOf({ fields: listOf(anyText) })) };

const NAME = /^[a-z][a-z0-9_]{0,47}$/;
const MAX_INDEXES = 16;
const MAX_FIELDS = 6;

function checkIndex(collection: string, index: string, { fields }: IndexSpec): void {
  const where = `Index "${index}" of collection "${collection}"`;
  if (!NAME.test(index) || index === "id") {
    throw invalid(`${where} must have a name that matches ${NAME.source} and is not "id".`);
  }
  if (!Array.isArray(fields) || fields.length < 1 || fields.length > MAX_FIELDS) {
    throw invalid(`${where} must name 1 to ${MAX_FIELDS} fields.`);
  }
  if (new Set(fields).size !== fields.length || fields.some((field) => !isFieldName(field))) {
    throw invalid(
      `${where} must name different fields, each a text, but they are ${fields.join(", ")}.`,
    );
  }
}

function isFieldName(field: unknown): boolean {
  return typeof field === "string" && field.length > 0 && field !== "__proto__";
}

function invalid(message: string): StoreError {
  return new StoreError("STORE_COLLECTION_INVALID", message);
}
