/** The life of one transaction: given up when it does nothing for too long. For authors of engines. */

import { startIdleTimer } from "@bourse/kernel/platform";

import type { IdleTimer } from "../platform/port.ts";
import { StoreError } from "./errors.ts";
import type { StoreChange } from "./port.ts";

/** Runs one transaction's work; called when its turn has come, with a way to tell that it is alive. */
export type TransactionRun<R> = (watch: TransactionWatch) => Promise<R>;

/** Signals of a running transaction to its engine. */
export interface TransactionWatch {
  /** True while the transaction may go on; false once it was abandoned. */
  readonly alive: boolean;
  /** Number of operations under way: a transaction that waits for the engine is not idle. */
  busy: number;
  /** Puts the idle timeout off. */
  touch(): void;
  /** Notes what was written, for those who watch the store. */
  wrote(collection: string, id: string, version: number | null): void;
  /** The engine failed under it: it can't be committed any more. */
  doom(error: StoreError): void;
}

/** Longest time for which a transaction may do nothing, and its measure. */
export interface IdleLimit {
  /** The time in milliseconds. */
  readonly idleMilliseconds: number;
  /** Starts a timer of that time; calls back when it ends untouched. */
  readonly startTimer: (onEnd: () => void) => IdleTimer;
}

/** A limit with a timer of its own for each transaction, where several run at once. */
export function separateIdleTimers(idleMilliseconds: number): IdleLimit {
  return { idleMilliseconds, startTimer: (onEnd) => startIdleTimer(idleMilliseconds, onEnd) };
}

/**
 * Resolves to what `run` resolves to; tells `onWrite` what it wrote. `startTimer` starts a timer of `idleMilliseconds`.
 *
 * @throws whatever `run` rejects with, or the fault that it was doomed with; STORE_TRANSACTION_TIMEOUT when it did
 * nothing for `idleMilliseconds`
 */
export function runWatched<R>(
  run: TransactionRun<R>,
  limit: IdleLimit,
  onWrite: (change: StoreChange) => void,
): Promise<R> {
  return new Promise((resolve, reject) => new Watched(limit, onWrite, resolve, reject).start(run));
}

/** A transaction that runs. Every write makes one, so it is one object rather than a closure for each of its calls. */
class Watched<R> implements TransactionWatch {
  alive = true;
  busy = 0;
  readonly #timer: IdleTimer;
  readonly #onWrite: (change: StoreChange) => void;
  readonly #resolve: (value: R) => void;
  readonly #reject: (error: unknown) => void;
  #fault: StoreError | undefined;

  constructor(
    { idleMilliseconds, startTimer }: IdleLimit,
    onWrite: (change: StoreChange) => void,
    resolve: (value: R) => void,
    reject: (error: unknown) => void,
  ) {
    this.#onWrite = onWrite;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#timer = startTimer(() => {
      if (this.busy > 0) this.touch();
      else this.#fail(timeout(idleMilliseconds));
    });
  }

  start(run: TransactionRun<R>): void {
    const fail = (error: unknown): void => this.#fail(error);
    try {
      // A function that is not async may throw at once, or return what is no promise.
      Promise.resolve(run(this)).then((value) => {
        if (this.#end()) this.#resolve(value);
      }, fail);
    } catch (error) {
      fail(error);
    }
  }

  touch(): void {
    this.#timer.touch();
  }

  wrote(collection: string, id: string, version: number | null): void {
    this.#onWrite({ collection, id, version });
  }

  doom(error: StoreError): void {
    this.#fault ??= error;
  }

  #fail(error: unknown): void {
    if (this.#end()) this.#reject(error);
  }

  /** True when its outcome is what the caller says; false when it has ended before, or was doomed. */
  #end(): boolean {
    if (!this.alive) return false;
    this.alive = false;
    this.#timer.stop();
    if (this.#fault !== undefined) this.#reject(this.#fault);
    return this.#fault === undefined;
  }
}

/** The error of a call on a transaction that is over. */
export function transactionEnded(): StoreError {
  return new StoreError(
    "STORE_TRANSACTION_ENDED",
    "A transaction can't be used after it has ended; await everything inside it.",
  );
}

function timeout(milliseconds: number): StoreError {
  return new StoreError(
    "STORE_TRANSACTION_TIMEOUT",
    `A transaction did nothing for ${milliseconds} ms and was rolled back. Wait for nothing else inside one: a call ` +
      "of the store itself, rather than of the transaction, waits for ever.",
  );
}
