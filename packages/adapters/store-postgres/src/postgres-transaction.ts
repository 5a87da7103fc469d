/** One attempt of a transaction as its work sees it. */

import {
  isFault,
  storeFault,
  StoreError,
  transactionEnded,
  type Collection,
  type Entity,
  type FindQuery,
  type Page,
  type Transaction,
  type TransactionWatch,
  type Versioned,
} from "@bourse/kernel";

import type { KeyLocks, LockOwner } from "./key-locks.ts";
import { Rows } from "./rows.ts";
import type { Session } from "./session.ts";
import type { Fence } from "./writer-fence.ts";
import { INTERRUPTED, Writes, type WriteParts } from "./writes.ts";

/** Parts of a transaction. */
export interface TransactionParts extends WriteParts {
  readonly locks: KeyLocks;
  /** Check of the term before the first write; undefined where everybody may write. */
  readonly fence: Fence | undefined;
}

export class PostgresTransaction implements Transaction {
  readonly #locks: KeyLocks;
  readonly #owner: LockOwner;
  readonly #session: Session;
  readonly #rows: Rows;
  readonly #writes: Writes;
  readonly #watch: TransactionWatch;
  readonly #fence: Fence | undefined;
  /** The check of the term, made once. */
  #checked: Promise<void> | undefined;

  constructor(
    parts: TransactionParts,
    owner: LockOwner,
    session: Session,
    watch: TransactionWatch,
  ) {
    this.#locks = parts.locks;
    this.#owner = owner;
    this.#session = session;
    this.#watch = watch;
    this.#fence = parts.fence;
    this.#rows = new Rows(parts, (statement, values) => session.run(statement, values));
    this.#writes = new Writes(parts, (statement, values) => session.run(statement, values));
  }

  get<T extends Entity>(collection: Collection<T>, id: string): Promise<Versioned<T> | undefined> {
    return this.#step(async () => {
      await this.#lock(collection, id);
      return this.#rows.get(collection, id);
    });
  }

  find<T extends Entity>(collection: Collection<T>, query?: FindQuery): Promise<Page<T>> {
    return this.#step(() => this.#rows.find(collection, query));
  }

  count<T extends Entity>(
    collection: Collection<T>,
    query?: Pick<FindQuery, "index" | "equals" | "range">,
  ): Promise<number> {
    return this.#step(() => this.#rows.count(collection, query));
  }

  bytes<T extends Entity>(collection: Collection<T>, id: string): Promise<Uint8Array | undefined> {
    return this.#step(() => this.#rows.bytes(collection, id));
  }

  insert<T extends Entity>(
    collection: Collection<T>,
    value: T,
    bytes?: Uint8Array,
  ): Promise<Versioned<T>> {
    return this.#write(collection, value.id, () =>
      this.#writes.insert(collection, value, 1, bytes),
    );
  }

  async restore<T extends Entity>(
    collection: Collection<T>,
    { value, version }: Versioned<T>,
    bytes?: Uint8Array,
  ): Promise<void> {
    await this.#write(collection, value.id, () =>
      this.#writes.insert(collection, value, version, bytes),
    );
  }

  replace<T extends Entity>(
    collection: Collection<T>,
    value: T,
    expectedVersion: number,
    bytes?: Uint8Array,
  ): Promise<Versioned<T>> {
    return this.#write(collection, value.id, () =>
      this.#writes.replace(collection, value, expectedVersion, bytes),
    );
  }

  delete<T extends Entity>(
    collection: Collection<T>,
    id: string,
    expectedVersion?: number,
  ): Promise<boolean> {
    return this.#write(collection, id, () => this.#writes.delete(collection, id, expectedVersion));
  }

  /** Reading for an update is what collides most, so it waits here for those of this process. */
  async #lock({ name }: Collection<Entity>, id: string): Promise<void> {
    await this.#locks.take(this.#owner, `${name}:${id}`);
    if (!this.#watch.alive) throw transactionEnded();
  }

  #write<R>(
    { name }: Collection<Entity>,
    id: string,
    write: () => Promise<R | typeof INTERRUPTED>,
  ): Promise<R> {
    return this.#step(async () => {
      this.#owner.hasWritten = true;
      await (this.#checked ??= this.#fence?.((...call) => this.#session.run(...call)));
      const written = await write();
      if (written !== INTERRUPTED) {
        this.#watch.wrote(name, id, null);
        return written;
      }
      this.#session.collide();
      throw new StoreError("STORE_IO", "Another transaction came between.", {
        details: { outcome: "none" },
      });
    });
  }

  /** One operation: refused after the end; a fault of the engine, unlike a refusal, dooms the transaction. */
  async #step<R>(operation: () => Promise<R>): Promise<R> {
    if (!this.#watch.alive) throw transactionEnded();
    this.#watch.touch();
    this.#watch.busy += 1;
    try {
      return await operation();
    } catch (error) {
      if (!isFault(error)) throw error;
      const fault = storeFault(error);
      this.#watch.doom(fault);
      throw fault;
    } finally {
      this.#watch.busy -= 1;
      this.#watch.touch();
    }
  }
}
