/** Events as they are committed, for many listeners, each with its own position. */

import type { Store, StoreNews, Subscription } from "@bourse/kernel";

import { type CurationEvent, curationEvents, eventId } from "../ledger/curation-event.ts";
import { NewestEvents } from "./newest-events.ts";

/** The listeners of one store; it is watched from the first one on. */
export class LiveEvents {
  readonly #store: Store;
  readonly #newest: NewestEvents;
  /** Listeners that have read every event and wait for the next. */
  readonly #waiting = new Set<() => void>();
  #watching: Promise<Subscription> | undefined;
  #isClosed = false;

  constructor(store: Store) {
    this.#store = store;
    this.#newest = new NewestEvents(store, () => this.#wake());
  }

  /** Events after the id that `start` resolves to, each once and in order, until `signal` aborts. */
  async *follow(
    start: Promise<string>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<CurationEvent, void> {
    let place = await start;
    if (!this.#newest.isCaching) {
      await this.#watch();
      this.#newest.cacheAfter(place);
    }
    while (!this.#isOver(signal)) {
      // Registered before the read, so that a commit in between is not missed.
      const commit = this.#nextCommit(signal);
      const events = await this.#newest.after(place);
      for (const event of events) {
        if (this.#isOver(signal)) return;
        place = eventId(event.id);
        yield event;
      }
      if (events.length === 0) await commit;
    }
  }

  /** Ends all listeners. */
  close(): void {
    this.#isClosed = true;
    this.#wake();
    void this.#watching?.then(
      (subscription) => subscription.stop(),
      () => undefined,
    );
  }

  /** Hears of the events of every process that writes to the store. */
  async #watch(): Promise<void> {
    this.#watching ??= this.#store.watch((news) => {
      if (mayHaveEvents(news)) this.#newest.readNew();
    });
    try {
      await this.#watching;
    } catch (error) {
      this.#watching = undefined;
      throw error;
    }
  }

  #wake(): void {
    const woken = [...this.#waiting];
    this.#waiting.clear();
    for (const go of woken) go();
  }

  #nextCommit(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const go = (): void => {
        this.#waiting.delete(go);
        signal?.removeEventListener("abort", go);
        resolve();
      };
      this.#waiting.add(go);
      signal?.addEventListener("abort", go);
    });
  }

  #isOver(signal: AbortSignal | undefined): boolean {
    return this.#isClosed || signal?.aborted === true;
  }
}

function mayHaveEvents(news: StoreNews): boolean {
  return (
    news.kind === "reset" ||
    news.changes.some(({ collection }) => collection === curationEvents.name)
  );
}
