/** A document on its way into an engine: checked, copied, frozen, with the keys of its indexes and its bytes. */

import { hasCode } from "../errors.ts";
import { frozenJson } from "../json.ts";
import { StoreError } from "./errors.ts";
import { encodeValue, isIndexValue, MAX_KEY_LENGTH } from "./index-key.ts";
import type { Collection, Entity, IndexSpec, Versioned } from "./port.ts";

/** One document as engines hold it. */
export class StoredDocument {
  /** The document as readers get it, deeply frozen. */
  readonly row: Versioned<Entity>;
  /** Key of the id, then one key for each index in the order of their definition. */
  readonly keys: readonly string[];
  /** Binary data of the document: the writer's own array, which an engine must copy. */
  readonly bytes: Uint8Array | undefined;
  #text: string | undefined;

  constructor(row: Versioned<Entity>, keys: readonly string[], bytes?: Uint8Array) {
    this.row = row;
    this.keys = keys;
    this.bytes = bytes;
  }

  /** This document with a copy of its bytes; or, when it has none, with those that stood beside the old one. */
  withOwnBytes(old: Uint8Array | undefined): StoredDocument {
    const own = this.bytes === undefined ? old : new Uint8Array(this.bytes);
    return own === this.bytes ? this : new StoredDocument(this.row, this.keys, own);
  }

  /** The value as JSON on one line; made once, when it is first asked for. */
  get text(): string {
    this.#text ??= JSON.stringify(this.row.value);
    return this.#text;
  }
}

const MAX_BYTES = 16 * 2 ** 20;

/**
 * Checks and copies `value` for `collection`; checks `bytes`, which engines copy.
 *
 * @throws STORE_DOCUMENT_INVALID
 */
export function storedDocument(
  collection: Collection<Entity>,
  value: Entity,
  version: number,
  bytes?: Uint8Array,
): StoredDocument {
  const copy = frozenValue(collection, value);
  checkId(collection, copy);
  checkBytes(collection, bytes);
  if (!Number.isSafeInteger(version) || version < 1) {
    throw invalid(collection, "version", `a version must be a whole number from 1, not ${version}`);
  }
  return new StoredDocument(
    Object.freeze({ value: copy, version }),
    keysOf(collection, copy),
    bytes,
  );
}

function frozenValue(collection: Collection<Entity>, value: Entity): Entity {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalid(collection, "", "it must be a JSON object");
  }
  try {
    return frozenJson(value, { maxDepth: 64 });
  } catch (cause) {
    if (!hasCode(cause, "JSON_INVALID")) throw cause;
    const path = cause.details["path"] as string;
    throw new StoreError(
      "STORE_DOCUMENT_INVALID",
      `A document of "${collection.name}" must be plain JSON: ${cause.message}`,
      { cause, details: { collection: collection.name, path } },
    );
  }
}

function checkId(collection: Collection<Entity>, { id }: Entity): void {
  if (typeof id !== "string" || id.length < 1 || id.length > 200) {
    throw invalid(collection, "id", "its id must be a text of 1 to 200 characters");
  }
}

function checkBytes(collection: Collection<Entity>, bytes: unknown): void {
  if (bytes === undefined) return;
  if (!(bytes instanceof Uint8Array)) {
    throw invalid(collection, "bytes", "what stands beside it must be a Uint8Array");
  }
  if (bytes.length > MAX_BYTES) {
    const found = `not ${bytes.length}`;
    throw invalid(collection, "bytes", `at most ${MAX_BYTES} bytes stand beside it, ${found}`);
  }
}

/**
 * The key of the id, then one for each index in the order of definition.
 * A unique key leaves the id out, so that equal values collide; all other keys end in it, so that none do.
 */
function keysOf(collection: Collection<Entity>, value: Entity): readonly string[] {
  const id = encodeValue(value.id);
  const keys = [id];
  for (const [name, spec] of entriesOf(collection)) {
    keys.push(keyOf(collection, name, spec, value as Entity & Record<string, unknown>, id));
  }
  return keys;
}

const knownEntries = new WeakMap<object, readonly (readonly [string, IndexSpec])[]>();

/** The indexes of a collection in the order of their definition, which every read and write asks for. */
function entriesOf({ indexes }: Collection<Entity>): readonly (readonly [string, IndexSpec])[] {
  let entries = knownEntries.get(indexes);
  if (entries === undefined) {
    entries = Object.entries(indexes);
    knownEntries.set(indexes, entries);
  }
  return entries;
}

/** The key of `value` in one index: 0 is the order of ids, then the indexes in the order of definition. */
export function keyAt(collection: Collection<Entity>, value: Entity, index: number): string {
  const id = encodeValue(value.id);
  if (index === 0) return id;
  const [name, spec] = entriesOf(collection)[index - 1]!;
  return keyOf(collection, name, spec, value as Entity & Record<string, unknown>, id);
}

function keyOf(
  collection: Collection<Entity>,
  name: string,
  spec: IndexSpec,
  value: Readonly<Record<string, unknown>>,
  id: string,
): string {
  let key = "";
  let collides = spec.unique === true;
  for (const [position, field] of spec.fields.entries()) {
    const held = Object.hasOwn(value, field) ? value[field] : null;
    if (!isIndexValue(held)) {
      throw invalid(
        collection,
        field,
        `index "${name}" needs a text, number, boolean or null there`,
      );
    }
    if (position === 0 && held === null) collides = false;
    key += encodeValue(held);
  }
  if (key.length + id.length > MAX_KEY_LENGTH) {
    const found = `they have ${key.length + id.length}`;
    throw invalid(
      collection,
      spec.fields.join(", "),
      `the values of index "${name}" and the id may have ${MAX_KEY_LENGTH} characters, but ${found}`,
    );
  }
  return collides ? key : key + id;
}

function invalid(collection: Collection<Entity>, path: string, why: string): StoreError {
  return new StoreError(
    "STORE_DOCUMENT_INVALID",
    `A document of "${collection.name}" was refused${path === "" ? "" : ` at "${path}"`}: ${why}.`,
    { details: { collection: collection.name, path } },
  );
}
