/** Answers to the requests of a connection: one subscription for all, and a listener for each request. */

import { createInbox, type Msg, type NatsConnection } from "@nats-io/transport-node";

import { listen } from "./readable.ts";

/** An answer that is waited for. */
export interface Awaited {
  /** Subject that the answer is sent to. */
  readonly reply: string;
  /** Ends the wait; what comes later is not heard. */
  readonly end: () => void;
}

export class Answers {
  readonly #prefix = `${createInbox()}.`;
  readonly #listeners = new Map<string, (message: Msg) => void>();
  #count = 0;

  constructor(connection: NatsConnection, onFault: (error: unknown) => void) {
    const hear = (message: Msg): void => this.#listeners.get(message.subject)?.(message);
    listen(connection, `${this.#prefix}*`, hear, onFault);
  }

  /** Calls `listener`, which never throws, with each message that comes back. */
  expect(listener: (message: Msg) => void): Awaited {
    const reply = `${this.#prefix}${(this.#count++).toString(36)}`;
    this.#listeners.set(reply, listener);
    return { reply, end: () => void this.#listeners.delete(reply) };
  }
}
