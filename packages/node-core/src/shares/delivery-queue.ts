/** Delivery schedule of shares: due ones, a few at a time, and at once when a recipient connects. */

import { pauseInBackground } from "@bourse/kernel";

import type { Address } from "../address.ts";
import { deliverShare } from "./deliver-share.ts";
import type { EnvelopeCache } from "./envelope-cache.ts";
import type { ShareParts } from "./share-context.ts";
import { shareDocuments } from "./share-document.ts";

const DELIVERIES_AT_ONCE = 4;
const SHARES_A_TURN = 100;
/** Back-off after an internal error, to avoid a hot loop. */
const ERROR_DELAY_MILLISECONDS = 5000;

/** Runs the deliveries of a node. */
export class DeliveryQueue {
  readonly #parts: ShareParts;
  readonly #envelopes: EnvelopeCache;
  readonly #onEnd: (error: unknown) => void;
  readonly #running = new Map<string, Promise<void>>();
  readonly #stopping = new AbortController();

  /** `onEnd` is called after every delivery, with the error or undefined. */
  constructor(parts: ShareParts, envelopes: EnvelopeCache, onEnd: (error: unknown) => void) {
    this.#parts = parts;
    this.#envelopes = envelopes;
    this.#onEnd = onEnd;
  }

  /** Starts due deliveries; resolves to the milliseconds until the next one is due, at most `atMost`. */
  async startDue(atMost: number): Promise<number> {
    const { store, clock } = this.#parts;
    const page = await store.find(shareDocuments, {
      index: "by_due",
      range: { gte: 0 },
      limit: SHARES_A_TURN,
    });
    for (const { value } of page.items) {
      if (this.#running.size >= DELIVERIES_AT_ONCE) return atMost;
      const wait = (value.nextTryAt ?? 0) - clock.now();
      if (wait > 0) return Math.min(wait, atMost);
      this.#start(value.id);
    }
    return atMost;
  }

  /** Makes the deliveries to a recipient due now, because it has connected or announced its key. */
  async recipientAvailable(recipient: Address): Promise<void> {
    const { store, clock } = this.#parts;
    for (const status of ["waiting", "proved"]) {
      const page = await store.find(shareDocuments, {
        index: "by_recipient",
        equals: [recipient, status],
        limit: SHARES_A_TURN,
      });
      if (page.items.length === 0) continue;
      await store.transaction(async (tx) => {
        for (const { value } of page.items) {
          const current = await tx.get(shareDocuments, value.id);
          if (current === undefined || current.value.nextTryAt === null) continue;
          const due = { ...current.value, nextTryAt: clock.now() };
          await tx.replace(shareDocuments, due, current.version);
        }
      });
    }
  }

  /** Resolves when no delivery is running. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running.values());
  }

  #start(id: string): void {
    if (this.#running.has(id) || this.#stopping.signal.aborted) return;
    this.#running.set(id, this.#run(id));
  }

  async #run(id: string): Promise<void> {
    let fault: unknown;
    try {
      const envelope = this.#envelopes.get(id);
      this.#envelopes.delete(id);
      await deliverShare(this.#parts, id, envelope);
    } catch (error) {
      fault = error;
      const { signal } = this.#stopping;
      await pauseInBackground(this.#parts.clock, ERROR_DELAY_MILLISECONDS, signal);
    }
    this.#running.delete(id);
    this.#onEnd(fault);
  }
}
