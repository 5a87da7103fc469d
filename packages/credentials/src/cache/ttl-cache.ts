/** Short-lived read-through cache; local writes invalidate immediately. */

import {
  functionOption,
  integerOption,
  numberOption,
  portOption,
  resolveOptions,
  type Clock,
} from "@bourse/kernel";

/** Options of {@link createTtlCache}. */
export interface TtlCacheOptions<Value> {
  /** Milliseconds for which an entry may be served: the delay of a change made on another replica. */
  readonly ttlMilliseconds: number;
  /** Source of the time. */
  readonly clock: Clock;
  /** Maximum number of entries; the oldest one is evicted first. Default 100,000. */
  readonly maxEntries?: number;
  /** Time (milliseconds UTC) at which a value expires by itself, however fresh it is. Default never. */
  readonly expiresAt?: (value: Value) => number;
}

/** Cache in front of a slow read. */
export interface TtlCache<Value> {
  /**
   * The value for `key`: at once from the cache, else as a promise of what `load` resolves to. Absent values are not
   * cached.
   */
  get(
    key: string,
    load: (key: string) => Promise<Value | undefined>,
  ): Value | Promise<Value | undefined>;
  /** The value for `key` if the cache has it, without a read. */
  peek(key: string): Value | undefined;
  /** Evicts these keys; a `load` that is under way will not be cached either. */
  invalidate(keys: readonly string[]): void;
  /** Evicts every entry. */
  clear(): void;
}

/** A cache without timers: entries are checked when they are asked for. @throws KernelError OPTION_INVALID */
export function createTtlCache<Value>(options: TtlCacheOptions<Value>): TtlCache<Value> {
  const { clock, ttlMilliseconds, maxEntries, expiresAt } = resolveOptions<
    Required<TtlCacheOptions<Value>>
  >("createTtlCache", options, {
    ttlMilliseconds: numberOption({ min: 0 }),
    clock: portOption(["now"]),
    maxEntries: integerOption({ min: 1, default: 100_000 }),
    expiresAt: functionOption({ default: () => Infinity }),
  });
  const entries = new Map<string, { readonly value: Value; readonly until: number }>();
  /** Grows with every invalidation, so that a value read before it is not cached after it. */
  let invalidations = 0;

  const put = (key: string, value: Value): void => {
    entries.set(key, { value, until: Math.min(expiresAt(value), clock.now() + ttlMilliseconds) });
    if (entries.size <= maxEntries) return;
    const [oldest] = entries.keys();
    if (oldest !== undefined) entries.delete(oldest);
  };

  const loadInto = async (
    key: string,
    load: (key: string) => Promise<Value | undefined>,
  ): Promise<Value | undefined> => {
    const seen = invalidations;
    const value = await load(key);
    entries.delete(key);
    if (value !== undefined && seen === invalidations) put(key, value);
    return value;
  };

  const peek = (key: string): Value | undefined => {
    const entry = entries.get(key);
    return entry !== undefined && clock.now() < entry.until ? entry.value : undefined;
  };

  return Object.freeze({
    get: (key: string, load: (key: string) => Promise<Value | undefined>) =>
      peek(key) ?? loadInto(key, load),
    peek,
    invalidate: (keys: readonly string[]): void => {
      invalidations++;
      for (const key of keys) entries.delete(key);
    },
    clear: (): void => {
      invalidations++;
      entries.clear();
    },
  });
}
