/** Remembers answers of the store for a moment, and forgets at once what this process has changed. */

import type { Clock } from "@bourse/kernel";

export interface BriefMemoryOptions<Value> {
  /** How long an answer may be taken again: the delay of a change on another replica. */
  readonly milliseconds: number;
  readonly clock: Clock;
  /** Answers remembered at once. Default 100,000; past it the oldest goes. */
  readonly maxRemembered?: number;
  /** Milliseconds UTC at which an answer ceases to hold by itself. Default never. */
  readonly endOf?: (value: Value) => number;
}

export interface BriefMemory<Value> {
  /** The value for `key`, read anew when it is not fresh. An absent one is never remembered. */
  ask(key: string, read: () => Promise<Value | undefined>): Promise<Value | undefined>;
  /** What `ask` would answer without reading. */
  recall(key: string): Value | undefined;
  /** From now on these are read anew, whatever a read that is under way will say. */
  forget(keys: readonly string[]): void;
  /** Forgets everything. */
  clear(): void;
}

export function createBriefMemory<Value>(options: BriefMemoryOptions<Value>): BriefMemory<Value> {
  const { clock, milliseconds, maxRemembered = 100_000, endOf = () => Infinity } = options;
  const fresh = new Map<string, { readonly value: Value; readonly until: number }>();
  /** Grows with every change, so that an answer read before it is not remembered after it. */
  let changes = 0;

  const remember = (key: string, value: Value): void => {
    fresh.set(key, { value, until: Math.min(endOf(value), clock.now() + milliseconds) });
    if (fresh.size <= maxRemembered) return;
    const [oldest] = fresh.keys();
    if (oldest !== undefined) fresh.delete(oldest);
  };

  const recall = (key: string): Value | undefined => {
    const known = fresh.get(key);
    return known !== undefined && clock.now() < known.until ? known.value : undefined;
  };

  return Object.freeze({
    recall,
    ask: async (key: string, read: () => Promise<Value | undefined>) => {
      const known = recall(key);
      if (known !== undefined) return known;
      const seen = changes;
      const value = await read();
      fresh.delete(key);
      if (value !== undefined && seen === changes) remember(key, value);
      return value;
    },
    forget: (keys: readonly string[]): void => {
      changes++;
      for (const key of keys) fresh.delete(key);
    },
    clear: (): void => {
      changes++;
      fresh.clear();
    },
  });
}
