/** The newest events in memory, read from the store once for all listeners. */

import type { Store } from "@bourse/kernel";

import {
  type CurationEvent,
  type CurationEventDocument,
  curationEvents,
  eventId,
} from "../ledger/curation-event.ts";

/** Number of events that stay cached. */
const CACHED = 1000;

/** A cache of the events after a position, which is empty until the first listener gives one. */
export class NewestEvents {
  readonly #store: Store;
  readonly #onRead: () => void;
  /** The newest events, oldest first, without a gap. */
  #cached: CurationEvent[] = [];
  /** The id after which `#cached` has every event; null until the first listener. */
  #from: string | null = null;
  #isReading = false;
  #again = false;

  /** `onRead` is called when everything that was committed before the last `readNew` is cached. */
  constructor(store: Store, onRead: () => void) {
    this.#store = store;
    this.#onRead = onRead;
  }

  /** True once a listener has given the position from which events are cached. */
  get isCaching(): boolean {
    return this.#from !== null;
  }

  /** Caches the events after this id, unless those after another one are cached. */
  cacheAfter(id: string): void {
    this.#from ??= id;
    // Reads what was committed since the position was determined.
    this.readNew();
  }

  /** Reads the events that were committed since the last read; without effect while nothing is cached. */
  readNew(): void {
    if (this.#from === null) return;
    this.#again = true;
    if (this.#isReading) return;
    this.#isReading = true;
    // A failing store fails its readers too; the next commit retries.
    void this.#readOn()
      .catch(() => undefined)
      .finally(() => (this.#isReading = false));
  }

  /** Events after this id: from the cache, or from the store for a listener that is behind it. */
  async after(id: string): Promise<readonly CurationEvent[]> {
    if (this.#from !== null && id >= this.#from) {
      const at = this.#cached.findIndex((event) => eventId(event.id) > id);
      return at < 0 ? [] : this.#cached.slice(at);
    }
    const { items } = await this.#store.find(curationEvents, { range: { gt: id }, limit: 1000 });
    return items.map(({ value }) => eventOf(value));
  }

  async #readOn(): Promise<void> {
    do {
      this.#again = false;
      const last = this.#cached.at(-1);
      const after = last === undefined ? (this.#from ?? eventId(0)) : eventId(last.id);
      const page = await this.#store.find(curationEvents, { range: { gt: after }, limit: 1000 });
      this.#cached.push(...page.items.map(({ value }) => eventOf(value)));
      this.#again ||= page.next !== null;
      if (this.#cached.length > 2 * CACHED) {
        this.#from = eventId(this.#cached.at(-CACHED - 1)?.id ?? 0);
        this.#cached = this.#cached.slice(-CACHED);
      }
    } while (this.#again);
    this.#onRead();
  }
}

function eventOf(document: CurationEventDocument): CurationEvent {
  return { ...document, id: Number(document.id) };
}
