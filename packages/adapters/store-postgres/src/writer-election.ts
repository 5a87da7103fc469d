/**
 * One writer of a schema at a time. The writer holds an advisory lock on a connection of its own and gives a sign of
 * life on it; the server ends a session without one, and with it the lock, so that a writer that was stopped or cut
 * off loses it as a dead one does. What such a writer still tries after that is refused by the fence: see
 * writer-fence.ts.
 */

import { setTimeout as sleep } from "node:timers/promises";

import {
  functionOption,
  isBourseError,
  resolveOptions,
  textOption,
  type WriterElection,
  type WriterTerm,
} from "@bourse/kernel";
import type { Client } from "pg";

import { checkAddress, withoutPassword } from "./address.ts";
import { Connections } from "./connections.ts";
import { endClient } from "./end-client.ts";
import { faultOf } from "./fault.ts";
import { HISTORY, historyIn } from "./history.ts";
import { quoted } from "./table.ts";
import { fenced, writerSessions } from "./writer-fence.ts";

/** Options of {@link createWriterElection}. */
export interface WriterElectionOptions {
  /** Address of the database: postgres://USER:PASSWORD@HOST:PORT/DATABASE. */
  readonly url: string;
  /** Schema of the store, which was opened with `writerTerm` before. */
  readonly schema: string;
  /** Called with each failure of an attempt to take the lock; the next attempt follows. Default: nothing. */
  readonly onFault?: (error: unknown) => void;
}

/** Time without a sign of life after which the server ends the writer's session. */
const SESSION_MILLISECONDS = 5000;
/** Interval between two signs of life. */
const SIGN_MILLISECONDS = 1000;
/** Age of the last sign of life at which a writer stops by its own clock, before the server can have ended it. */
const LEASE_MILLISECONDS = 4000;
/** Interval between two attempts. */
const ATTEMPT_MILLISECONDS = 250;
/** Time that a statement may take. */
const TIMEOUT_MILLISECONDS = 3000;

/** Creates a candidate; nothing is connected yet. @throws KernelError OPTION_INVALID; StoreError STORE_URL_INVALID */
export function createWriterElection(given: WriterElectionOptions): WriterElection {
  const options = resolveOptions<Required<WriterElectionOptions>>("createWriterElection", given, {
    url: textOption({ maxLength: 4096 }),
    schema: textOption({ maxLength: 40 }),
    onFault: functionOption<(error: unknown) => void>({ default: () => undefined }),
  });
  checkAddress(options.url);
  return new Election(options);
}

class Election implements WriterElection {
  readonly #options: Required<WriterElectionOptions>;
  readonly #connections: Connections;
  #client: Client | undefined;

  constructor(options: Required<WriterElectionOptions>) {
    this.#options = options;
    this.#connections = new Connections({
      url: options.url,
      applicationName: "bourse-election",
      poolSize: 2,
      connectTimeoutMilliseconds: TIMEOUT_MILLISECONDS,
      statementTimeoutMilliseconds: TIMEOUT_MILLISECONDS,
      transactionIdleMilliseconds: TIMEOUT_MILLISECONDS,
    });
  }

  async tryTake(): Promise<WriterTerm | undefined> {
    const { schema, url } = this.#options;
    try {
      const client = (this.#client ??= await this.#connect());
      const askedAt = performance.now();
      const { rows } = await client.query(`SELECT pg_try_advisory_lock(${LOCK}) AS taken`, [
        schema,
      ]);
      if (!(rows[0] as { readonly taken: boolean }).taken) return undefined;
      const place = await placeOf(client, schema);
      const term = await beginTerm(client, schema);
      this.#client = undefined;
      return new Term({ client, schema, term, place, askedAt });
    } catch (cause) {
      this.#discard();
      throw isBourseError(cause) ? cause : faultOf(cause, withoutPassword(url));
    }
  }

  async take(signal: AbortSignal): Promise<WriterTerm> {
    for (;;) {
      signal.throwIfAborted();
      try {
        const term = await this.tryTake();
        if (term !== undefined) return term;
      } catch (error) {
        this.#options.onFault(error);
      }
      await sleep(ATTEMPT_MILLISECONDS, undefined, { signal });
    }
  }

  async close(): Promise<void> {
    this.#discard();
    await this.#connections.close();
  }

  async #connect(): Promise<Client> {
    const client = await this.#connections.single(TIMEOUT_MILLISECONDS);
    try {
      await client.query(`SET idle_session_timeout = ${SESSION_MILLISECONDS}`);
      return client;
    } catch (cause) {
      void endClient(client);
      throw cause;
    }
  }

  /** A session that was given up may hold the lock: it ends with its connection. */
  #discard(): void {
    if (this.#client !== undefined) void endClient(this.#client);
    this.#client = undefined;
  }
}

/** Number of the lock of a schema's writer, from its name. */
const LOCK = "hashtextextended('bourse writer ' || $1, 0)";

/**
 * Counts the term up. It waits for transactions of the writer before that still hold their share of the row, and ends
 * those whose process does nothing any more.
 */
async function beginTerm(client: Client, schema: string): Promise<number> {
  await client.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() " +
      "AND usename = current_user AND application_name = $1 AND state LIKE 'idle in transaction%'",
    [writerSessions(schema)],
  );
  const { rows } = await client.query(
    `UPDATE ${quoted(schema)}._writer SET term = term + 1 RETURNING term`,
  );
  return Number((rows[0] as { readonly term: string }).term);
}

/** The history of the database, which a promoted replica and a restore begin anew, and the schema in it. */
async function placeOf(client: Client, schema: string): Promise<string> {
  const known = await client.query("SELECT oid FROM pg_namespace WHERE nspname = $1", [schema]);
  const { oid } = known.rows[0] as { readonly oid: number };
  return `postgres:${historyIn(await client.query(HISTORY.text))}:${oid}`;
}

interface TermParts {
  readonly client: Client;
  readonly schema: string;
  readonly term: number;
  readonly place: string;
  /** Time of this process, by its monotonic clock, at which the lock was asked for. */
  readonly askedAt: number;
}

class Term implements WriterTerm {
  readonly term: number;
  readonly place: string;
  readonly #client: Client;
  readonly #schema: string;
  readonly #over = new AbortController();
  /** Time of the newest question that was answered: the session has lived on from then. */
  #aliveAt: number;

  constructor({ client, schema, term, place, askedAt }: TermParts) {
    this.term = term;
    this.place = place;
    this.#client = client;
    this.#schema = schema;
    this.#aliveAt = askedAt;
    client.on("error", (error) => this.#lose(error));
    client.on("end", () => this.#lose());
    void this.#live();
  }

  get over(): AbortSignal {
    return this.#over.signal;
  }

  async confirm(): Promise<void> {
    this.over.throwIfAborted();
    const askedAt = performance.now();
    try {
      if (askedAt - this.#aliveAt > LEASE_MILLISECONDS) throw fenced();
      const { rowCount } = await this.#client.query(
        // A session that takes no writes may be one to the primary of before.
        `SELECT 1 FROM ${quoted(this.#schema)}._writer WHERE term = $1 ` +
          "AND NOT current_setting('transaction_read_only')::boolean",
        [this.term],
      );
      // An answer that was read late may be older than the end of the session.
      if (rowCount !== 1 || performance.now() - askedAt > LEASE_MILLISECONDS) throw fenced();
    } catch (cause) {
      this.#lose(cause);
    }
    this.over.throwIfAborted();
    this.#aliveAt = Math.max(this.#aliveAt, askedAt);
  }

  async end(): Promise<void> {
    if (this.over.aborted) return;
    this.#over.abort(fenced());
    const unlocked = this.#client.query(`SELECT pg_advisory_unlock(${LOCK})`, [this.#schema]);
    await unlocked.catch(() => undefined);
    await endClient(this.#client);
  }

  /** Never rejects. */
  async #live(): Promise<void> {
    while (!this.over.aborted) {
      await sleep(SIGN_MILLISECONDS, undefined, { signal: this.over }).catch(() => undefined);
      if (!this.over.aborted) await this.confirm().catch(() => undefined);
    }
  }

  #lose(cause?: unknown): void {
    if (this.over.aborted) return;
    this.#over.abort(fenced(cause));
    void endClient(this.#client);
  }
}
