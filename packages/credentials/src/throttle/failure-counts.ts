/** The counts of one login throttle: in memory, or in a store that several processes share. */

import { type Clock, type Store, deleteFound } from "@bourse/kernel";
import { sha256 } from "@bourse/kernel/platform";

import { type FailureThrottle, createFailureThrottle } from "./failure-throttle.ts";
import { type LoginFailureDocument, loginFailures } from "./login-failure-document.ts";

/** Bounds of one kind of failure. */
interface FailureLimit {
  /** Number of failures within the window that blocks a key. */
  readonly maxFailures: number;
  /** Length of the sliding window in seconds. */
  readonly windowSeconds: number;
}

/** A counted key: the kind of failure, and whose it is. */
export interface FailureKey<Kind extends string> {
  readonly kind: Kind;
  readonly key: string;
}

/** The counts of the keys of one run. */
export interface CountedFailures<Kind extends string> {
  /** Seconds until the key is no longer blocked; 0 when it is not. */
  retryAfterSeconds(key: FailureKey<Kind>): number;
  /** Number of failures of the key within its window. */
  count(key: FailureKey<Kind>): number;
  /** Counts a failure of the key now. */
  fail(key: FailureKey<Kind>): void;
  /** Resets the failures of the key. */
  forgive(key: FailureKey<Kind>): void;
}

/** Counts of failures, changed atomically. */
export interface FailureCounts<Kind extends string> {
  /**
   * Runs `work` over the counts of `keys` and keeps what it changed, all or nothing: nothing when it throws. It may run
   * more than once, so it has no effect but on the counts.
   */
  run<R>(keys: readonly FailureKey<Kind>[], work: (counts: CountedFailures<Kind>) => R): Promise<R>;
  /** Deletes counts whose window is over; at most 1000 a call. */
  sweep(): Promise<void>;
}

/** The limits by kind. */
export type FailureLimits<Kind extends string> = Readonly<Record<Kind, FailureLimit>>;

/** Counts in memory: not shared between processes, and gone with this one. */
export function countInMemory<Kind extends string>(
  limits: FailureLimits<Kind>,
  clock: Clock,
): FailureCounts<Kind> {
  const counters = Object.fromEntries(
    Object.entries<FailureLimit>(limits).map(([kind, limit]) => [
      kind,
      createFailureThrottle({ ...limit, clock }),
    ]),
  ) as Readonly<Record<Kind, FailureThrottle>>;
  const counts: CountedFailures<Kind> = {
    retryAfterSeconds: ({ kind, key }) => counters[kind].retryAfterSeconds(key),
    count: ({ kind, key }) => counters[kind].count(key),
    fail: ({ kind, key }) => counters[kind].fail(key),
    forgive: ({ kind, key }) => counters[kind].forgive(key),
  };
  return Object.freeze({
    run: async <R>(_: readonly FailureKey<Kind>[], work: (given: typeof counts) => R): Promise<R> =>
      work(counts),
    sweep: async () => undefined,
  });
}

/** Counts in the store, the same for every process that has it open. Keys are stored as digests. */
export function countInStore<Kind extends string>(
  limits: FailureLimits<Kind>,
  store: Store,
  clock: Clock,
): FailureCounts<Kind> {
  return Object.freeze({
    run: async <R>(
      keys: readonly FailureKey<Kind>[],
      work: (counts: CountedFailures<Kind>) => R,
    ): Promise<R> => {
      const ids = [...new Set(keys.map(idOf))];
      const before = await Promise.all(ids.map((id) => store.get(loginFailures, id)));
      const tried = new Counting(limits, clock.now(), timesOf(before));
      const result = work(tried);
      if (tried.changed.size === 0) return result;
      return await store.transaction(async (tx) => {
        const found = await Promise.all(ids.map((id) => tx.get(loginFailures, id)));
        const counting = new Counting(limits, clock.now(), timesOf(found));
        const outcome = work(counting);
        for (const [id, until] of counting.changed) {
          const known = found.find((one) => one?.value.id === id);
          const times = counting.timesOf(id);
          if (times.length === 0) await tx.delete(loginFailures, id, known?.version);
          else if (known === undefined) await tx.insert(loginFailures, { id, times, until });
          else await tx.replace(loginFailures, { id, times, until }, known.version);
        }
        return outcome;
      });
    },
    sweep: async () => {
      await deleteFound(store, loginFailures, { index: "by_end", range: { lt: clock.now() } });
    },
  });
}

/** Most by which the clock of another replica may be ahead. */
const SKEW_MILLISECONDS = 5000;

/** The counts of one run over stored documents. */
class Counting<Kind extends string> implements CountedFailures<Kind> {
  /** End of the window of each changed document, by its id. */
  readonly changed = new Map<string, number>();
  readonly #limits: FailureLimits<Kind>;
  readonly #now: number;
  readonly #times: Map<string, readonly number[]>;

  constructor(limits: FailureLimits<Kind>, now: number, times: Map<string, readonly number[]>) {
    this.#limits = limits;
    this.#now = now;
    this.#times = times;
  }

  timesOf(id: string): readonly number[] {
    return this.#times.get(id) ?? [];
  }

  retryAfterSeconds(key: FailureKey<Kind>): number {
    const { maxFailures, windowSeconds } = this.#limits[key.kind];
    const times = this.#within(key);
    if (times.length < maxFailures) return 0;
    return ((times[0] ?? 0) + windowSeconds * 1000 - this.#now) / 1000;
  }

  count(key: FailureKey<Kind>): number {
    return this.#within(key).length;
  }

  fail(key: FailureKey<Kind>): void {
    const { maxFailures, windowSeconds } = this.#limits[key.kind];
    const times = [...this.#within(key), this.#now].slice(-maxFailures);
    this.#times.set(idOf(key), times);
    this.changed.set(idOf(key), this.#now + windowSeconds * 1000);
  }

  forgive(key: FailureKey<Kind>): void {
    const id = idOf(key);
    if (this.timesOf(id).length === 0) return;
    this.#times.set(id, []);
    this.changed.set(id, this.#now);
  }

  #within(key: FailureKey<Kind>): readonly number[] {
    const start = this.#now - this.#limits[key.kind].windowSeconds * 1000;
    // A failure of the future was counted before a clock was set back: it would block for longer than its window.
    const end = this.#now + SKEW_MILLISECONDS;
    return this.timesOf(idOf(key)).filter((time) => time > start && time <= end);
  }
}

/** Neither accounts nor addresses can be read from the store. */
function idOf({ kind, key }: FailureKey<string>): string {
  return `${kind}:${sha256(key, "base64url")}`;
}

function timesOf(
  found: readonly ({ readonly value: LoginFailureDocument } | undefined)[],
): Map<string, readonly number[]> {
  return new Map(
    found.flatMap((one) => (one === undefined ? [] : [[one.value.id, one.value.times] as const])),
  );
}
