/**
 * A connection that knows whether its session takes writes. A server reports that it is a standby, or read-only by
 * default, when a session begins, and before it answers the next query when that has changed.
 */

import { Client, type ClientConfig, type Connection } from "pg";

/** Parameters that are on while a session takes no writes. */
const READ_ONLY: ReadonlySet<string> = new Set(["in_hot_standby", "default_transaction_read_only"]);

/** Age in milliseconds up to which a session is kept that takes no writes: a new one would say the same. */
const NEW_MILLISECONDS = 1000;

interface ParameterStatus {
  readonly parameterName: string;
  readonly parameterValue: string;
}

/** A client of pg with what its server reports. */
export class SessionClient extends Client {
  readonly #openedAt = performance.now();
  /** Names of what keeps the session from writing. */
  readonly #obstacles = new Set<string>();

  constructor(config?: ClientConfig) {
    super(config);
    // Every client of pg has its connection; the types leave it out.
    const { connection } = this as Client & { readonly connection: Connection };
    connection.on("parameterStatus", ({ parameterName, parameterValue }: ParameterStatus) => {
      if (!READ_ONLY.has(parameterName)) return;
      if (parameterValue === "on") this.#obstacles.add(parameterName);
      else this.#obstacles.delete(parameterName);
    });
  }

  /** Notes that a write was refused. */
  noteRefusal(): void {
    this.#obstacles.add("a refused write");
  }

  /**
   * True when the session takes no writes and is not new: its address may lead to another server by now, or to the
   * same one that would let a new session write.
   */
  get isOutdated(): boolean {
    return this.#obstacles.size > 0 && performance.now() - this.#openedAt > NEW_MILLISECONDS;
  }
}
