/** Those who watch a store, and what they are told. */

import type { Subscription } from "../subscription.ts";
import type { StoreNews } from "./port.ts";

/** Listeners of one open store. */
export class ChangeFeed {
  readonly #listeners = new Set<{ readonly listener: (news: StoreNews) => void }>();

  /** True while somebody listens; nobody needs to note changes otherwise. */
  get isWatched(): boolean {
    return this.#listeners.size > 0;
  }

  /** Adds a listener; one that is added twice is told twice. */
  add(listener: (news: StoreNews) => void): Subscription {
    const entry = { listener };
    this.#listeners.add(entry);
    return {
      stop: () => {
        this.#listeners.delete(entry);
        return Promise.resolve();
      },
    };
  }

  /** Calls every listener; an error of one keeps the news from nobody else. */
  tell(news: StoreNews): void {
    for (const { listener } of this.#listeners) {
      try {
        listener(news);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  /** Forgets all listeners. */
  clear(): void {
    this.#listeners.clear();
  }
}
