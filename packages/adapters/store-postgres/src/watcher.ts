/**
 * News of every commit, whichever process made it. Each write notes its change in the table `_changes` under the id of
 * its transaction, in the same statement. A place in the news is a snapshot: what is visible now and was not visible
 * in the snapshot of the last look is new. So a long transaction holds nothing back, one that commits out of order is
 * not skipped, and a connection that was lost misses nothing.
 *
 * NOTIFY only says when to look, and is sent after the commit, since a NOTIFY within makes commits of the whole
 * database wait for each other. When it is lost with its process, the next regular look finds the change.
 */

import { ChangeFeed, type StoreChange, type StoreNews, type Subscription } from "@bourse/kernel";

import type { Connections } from "./connections.ts";
import { endClient } from "./end-client.ts";
import { forgetForeignChanges, hasForeignChanges } from "./foreign-changes.ts";
import { HISTORY, historyIn } from "./history.ts";
import { idOfText } from "./id-text.ts";
import type { SessionClient } from "./session-client.ts";
import { quoted, type Statement } from "./table.ts";

/** Interval of regular looks, which cost one query of an index. */
const LOOK_MILLISECONDS = 400;
/** Time in which commits of this process share one NOTIFY. */
const NOTIFY_MILLISECONDS = 10;
/** Interval in which old changes are deleted. */
const TRIM_MILLISECONDS = 30_000;
/** Pause before a new connection. */
const RECONNECT_MILLISECONDS = 200;
/** Changes of one look; who is further behind reads anew. */
const MAX_CHANGES = 50_000;
const TIMEOUT_MILLISECONDS = 5000;

interface ChangeRow {
  readonly now: string;
  readonly stale: boolean;
  readonly collection: string | null;
  readonly id: string;
  readonly version: string | null;
}

/** Watches one schema while somebody listens. */
export class Watcher {
  readonly #connections: Connections;
  readonly #schema: string;
  readonly #channel: string;
  readonly #look: Statement;
  readonly #start: Statement;
  readonly #notify: Statement;
  readonly #trim: Statement;
  readonly #keptMilliseconds: number;
  readonly #feed = new ChangeFeed();
  readonly #stopping = new AbortController();
  #client: SessionClient | undefined;
  /** Snapshot of the last look; undefined before the first. */
  #seen: string | undefined;
  /** History that the snapshot belongs to; undefined before the first look. */
  #history: string | undefined;
  /** Connection whose history is known. */
  #historyOf: SessionClient | undefined;
  #loop: Promise<void> | undefined;
  /** Steps that use the connection, one after the other. */
  #turn: Promise<unknown> = Promise.resolve();
  #wake: () => void = () => undefined;
  #notifying: NodeJS.Timeout | undefined;
  #trimming: NodeJS.Timeout | undefined;

  constructor(connections: Connections, schema: string, keptMilliseconds: number) {
    this.#connections = connections;
    this.#schema = schema;
    this.#keptMilliseconds = keptMilliseconds;
    this.#channel = `bourse_${schema}`;
    const changes = `${quoted(schema)}._changes`;
    const store = `${quoted(schema)}._store`;
    this.#start = { name: "news_start", text: "SELECT pg_current_snapshot()::text AS now" };
    this.#look = {
      name: `news_${schema}`,
      text:
        "SELECT pg_current_snapshot()::text AS now, " +
        // Trimmed since, or a server that knows less than the snapshot: one that was restored from a backup.
        "store.trimmed >= pg_snapshot_xmin($1::pg_snapshot) " +
        "OR pg_snapshot_xmax(pg_current_snapshot()) < pg_snapshot_xmax($1::pg_snapshot) " +
        `OR ${hasForeignChanges(schema)} AS stale, ` +
        `news.collection, news.id, news.version FROM ${store} AS store LEFT JOIN LATERAL (` +
        `SELECT collection, id, version, xid, seq FROM ${changes} ` +
        "WHERE xid >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(xid, $1::pg_snapshot) " +
        `ORDER BY xid, seq LIMIT ${MAX_CHANGES + 1}) AS news ON true ORDER BY news.xid, news.seq`,
    };
    this.#notify = { name: `notify_${schema}`, text: `NOTIFY ${quoted(this.#channel)}` };
    this.#trim = {
      name: `trim_${schema}`,
      text:
        `WITH old AS (DELETE FROM ${changes} WHERE ctid = ANY(ARRAY(` +
        `SELECT ctid FROM ${changes} ORDER BY xid, seq LIMIT 10000)) ` +
        "AND at < clock_timestamp() - $1 * interval '1 millisecond' RETURNING xid) " +
        `UPDATE ${store} SET trimmed = greatest(trimmed, (SELECT xid FROM old ORDER BY xid DESC LIMIT 1)) ` +
        "WHERE EXISTS (SELECT 1 FROM old)",
    };
  }

  /** Starts to delete old changes from time to time. */
  start(): void {
    const every = Math.min(TRIM_MILLISECONDS, this.#keptMilliseconds);
    this.#trimming = setInterval(() => void this.trim().catch(() => undefined), every);
    this.#trimming.unref();
  }

  /** Deletes changes that are too old; whoever has not heard of them yet is told to read anew. */
  async trim(): Promise<void> {
    for (;;) {
      const { rowCount } = await this.#connections.read(this.#trim, [this.#keptMilliseconds]);
      if (rowCount === 0) return;
    }
  }

  /** Adds a listener, who hears of every commit from now on. */
  async add(listener: (news: StoreNews) => void): Promise<Subscription> {
    return this.#inTurn(async () => {
      if (this.#seen === undefined) {
        const { rows } = await this.#connections.read(this.#start, []);
        this.#seen = (rows[0] as { readonly now: string }).now;
      } else {
        await this.#tell();
      }
      const subscription = this.#feed.add(listener);
      this.#loop ??= this.#run();
      return subscription;
    });
  }

  /** This process has committed: the others are told, and its own listeners look at once. */
  wake(): void {
    this.#wake();
    if (this.#notifying !== undefined || this.#stopping.signal.aborted) return;
    this.#notifying = setTimeout(() => {
      this.#notifying = undefined;
      this.#connections.read(this.#notify, []).catch(() => undefined);
    }, NOTIFY_MILLISECONDS);
  }

  async close(): Promise<void> {
    clearInterval(this.#trimming);
    this.#stopping.abort();
    this.#wake();
    if (this.#notifying !== undefined) {
      clearTimeout(this.#notifying);
      this.#notifying = undefined;
      await this.#connections.read(this.#notify, []).catch(() => undefined);
    }
    await this.#loop;
    if (this.#client !== undefined) await endClient(this.#client);
    this.#feed.clear();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await this.#inTurn(() => this.#tell());
        await this.#rest(LOOK_MILLISECONDS);
      } catch {
        this.#disconnect();
        await this.#rest(RECONNECT_MILLISECONDS);
      }
    }
  }

  /** Resolves after a time, or sooner when there is something to look at. */
  async #rest(milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    if (this.#stopping.signal.aborted) return;
    const timer = setTimeout(resolve, milliseconds);
    await promise;
    clearTimeout(timer);
  }

  /** Tells what was committed since the last look. */
  async #tell(): Promise<void> {
    const seen = this.#seen!;
    if (this.#client?.isOutdated === true) this.#disconnect();
    this.#client ??= await this.#listen();
    const { rows } = await this.#client.query({ ...this.#look, values: [seen] });
    const found = rows as ChangeRow[];
    const { now, stale } = found[0]!;
    const isOther = await this.#hasOtherHistory(this.#client);
    if (stale) await this.#forgetForeign(this.#client);
    this.#seen = now;
    if (isOther || stale || found.length > MAX_CHANGES) return this.#feed.tell({ kind: "reset" });
    const changes = found.flatMap(changeOf);
    if (changes.length > 0) this.#feed.tell({ kind: "changes", changes });
  }

  #forgetForeign(client: SessionClient): Promise<void> {
    return forgetForeignChanges((text) => client.query(text), this.#schema);
  }

  /** True at the first look at a database that has gone back in time since the last one. */
  async #hasOtherHistory(client: SessionClient): Promise<boolean> {
    // A server that goes back ends its connections.
    if (this.#historyOf === client) return false;
    const history = historyIn(await client.query({ ...HISTORY, values: [] }));
    const isOther = this.#history !== undefined && this.#history !== history;
    this.#history = history;
    this.#historyOf = client;
    return isOther;
  }

  async #listen(): Promise<SessionClient> {
    const client = await this.#connections.single(TIMEOUT_MILLISECONDS);
    try {
      client.on("notification", () => this.#wake());
      await client.query(`LISTEN ${quoted(this.#channel)}`);
      return client;
    } catch (error) {
      void endClient(client);
      throw error;
    }
  }

  #disconnect(): void {
    if (this.#client !== undefined) void endClient(this.#client);
    this.#client = undefined;
  }

  #inTurn<R>(step: () => Promise<R>): Promise<R> {
    const result = this.#turn.then(step);
    this.#turn = result.catch(() => undefined);
    return result;
  }
}

function changeOf({ collection, id, version }: ChangeRow): StoreChange[] {
  if (collection === null) return [];
  return [{ collection, id: idOfText(id), version: version === null ? null : Number(version) }];
}
