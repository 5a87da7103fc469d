/** One transaction over a backend: operations while it lives, refused after its end. */

import type { StoreBackend, WriteOutcome } from "./backend.ts";
import { CheckedReader } from "./checked-reader.ts";
import { StoreError } from "./errors.ts";
import type { Collection, Entity, FindQuery, Page, Transaction, Versioned } from "./port.ts";
import { storedDocument, type StoredDocument } from "./stored-document.ts";
import { isFault, storeFault, type TransactionWatch } from "./transaction-queue.ts";

export class BackendTransaction implements Transaction {
  readonly #backend: StoreBackend;
  readonly #reader: CheckedReader;
  readonly #watch: TransactionWatch;

  constructor(
    backend: StoreBackend,
    collections: ReadonlyMap<string, Collection<Entity>>,
    watch: TransactionWatch,
  ) {
    this.#backend = backend;
    this.#reader = new CheckedReader(backend.draft, collections);
    this.#watch = watch;
  }

  async get<T extends Entity>(
    collection: Collection<T>,
    id: string,
  ): Promise<Versioned<T> | undefined> {
    return this.#step(() => this.#reader.get(collection, id));
  }

  async find<T extends Entity>(collection: Collection<T>, query?: FindQuery): Promise<Page<T>> {
    return this.#step(() => this.#reader.find(collection, query));
  }

  async count<T extends Entity>(
    collection: Collection<T>,
    query?: Pick<FindQuery, "index" | "equals" | "range">,
  ): Promise<number> {
    return this.#step(() => this.#reader.count(collection, query));
  }

  async bytes<T extends Entity>(
    collection: Collection<T>,
    id: string,
  ): Promise<Uint8Array | undefined> {
    return this.#step(() => this.#reader.bytes(collection, id));
  }

  async insert<T extends Entity>(
    collection: Collection<T>,
    value: T,
    bytes?: Uint8Array,
  ): Promise<Versioned<T>> {
    return this.#insert(collection, value, 1, bytes);
  }

  async restore<T extends Entity>(
    collection: Collection<T>,
    { value, version }: Versioned<T>,
    bytes?: Uint8Array,
  ): Promise<void> {
    this.#insert(collection, value, version, bytes);
  }

  async replace<T extends Entity>(
    collection: Collection<T>,
    value: T,
    expectedVersion: number,
    bytes?: Uint8Array,
  ): Promise<Versioned<T>> {
    return this.#step(() => {
      const known = this.#reader.known(collection);
      const document = storedDocument(known, value, expectedVersion + 1, bytes);
      const outcome = this.#backend.replace(known, document, expectedVersion);
      return rowOf<T>(known, document, outcome, expectedVersion);
    });
  }

  async delete<T extends Entity>(
    collection: Collection<T>,
    id: string,
    expectedVersion?: number,
  ): Promise<boolean> {
    return this.#step(() => {
      const known = this.#reader.known(collection);
      const outcome = this.#backend.delete(known, id, expectedVersion);
      if (outcome.done) return true;
      if (expectedVersion === undefined) return false;
      throw refusal(known, id, outcome, expectedVersion);
    });
  }

  #insert<T extends Entity>(
    collection: Collection<T>,
    value: T,
    version: number,
    bytes: Uint8Array | undefined,
  ): Versioned<T> {
    return this.#step(() => {
      const known = this.#reader.known(collection);
      const document = storedDocument(known, value, version, bytes);
      return rowOf<T>(known, document, this.#backend.insert(known, document));
    });
  }

  /** One operation: refused after the end; a fault of the engine, unlike a refusal, dooms the transaction. */
  #step<R>(operation: () => R): R {
    if (!this.#watch.alive) {
      throw new StoreError(
        "STORE_TRANSACTION_ENDED",
        "A transaction can't be used after it has ended; await everything inside it.",
      );
    }
    this.#watch.touch();
    try {
      return operation();
    } catch (error) {
      if (!isFault(error)) throw error;
      const fault = storeFault(error);
      this.#watch.doom(fault);
      throw fault;
    }
  }
}

function rowOf<T extends Entity>(
  collection: Collection<Entity>,
  document: StoredDocument,
  outcome: WriteOutcome,
  expectedVersion?: number,
): Versioned<T> {
  if (outcome.done) return document.row as Versioned<T>;
  throw refusal(collection, document.row.value.id, outcome, expectedVersion);
}

function refusal(
  collection: Collection<Entity>,
  id: string,
  outcome: Exclude<WriteOutcome, { readonly done: true }>,
  expectedVersion: number | undefined,
): StoreError {
  const { name } = collection;
  if ("duplicate" in outcome) {
    const index = outcome.duplicate;
    return new StoreError(
      "STORE_DUPLICATE",
      index === "id"
        ? `"${name}" already holds a document with this id.`
        : `"${name}" already holds a document with these values of its unique index "${index}".`,
      { details: { collection: name, index } },
    );
  }
  const { version } = outcome;
  return new StoreError(
    "STORE_CONFLICT",
    `A document of "${name}" was expected at version ${expectedVersion}, but ` +
      `${version === null ? "it is gone" : `it is at ${version}`}; read it again and decide anew.`,
    { details: { collection: name, id, expectedVersion, version } },
  );
}
