/**
 * A rate limiter: a token bucket for each key, kept as one number (GCRA, the generic cell rate algorithm of ITU-T
 * I.371, in its virtual-scheduling form).
 *
 * The number is the theoretical arrival time (TAT): when the key's bucket is full again. It is kept in units of
 * 1/limit milliseconds, in which the cost of a token is a whole number too: nothing is ever rounded.
 */

import { checkInteger, checkText } from "../checks.ts";
import { systemClock, type Clock } from "../clock.ts";
import { integerOption, optional, portOption } from "../option-rules.ts";
import { resolveOptions } from "../options.ts";

/** Options of {@link createRateLimiter}. */
export interface RateLimiterOptions {
  /** Number of tokens that a key's bucket gains in each period, evenly spread. 1–1,000,000. */
  readonly limit: number;
  /** Length of the period in milliseconds. 1–86,400,000; default 1000. */
  readonly periodMilliseconds?: number;
  /** Capacity of a bucket in tokens: the largest burst after a pause. 1–1,000,000; default: `limit`. */
  readonly burst?: number;
  /** Maximum number of keys with a bucket of their own. 1–10,000,000; default 100,000 (about 10 MB). */
  readonly maxKeys?: number;
  /** Clock of the buckets. Default: the system clock. */
  readonly clock?: Clock;
}

/** The outcome of {@link RateLimiter.take}. Times are exact to the millisecond. */
export interface RateLimitDecision {
  /** True when the tokens were taken. */
  readonly allowed: boolean;
  /** Number of whole tokens left in the bucket. */
  readonly remaining: number;
  /** Time in seconds until the same call succeeds if nobody else takes tokens; 0 when allowed. */
  readonly retryAfterSeconds: number;
  /** Time in seconds until the bucket is full again. */
  readonly resetSeconds: number;
}

/** A token bucket for each key. */
export interface RateLimiter {
  /**
   * Takes `cost` tokens (default 1; 0 only looks) from the bucket of `key`, all or none; a refusal costs nothing.
   * Constant time.
   *
   * @throws KernelError ARGUMENT_INVALID: a key that is not text of 1 to 256 characters; a cost that is not a whole
   * number from 0 to `burst` (more could never be allowed)
   */
  take(key: string, cost?: number): RateLimitDecision;
  /** Returns the number of keys held in memory, at most `maxKeys`. */
  size(): number;
}

/**
 * Creates a limiter that allows each key at most `burst + limit · t / periodMilliseconds` tokens in any span of t whole
 * milliseconds, in memory that is bounded by `maxKeys`.
 *
 * A bucket that is full again is forgotten; one that is not full is never forgotten. When `maxKeys` buckets are not
 * full, all further keys share one bucket with the same limits, and whoever gets a bucket of his own after that starts
 * at the level of the shared one. So a flood of invented keys frees nobody from a limit and slows no key that is held;
 * it is the strangers who wait (fail closed).
 *
 * @throws KernelError OPTION_INVALID
 */
export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const settings = resolveOptions<Settings>("createRateLimiter", options, {
    limit: integerOption({ min: 1, max: 1_000_000 }),
    periodMilliseconds: integerOption({ min: 1, max: 86_400_000, default: 1000 }),
    burst: optional(integerOption({ min: 1, max: 1_000_000 })),
    maxKeys: integerOption({ min: 1, max: 10_000_000, default: 100_000 }),
    clock: portOption<Clock>(["now", "monotonic", "sleep"], { default: systemClock }),
  });
  return new GcraLimiter(settings);
}

interface Settings extends Required<Omit<RateLimiterOptions, "burst">> {
  readonly burst: number | undefined;
}

/** Number of held keys that one call examines, so that memory shrinks without a timer. */
const SWEPT_KEYS = 2;
/** Number of held keys that a call examines when there is no room for a new key. */
const SWEPT_KEYS_WHEN_FULL = 8;

class GcraLimiter implements RateLimiter {
  readonly #clock: Clock;
  readonly #start: number;
  readonly #burst: number;
  readonly #maxKeys: number;
  /** Units in a millisecond, and units that one token costs: `limit` and the period, reduced. */
  readonly #unitsPerMillisecond: number;
  readonly #unitsPerToken: number;
  /** The TAT of each key whose bucket was not full when last seen. */
  readonly #tats = new Map<string, number>();
  /** Position of the sweep; a map's iterator stays valid while the map changes. */
  #round: Iterator<[string, number]> = this.#tats.entries();
  /** The TAT of the bucket that keys share when there is no room. */
  #shared = 0;

  constructor(settings: Settings) {
    const { limit, periodMilliseconds, burst = limit, maxKeys, clock } = settings;
    const divisor = greatestCommonDivisor(limit, periodMilliseconds);
    this.#unitsPerMillisecond = limit / divisor;
    this.#unitsPerToken = periodMilliseconds / divisor;
    this.#burst = burst;
    this.#maxKeys = maxKeys;
    this.#clock = clock;
    this.#start = Math.floor(clock.monotonic());
  }

  take(key: string, cost = 1): RateLimitDecision {
    checkText("key", key, 256);
    checkInteger("cost", cost, { min: 0, max: this.#burst });
    const now = (Math.floor(this.#clock.monotonic()) - this.#start) * this.#unitsPerMillisecond;
    this.#sweep(now, SWEPT_KEYS);
    const own = this.#hasRoomFor(key, now);
    const full = Math.max(now, this.#tats.get(key) ?? this.#shared);
    const next = full + cost * this.#unitsPerToken;
    const excess = next - now - this.#burst * this.#unitsPerToken;
    if (excess > 0) return this.#decision(false, full - now, excess);
    if (cost > 0) {
      if (own) this.#tats.set(key, next);
      else this.#shared = next;
    }
    return this.#decision(true, next - now, 0);
  }

  size(): number {
    return this.#tats.size;
  }

  /** `owed`: units until the bucket is full; `excess`: units until the call would be allowed. */
  #decision(allowed: boolean, owed: number, excess: number): RateLimitDecision {
    return {
      allowed,
      remaining: Math.floor(this.#burst - owed / this.#unitsPerToken),
      retryAfterSeconds: this.#seconds(excess),
      resetSeconds: this.#seconds(owed),
    };
  }

  #seconds(units: number): number {
    return Math.ceil(units / this.#unitsPerMillisecond) / 1000;
  }

  #hasRoomFor(key: string, now: number): boolean {
    if (this.#tats.size < this.#maxKeys || this.#tats.has(key)) return true;
    this.#sweep(now, SWEPT_KEYS_WHEN_FULL);
    return this.#tats.size < this.#maxKeys;
  }

  /** Looks at the next few keys of the round, and forgets those whose bucket is full. */
  #sweep(now: number, count: number): void {
    for (let left = Math.min(count, this.#tats.size); left > 0; left--) {
      const next = this.#round.next();
      if (next.done === true) this.#round = this.#tats.entries();
      else if (next.value[1] <= now) this.#tats.delete(next.value[0]);
    }
  }
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
