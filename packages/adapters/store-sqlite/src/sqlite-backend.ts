/**
 * The backend over one SQLite file: one connection that writes, one that reads what is committed.
 *
 * A group is one `BEGIN IMMEDIATE … COMMIT`, begun with its first write; each further transaction that writes is a
 * savepoint in it.
 * The calls block the event loop as long as SQLite works: a commit is one fsync of the write-ahead log.
 */

import { statfs } from "node:fs/promises";
import { dirname } from "node:path";

import {
  encodeId,
  type BackendReader,
  type Collection,
  type DocumentSums,
  type Entity,
  type StoreBackend,
  type StoredDocument,
  type WriteOutcome,
  keyBlob,
  RowCheck,
} from "@bourse/kernel";

import type { Checkpointer } from "./checkpointer.ts";
import { CollectionStatements } from "./collection-statements.ts";
import {
  commitFault,
  noRoom,
  storeErrorOr,
  isConstraintFault,
  type Database,
  type SqlValue,
  type Statement,
} from "./database.ts";
import { RecentDocuments } from "./recent-documents.ts";
import { SqliteReader } from "./sqlite-reader.ts";

type WriteResult = ReturnType<Statement["run"]>;

/** Says if a document was written, and the number of its row where that is known. */
interface PutResult {
  readonly done: boolean;
  readonly at: number | undefined;
}

/** The parts of a backend. */
export interface BackendParts {
  readonly writer: Database;
  readonly reader: Database;
  readonly collections: readonly Collection<Entity>[];
  readonly path: string;
  readonly sums: DocumentSums;
  readonly checkpointer: Checkpointer | undefined;
  readonly release: () => void;
}

export class SqliteBackend implements StoreBackend {
  readonly engine = "sqlite";
  readonly committed: BackendReader;
  readonly draft: BackendReader;
  readonly #writer: Database;
  readonly #path: string;
  readonly #sums: DocumentSums;
  readonly #statements: ReadonlyMap<string, CollectionStatements>;
  readonly #checkpointer: Checkpointer | undefined;
  readonly #release: () => void;
  readonly #recent = new RecentDocuments();
  /** Statements that every group runs, prepared when they are first needed. */
  readonly #prepared = new Map<string, Statement>();
  /** True when the group has begun. */
  #begun = false;
  /** True when the group holds writes of transactions that have ended. */
  #holds = false;
  /** True when the running transaction has a savepoint, because it writes and others did before it. */
  #isSavepoint = false;

  constructor({ writer, reader, collections, path, sums, checkpointer, release }: BackendParts) {
    this.#writer = writer;
    this.#checkpointer = checkpointer;
    this.#path = path;
    this.#sums = sums;
    this.#release = release;
    const check = new RowCheck(sums, path);
    this.#statements = new Map(
      collections.map((one) => [one.name, new CollectionStatements(writer, one)]),
    );
    const recent = this.#recent;
    this.draft = new SqliteReader(this.#statements, path, check, recent, "drafted");
    this.committed = new SqliteReader(
      new Map(collections.map((one) => [one.name, new CollectionStatements(reader, one)])),
      path,
      check,
      recent,
      "committed",
    );
  }

  begin(): void {
    // A group that could not even be rolled back, as on a disk that was away for a while.
    if (this.#writer.isTransaction) this.#exec("ROLLBACK");
    this.#begun = false;
    this.#holds = false;
  }

  savepoint(): void {
    this.#isSavepoint = false;
  }

  insert(collection: Collection<Entity>, document: StoredDocument): WriteOutcome {
    const { keys, row, text, bytes = null } = document;
    const sum = this.#sums.ofDocument(collection.name, row.version, text);
    const bytesSum = bytes && this.#sums.ofBytes(collection.name, row.value.id, bytes);
    const values = [...keys.map(keyBlob), row.version, text, sum, bytes, bytesSum];
    return this.#put(collection, document, true, (statements) => {
      const result = this.#run(statements.insert(), values);
      return { done: true, at: Number(result.lastInsertRowid) };
    });
  }

  replace(
    collection: Collection<Entity>,
    document: StoredDocument,
    expectedVersion: number,
  ): WriteOutcome {
    const { keys, row, text, bytes } = document;
    const sum = this.#sums.ofDocument(collection.name, row.version, text);
    const hasBytes = bytes !== undefined;
    const set: SqlValue[] = [];
    for (let index = 1; index < keys.length; index++) set.push(keyBlob(keys[index]!));
    set.push(row.version, text, sum);
    if (hasBytes) set.push(bytes, this.#sums.ofBytes(collection.name, row.value.id, bytes));
    const id = keyBlob(keys[0]!);
    return this.#put(collection, document, false, (statements) => {
      const at = this.#recent.rowOf(collection, row.value.id);
      if (at !== undefined) {
        const values = [...set, at, id, expectedVersion];
        const { changes } = this.#run(statements.replaceAt(hasBytes), values);
        if (Number(changes) === 1) return { done: true, at };
      }
      const values = [...set, id, expectedVersion];
      const { changes } = this.#run(statements.replace(hasBytes), values);
      return { done: Number(changes) === 1, at: undefined };
    });
  }

  delete(collection: Collection<Entity>, id: string, expectedVersion?: number): WriteOutcome {
    const found = this.draft.get(collection, id);
    if (found === undefined || (expectedVersion ?? found.version) !== found.version) {
      return { done: false, version: found?.version ?? null };
    }
    const statement = this.#statements.get(collection.name)!.delete();
    this.#run(statement, [keyBlob(encodeId(id))]);
    this.#recent.deleted(collection, id);
    this.#checkpointer?.deleted();
    return { done: true };
  }

  release(): void {
    if (this.#isSavepoint) this.#step("RELEASE one");
    this.#holds = this.#begun;
    this.#recent.release();
  }

  rollback(): void {
    this.#recent.undo();
    if (this.#begun && !this.#writer.isTransaction) {
      if (this.#holds) throw new Error("SQLite rolled the whole group back after a fault");
      this.#begun = false;
    } else if (this.#isSavepoint) {
      this.#exec("ROLLBACK TO one; RELEASE one");
    } else if (this.#begun && !this.#holds) {
      this.#exec("ROLLBACK");
      this.#begun = false;
    }
  }

  async commit(): Promise<void> {
    if (!this.#begun) {
      this.#recent.commit();
      return;
    }
    try {
      this.#step("COMMIT");
    } catch (error) {
      throw commitFault(error);
    }
    this.#recent.commit();
    this.#checkpointer?.committed(() => this.#writer.exec("PRAGMA wal_checkpoint(PASSIVE)"));
  }

  abandon(): void {
    this.#recent.clear();
    if (this.#writer.isTransaction) this.#exec("ROLLBACK");
  }

  /** One small commit, which forces the log to the disk, and a look at the room that is left. */
  async probe(): Promise<void> {
    this.begin();
    try {
      this.#exec("BEGIN IMMEDIATE; UPDATE bourse_store SET probes = (probes + 1) % 1000; COMMIT");
    } catch (error) {
      this.abandon();
      throw error;
    }
    const { bavail, bsize } = await statfs(dirname(this.#path));
    if (bavail * bsize < LEAST_FREE_BYTES) throw noRoom(bavail * bsize);
  }

  async close(): Promise<void> {
    await this.#checkpointer?.close();
    this.#release();
  }

  #put(
    collection: Collection<Entity>,
    document: StoredDocument,
    inserting: boolean,
    write: (statements: CollectionStatements) => PutResult,
  ): WriteOutcome {
    try {
      const { done, at } = write(this.#statements.get(collection.name)!);
      if (done) {
        this.#checkpointer?.wrote(document);
        this.#recent.wrote(collection, document, at);
        return { done };
      }
      const found = this.draft.get(collection, document.row.value.id);
      return { done: false, version: found?.version ?? null };
    } catch (error) {
      const duplicate = isConstraintFault(error)
        ? this.#taken(collection, document, inserting)
        : null;
      if (duplicate === null) throw storeErrorOr(error, this.#path);
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

  /** Runs a write of the transaction. */
  #run(statement: Statement, values: readonly SqlValue[]): WriteResult {
    if (!this.#begun) {
      this.#step("BEGIN IMMEDIATE");
      this.#begun = true;
    } else if (this.#holds && !this.#isSavepoint) {
      this.#step("SAVEPOINT one");
      this.#isSavepoint = true;
    }
    try {
      return statement.run(...values);
    } catch (error) {
      throw storeErrorOr(error, this.#path);
    }
  }

  /** Runs one statement without compiling it each time. */
  #step(sql: string): void {
    try {
      let statement = this.#prepared.get(sql);
      if (statement === undefined) {
        statement = this.#writer.prepare(sql);
        this.#prepared.set(sql, statement);
      }
      statement.run();
    } catch (error) {
      throw storeErrorOr(error, this.#path);
    }
  }

  #exec(sql: string): void {
    try {
      this.#writer.exec(sql);
    } catch (error) {
      throw storeErrorOr(error, this.#path);
    }
  }
}

/**
 * Free bytes below which a probe says that the disk is full. The log can still take what fits into the room that it
 * has, so a small commit alone would say too late.
 */
const LEAST_FREE_BYTES = 2 ** 20;
