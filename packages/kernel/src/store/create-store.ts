/** A store out of a backend: all that is the same in every engine. For authors of engines. */

import { anyFunction, anyText, checkArguments, listOf, objectOf } from "../checked-calls.ts";
import { argumentInvalid } from "../checks.ts";
import { systemClock, type Clock } from "../clock.ts";
import type { KernelError } from "../kernel-error.ts";
import { resolveOptions, type OptionRules } from "../options.ts";
import type { Subscription } from "../subscription.ts";
import { BackendTransaction } from "./backend-transaction.ts";
import type { StoreBackend } from "./backend.ts";
import { ChangeFeed } from "./change-feed.ts";
import { CheckedReader } from "./checked-reader.ts";
import { checkCollection } from "./define-collection.ts";
import { StoreError } from "./errors.ts";
import type {
  Collection,
  Entity,
  FindQuery,
  Page,
  Store,
  StoreNews,
  Transaction,
  Versioned,
} from "./port.ts";
import {
  STORE_OPTION_RULES,
  type ResolvedStoreOptions,
  type StoreOptions,
} from "./store-options.ts";
import { TransactionQueue } from "./transaction-queue.ts";

/**
 * Creates a store over an engine.
 *
 * @throws StoreError STORE_COLLECTION_INVALID when two collections have one name; KernelError ARGUMENT_INVALID,
 * OPTION_INVALID
 */
export function createStore(backend: StoreBackend, options: BackendOptions): Store {
  checkArguments("createStore", { backend: engine }, [backend]);
  return new BackendStore(backend, resolveOptions("createStore", options, RULES));
}

const engine = objectOf({
  engine: anyText,
  committed: objectOf({}),
  draft: objectOf({}),
  ...Object.fromEntries(
    ["begin", "savepoint", "insert", "replace", "delete", "release", "rollback", "commit"]
      .concat("abandon", "close")
      .map((name) => [name, anyFunction] as const),
  ),
});

type ResolvedOptions = Pick<ResolvedStoreOptions, keyof BackendOptions>;

const { collections, transactionIdleMilliseconds, clock } = STORE_OPTION_RULES;
const RULES: OptionRules<ResolvedOptions> = { collections, transactionIdleMilliseconds, clock };

/** The options that concern every engine alike; what bounds or seals the data is the engine's own. */
type BackendOptions = Pick<StoreOptions, "collections" | "transactionIdleMilliseconds" | "clock">;

/** The collections by name, checked even when `defineCollection` did not make them. @throws STORE_COLLECTION_INVALID */
export function collectionMap(
  collections: readonly Collection<Entity>[],
): ReadonlyMap<string, Collection<Entity>> {
  checkArguments("collectionMap", { collections: listOf(objectOf({})) }, [collections]);
  const map = new Map<string, Collection<Entity>>();
  for (const collection of collections) {
    checkCollection(collection.name, collection.indexes);
    if (map.has(collection.name)) {
      throw new StoreError(
        "STORE_COLLECTION_INVALID",
        `A store's collections need different names, but two are named "${collection.name}".`,
      );
    }
    map.set(collection.name, collection);
  }
  return map;
}

class BackendStore implements Store {
  readonly engine: string;
  readonly collections: ReadonlyMap<string, Collection<Entity>>;
  readonly #backend: StoreBackend;
  readonly #queue: TransactionQueue;
  readonly #reader: CheckedReader;
  /** Reads what the running transaction sees. */
  readonly #drafts: CheckedReader;
  readonly #feed = new ChangeFeed();
  readonly #clock: Pick<Clock, "now">;
  #closing: Promise<void> | undefined;

  constructor(backend: StoreBackend, options: ResolvedOptions) {
    this.engine = backend.engine;
    this.collections = collectionMap(options.collections);
    this.#backend = backend;
    this.#reader = new CheckedReader(backend.committed, this.collections);
    this.#drafts = new CheckedReader(backend.draft, this.collections);
    this.#clock = options.clock ?? systemClock;
    this.#queue = new TransactionQueue(backend, options.transactionIdleMilliseconds, this.#feed);
  }

  get revision(): number {
    return this.#queue.groups;
  }

  async get<T extends Entity>(
    collection: Collection<T>,
    id: string,
  ): Promise<Versioned<T> | undefined> {
    return this.#read((reader) => reader.get(collection, id));
  }

  async find<T extends Entity>(collection: Collection<T>, query?: FindQuery): Promise<Page<T>> {
    return this.#read((reader) => reader.find(collection, query));
  }

  async count<T extends Entity>(
    collection: Collection<T>,
    query?: Pick<FindQuery, "index" | "equals" | "range">,
  ): Promise<number> {
    return this.#read((reader) => reader.count(collection, query));
  }

  async bytes<T extends Entity>(
    collection: Collection<T>,
    id: string,
  ): Promise<Uint8Array | undefined> {
    return this.#read((reader) => reader.bytes(collection, id));
  }

  insert<T extends Entity>(
    collection: Collection<T>,
    value: T,
    bytes?: Uint8Array,
  ): Promise<Versioned<T>> {
    return this.transaction((tx) => tx.insert(collection, value, bytes));
  }

  replace<T extends Entity>(
    collection: Collection<T>,
    value: T,
    expectedVersion: number,
    bytes?: Uint8Array,
  ): Promise<Versioned<T>> {
    return this.transaction((tx) => tx.replace(collection, value, expectedVersion, bytes));
  }

  delete<T extends Entity>(
    collection: Collection<T>,
    id: string,
    expectedVersion?: number,
  ): Promise<boolean> {
    return this.transaction((tx) => tx.delete(collection, id, expectedVersion));
  }

  // Every write passes here, so no promise is made that nobody waits for.
  transaction<R>(work: (tx: Transaction) => Promise<R>): Promise<R> {
    if (this.#closing !== undefined) return Promise.reject(storeClosed());
    if (typeof work !== "function") return Promise.reject(noFunction("transaction", "work"));
    return this.#queue.add((watch) =>
      work(new BackendTransaction(this.#backend, this.#drafts, watch)),
    );
  }

  async now(): Promise<number> {
    this.#checkOpen();
    return this.#clock.now();
  }

  async history(): Promise<string> {
    this.#checkOpen();
    return "";
  }

  async watch(listener: (news: StoreNews) => void): Promise<Subscription> {
    this.#checkOpen();
    if (typeof listener !== "function") throw noFunction("watch", "listener");
    // Between two groups: one that is under way has not noted all of its changes.
    let subscription: Subscription | undefined;
    await this.#queue.between(async () => {
      subscription = this.#feed.add(listener);
    });
    return subscription!;
  }

  async probe(): Promise<void> {
    this.#checkOpen();
    await this.#queue.between(async () => this.#backend.probe?.());
  }

  close(): Promise<void> {
    this.#closing ??= this.#queue.idle().then(() => {
      this.#feed.clear();
      return this.#backend.close();
    });
    return this.#closing;
  }

  #read<R>(read: (reader: CheckedReader) => R): R {
    this.#checkOpen();
    try {
      return read(this.#reader);
    } catch (error) {
      throw error instanceof StoreError ? error : readFault(error);
    }
  }

  #checkOpen(): void {
    if (this.#closing !== undefined) throw storeClosed();
  }
}

function storeClosed(): StoreError {
  return new StoreError("STORE_CLOSED", "The store was closed; open it again to use it.");
}

function noFunction(call: string, argument: string): KernelError {
  return argumentInvalid(argument, `The store's ${call} takes a function, its "${argument}".`);
}

function readFault(cause: unknown): StoreError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StoreError("STORE_IO", `The store could not read: ${reason}`, { cause });
}
