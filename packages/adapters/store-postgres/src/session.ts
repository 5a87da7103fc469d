/** One attempt of a transaction: a connection from its first statement to its end. */

import type { QueryResult } from "pg";

import type { Connections, PooledClient, SqlValue } from "./connections.ts";
import {
  faultOf,
  isCollision,
  isConnectionFault,
  isRepeatable,
  isTimeout,
  lostAnswer,
} from "./fault.ts";
import type { LockOwner } from "./key-locks.ts";
import type { Statement } from "./table.ts";

const BEGIN: Statement = { name: "begin", text: "BEGIN" };
const COMMIT: Statement = { name: "commit", text: "COMMIT" };
const ROLLBACK: Statement = { name: "rollback", text: "ROLLBACK" };

/** Connection of one attempt, taken when it is first needed. */
export class Session {
  readonly #connections: Connections;
  readonly #owner: LockOwner;
  readonly #place: string;
  #client: Promise<PooledClient> | undefined;
  /** The error by which the attempt has failed, whatever its work made of it. */
  #failure: unknown;
  #isLost = false;
  /** True when the answer to the commit was lost. */
  #isUnknown = false;

  constructor(connections: Connections, owner: LockOwner, place: string) {
    this.#connections = connections;
    this.#owner = owner;
    this.#place = place;
  }

  /** True when the same work may succeed in another attempt, since nothing of this one was committed. */
  get isRepeatable(): boolean {
    if (this.#failure === undefined || this.#isUnknown) return false;
    if (isCollision(this.#failure) || isRepeatable(this.#failure)) return true;
    return this.#isLost && !isTimeout(this.#failure);
  }

  /** The error by which the attempt has failed. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Notes that a write met what is gone by now. */
  collide(): void {
    this.#failure ??= Object.assign(new Error("another transaction came between"), {
      code: "40001",
    });
  }

  /** Runs a statement of the transaction. @throws StoreError */
  async run(statement: Statement, values: SqlValue[]): Promise<QueryResult> {
    if (this.#failure !== undefined) throw faultOf(this.#failure, this.#place);
    try {
      const client = await (this.#client ??= this.#begin());
      return await client.query({ ...statement, values });
    } catch (cause) {
      this.#fail(cause);
      throw faultOf(cause, this.#place);
    }
  }

  /** Commits what was written. @throws StoreError */
  async commit(): Promise<void> {
    const client = await this.#client;
    if (client === undefined) return;
    if (this.#failure !== undefined) throw faultOf(this.#failure, this.#place);
    try {
      const { command } = await client.query({ ...COMMIT, values: [] });
      this.#client = undefined;
      this.#connections.giveBack(client);
      // A transaction that has failed is rolled back by its COMMIT.
      if (command !== "COMMIT")
        throw Object.assign(new Error("it was rolled back"), { code: "25P02" });
    } catch (cause) {
      this.#fail(cause);
      if (!this.#isLost) throw faultOf(cause, this.#place);
      this.#isUnknown = true;
      throw lostAnswer(cause);
    }
  }

  /** Undoes what was written, and gives the connection back. Never rejects. */
  async rollback(): Promise<void> {
    const client = await this.#client?.catch(() => undefined);
    this.#client = undefined;
    if (client === undefined) return;
    try {
      if (!this.#isLost) await client.query({ ...ROLLBACK, values: [] });
      this.#connections.giveBack(client, this.#failure);
    } catch (cause) {
      this.#connections.giveBack(client, cause);
    }
  }

  async #begin(): Promise<PooledClient> {
    const client = await this.#connections.connect();
    this.#owner.isConnected = true;
    // The next statement is on its way at once: it fails as this one does.
    client.query({ ...BEGIN, values: [] }).catch((cause: unknown) => this.#fail(cause));
    return client;
  }

  #fail(cause: unknown): void {
    if (isConnectionFault(cause)) this.#isLost = true;
    this.#failure ??= cause;
  }
}
