/** A pool that waits for the connections that it has, where its server has none left for it. */

import { Pool, type PoolClient, type PoolConfig } from "pg";

import { isCrowded } from "./fault.ts";

/** Time in milliseconds for which a pool asks its server for no further connection after a refusal. */
const REFUSED_MILLISECONDS = 1000;

/** Error of pg for a connection that was not free in time. */
const NONE_WAS_FREE = "timeout exceeded when trying to connect";

/** A pool of pg that knows how many of its connections are open. */
export class PatientPool extends Pool {
  readonly #max: number;
  #open = 0;
  #refused: NodeJS.Timeout | undefined;

  constructor(config: PoolConfig & { readonly max: number }) {
    super(config);
    this.#max = config.max;
    this.on("connect", () => (this.#open += 1));
    this.on("remove", () => (this.#open -= 1));
  }

  /** Number of connections that are open. */
  get open(): number {
    return this.#open;
  }

  /**
   * A connection that is free, or a new one. Where the server refuses a new one, it is the next that the pool gets
   * back; the refusal is thrown by a pool that has none.
   */
  async take(): Promise<PoolClient> {
    for (;;) {
      try {
        return await this.connect();
      } catch (cause) {
        if (!isCrowded(cause) || this.#open === 0) throw this.#explained(cause);
        this.#keepToOpen();
      }
    }
  }

  /** Closes one connection as soon as nobody uses it, but never the last. */
  async closeOne(): Promise<void> {
    if (this.#open < 2) return;
    this.#keepToOpen();
    const client = await this.connect();
    client.release(true);
  }

  /** Bounds the pool for a while by what is open, so that callers wait for that. */
  #keepToOpen(): void {
    this.options.max = Math.max(1, this.#open);
    clearTimeout(this.#refused);
    this.#refused = setTimeout(() => {
      this.options.max = this.#max;
    }, REFUSED_MILLISECONDS).unref();
  }

  #explained(cause: unknown): unknown {
    if (!(cause instanceof Error) || cause.message !== NONE_WAS_FREE) return cause;
    return new Error(
      `timeout: all ${this.#open} connections of a pool were in use for ${this.options.connectionTimeoutMillis} ms; ` +
        "use a larger pool (poolSize, POOL_SIZE)",
      { cause },
    );
  }
}
