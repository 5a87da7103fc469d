/** A transaction of the store, as its work sees it. */

import {
  isFault,
  storedDocument,
  storeFault,
  transactionEnded,
  type Collection,
  type Entity,
  type FindQuery,
  type Page,
  type Transaction,
  type TransactionWatch,
  type Versioned,
} from "@bourse/kernel";

import type { RunSql } from "./database.ts";
import type { Query, SqlReader } from "./sql-reader.ts";
import { SqlWriter } from "./sql-writer.ts";

export class SqlTransaction implements Transaction {
  readonly #run: RunSql;
  readonly #reader: SqlReader;
  readonly #watch: TransactionWatch;

  constructor(run: RunSql, reader: SqlReader, watch: TransactionWatch) {
    this.#run = run;
    this.#reader = reader;
    this.#watch = watch;
  }

  get<T extends Entity>(collection: Collection<T>, id: string): Promise<Versioned<T> | undefined> {
    return this.#step(() => this.#reader.get(collection, id));
  }

  find<T extends Entity>(collection: Collection<T>, query?: FindQuery): Promise<Page<T>> {
    return this.#step(() => this.#reader.find(collection, query));
  }

  count<T extends Entity>(collection: Collection<T>, query?: Query): Promise<number> {
    return this.#step(() => this.#reader.count(collection, query));
  }

  bytes<T extends Entity>(collection: Collection<T>, id: string): Promise<Uint8Array | undefined> {
    return this.#step(() => this.#reader.bytes(collection, id));
  }

  insert<T extends Entity>(
    collection: Collection<T>,
    value: T,
    bytes?: Uint8Array,
  ): Promise<Versioned<T>> {
    return this.#insert(collection, { value, version: 1 }, bytes);
  }

  async restore<T extends Entity>(
    collection: Collection<T>,
    document: Versioned<T>,
    bytes?: Uint8Array,
  ): Promise<void> {
    await this.#insert(collection, document, bytes);
  }

  replace<T extends Entity>(
    collection: Collection<T>,
    value: T,
    expected: number,
    bytes?: Uint8Array,
  ): Promise<Versioned<T>> {
    return this.#write(collection, async (writer, known) => {
      const next = storedDocument(known, value, expected + 1, bytes);
      await writer.replace(next, expected);
      this.#watch.wrote(known.name, next.row.value.id, next.row.version);
      return next.row as Versioned<T>;
    });
  }

  delete<T extends Entity>(
    collection: Collection<T>,
    id: string,
    expected?: number,
  ): Promise<boolean> {
    return this.#write(collection, async (writer, { name }) => {
      const isDeleted = await writer.delete(id, expected);
      if (isDeleted) this.#watch.wrote(name, id, null);
      return isDeleted;
    });
  }

  #insert<T extends Entity>(
    collection: Collection<T>,
    { value, version }: Versioned<T>,
    bytes: Uint8Array | undefined,
  ): Promise<Versioned<T>> {
    return this.#write(collection, async (writer, known) => {
      const document = storedDocument(known, value, version, bytes);
      await writer.insert(document);
      this.#watch.wrote(known.name, document.row.value.id, version);
      return document.row as Versioned<T>;
    });
  }

  #write<R>(
    collection: Collection<Entity>,
    write: (writer: SqlWriter, known: Collection<Entity>) => Promise<R>,
  ): Promise<R> {
    return this.#step(async () => {
      const known = this.#reader.known(collection);
      return write(new SqlWriter(this.#run, known), known);
    });
  }

  /** Refused after the end; a fault of the database ends it. */
  async #step<R>(operation: () => Promise<R>): Promise<R> {
    const watch = this.#watch;
    if (!watch.alive) throw transactionEnded();
    watch.touch();
    watch.busy += 1;
    try {
      return await operation();
    } catch (error) {
      if (isFault(error)) watch.doom(storeFault(error));
      throw error;
    } finally {
      watch.busy -= 1;
      watch.touch();
    }
  }
}
