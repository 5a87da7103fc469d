/**
 * Locks on documents among the transactions of one process, so that they wait for each other here instead of colliding
 * in the database and being run again. They only spare work: PostgreSQL alone keeps transactions apart.
 */

interface Waiter {
  readonly owner: LockOwner;
  readonly go: () => void;
}

interface Lock {
  holder: LockOwner;
  readonly waiting: Waiter[];
}

/** Transaction that holds locks. */
export class LockOwner {
  /** True once it needs nothing that another transaction may hold but locks. */
  isConnected = false;
  /** True once it has written: then others may wait for it in the database, so it may wait for nobody here. */
  hasWritten = false;
  /** Keys of its locks. */
  readonly held: string[] = [];
  /** Key of the lock that it waits for. */
  waitsFor: string | undefined;
}

/** Locks of one owner beyond this number are not taken: a copy of a whole store needs none. */
const MAX_HELD = 1000;

/** All locks of one store. */
export class KeyLocks {
  readonly #locks = new Map<string, Lock>();
  readonly #longestWaitMilliseconds: number;

  constructor(longestWaitMilliseconds: number) {
    this.#longestWaitMilliseconds = longestWaitMilliseconds;
  }

  /**
   * Takes a lock, at once or when the promise resolves, in the order of asking. Where waiting could last for ever, or
   * lasts too long, the caller goes on without the lock: while the database is silent, those in a queue would otherwise
   * wait for the time limit of each before them.
   */
  take(owner: LockOwner, key: string): Promise<void> | undefined {
    const lock = this.#locks.get(key);
    if (lock === undefined) {
      if (owner.held.length >= MAX_HELD) return undefined;
      this.#locks.set(key, { holder: owner, waiting: [] });
      owner.held.push(key);
      return undefined;
    }
    if (lock.holder === owner || owner.waitsFor !== undefined || owner.hasWritten) return undefined;
    const isNeeded = owner.isConnected || owner.held.length > 0;
    if (isNeeded && this.#isHopeless(owner, lock.holder)) return undefined;
    owner.waitsFor = key;
    return new Promise((resolve) => {
      const giveUp = (): void => {
        lock.waiting.splice(lock.waiting.indexOf(waiter), 1);
        owner.waitsFor = undefined;
        resolve();
      };
      const timer = setTimeout(giveUp, this.#longestWaitMilliseconds);
      const go = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const waiter: Waiter = { owner, go };
      lock.waiting.push(waiter);
    });
  }

  /** Gives all locks of an owner to those who wait for them. */
  release(owner: LockOwner): void {
    for (const key of owner.held.splice(0)) {
      const lock = this.#locks.get(key)!;
      const next = lock.waiting.shift();
      if (next === undefined) {
        this.#locks.delete(key);
        continue;
      }
      lock.holder = next.owner;
      next.owner.waitsFor = undefined;
      next.owner.held.push(key);
      next.go();
    }
  }

  /** True when the holder waits, at last, for `owner` itself or for a connection, of which `owner` has one. */
  #isHopeless(owner: LockOwner, holder: LockOwner): boolean {
    for (let at: LockOwner = holder; ;) {
      if (at === owner || !at.isConnected) return true;
      if (at.waitsFor === undefined) return false;
      at = this.#locks.get(at.waitsFor)!.holder;
    }
  }
}
