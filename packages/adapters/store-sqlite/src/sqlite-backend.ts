/**
 * The backend over one SQLite file: one connection that writes, one that reads what is committed.
 *
 * A group is one `BEGIN IMMEDIATE … COMMIT`, begun with its first write, and each of its transactions a savepoint.
 * The calls block the event loop as long as SQLite works: a commit is one fsync of the write-ahead log.
 */

import {
  encodeId,
  type BackendReader,
  type Collection,
  type Entity,
  type StoreBackend,
  type StoredDocument,
  type WriteOutcome,
} from "@bourse/kernel";

import type { Checkpointer } from "./checkpointer.ts";
import { CollectionStatements } from "./collection-statements.ts";
import { commitFault, corruptionOr, isConstraintFault, type Database } from "./database.ts";
import { keyBlob } from "./key-blob.ts";
import { RecentDocuments } from "./recent-documents.ts";
import { SqliteReader } from "./sqlite-reader.ts";

export class SqliteBackend implements StoreBackend {
  readonly engine = "sqlite";
  readonly committed: BackendReader;
  readonly draft: BackendReader;
  readonly #writer: Database;
  readonly #path: string;
  readonly #statements: ReadonlyMap<string, CollectionStatements>;
  readonly #checkpointer: Checkpointer | undefined;
  readonly #release: () => void;
  readonly #recent = new RecentDocuments();
  /** Whether the running transaction has its savepoint, and whether the group has begun. */
  #saved = false;
  #begun = false;

  constructor(
    writer: Database,
    reader: Database,
    collections: readonly Collection<Entity>[],
    path: string,
    checkpointer: Checkpointer | undefined,
    release: () => void,
  ) {
    this.#writer = writer;
    this.#checkpointer = checkpointer;
    this.#path = path;
    this.#release = release;
    this.#statements = new Map(
      collections.map((one) => [one.name, new CollectionStatements(writer, one)]),
    );
    this.draft = new SqliteReader(this.#statements, path);
    this.committed = new SqliteReader(
      new Map(collections.map((one) => [one.name, new CollectionStatements(reader, one)])),
      path,
      this.#recent,
    );
  }

  begin(): void {
    // A group that could not even be rolled back, as on a disk that was away for a while.
    if (this.#writer.isTransaction) this.#exec("ROLLBACK");
    this.#begun = false;
    this.#saved = false;
  }

  savepoint(): void {
    this.#saved = false;
  }

  insert(collection: Collection<Entity>, document: StoredDocument): WriteOutcome {
    const { keys, row, text, bytes = null } = document;
    return this.#put(collection, document, true, (statements) =>
      statements.insert().run(...keys.map(keyBlob), row.version, text, bytes),
    );
  }

  replace(
    collection: Collection<Entity>,
    document: StoredDocument,
    expectedVersion: number,
  ): WriteOutcome {
    const { keys, row, text, bytes } = document;
    const [id, ...others] = keys.map(keyBlob);
    const beside = bytes === undefined ? [] : [bytes];
    return this.#put(collection, document, false, (statements) =>
      statements
        .replace(bytes !== undefined)
        .run(...others, row.version, text, ...beside, id!, expectedVersion),
    );
  }

  delete(collection: Collection<Entity>, id: string, expectedVersion?: number): WriteOutcome {
    const found = this.draft.get(collection, id);
    if (found === undefined || (expectedVersion ?? found.version) !== found.version) {
      return { done: false, version: found?.version ?? null };
    }
    this.#write(collection, (statements) => statements.delete().run(keyBlob(encodeId(id))));
    return { done: true };
  }

  release(): void {
    if (this.#saved) this.#exec("RELEASE one");
    this.#saved = false;
  }

  rollback(): void {
    if (this.#begun && !this.#writer.isTransaction) {
      throw new Error("SQLite rolled the whole group back after a fault");
    }
    if (this.#saved) this.#exec("ROLLBACK TO one; RELEASE one");
    this.#saved = false;
  }

  async commit(): Promise<void> {
    if (!this.#begun) return;
    try {
      this.#exec("COMMIT");
    } catch (error) {
      throw commitFault(error);
    } finally {
      this.#recent.clear();
    }
    this.#checkpointer?.committed();
  }

  abandon(): void {
    this.#saved = false;
    if (this.#writer.isTransaction) this.#exec("ROLLBACK");
  }

  async close(): Promise<void> {
    await this.#checkpointer?.close();
    this.#release();
  }

  #put(
    collection: Collection<Entity>,
    document: StoredDocument,
    inserting: boolean,
    run: (statements: CollectionStatements) => { readonly changes: number | bigint },
  ): WriteOutcome {
    try {
      const { changes } = this.#write(collection, run);
      this.#checkpointer?.wrote(document);
      if (Number(changes) === 1) return { done: true };
      const found = this.draft.get(collection, document.row.value.id);
      return { done: false, version: found?.version ?? null };
    } catch (error) {
      const duplicate = isConstraintFault(error)
        ? this.#taken(collection, document, inserting)
        : null;
      if (duplicate === null) throw error;
      return { done: false, duplicate };
    }
  }

  /** The first key, in the order of definition, that another document holds. */
  #taken(
    collection: Collection<Entity>,
    { keys, row }: StoredDocument,
    inserting: boolean,
  ): string | null {
    const statements = this.#statements.get(collection.name)!;
    const [id, ...others] = keys.map(keyBlob);
    if (inserting && this.draft.get(collection, row.value.id) !== undefined) return "id";
    const at = others.findIndex((key, i) => statements.holder(i + 1).get(key, id!) !== undefined);
    return at < 0 ? null : Object.keys(collection.indexes)[at]!;
  }

  #write<R>(collection: Collection<Entity>, run: (statements: CollectionStatements) => R): R {
    if (!this.#begun) {
      this.#exec("BEGIN IMMEDIATE");
      this.#begun = true;
    }
    if (!this.#saved) {
      this.#exec("SAVEPOINT one");
      this.#saved = true;
    }
    try {
      return run(this.#statements.get(collection.name)!);
    } catch (error) {
      throw corruptionOr(error, this.#path);
    }
  }

  #exec(sql: string): void {
    try {
      this.#writer.exec(sql);
    } catch (error) {
      throw corruptionOr(error, this.#path);
    }
  }
}
