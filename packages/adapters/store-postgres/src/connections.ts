/** Connections to the database: a pool for transactions, one for reads, and single ones. */

import { setTimeout as sleep } from "node:timers/promises";

import type { ClientConfig, PoolClient, QueryResult } from "pg";

import { withoutPassword } from "./address.ts";
import { destroySoon, endClient } from "./end-client.ts";
import {
  faultOf,
  isConnectionFault,
  isCrowded,
  isReadOnly,
  isSpoiled,
  isTimeout,
} from "./fault.ts";
import { PatientPool } from "./patient-pool.ts";
import { SessionClient } from "./session-client.ts";
import type { Statement } from "./table.ts";

/** A connection of a pool. */
export type PooledClient = PoolClient & SessionClient;

/** Value of a statement parameter. */
export type SqlValue = string | number | null | Uint8Array;

/** Settings of the connections. */
export interface ConnectionSettings {
  /** Address of the database. */
  readonly url: string;
  /** Maximum number of connections of the two pools together. */
  readonly poolSize: number;
  readonly connectTimeoutMilliseconds: number;
  readonly statementTimeoutMilliseconds: number;
  readonly transactionIdleMilliseconds: number;
  /** Name by which the server lists the sessions, and processes of one release know each other. */
  readonly applicationName: string;
}

/** Settings of every session: queries walk indexes in their order, and plans are made once. */
const SESSION = [
  "enable_seqscan=off",
  "enable_bitmapscan=off",
  "plan_cache_mode=force_generic_plan",
  "jit=off",
  // A server may have been set up to acknowledge what is not on its disk.
  "synchronous_commit=on",
  "client_min_messages=error",
  // A session whose client is gone without a word ends within a minute, instead of two hours.
  "tcp_keepalives_idle=30",
  "tcp_keepalives_interval=10",
  "tcp_keepalives_count=3",
];

/** Time in milliseconds from a time limit of one end to the moment at which the other end, unanswered, gives up too. */
const GIVE_UP_MILLISECONDS = 500;

/** Pause in milliseconds before another attempt at a server that has no connection left. */
const CROWDED_MILLISECONDS = 50;

/**
 * Setting that bounds the wait for a lock, such as that of a table which somebody has locked by hand: a transaction
 * may wait for several locks, one after the other.
 */
const lockTimeout = (statementTimeout: number): string => `lock_timeout=${statementTimeout >> 1}`;

const SERIALIZABLE = "default_transaction_isolation=serializable";
const READ_COMMITTED = "default_transaction_isolation=read\\ committed";

/** Connections of one open store. A dead one is replaced by the next use. */
export class Connections {
  readonly #settings: ConnectionSettings;
  readonly #writes: PatientPool;
  readonly #reads: PatientPool;
  /** Times at which connections were last known to work. */
  readonly #heard = new WeakMap<PoolClient, number>();
  readonly #clients = new Set<PoolClient>();
  /** Connections that were not heard since are not used again. */
  #heardSince = -Infinity;
  /** Closing of a connection, so that another one can be opened. */
  #making: Promise<void> | undefined;

  constructor(settings: ConnectionSettings) {
    this.#settings = settings;
    const reads = Math.max(1, Math.floor(settings.poolSize / 2));
    this.#writes = this.#pool(settings.poolSize - reads, SERIALIZABLE);
    this.#reads = this.#pool(reads, READ_COMMITTED);
  }

  /** A connection whose transactions are serializable; release it. */
  connect(): Promise<PooledClient> {
    return this.#take(this.#writes);
  }

  /**
   * Gives back a connection, after `fault` if there was one. One that is lost, spoiled, outdated or within a
   * transaction is closed. Where an answer did not come in time, the network may be gone, and with it every connection
   * that is as silent.
   */
  giveBack(client: PooledClient, fault?: unknown): void {
    const isLost = fault !== undefined && isConnectionFault(fault);
    if (isLost && isTimeout(fault)) {
      const { statementTimeoutMilliseconds } = this.#settings;
      this.#heardSince = performance.now() - statementTimeoutMilliseconds - GIVE_UP_MILLISECONDS;
    }
    if (isReadOnly(fault)) client.noteRefusal();
    const isWithin = client.getTransactionStatus() !== "I";
    client.release(isLost || isSpoiled(fault) || isWithin || client.isOutdated);
  }

  /** Runs a statement that is a serializable transaction of its own. @throws StoreError when it was not even sent */
  async write(statement: Statement, values: SqlValue[]): Promise<QueryResult> {
    const client = await this.#take(this.#writes).catch((cause: unknown) => {
      throw faultOf(cause, withoutPassword(this.#settings.url));
    });
    return this.#use(client, statement, values);
  }

  /** Runs a statement on what is committed. */
  async read(statement: Statement, values: SqlValue[]): Promise<QueryResult> {
    return this.#use(await this.#take(this.#reads), statement, values);
  }

  async #use(client: PooledClient, statement: Statement, values: SqlValue[]): Promise<QueryResult> {
    try {
      const result = await client.query({ ...statement, values });
      this.giveBack(client);
      return result;
    } catch (cause) {
      this.giveBack(client, cause);
      throw cause;
    }
  }

  async #take(pool: PatientPool): Promise<PooledClient> {
    for (;;) {
      const client = (await this.#whenThereIsRoom(() => pool.take())) as PooledClient; // of the pool's class
      const isHeard = (this.#heard.get(client) ?? 0) >= this.#heardSince;
      if (isHeard && !client.isOutdated) return client;
      destroySoon(client);
      client.release(true);
    }
  }

  /** Runs a statement on a new connection, which may take `limitMilliseconds` to be there, and as long to answer. */
  async readAnew(statement: Statement, limitMilliseconds: number): Promise<void> {
    const client = new SessionClient({
      ...this.#config(READ_COMMITTED, limitMilliseconds),
      connectionTimeoutMillis: limitMilliseconds,
      query_timeout: limitMilliseconds,
    });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.query({ ...statement, values: [] });
    } finally {
      void endClient(client);
    }
  }

  /** A connection of its own, whose statements may take `timeoutMilliseconds`; end it. */
  single(timeoutMilliseconds: number): Promise<SessionClient> {
    return this.#whenThereIsRoom(async () => {
      const client = new SessionClient(this.#config(READ_COMMITTED, timeoutMilliseconds));
      // Whoever waits for an answer hears of a lost connection by that.
      client.on("error", () => undefined);
      try {
        await client.connect();
        return client;
      } catch (cause) {
        void endClient(client);
        throw cause;
      }
    });
  }

  /**
   * Connects, also to a server that has no connection left for now: another process may give one back, and this one
   * closes one of a pool that has several.
   */
  async #whenThereIsRoom<C>(connect: () => Promise<C>): Promise<C> {
    const until = performance.now() + this.#settings.connectTimeoutMilliseconds;
    for (;;) {
      try {
        return await connect();
      } catch (cause) {
        if (!isCrowded(cause) || performance.now() >= until) throw cause;
      }
      await this.#makeRoom();
      await sleep(CROWDED_MILLISECONDS);
    }
  }

  /** Never rejects. */
  #makeRoom(): Promise<void> {
    const larger = this.#reads.open > this.#writes.open ? this.#reads : this.#writes;
    this.#making ??= larger
      .closeOne()
      .catch(() => undefined)
      .finally(() => (this.#making = undefined));
    return this.#making;
  }

  async close(): Promise<void> {
    for (const client of this.#clients) destroySoon(client);
    await Promise.all([this.#writes.end(), this.#reads.end()]);
  }

  #pool(max: number, isolation: string): PatientPool {
    const { statementTimeoutMilliseconds: timeout } = this.#settings;
    const config = this.#config(isolation, timeout, lockTimeout(timeout));
    // One stays: others see by it that this process is there.
    const own = { Client: SessionClient, min: 1, idleTimeoutMillis: 30_000 };
    const pool = new PatientPool({ ...config, ...own, max });
    // The pool has removed a connection that was lost while nobody used it. Whoever uses one hears of its loss by the
    // statement under way, or by the next one.
    pool.on("error", () => undefined);
    pool.on("connect", (client) => {
      client.on("error", () => undefined);
      this.#clients.add(client);
      this.#heard.set(client, performance.now());
    });
    pool.on("release", (error, client) => {
      if (!error) this.#heard.set(client, performance.now());
    });
    pool.on("remove", (client) => this.#clients.delete(client));
    return pool;
  }

  #config(isolation: string, timeout: number, ...more: readonly string[]): ClientConfig {
    const { url, connectTimeoutMilliseconds, transactionIdleMilliseconds } = this.#settings;
    const { applicationName } = this.#settings;
    const idle = `idle_in_transaction_session_timeout=${transactionIdleMilliseconds + GIVE_UP_MILLISECONDS}`;
    return {
      connectionString: url,
      application_name: applicationName,
      options: [isolation, idle, ...more, ...SESSION].map((setting) => `-c ${setting}`).join(" "),
      connectionTimeoutMillis: connectTimeoutMilliseconds,
      // The server ends what takes too long; when it hangs itself, the client gives up a little later.
      statement_timeout: timeout,
      query_timeout: timeout + GIVE_UP_MILLISECONDS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5000,
      pipeline: true,
    };
  }
}
