/**
 * Runs transactions one after another and commits them in groups.
 *
 * All that wait when a group begins, and all that arrive until the event loop has nothing more to bring, share one
 * commit: n writers cost one flush. Running one at a time is what makes transactions serializable.
 */

import { nextTurn } from "@bourse/kernel/platform";

import type { StoreBackend } from "./backend.ts";
import type { ChangeFeed } from "./change-feed.ts";
import { StoreError } from "./errors.ts";
import type { StoreChange } from "./port.ts";
import { SharedIdleTimer } from "./shared-idle-timer.ts";
import { isFault, storeFault } from "./store-fault.ts";
import { runWatched, type TransactionRun } from "./transaction-watch.ts";

/** The most transactions that share a commit, so that the first never waits long for the last. */
const MAX_GROUP = 512;

interface Waiting {
  readonly run: TransactionRun<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** A transaction of a group whose commit is to come. */
interface Finished {
  /** Documents that it wrote; they count once it is committed. */
  readonly changes: readonly StoreChange[];
  readonly settle: () => void;
  readonly reject: (error: unknown) => void;
}

export class TransactionQueue {
  readonly #backend: StoreBackend;
  readonly #idle: SharedIdleTimer;
  readonly #feed: ChangeFeed;
  readonly #waiting: Waiting[] = [];
  /** Work that is to run between two groups; none of it rejects. */
  readonly #between: (() => Promise<void>)[] = [];
  #draining: Promise<void> | undefined;
  #groups = 0;

  constructor(backend: StoreBackend, idleMilliseconds: number, feed: ChangeFeed) {
    this.#backend = backend;
    this.#feed = feed;
    this.#idle = new SharedIdleTimer(idleMilliseconds);
  }

  /** Number of groups that have ended, committed or not; a group counts before its callers are told. */
  get groups(): number {
    return this.#groups;
  }

  /** Resolves to what `run` resolved to, once that is durable. */
  add<R>(run: TransactionRun<R>): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      this.#waiting.push({ run, resolve: resolve as (value: unknown) => void, reject });
      this.#draining ??= this.#drain();
    });
  }

  /** Runs `work` between two groups, so that the engine does one thing at a time. */
  between(work: () => Promise<void>): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#between.push(() => work().then(resolve, (cause: unknown) => reject(storeFault(cause))));
    this.#draining ??= this.#drain();
    return promise;
  }

  /** Resolves when nothing waits or runs. */
  async idle(): Promise<void> {
    await this.#draining;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length + this.#between.length > 0) {
      for (const work of this.#between.splice(0)) await work();
      if (this.#waiting.length > 0) await this.#runGroup();
    }
    this.#idle.stop();
    this.#draining = undefined;
  }

  async #runGroup(): Promise<void> {
    const finished: Finished[] = [];
    try {
      this.#backend.begin();
      await this.#fill(finished);
      await this.#backend.commit();
    } catch (cause) {
      this.#groups++;
      this.#fail(finished, storeFault(cause));
      return;
    }
    this.#groups++;
    const changes = finished.flatMap((one) => one.changes);
    if (changes.length > 0) this.#feed.tell({ kind: "changes", changes });
    for (const { settle } of finished) settle();
  }

  async #fill(finished: Finished[]): Promise<void> {
    while (finished.length < MAX_GROUP) {
      // Others may add their transactions meanwhile.
      if (this.#waiting.length === 0) await nextTurn();
      const batch = this.#waiting.splice(0, MAX_GROUP - finished.length);
      if (batch.length === 0) return;
      // Each write passes here: no iterator, which makes an object for each.
      for (let at = 0; at < batch.length; at++) {
        const one = batch[at]!;
        try {
          finished.push(await this.#runOne(one));
        } catch (error) {
          // The engine lost its group: those who haven't run yet get a new one.
          finished.push({ settle: () => one.reject(error), reject: one.reject, changes: [] });
          this.#waiting.unshift(...batch.slice(at + 1));
          throw error;
        }
      }
    }
  }

  /** Rejects only when the whole group is lost. */
  async #runOne({ run, resolve, reject }: Waiting): Promise<Finished> {
    this.#backend.savepoint();
    const changes: StoreChange[] = [];
    try {
      const value = await runWatched(run, this.#idle, (change) => {
        if (this.#feed.isWatched) changes.push(change);
      });
      this.#release();
      return { settle: () => resolve(value), reject, changes };
    } catch (error) {
      this.#rollback(error);
      return { settle: () => reject(error), reject, changes: [] };
    }
  }

  #release(): void {
    try {
      this.#backend.release();
    } catch (cause) {
      throw storeFault(cause);
    }
  }

  /** Throws when the engine has lost the group along with this transaction: the engine's reason, not the work's own. */
  #rollback(reason: unknown): void {
    try {
      this.#backend.rollback();
    } catch (lost) {
      throw reason instanceof StoreError && isFault(reason) ? reason : storeFault(lost);
    }
  }

  #fail(finished: readonly Finished[], error: StoreError): void {
    try {
      this.#backend.abandon();
    } catch {
      // An engine that can't even roll back says so when the next group begins.
    }
    // When even begin failed, the first in the queue is the one who hears of it.
    if (finished.length === 0) this.#waiting.shift()?.reject(error);
    for (const { reject } of finished) reject(error);
  }
}
