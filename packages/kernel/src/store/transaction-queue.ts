/**
 * Runs transactions one after another and commits them in groups.
 *
 * All that wait when a group begins, and all that arrive until the event loop has nothing more to bring, share one
 * commit: n writers cost one flush. Running one at a time is what makes transactions serializable.
 */

import { nextTurn, startIdleTimer } from "@bourse/kernel/platform";

import type { StoreBackend } from "./backend.ts";
import { StoreError } from "./errors.ts";

/** Runs one transaction's work; called when its turn has come, with a way to tell that it is alive. */
export type TransactionRun<R> = (watch: TransactionWatch) => Promise<R>;

/** Signals of a running transaction to the queue. */
export interface TransactionWatch {
  /** True while the transaction may go on; false once it was abandoned. */
  readonly alive: boolean;
  /** Puts the idle timeout off. */
  touch(): void;
  /** The engine failed under it: it can't be committed any more. */
  doom(error: StoreError): void;
}

/** The most transactions that share a commit, so that the first never waits long for the last. */
const MAX_GROUP = 512;

interface Waiting {
  readonly run: TransactionRun<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** A transaction of a group whose commit is to come. */
interface Finished {
  readonly settle: () => void;
  readonly reject: (error: unknown) => void;
}

export class TransactionQueue {
  readonly #backend: StoreBackend;
  readonly #idleMilliseconds: number;
  readonly #waiting: Waiting[] = [];
  /** Work that is to run between two groups; none of it rejects. */
  readonly #between: (() => Promise<void>)[] = [];
  #draining: Promise<void> | undefined;
  #groups = 0;

  constructor(backend: StoreBackend, idleMilliseconds: number) {
    this.#backend = backend;
    this.#idleMilliseconds = idleMilliseconds;
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
    for (const { settle } of finished) settle();
  }

  async #fill(finished: Finished[]): Promise<void> {
    while (finished.length < MAX_GROUP) {
      // Others may add their transactions meanwhile.
      if (this.#waiting.length === 0) await nextTurn();
      const batch = this.#waiting.splice(0, MAX_GROUP - finished.length);
      if (batch.length === 0) return;
      for (const [at, one] of batch.entries()) {
        try {
          finished.push(await this.#runOne(one));
        } catch (error) {
          // The engine lost its group: those who haven't run yet get a new one.
          finished.push({ settle: () => one.reject(error), reject: one.reject });
          this.#waiting.unshift(...batch.slice(at + 1));
          throw error;
        }
      }
    }
  }

  /** Rejects only when the whole group is lost. */
  async #runOne({ run, resolve, reject }: Waiting): Promise<Finished> {
    this.#backend.savepoint();
    try {
      const value = await this.#watched(run);
      this.#release();
      return { settle: () => resolve(value), reject };
    } catch (error) {
      this.#rollback(error);
      return { settle: () => reject(error), reject };
    }
  }

  #release(): void {
    try {
      this.#backend.release();
    } catch (cause) {
      throw storeFault(cause);
    }
  }

  /** Throws when the engine has lost the group along with this transaction: then for the reason of that. */
  #rollback(reason: unknown): void {
    try {
      this.#backend.rollback();
    } catch (lost) {
      throw isFault(reason) ? reason : storeFault(lost);
    }
  }

  /** `run`, given up when it does nothing for too long. */
  #watched(run: TransactionRun<unknown>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      let fault: StoreError | undefined;
      const watch = { alive: true, touch: () => timer.touch(), doom };
      const timer = startIdleTimer(this.#idleMilliseconds, () =>
        end(() => reject(timeout(this.#idleMilliseconds))),
      );
      function doom(error: StoreError): void {
        fault ??= error;
      }
      function end(settle: () => void): void {
        if (!watch.alive) return;
        watch.alive = false;
        timer.stop();
        if (fault === undefined) settle();
        else reject(fault);
      }
      run(watch).then(
        (value) => end(() => resolve(value)),
        (error: unknown) => end(() => reject(error)),
      );
    });
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

const FAULTS: ReadonlySet<string> = new Set(["STORE_IO", "STORE_CORRUPT", "STORE_FULL"]);

/** True when `error` says that the engine failed; false for a refusal of the request. */
export function isFault(error: unknown): boolean {
  return !(error instanceof StoreError) || FAULTS.has(error.code);
}

/** `cause` as an error of the store. */
export function storeFault(cause: unknown): StoreError {
  if (cause instanceof StoreError) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StoreError(
    "STORE_IO",
    `The store could not write, and nothing was committed: ${reason}`,
    {
      cause,
      details: { outcome: "none" },
    },
  );
}

function timeout(milliseconds: number): StoreError {
  return new StoreError(
    "STORE_TRANSACTION_TIMEOUT",
    `A transaction did nothing for ${milliseconds} ms and was rolled back. Wait for nothing else inside one: a call ` +
      "of the store itself, rather than of the transaction, waits for ever.",
  );
}
