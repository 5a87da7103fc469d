/**
 * The store port: collections of JSON documents with versions, indexes and atomic, durable transactions. A document may
 * have bytes beside it, for what is no JSON: they are read by themselves, so that lists stay light.
 *
 * Every engine passes the one suite in `@bourse/conformance/store`; what that suite says is the law.
 */

/** A document: a JSON object (no undefined, no NaN, no Infinity, no bigint) with its own id. */
export interface Entity {
  /** 1–200 characters, unique in its collection. */
  readonly id: string;
}

/** A value that an index can hold. Order: null < false < true < numbers < strings by UTF-16 code unit. */
export type IndexValue = string | number | boolean | null;

/**
 * An index over top-level fields of a document; a field that is absent counts as null.
 * The values of one index and the id are at most 1,200 characters together, so that every engine can hold them.
 */
export interface IndexSpec {
  /** One to six fields. */
  readonly fields: readonly string[];
  /** Two documents may not hold the same values; documents whose first field is null are exempt. Default false. */
  readonly unique?: boolean;
}

/** A named collection. Made by `defineCollection`, shared by everyone who reads or writes it. */
export interface Collection<T extends Entity, Index extends string = string> {
  /** `^[a-z][a-z0-9_]{0,47}$` */
  readonly name: string;
  readonly indexes: Readonly<Record<Index, IndexSpec>>;
  /** Phantom: carries the document's type, never a value. */
  readonly "~document"?: T;
}

/** A document as stored, deeply frozen: version 1 at insert, one more at every replace. */
export interface Versioned<T extends Entity> {
  readonly value: T;
  readonly version: number;
}

/** What to find: an equality prefix of an index, then at most one range, in index order (ties by id). */
export interface FindQuery<Index extends string = string> {
  /** Default: the order of ids. */
  readonly index?: Index;
  /** Values for the first fields of the index, in the index's order. Default none. */
  readonly equals?: readonly IndexValue[];
  /** A range on the field that follows `equals`. */
  readonly range?: {
    readonly gt?: IndexValue;
    readonly gte?: IndexValue;
    readonly lt?: IndexValue;
    readonly lte?: IndexValue;
  };
  /** Default `asc`. */
  readonly order?: "asc" | "desc";
  /** 1–1000. Default 100. It may change from page to page. */
  readonly limit?: number;
  /** `next` of the page before; only valid with the very same query otherwise. */
  readonly cursor?: string;
}

/** One page; `next` is null on the last. A cursor costs the same however deep it stands. */
export interface Page<T extends Entity> {
  readonly items: readonly Versioned<T>[];
  readonly next: string | null;
}

/** Reads. Outside a transaction: the last committed state. What they return is deeply frozen: copy it to change it. */
export interface StoreReader {
  get<T extends Entity>(collection: Collection<T>, id: string): Promise<Versioned<T> | undefined>;
  /** @throws STORE_CURSOR_INVALID, STORE_QUERY_INVALID */
  find<T extends Entity, Index extends string>(
    collection: Collection<T, Index>,
    query?: FindQuery<Index>,
  ): Promise<Page<T>>;
  /** How many documents match; `limit`, `order` and `cursor` play no part. */
  count<T extends Entity, Index extends string>(
    collection: Collection<T, Index>,
    query?: Pick<FindQuery<Index>, "index" | "equals" | "range">,
  ): Promise<number>;
  /** The bytes beside a document, a copy; undefined when it has none, or when there is no such document. */
  bytes<T extends Entity>(collection: Collection<T>, id: string): Promise<Uint8Array | undefined>;
}

/**
 * Writes. Inside a transaction they see each other at once and others never see them before the commit. Bytes are
 * copied; at most 16 MiB (16,777,216) stand beside a document.
 */
export interface StoreWriter {
  /** @throws STORE_DUPLICATE (details: collection, index: "id" or the index's name), STORE_DOCUMENT_INVALID */
  insert<T extends Entity>(
    collection: Collection<T>,
    value: T,
    bytes?: Uint8Array,
  ): Promise<Versioned<T>>;
  /**
   * Compare-and-set. Without `bytes` those that stand beside the document stay.
   * @throws STORE_CONFLICT when the version is another or the document is gone, STORE_DUPLICATE
   */
  replace<T extends Entity>(
    collection: Collection<T>,
    value: T,
    expectedVersion: number,
    bytes?: Uint8Array,
  ): Promise<Versioned<T>>;
  /** Compare-and-delete; without a version whatever stands. Resolves to whether a document was deleted. @throws STORE_CONFLICT */
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

/** A store engine, open. A write outside `transaction` is a transaction of its own. */
export interface Store extends StoreReader, StoreWriter {
  /** The engine's name: `memory`, `lowdb`, `sqlite`, `postgres`. */
  readonly engine: string;
  /** Every collection that this store was opened with, by name. */
  readonly collections: ReadonlyMap<string, Collection<Entity>>;
  /**
   * Another after every commit, before that one resolves: while it stays the same, nothing has changed. Undefined in an
   * engine that other processes write to as well.
   */
  readonly revision: number | undefined;
  /**
   * Runs `work` atomically over all collections: serializable, all or nothing, durable when it resolves.
   * When `work` rejects nothing of it remains and the same error comes out. Concurrent commits share a flush.
   * `work` must not wait for anything but the transaction itself: others queue behind it.
   * A write that fails inside leaves the transaction usable: catch its error to go on.
   * @throws STORE_CLOSED, STORE_IO (nothing was committed), STORE_TRANSACTION_TIMEOUT (idle for too long)
   */
  transaction<R>(work: (tx: Transaction) => Promise<R>): Promise<R>;
  /** Waits for commits under way, then releases files and locks. Idempotent. */
  close(): Promise<void>;
}
