/** Limits of a key in a window of time, counted in memory and exchanged with the other processes in the background. */

import {
  type Clock,
  type Collection,
  defineCollection,
  type Entity,
  pauseInBackground,
  type Store,
  type Transaction,
} from "@bourse/kernel";

import { invalid } from "../invalid.ts";

/** Numbers of requests, bytes and cost. */
export interface KeyCounts {
  /** Number of requests. */
  readonly requests: number;
  /** Bytes of request bodies. */
  readonly bytes: number;
  /** Cost of the requests, in units of the service. */
  readonly cost: number;
}

/** Maximum use of a key in each window of time; windows begin at multiples of their length since the Unix epoch. */
export interface KeyLimits {
  /** Maximum number of requests in a window. 0–1,000,000,000,000. Default: unlimited. */
  readonly requests?: number | undefined;
  /** Maximum bytes of request bodies in a window. 0–1,000,000,000,000. Default: unlimited. */
  readonly bytes?: number | undefined;
  /** Maximum cost in a window. 0–1,000,000,000,000. Default: unlimited. */
  readonly cost?: number | undefined;
  /** Length of a window in seconds. 1–2,592,000 (30 days). */
  readonly windowSeconds: number;
}

const COUNTED = ["requests", "bytes", "cost"] as const;
const MAX_COUNT = 1_000_000_000_000;
const MAX_WINDOW_SECONDS = 2_592_000;

/** Refuses limits that no key can have. @throws AuthError VALIDATION_ERROR, details.path `limits` */
export function checkLimits(limits: KeyLimits): void {
  const { windowSeconds } = limits;
  if (!isWhole(windowSeconds, 1, MAX_WINDOW_SECONDS)) {
    throw invalid("limits", `A window of limits has 1 to ${MAX_WINDOW_SECONDS} whole seconds.`);
  }
  const set = COUNTED.filter((name) => limits[name] !== undefined);
  if (set.length > 0 && set.every((name) => isWhole(limits[name], 0, MAX_COUNT))) return;
  throw invalid(
    "limits",
    `Limits name requests, bytes or cost, each a whole number from 0 to ${MAX_COUNT}.`,
  );
}

/** True for a whole number within the bounds. */
export function isWhole(value: unknown, min: number, max: number): boolean {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
}

/** The use of a key in its newest window, by all processes. */
export interface KeyWindowDocument extends Entity, KeyCounts {
  /** Id of the key. */
  readonly id: string;
  /** Id of its owner. */
  readonly userId: string;
  /** Beginning of the window in milliseconds since the Unix epoch (UTC). */
  readonly start: number;
  /** Length of the window in milliseconds. */
  readonly length: number;
}

/** Collection of the windows, one a key. */
export const keyWindows: Collection<KeyWindowDocument, "by_user"> =
  defineCollection<KeyWindowDocument>()({
    name: "api_key_windows",
    indexes: { by_user: { fields: ["userId"] } },
  });

/** A key whose use is limited. */
export interface LimitedKey {
  /** Id of the key. */
  readonly id: string;
  /** Id of its owner. */
  readonly userId: string;
  /** Its limits. */
  readonly limits: KeyLimits;
}

/** Milliseconds from a use to its exchange with the other processes. */
const EXCHANGE_MILLISECONDS = 250;

interface Window {
  readonly userId: string;
  start: number;
  length: number;
  /** Use by all processes, as of the last exchange. */
  known: KeyCounts;
  /** Use by this process since then. */
  own: KeyCounts;
}

const NONE: KeyCounts = { requests: 0, bytes: 0, cost: 0 };

/**
 * Counts the use of limited keys. No call waits for the store: the use of the other processes is known as of the last
 * exchange, 250 ms after a use, and of the last read of the key, once a second. All processes together admit beyond a
 * limit at most what the others admit within a second.
 */
export class KeyLimiter {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #windows = new Map<string, Window>();
  readonly #closing = new AbortController();
  #exchanging: Promise<void> | undefined;

  constructor({ store, clock }: { readonly store: Store; readonly clock: Clock }) {
    this.#store = store;
    this.#clock = clock;
  }

  /**
   * Counts a use of all of the keys, if none of them is beyond its limits; else answers the seconds until it may be
   * tried again.
   */
  charge(keys: readonly LimitedKey[], use: KeyCounts): number | undefined {
    const now = this.#clock.now();
    const windows = keys.map((key) => this.#windowOf(key, now));
    for (const [at, { limits }] of keys.entries()) {
      const window = windows[at]!; // one for each key
      const isOver = ({ known, own }: Window, name: keyof KeyCounts): boolean =>
        known[name] + own[name] + use[name] > (limits[name] ?? Infinity);
      if (!COUNTED.some((name) => isOver(window, name))) continue;
      return Math.max(1, Math.ceil((window.start + window.length - now) / 1000));
    }
    for (const window of windows) window.own = sum(window.own, use);
    this.#exchangeSoon();
    return undefined;
  }

  /** Reads the use of keys by all processes, beside the read of the keys themselves. */
  async read(keys: readonly LimitedKey[]): Promise<void> {
    for (const key of keys) {
      const found = (await this.#store.get(keyWindows, key.id))?.value;
      const window = this.#windowOf(key, this.#clock.now());
      if (found?.start !== window.start || found.length !== window.length) continue;
      // A read that began before the last exchange may end after it.
      if (found.requests > window.known.requests) window.known = countsOf(found);
    }
  }

  /** Writes the uses that are not exchanged, and ends the exchanges. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#exchanging;
    await this.#exchange();
  }

  #windowOf({ id, userId, limits }: LimitedKey, now: number): Window {
    const length = limits.windowSeconds * 1000;
    const start = now - (now % length);
    const held = this.#windows.get(id);
    if (held?.start === start && held.length === length) return held;
    const window = { userId, start, length, known: NONE, own: NONE };
    this.#windows.set(id, window);
    return window;
  }

  #exchangeSoon(): void {
    this.#exchanging ??= pauseInBackground(this.#clock, EXCHANGE_MILLISECONDS, this.#closing.signal)
      .then((isDue) => (isDue ? this.#exchange() : undefined))
      // The uses stay counted here, and the next use begins another exchange.
      .catch(() => undefined)
      .finally(() => (this.#exchanging = undefined));
  }

  async #exchange(): Promise<void> {
    const now = this.#clock.now();
    for (const [id, window] of this.#windows) {
      if (now >= window.start + window.length) {
        this.#windows.delete(id);
        continue;
      }
      const { own } = window;
      if (own.requests === 0) continue;
      window.known = await this.#store.transaction((tx) => addTo(tx, id, window, own));
      window.own = { ...difference(window.own, own) };
    }
  }
}

async function addTo(
  tx: Transaction,
  id: string,
  { userId, start, length, known }: Window,
  own: KeyCounts,
): Promise<KeyCounts> {
  const found = await tx.get(keyWindows, id);
  const isSame = found?.value.start === start && found.value.length === length;
  const total = sum(isSame ? countsOf(found.value) : NONE, own);
  const document = { id, userId, start, length, ...total };
  if (found === undefined) await tx.insert(keyWindows, document);
  // A process whose clock runs behind does not begin an earlier window again.
  else if (isSame || found.value.start <= start) {
    await tx.replace(keyWindows, document, found.version);
  } else return sum(known, own);
  return total;
}

function sum(a: KeyCounts, b: KeyCounts): KeyCounts {
  return { requests: a.requests + b.requests, bytes: a.bytes + b.bytes, cost: a.cost + b.cost };
}

function difference(a: KeyCounts, b: KeyCounts): KeyCounts {
  return { requests: a.requests - b.requests, bytes: a.bytes - b.bytes, cost: a.cost - b.cost };
}

function countsOf({ requests, bytes, cost }: KeyCounts): KeyCounts {
  return { requests, bytes, cost };
}
