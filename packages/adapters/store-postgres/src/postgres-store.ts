/** The store over one schema of a PostgreSQL database, which other processes use as well. */

import { setTimeout as sleep } from "node:timers/promises";

import {
  RowCheck,
  runWatched,
  separateIdleTimers,
  StoreError,
  type Collection,
  type DocumentSums,
  type Entity,
  type FindQuery,
  type IdleLimit,
  type Page,
  type Store,
  type StoreNews,
  type StoreOptions,
  type Subscription,
  type Transaction,
  type Versioned,
} from "@bourse/kernel";
import type { QueryResult } from "pg";

import type { ClockCheck } from "./clock-check.ts";
import type { Connections, SqlValue } from "./connections.ts";
import { adopted, readDefinitions } from "./definitions.ts";
import {
  alwaysCollides,
  faultOf,
  isCollision,
  isConnectionFault,
  isOutdated,
  isRepeatable,
  isTimeout,
  lostAnswer,
} from "./fault.ts";
import { historyIn, historyOf } from "./history.ts";
import { KeyLocks, LockOwner } from "./key-locks.ts";
import { PostgresTransaction, type TransactionParts } from "./postgres-transaction.ts";
import { probeServer } from "./probe-server.ts";
import { Rows } from "./rows.ts";
import { NOW, TIME, timeIn } from "./server-time.ts";
import { Session } from "./session.ts";
import { quoted, Table, type Statement, type TableDefinition } from "./table.ts";
import { Watcher } from "./watcher.ts";
import { createFence } from "./writer-fence.ts";
import { INTERRUPTED, Writes } from "./writes.ts";

/** Parts of a store. */
export interface PostgresStoreParts {
  readonly connections: Connections;
  /** The collections by name, as this release defines them. */
  readonly own: ReadonlyMap<string, Collection<Entity>>;
  /** The collections by name, with all indexes of their tables. */
  readonly definitions: ReadonlyMap<string, TableDefinition>;
  readonly schema: string;
  readonly sums: DocumentSums;
  /** Address without a password. */
  readonly place: string;
  readonly transactionIdleMilliseconds: number;
  readonly statementTimeoutMilliseconds: number;
  readonly changesKeptMilliseconds: number;
  readonly clock: StoreOptions["clock"];
  /** Comparison of this process's clock with the database's; undefined for none. */
  readonly clockCheck: ClockCheck | undefined;
  /** Term of this process; null for one that may not write, undefined where everybody may. */
  readonly writerTerm: number | null | undefined;
}

/** Attempts of one transaction, none of which begins after the time limit of a statement. */
const MAX_ATTEMPTS = 16;
const MAX_PAUSE_MILLISECONDS = 250;

/** Attempts at a broken or spoiled session: the second one finds out whether the server is back. */
const MAX_LOST = 2;

export class PostgresStore implements Store {
  readonly engine = "postgres";
  readonly revision = undefined;
  readonly collections: Map<string, Collection<Entity>> = new Map<string, Collection<Entity>>();
  readonly #tables = new Map<string, Table>();
  readonly #schema: string;
  readonly #parts: PostgresStoreParts & TransactionParts;
  readonly #rows: Rows;
  readonly #writes: Writes;
  readonly #watcher: Watcher;
  readonly #idle: IdleLimit;
  readonly #probe: Statement;
  readonly #history: Statement;
  /** Calls under way. */
  readonly #running = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;

  constructor(parts: PostgresStoreParts) {
    const { schema, connections, place, sums } = parts;
    this.#schema = schema;
    for (const definition of parts.definitions.values()) this.#use(definition);
    this.#parts = {
      ...parts,
      collections: this.collections,
      tables: this.#tables,
      check: new RowCheck(sums, place),
      locks: new KeyLocks(parts.statementTimeoutMilliseconds / 2),
      fence: parts.writerTerm === undefined ? undefined : createFence(schema, parts.writerTerm),
    };
    this.#rows = new Rows(this.#parts, (...call) => this.#read(...call));
    this.#writes = new Writes(this.#parts, (...call) => this.#commit(...call));
    this.#watcher = new Watcher(connections, schema, parts.changesKeptMilliseconds);
    this.#idle = separateIdleTimers(parts.transactionIdleMilliseconds);
    this.#watcher.start();
    const text = `UPDATE ${quoted(schema)}._store SET probes = (probes + 1) % 1000 RETURNING ${TIME}`;
    this.#probe = { name: `probe_${schema}`, text };
    this.#history = historyOf(schema);
  }

  get<T extends Entity>(collection: Collection<T>, id: string): Promise<Versioned<T> | undefined> {
    return this.#open(() => this.#rows.get(collection, id));
  }

  find<T extends Entity>(collection: Collection<T>, query?: FindQuery): Promise<Page<T>> {
    return this.#open(() => this.#rows.find(collection, query));
  }

  count<T extends Entity>(
    collection: Collection<T>,
    query?: Pick<FindQuery, "index" | "equals" | "range">,
  ): Promise<number> {
    return this.#open(() => this.#rows.count(collection, query));
  }

  bytes<T extends Entity>(collection: Collection<T>, id: string): Promise<Uint8Array | undefined> {
    return this.#open(() => this.#rows.bytes(collection, id));
  }

  insert<T extends Entity>(
    collection: Collection<T>,
    value: T,
    bytes?: Uint8Array,
  ): Promise<Versioned<T>> {
    if (this.#isFenced) return this.transaction((tx) => tx.insert(collection, value, bytes));
    return this.#write(() => this.#writes.insert(collection, value, 1, bytes));
  }

  replace<T extends Entity>(
    collection: Collection<T>,
    value: T,
    expectedVersion: number,
    bytes?: Uint8Array,
  ): Promise<Versioned<T>> {
    if (this.#isFenced)
      return this.transaction((tx) => tx.replace(collection, value, expectedVersion, bytes));
    return this.#write(() => this.#writes.replace(collection, value, expectedVersion, bytes));
  }

  delete<T extends Entity>(
    collection: Collection<T>,
    id: string,
    expectedVersion?: number,
  ): Promise<boolean> {
    if (this.#isFenced) return this.transaction((tx) => tx.delete(collection, id, expectedVersion));
    return this.#write(() => this.#writes.delete(collection, id, expectedVersion));
  }

  transaction<R>(work: (tx: Transaction) => Promise<R>): Promise<R> {
    return this.#open(async () => {
      const owner = new LockOwner();
      try {
        return await this.#attempt(work, owner);
      } finally {
        this.#parts.locks.release(owner);
      }
    });
  }

  now(): Promise<number> {
    return this.#open(async () => {
      const { clock } = this.#parts;
      if (clock !== undefined) return clock.now();
      return timeIn(await this.#read(NOW, []));
    });
  }

  history(): Promise<string> {
    return this.#open(async () => historyIn(await this.#read(this.#history, [])));
  }

  watch(listener: (news: StoreNews) => void): Promise<Subscription> {
    return this.#open(async () => {
      try {
        return await this.#watcher.add(listener);
      } catch (cause) {
        throw faultOf(cause, this.#parts.place);
      }
    });
  }

  probe(): Promise<void> {
    const { clockCheck } = this.#parts;
    const ask = async (): Promise<number> => timeIn(await this.#read(this.#probe, []));
    return this.#open(() =>
      probeServer(
        () => (clockCheck === undefined ? ask() : clockCheck.compare(ask)),
        (milliseconds) => this.#parts.connections.readAnew(this.#probe, milliseconds),
      ),
    );
  }

  close(): Promise<void> {
    this.#closing ??= (async () => {
      await this.#watcher.close();
      while (this.#running.size > 0) await Promise.allSettled(this.#running);
      await this.#parts.connections.close();
    })();
    return this.#closing;
  }

  /** The term is checked within a transaction. */
  get #isFenced(): boolean {
    return this.#parts.writerTerm !== undefined;
  }

  async #attempt<R>(work: (tx: Transaction) => Promise<R>, owner: LockOwner): Promise<R> {
    const { connections, place } = this.#parts;
    const isLast = this.#attempts();
    for (let attempt = 1, lost = 0; ; attempt += 1) {
      const session = new Session(connections, owner, place);
      let hasWritten = false;
      try {
        const result = await runWatched(
          async (watch) => work(new PostgresTransaction(this.#parts, owner, session, watch)),
          this.#idle,
          () => (hasWritten = true),
        );
        await session.commit();
        if (hasWritten) this.#watcher.wake();
        return result;
      } catch (error) {
        await session.rollback();
        owner.isConnected = false;
        owner.hasWritten = false;
        if (!session.isRepeatable) throw error;
        const { failure } = session;
        if (isOutdated(failure)) await this.#adopt();
        if (!isCollision(failure)) lost += 1;
        if (lost >= MAX_LOST) throw faultOf(failure, place);
        if (isLast(attempt)) throw alwaysCollides(attempt, failure);
      }
      await pause(attempt);
    }
  }

  /** Begins attempts; the function that it returns is true for the last one. */
  #attempts(): (attempt: number) => boolean {
    const until = performance.now() + this.#parts.statementTimeoutMilliseconds;
    return (attempt) => attempt >= MAX_ATTEMPTS || performance.now() >= until;
  }

  /** One write is one statement, which is a transaction of its own. */
  #write<R>(write: () => Promise<R | typeof INTERRUPTED>): Promise<R> {
    return this.#open(async () => {
      const isLast = this.#attempts();
      for (let attempt = 1; ; attempt += 1) {
        let collision: unknown;
        try {
          const written = await write();
          if (written !== INTERRUPTED) {
            this.#watcher.wake();
            return written;
          }
        } catch (cause) {
          if (!isCollision(cause)) throw cause;
          if (isOutdated(cause)) await this.#adopt();
          collision = cause;
        }
        if (isLast(attempt)) throw alwaysCollides(attempt, collision);
        await pause(attempt);
      }
    });
  }

  /** Reads may be repeated, so a connection that has broken unnoticed harms none. */
  async #read(statement: Statement, values: SqlValue[]): Promise<QueryResult> {
    const { connections, place } = this.#parts;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await connections.read(statement, values);
      } catch (cause) {
        const isBroken = isConnectionFault(cause) && !isTimeout(cause);
        if (attempt < MAX_LOST && (isBroken || isRepeatable(cause))) continue;
        throw faultOf(cause, place);
      }
    }
  }

  async #commit(statement: Statement, values: SqlValue[]): Promise<QueryResult> {
    const { connections, place } = this.#parts;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await connections.write(statement, values);
      } catch (cause) {
        if (isCollision(cause)) throw cause;
        if (attempt < MAX_LOST && isRepeatable(cause)) continue;
        const isUnknown = !(cause instanceof StoreError) && isConnectionFault(cause);
        throw isUnknown ? lostAnswer(cause) : faultOf(cause, place);
      }
    }
  }

  /** Takes over the indexes that another release has added, so that what this process writes is found by them. */
  async #adopt(): Promise<void> {
    const { schema, check, place, own } = this.#parts;
    const client = {
      query: (text: string) => this.#read({ name: `definitions_${schema}`, text }, []),
    };
    const stored = await readDefinitions({ client, schema }, check);
    for (const [name, collection] of own) {
      const found = stored.get(name);
      if (found !== undefined) this.#use(adopted(collection, found, place));
    }
  }

  #use(definition: TableDefinition): void {
    const { collection } = definition;
    this.collections.set(collection.name, collection);
    this.#tables.set(collection.name, new Table(this.#schema, definition));
  }

  async #open<R>(call: () => Promise<R>): Promise<R> {
    if (this.#closing !== undefined) {
      throw new StoreError("STORE_CLOSED", "The store was closed; open it again to use it.");
    }
    const running = call();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }
}

/** The other one is often at its end already, and most collide over a page of an index rather than a document. */
const ATTEMPTS_WITHOUT_PAUSE = 2;

/** Doubles with each attempt; half of it is chance, so that those who collided do not meet again. */
async function pause(attempt: number): Promise<void> {
  if (attempt <= ATTEMPTS_WITHOUT_PAUSE) return;
  const full = Math.min(MAX_PAUSE_MILLISECONDS, 2 ** attempt);
  await sleep(full / 2 + (Math.random() * full) / 2);
}
