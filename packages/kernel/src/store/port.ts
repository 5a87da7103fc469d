/**
 * The store port: collections of JSON documents with versions, indexes and atomic, durable transactions. A document may
 * have binary data next to it, which is loaded separately, so listing and copying documents stays cheap.
 *
 * The suite in `@bourse/conformance/store` defines the port; every engine passes it.
 */

import type { Subscription } from "../subscription.ts";

/** A document: a JSON object (no undefined, no NaN, no Infinity, no bigint) with its own id. */
export interface Entity {
  /** Key of the document: 1–200 characters, unique in its collection. */
  readonly id: string;
}

/** A value that an index can hold. Order: null < false < true < numbers < strings by UTF-16 code unit. */
export type IndexValue = string | number | boolean | null;

/**
 * An index over top-level fields of a document; a field that is absent counts as null.
 * The values of one index and the id are at most 1,200 characters together, so that every engine can hold them.
 */
export interface IndexSpec {
  /** Names of the indexed fields in their order; one to six. */
  readonly fields: readonly string[];
  /**
   * True to refuse two documents with the same values; documents whose first field is null are exempt. Default false.
   */
  readonly unique?: boolean;
}

/** A named collection. Made by `defineCollection`, shared by everyone who reads or writes it. */
export interface Collection<T extends Entity, Index extends string = string> {
  /** Name of the collection: `^[a-z][a-z0-9_]{0,47}$`. */
  readonly name: string;
  /** Indexes by name. */
  readonly indexes: Readonly<Record<Index, IndexSpec>>;
  /** Phantom: carries the document's type, never a value. */
  readonly "~document"?: T;
}

/** A document as stored, deeply frozen: version 1 at insert, one more at every replace. */
export interface Versioned<T extends Entity> {
  /** The document. */
  readonly value: T;
  /** Number of the version: 1 at insert, one more at every replace. */
  readonly version: number;
}

/** A query: an equality prefix of an index, then at most one range, in index order (ties by id). */
export interface FindQuery<Index extends string = string> {
  /** Name of the index to search. Default: the index of ids. */
  readonly index?: Index;
  /** Values for the first fields of the index, in the index's order. Default none. */
  readonly equals?: readonly IndexValue[];
  /** A range on the field that follows `equals`. */
  readonly range?: {
    /** Exclusive lower bound. */
    readonly gt?: IndexValue;
    /** Inclusive lower bound. */
    readonly gte?: IndexValue;
    /** Exclusive upper bound. */
    readonly lt?: IndexValue;
    /** Inclusive upper bound. */
    readonly lte?: IndexValue;
  };
  /** Direction of the index order. Default `asc`. */
  readonly order?: "asc" | "desc";
  /** Maximum number of documents in a page; may change from page to page. 1–1000; default 100. */
  readonly limit?: number;
  /** Value of `next` of the previous page; valid only with an otherwise equal query. */
  readonly cursor?: string;
}

/** One page of a query. The cost of a page does not depend on its depth. */
export interface Page<T extends Entity> {
  /** Documents of the page. */
  readonly items: readonly Versioned<T>[];
  /** Cursor of the next page; null on the last page. */
  readonly next: string | null;
}

/**
 * Reads. Outside a transaction: the last committed state. A document that was damaged on its disk is STORE_CORRUPT with
 * its collection and id, never a value.
 * What they return is deeply frozen: copy it to change it.
 */
export interface StoreReader {
  /** Returns the document of this id; undefined when there is none. */
  get<T extends Entity>(collection: Collection<T>, id: string): Promise<Versioned<T> | undefined>;
  /** Returns one page of the documents that match. @throws StoreError STORE_CURSOR_INVALID, STORE_QUERY_INVALID */
  find<T extends Entity, Index extends string>(
    collection: Collection<T, Index>,
    query?: FindQuery<Index>,
  ): Promise<Page<T>>;
  /** Counts the documents that match. @throws StoreError STORE_QUERY_INVALID */
  count<T extends Entity, Index extends string>(
    collection: Collection<T, Index>,
    query?: Pick<FindQuery<Index>, "index" | "equals" | "range">,
  ): Promise<number>;
  /** Returns a copy of the binary data of a document; undefined when it has none, or when there is no such document. */
  bytes<T extends Entity>(collection: Collection<T>, id: string): Promise<Uint8Array | undefined>;
}

/**
 * Writes. Inside a transaction they see each other at once and others never see them before the commit. Bytes are
 * copied; at most 16 MiB (16,777,216) stand beside a document.
 */
export interface StoreWriter {
  /**
   * Inserts a document as version 1.
   * @throws StoreError STORE_DUPLICATE (details: collection, index: "id" or the index's name), STORE_DOCUMENT_INVALID
   */
  insert<T extends Entity>(
    collection: Collection<T>,
    value: T,
    bytes?: Uint8Array,
  ): Promise<Versioned<T>>;
  /**
   * Replaces a document if it has `expectedVersion` (compare-and-set). Without `bytes` its binary data stays.
   * @throws StoreError STORE_CONFLICT when the version is another or the document is gone, STORE_DUPLICATE
   */
  replace<T extends Entity>(
    collection: Collection<T>,
    value: T,
    expectedVersion: number,
    bytes?: Uint8Array,
  ): Promise<Versioned<T>>;
  /**
   * Deletes a document, if it has `expectedVersion` when one is given. Resolves to true when a document was deleted.
   * @throws StoreError STORE_CONFLICT
   */
  delete<T extends Entity>(
    collection: Collection<T>,
    id: string,
    expectedVersion?: number,
  ): Promise<boolean>;
}

/** Reads and writes of one transaction; unusable after it has ended (STORE_TRANSACTION_ENDED). */
export interface Transaction extends StoreReader, StoreWriter {
  /** Inserts a document under the version that it had elsewhere: for copies and backups. @throws STORE_DUPLICATE */
  restore<T extends Entity>(
    collection: Collection<T>,
    document: Versioned<T>,
    bytes?: Uint8Array,
  ): Promise<void>;
}

/** One document that a commit wrote or deleted. */
export interface StoreChange {
  /** Name of the collection. */
  readonly collection: string;
  /** Key of the document. */
  readonly id: string;
  /** Version that the document has now; null when it was deleted. */
  readonly version: number | null;
}

/**
 * News of what was committed. Changes of one document come in the order of its versions, and none comes before another
 * one that its transaction has seen. A `reset` says that changes may have been missed, as after a long time without a
 * connection: read anew whatever was derived from documents.
 */
export type StoreNews =
  | {
      /** Kind of the news. */
      readonly kind: "changes";
      /** Changes of one or several commits, oldest first; never empty. */
      readonly changes: readonly StoreChange[];
    }
  | {
      /** Kind of the news. */
      readonly kind: "reset";
    };

/** A store engine, open. A write outside `transaction` is a transaction of its own. */
export interface Store extends StoreReader, StoreWriter {
  /** Name of the engine, such as `memory`, `lowdb`, `sqlite` or `postgres`. */
  readonly engine: string;
  /** Every collection that this store was opened with, by name. */
  readonly collections: ReadonlyMap<string, Collection<Entity>>;
  /**
   * Number that changes with every commit, before the commit resolves: while it is the same, nothing has changed.
   * Undefined in an engine that other processes write to as well.
   */
  readonly revision: number | undefined;
  /**
   * Runs `work` atomically over all collections: serializable, all or nothing, durable when it resolves.
   * When `work` rejects nothing of it remains and the same error comes out. Concurrent commits share a flush.
   *
   * `work` may run more than once: an engine that other processes write to repeats it when it collided with another
   * transaction. So it must have no effect outside the transaction but its result, and must set anew whatever it
   * assigns. It must not wait for anything but the transaction itself: others queue behind it.
   * A write that fails inside leaves the transaction usable: catch its error to go on, but let STORE_IO through.
   * @throws STORE_CLOSED, STORE_IO (details.outcome: `none` when nothing was committed, `unknown` when the answer to
   * the commit was lost), STORE_FULL (nothing was committed), STORE_TRANSACTION_TIMEOUT (idle for too long)
   */
  transaction<R>(work: (tx: Transaction) => Promise<R>): Promise<R>;
  /**
   * Resolves to the engine's time in milliseconds since the Unix epoch: one clock for all who share the store, so that
   * leases and limits of several processes fit together. @throws STORE_CLOSED, STORE_IO
   */
  now(): Promise<number>;
  /**
   * Resolves to the name of the history that the data belongs to, at most 64 characters; empty where an engine has but
   * one. A database that was restored from a backup, or a standby that took its place, goes on with another history:
   * numbers that were given out before may come again. @throws STORE_CLOSED, STORE_IO
   */
  history(): Promise<string>;
  /**
   * Tells `listener` of every commit after this promise has resolved, whoever commits: within a second, in an engine of
   * one process before the commit resolves. It is called with one piece of news after the other and must not throw: an
   * error of it is an uncaught exception of the process. Listening ends when it is stopped or the store is closed.
   * @throws STORE_CLOSED, STORE_IO
   */
  watch(listener: (news: StoreNews) => void): Promise<Subscription>;
  /**
   * Tries whether the store can commit now, without changing a document: writes and forces a few bytes to its disk, and
   * checks that there is room for more. Costs about one commit of a small document.
   * @throws STORE_CLOSED, STORE_FULL, STORE_IO, STORE_CORRUPT
   */
  probe(): Promise<void>;
  /** Waits for commits under way, then releases files and locks. Idempotent. */
  close(): Promise<void>;
}
