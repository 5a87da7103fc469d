/** The loop that delivers: claims what is due, a few entries at a time, until it is stopped. */

import { deleteFound, pauseInBackground } from "@bourse/kernel";

import { outboxEntries } from "../entries/entry-document.ts";
import type { ResolvedOutboxOptions } from "../options.ts";
import { claimDue } from "./claim.ts";
import { deliverClaim, openClaim, type OpenedClaim, type Outcome } from "./deliver-claim.ts";
import { Groups } from "./groups.ts";
import { SetBackGuard } from "./set-back-guard.ts";
import { giveUpOld } from "./settle.ts";

/** Milliseconds for which deliveries under way may go on when the outbox is closed. */
const CLOSING_MILLISECONDS = 5000;

export class Courier {
  readonly #options: ResolvedOutboxOptions;
  readonly #count: (outcome: Outcome) => void;
  readonly #running = new Set<Promise<void>>();
  readonly #groups: Groups;
  readonly #guard: SetBackGuard;
  /** No more claims. */
  readonly #stopping = new AbortController();
  /** No more deliveries. */
  readonly #breaking = new AbortController();
  #waking = new AbortController();
  /** True when a delivery has ended since the last look began: that look did not know of its place. */
  #isFreed = false;
  #drained: Promise<number> | undefined;

  constructor(options: ResolvedOutboxOptions, count: (outcome: Outcome) => void) {
    this.#options = options;
    this.#count = count;
    this.#groups = new Groups(options);
    this.#guard = new SetBackGuard(options);
  }

  /** Makes the loop look for entries at once. */
  wake(): void {
    this.#waking.abort();
  }

  /** Holds what waits in a store that was set back. @throws StoreError */
  async check(): Promise<void> {
    await this.#guard.check();
  }

  /** Delivers until it is stopped; never rejects. */
  async run(): Promise<void> {
    const { processClock, pollSeconds, onFailure } = this.#options;
    const stopping = this.#stopping.signal;
    while (!stopping.aborted) {
      try {
        await this.drain();
        await this.#sweep();
      } catch (error) {
        onFailure?.({ id: null, attempt: 0, dead: false, error });
      }
      const woken = AbortSignal.any([stopping, this.#waking.signal]);
      await pauseInBackground(processClock, pollSeconds * 1000, woken);
    }
  }

  /** Delivers what is due now. Resolves to the number of entries that were delivered. @throws StoreError */
  async drain(): Promise<number> {
    // The last claim of a run under way may have come before the caller's entry.
    await this.#drained?.catch(() => undefined);
    return await (this.#drained ??= this.#deliverDue().finally(() => (this.#drained = undefined)));
  }

  /** Waits for deliveries under way, but not for ever: those that last longer are broken off and given back. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const isOver = new AbortController();
    const patience = pauseInBackground(
      this.#options.processClock,
      CLOSING_MILLISECONDS,
      isOver.signal,
    );
    void patience.then((isLate) => {
      if (isLate) this.#breaking.abort(new Error("The outbox is closed."));
    });
    await this.#drained?.catch(() => undefined);
    isOver.abort();
  }

  async #deliverDue(): Promise<number> {
    const { concurrency } = this.#options;
    let delivered = 0;
    for (;;) {
      this.#waking = new AbortController();
      this.#isFreed = false;
      const free = this.#stopping.signal.aborted ? 0 : concurrency - this.#running.size;
      if (free > 0) await this.#guard.check();
      const claims = free > 0 ? await claimDue(this.#options, free, this.#groups) : [];
      // Another server of the database has taken over in between: what was claimed is held.
      if (claims.length > 0 && !(await this.#guard.isSame())) continue;
      const opened = await Promise.all(claims.map((claim) => openClaim(this.#options, claim)));
      for (const claim of opened) {
        const { group } = claim.entry;
        const since = this.#options.processClock.now();
        this.#groups.begin(group);
        const run = this.#deliver(claim).then((outcome) => {
          this.#running.delete(run);
          this.#isFreed = true;
          this.#groups.end(group, outcome === "delivered" || outcome === "stopped", since);
          if (outcome === "delivered") delivered++;
        });
        this.#running.add(run);
      }
      if (this.#isFreed) continue;
      if (this.#running.size === 0) return delivered;
      // A place is free, or there is another entry for the places that are.
      await Promise.race([...this.#running, aborted(this.#waking.signal)]);
    }
  }

  /** Never rejects: when the store cannot keep the outcome, the entry is delivered again after its lease. */
  async #deliver(claim: OpenedClaim): Promise<Outcome> {
    let outcome: Outcome = "failed";
    try {
      outcome = await deliverClaim(this.#options, claim, this.#breaking.signal);
    } catch (error) {
      const { id, attempts: attempt } = claim.entry;
      this.#options.onFailure?.({ id, attempt, dead: false, error });
    }
    this.#count(outcome);
    return outcome;
  }

  /** Gives up what has waited for too long; deletes entries that have ended and were kept for long enough. */
  async #sweep(): Promise<void> {
    const { store, name } = this.#options;
    await giveUpOld(this.#options);
    const range = { lte: await store.now() };
    for (const status of ["dead", "delivered"]) {
      await deleteFound(store, outboxEntries, { index: "by_due", equals: [name, status], range });
    }
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
