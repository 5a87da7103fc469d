/** The writer of events for webhooks: each event in a transaction of its own, in their order. */

import { hasCode, type Clock } from "@bourse/kernel";

/** Events that wait while the store cannot be written; more are lost. */
const MOST_WAITING = 10_000;
const RETRY_MILLISECONDS = 500;

/** Parts of {@link EventTeller}. */
interface TellerParts<Event> {
  readonly clock: Pick<Clock, "sleep">;
  /** Adds an event for the webhooks that want it. */
  readonly add: (event: Event) => Promise<void>;
  /** Hears of an event that was lost. */
  readonly onLost: (error: unknown) => void;
}

export class EventTeller<Event> {
  readonly #parts: TellerParts<Event>;
  readonly #waiting: Event[] = [];
  readonly #closing = new AbortController();
  #writing: Promise<void> | undefined;

  constructor(parts: TellerParts<Event>) {
    this.#parts = parts;
  }

  tell(event: Event): void {
    if (this.#waiting.length >= MOST_WAITING) {
      this.#parts.onLost(new Error(`${MOST_WAITING} events wait for the store already`));
      return;
    }
    this.#waiting.push(event);
    this.#writing ??= this.#write().finally(() => (this.#writing = undefined));
  }

  /** Resolves when each event is stored, or was lost with the store; an event is not tried again any more. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#writing;
  }

  /** Never rejects. */
  async #write(): Promise<void> {
    const { add, onLost } = this.#parts;
    for (;;) {
      const event = this.#waiting.shift();
      if (event === undefined) return;
      try {
        await this.#persist(() => add(event));
      } catch (error) {
        onLost(error);
      }
    }
  }

  async #persist(add: () => Promise<void>): Promise<void> {
    const { signal } = this.#closing;
    for (;;) {
      try {
        return await add();
      } catch (error) {
        if (signal.aborted || !hasCode(error, "STORE_IO", "STORE_FULL")) throw error;
        await this.#parts.clock.sleep(RETRY_MILLISECONDS, signal).catch(() => undefined);
      }
    }
  }
}
