/**
 * A store over the database that an app has already, by whatever the app talks
 * to it with. One transaction writes at a time, over all processes: simple, and
 * enough for accounts; `@bourse/store-postgres` is the quick one.
 */

import { AsyncLocalStorage } from "node:async_hooks";

import {
  ChangeFeed,
  collectionMap,
  runWatched,
  separateIdleTimers,
  StoreError,
  storeFault,
  type Collection,
  type Entity,
  type FindQuery,
  type Store,
  type StoreChange,
  type StoreOptions,
  type StoreReader,
  type Transaction,
} from "@bourse/kernel";

import type { RunSql, SqlDatabase } from "./database.ts";
import { SqlReader, type Query } from "./sql-reader.ts";
import { SqlTransaction } from "./sql-transaction.ts";
import { lock, makeKeys, TABLES } from "./tables.ts";

/** A store that shares transactions with the app. */
export interface SqlStore<Tx> extends Store {
  /**
   * Runs `work` in a transaction of the app, with what Bourse writes in it.
   * Await each call in it before the next.
   */
  together<R>(work: (tx: Tx) => Promise<R>): Promise<R>;
}

/** A running transaction: changes so far, and the end of its last work. */
interface Running<Tx> {
  readonly tx: Tx;
  readonly changes: StoreChange[];
  isOver: boolean;
  last: Promise<unknown>;
}

/** Opens the store, and makes its tables where there are none. */
export async function openSqlStore<Tx>(
  database: SqlDatabase<Tx>,
  options: StoreOptions,
): Promise<SqlStore<Tx>> {
  const store = new OpenSqlStore(database, options);
  await store.makeTables();
  return store;
}

class OpenSqlStore<Tx> implements SqlStore<Tx> {
  readonly engine: string;
  readonly collections: ReadonlyMap<string, Collection<Entity>>;
  // Other processes may write to the database as well.
  readonly revision = undefined;
  readonly #database: SqlDatabase<Tx>;
  readonly #options: StoreOptions;
  readonly #feed = new ChangeFeed();
  readonly #shared = new AsyncLocalStorage<Running<Tx>>();
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  #known = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(database: SqlDatabase<Tx>, options: StoreOptions) {
    this.engine = `app-${database.dialect}`;
    this.#database = database;
    this.#options = options;
    this.collections = collectionMap(options.collections);
  }

  async makeTables(): Promise<void> {
    const blob = this.#database.dialect === "sqlite" ? "BLOB" : "BYTEA";
    await this.#database.transaction(async (tx) => {
      const run = this.#runner(tx);
      for (const sql of TABLES) await run(sql.replaceAll("BLOB", blob), []);
      await lock(run);
      for (const collection of this.collections.values()) {
        await makeKeys(run, collection);
      }
    });
  }

  get<T extends Entity>(collection: Collection<T>, id: string) {
    return this.#read((reader) => reader.get(collection, id));
  }

  find<T extends Entity>(collection: Collection<T>, query?: FindQuery) {
    return this.#read((reader) => reader.find(collection, query));
  }

  count<T extends Entity>(collection: Collection<T>, query?: Query) {
    return this.#read((reader) => reader.count(collection, query));
  }

  bytes<T extends Entity>(collection: Collection<T>, id: string) {
    return this.#read((reader) => reader.bytes(collection, id));
  }

  insert<T extends Entity>(collection: Collection<T>, value: T, bytes?: Uint8Array) {
    return this.transaction((tx) => tx.insert(collection, value, bytes));
  }

  replace<T extends Entity>(
    collection: Collection<T>,
    value: T,
    version: number,
    bytes?: Uint8Array,
  ) {
    return this.transaction((tx) => tx.replace(collection, value, version, bytes));
  }

  delete<T extends Entity>(collection: Collection<T>, id: string, version?: number) {
    return this.transaction((tx) => tx.delete(collection, id, version));
  }

  async transaction<R>(work: (tx: Transaction) => Promise<R>): Promise<R> {
    this.#checkOpen();
    const running = this.#running;
    if (running !== undefined) return this.#within(running, work);
    return this.#inTurn((own) => this.#run(own, work));
  }

  async together<R>(work: (tx: Tx) => Promise<R>): Promise<R> {
    this.#checkOpen();
    return this.#inTurn((own) => this.#shared.run(own, () => work(own.tx)));
  }

  async now(): Promise<number> {
    this.#checkOpen();
    const { clock } = this.#options;
    if (clock !== undefined) return clock.now();
    if (this.#database.dialect === "sqlite") return Date.now();
    const time = "extract(epoch FROM clock_timestamp()) * 1000";
    const rows = await this.#database.run(`SELECT ${time} AS now`, []);
    return Math.floor(Number(rows[0]?.["now"]));
  }

  async history(): Promise<string> {
    this.#checkOpen();
    return "";
  }

  async watch(listener: Parameters<Store["watch"]>[0]) {
    this.#checkOpen();
    await this.#last;
    this.#known = await this.#commits();
    this.#timer ??= setInterval(() => void this.#lookAround(), 500).unref();
    return this.#feed.add(listener);
  }

  async probe(): Promise<void> {
    this.#checkOpen();
    await this.#inTurn(async () => undefined);
  }

  /** Waits for what runs; the database is the app's to close. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#last;
    this.#feed.clear();
  }

  get #running(): Running<Tx> | undefined {
    const running = this.#shared.getStore();
    return running?.isOver === false ? running : undefined;
  }

  async #read<R>(read: (reader: StoreReader) => Promise<R>): Promise<R> {
    this.#checkOpen();
    const run = this.#runner(this.#running?.tx);
    return await read(new SqlReader(run, this.collections));
  }

  /** One transaction of the database, after those before it. */
  #inTurn<R>(work: (running: Running<Tx>) => Promise<R>): Promise<R> {
    const turn = this.#last.then(async () => {
      const changes: StoreChange[] = [];
      // An error of the work goes out as it is, one of the commit as a fault.
      let thrown: unknown;
      const whole = async (tx: Tx): Promise<R> => {
        const last = Promise.resolve();
        const running: Running<Tx> = { tx, changes, isOver: false, last };
        try {
          const number = await lock(this.#runner(tx));
          const result = await work(running);
          this.#known = Math.max(this.#known, number);
          return result;
        } catch (error) {
          thrown = error;
          throw error;
        } finally {
          running.isOver = true;
          await running.last;
        }
      };
      const result = await this.#database.transaction(whole).catch((error: unknown) => {
        throw error === thrown ? error : storeFault(error);
      });
      if (changes.length > 0) this.#feed.tell({ kind: "changes", changes });
      return result;
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Work within a transaction of the app: undone alone when it fails. */
  #within<R>(running: Running<Tx>, work: (tx: Transaction) => Promise<R>): Promise<R> {
    const run = this.#runner(running.tx);
    const turn = running.last.then(async () => {
      const before = running.changes.length;
      await run("SAVEPOINT bourse", []);
      try {
        return await this.#run(running, work);
      } catch (error) {
        await run("ROLLBACK TO SAVEPOINT bourse", []);
        running.changes.length = before;
        throw error;
      } finally {
        await run("RELEASE SAVEPOINT bourse", []);
      }
    });
    running.last = turn.catch(() => undefined);
    return turn;
  }

  #run<R>({ tx, changes }: Running<Tx>, work: (tx: Transaction) => Promise<R>): Promise<R> {
    const run = this.#runner(tx);
    const reader = new SqlReader(run, this.collections);
    const { transactionIdleMilliseconds = 5000 } = this.#options;
    return runWatched(
      (watch) => work(new SqlTransaction(run, reader, watch)),
      separateIdleTimers(transactionIdleMilliseconds),
      (change) => changes.push(change),
    );
  }

  #runner(tx: Tx | undefined): RunSql {
    return async (sql, values) => {
      try {
        return await this.#database.run(sql, values, tx);
      } catch (error) {
        throw storeFault(error);
      }
    };
  }

  async #commits(): Promise<number> {
    const rows = await this.#database.run("SELECT number FROM bourse_commits", []);
    return Number(rows[0]?.["number"]);
  }

  /** Tells those who watch when another process has committed. */
  async #lookAround(): Promise<void> {
    const before = this.#last;
    const number = await this.#commits().catch(() => this.#known);
    if (before !== this.#last || number <= this.#known) return;
    this.#known = number;
    this.#feed.tell({ kind: "reset" });
  }

  #checkOpen(): void {
    if (!this.#isClosed) return;
    throw new StoreError("STORE_CLOSED", "The store was closed.");
  }
}
