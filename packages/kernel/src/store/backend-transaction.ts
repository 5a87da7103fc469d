/** One transaction over a backend: operations while it lives, refused after its end. */

import type { StoreBackend, WriteOutcome } from "./backend.ts";
import type { CheckedReader } from "./checked-reader.ts";
import type { Collection, Entity, FindQuery, Page, Transaction, Versioned } from "./port.ts";
import { isFault, storeFault } from "./store-fault.ts";
import { storedDocument, type StoredDocument } from "./stored-document.ts";
import { transactionEnded, type TransactionWatch } from "./transaction-watch.ts";
import { writeRefusal } from "./write-refusal.ts";

export class BackendTransaction implements Transaction {
  readonly #backend: StoreBackend;
  readonly #reader: CheckedReader;
  readonly #watch: TransactionWatch;

  /** `reader` reads what the running transaction of the backend sees. */
  constructor(backend: StoreBackend, reader: CheckedReader, watch: TransactionWatch) {
    this.#backend = backend;
    this.#reader = reader;
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
      return this.#written<T>(known, document, outcome, expectedVersion);
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
      if (outcome.done) {
        this.#watch.wrote(known.name, id, null);
        return true;
      }
      if (expectedVersion === undefined) return false;
      throw writeRefusal(known, id, outcome, expectedVersion);
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
      return this.#written<T>(known, document, this.#backend.insert(known, document));
    });
  }

  #written<T extends Entity>(
    collection: Collection<Entity>,
    document: StoredDocument,
    outcome: WriteOutcome,
    expectedVersion?: number,
  ): Versioned<T> {
    const { row } = document;
    if (!outcome.done) throw writeRefusal(collection, row.value.id, outcome, expectedVersion);
    this.#watch.wrote(collection.name, row.value.id, row.version);
    return row as Versioned<T>;
  }

  /** One operation: refused after the end; a fault of the engine, unlike a refusal, dooms the transaction. */
  #step<R>(operation: () => R): R {
    if (!this.#watch.alive) {
      throw transactionEnded();
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
