/**
 * Checks rows of a database against their checksums: a damaged document is an error with its id, never a value. For
 * authors of engines.
 */

import type { DocumentSums } from "./document-sums.ts";
import { StoreError } from "./errors.ts";
import { keyOfBlob } from "./key-blob.ts";
import type { Collection, Entity, Versioned } from "./port.ts";

/** A document as its row holds it. */
export interface DocumentRow {
  /** Number of the row, where it was selected. */
  readonly at?: number;
  /** Version of the document. */
  readonly version: number;
  /** The document as JSON. */
  readonly value: string;
  /** Checksum of the document. */
  readonly sum: string;
}

/** Stored columns beside a document. */
export interface BytesRow {
  /** The bytes; null when it has none. */
  readonly bytes: Uint8Array | null;
  /** Checksum of the bytes; null when it has none. */
  readonly bytesSum: string | null;
}

/** The definition of a collection as its row holds it. */
export interface DefinitionRow {
  /** Name of the collection. */
  readonly name: string;
  /** Its indexes as JSON. */
  readonly indexes: string;
  /** Checksum of the definition. */
  readonly sum: string;
}

/** Compares rows of one store with their checksums. */
export class RowCheck {
  readonly #sums: DocumentSums;
  readonly #path: string;

  /** Creates a check; `path` names the store in errors. */
  constructor(sums: DocumentSums, path: string) {
    this.#sums = sums;
    this.#path = path;
  }

  /**
   * The document of a row. `id` is the one that was asked for; where there is none, `findId` reads it from the row for
   * the error.
   *
   * @throws STORE_CORRUPT
   */
  valueOf(
    collection: Collection<Entity>,
    row: DocumentRow,
    id?: string,
    findId?: (collection: Collection<Entity>, rowId: number) => Uint8Array | undefined,
  ): Entity {
    if (this.#sums.ofDocument(collection.name, row.version, row.value) === row.sum) {
      const value = JSON.parse(row.value) as Entity;
      if (id === undefined || value.id === id) return value;
    }
    throw this.damaged(
      collection,
      id ?? idIn(row.value) ?? idOf(findId?.(collection, row.at ?? 0)),
    );
  }

  /** The document of a row as readers get it, deeply frozen; see {@link valueOf}. @throws STORE_CORRUPT */
  versionedOf(...args: Parameters<RowCheck["valueOf"]>): Versioned<Entity> {
    const value = freeze(this.valueOf(...args));
    return Object.freeze({ value, version: args[1].version });
  }

  /** The bytes beside a document. @throws STORE_CORRUPT */
  bytesOf(
    collection: Collection<Entity>,
    id: string,
    { bytes, bytesSum: sum }: BytesRow,
  ): Uint8Array | undefined {
    const expected = bytes === null ? null : this.#sums.ofBytes(collection.name, id, bytes);
    if (expected !== sum) throw this.damaged(collection, id);
    return bytes ?? undefined;
  }

  /** Checksum of the definition of a collection. */
  sumOfDefinition(name: string, indexes: string): string {
    return this.#sums.ofDocument(name, 0, indexes);
  }

  /** The indexes of a definition, as JSON. @throws STORE_CORRUPT */
  definitionOf({ name, indexes, sum }: DefinitionRow): string {
    if (this.sumOfDefinition(name, indexes) === sum) return indexes;
    throw new StoreError(
      "STORE_CORRUPT",
      `The definition of collection "${name}" in "${this.#path}" was changed: it does not fit its checksum. Restore the ` +
        "store from a backup.",
      { details: { path: this.#path } },
    );
  }

  /** The error of a document that is not what was stored. */
  damaged({ name }: Collection<Entity>, id: string | undefined): StoreError {
    return new StoreError(
      "STORE_CORRUPT",
      `Document "${id ?? "of an unreadable id"}" of "${name}" in "${this.#path}" is damaged: it does not fit its checksum ` +
        "or its index. Restore the store from a backup.",
      { details: { path: this.#path, collection: name, id: id ?? null } },
    );
  }
}

function idIn(text: string): string | undefined {
  try {
    const { id } = JSON.parse(text) as { readonly id?: unknown };
    return typeof id === "string" ? id : undefined;
  } catch {
    return undefined;
  }
}

/** The key of an id is its text between a tag and a zero. */
function idOf(blob: Uint8Array | undefined): string | undefined {
  return blob === undefined ? undefined : keyOfBlob(blob).slice(1, -1);
}

function freeze<T extends object>(value: T): T {
  for (const key in value) {
    const child = value[key];
    if (typeof child === "object" && child !== null) freeze(child);
  }
  return Object.freeze(value);
}
