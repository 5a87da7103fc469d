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
  { idleMilliseconds, startTimer }: IdleLimit,
  onWrite: (change: StoreChange) => void,
): Promise<R> {
  return new Promise((resolve, reject) => {
    let fault: StoreError | undefined;
    const watch: TransactionWatch & { alive: boolean } = {
      alive: true,
      busy: 0,
      touch: () => timer.touch(),
      wrote: (collection, id, version) => onWrite({ collection, id, version }),
      doom(error) {
        fault ??= error;
      },
    };
    const timer = startTimer(() => {
      if (watch.busy > 0) timer.touch();
      else end(() => reject(timeout(idleMilliseconds)));
    });
    function end(settle: () => void): void {
      if (!watch.alive) return;
      watch.alive = false;
      timer.stop();
      if (fault === undefined) settle();
      else reject(fault);
    }
    run(watch).then(
      (value) => end(() => resolve(value)),
      (error: unknown) => end(() => reject(error as Error)),
    );
  });
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
