/** A clock for tests that moves only when the test advances it. */

import { nextTurn } from "@bourse/kernel/platform";

import { checkNumber } from "./checks.ts";
import { checkSleep, type Clock } from "./clock.ts";
import { numberOption } from "./option-rules.ts";
import { resolveOptions } from "./options.ts";

/** A clock that stands still until {@link ManualClock.advance} moves it. */
export interface ManualClock extends Clock {
  /**
   * Moves time forward by `milliseconds`, waking every sleeper that falls due in the order of their due times (first
   * come, first served among equals), each at exactly its own time. Between two wakings, and at the end, everything
   * that is ready to run is let run; sleeps begun on the way count. Calls queue up behind each other.
   *
   * @throws KernelError ARGUMENT_INVALID unless `milliseconds` is finite and at least 0
   */
  advance(milliseconds: number): Promise<void>;
  /** Returns the number of sleeps that wait now. */
  sleeping(): number;
}

/**
 * Creates a clock at `now` (milliseconds since the epoch, default 2026-01-01T00:00:00Z) that only {@link
 * ManualClock.advance} moves. `monotonic()` starts at 0.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createManualClock(options: { readonly now?: number } = {}): ManualClock {
  const { now } = resolveOptions<{ readonly now: number }>("createManualClock", options, {
    now: numberOption({ default: Date.UTC(2026, 0, 1) }),
  });
  return new StandingClock(now);
}

interface Sleeper {
  readonly due: number;
  readonly wake: () => void;
}

class StandingClock implements ManualClock {
  readonly #start: number;
  #elapsed = 0;
  /** Pending sleeps in the order in which they began. */
  readonly #sleepers = new Set<Sleeper>();
  #advancing: Promise<void> = Promise.resolve();

  constructor(start: number) {
    this.#start = start;
  }

  now(): number {
    return this.#start + this.#elapsed;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  sleeping(): number {
    return this.#sleepers.size;
  }

  async sleep(milliseconds: number, signal?: AbortSignal, timer?: "background"): Promise<void> {
    checkSleep(milliseconds, signal, timer);
    signal?.throwIfAborted();
    if (milliseconds <= 0) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = (): void => {
      this.#sleepers.delete(sleeper);
      reject(signal?.reason as Error);
    };
    const wake = (): void => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    };
    const sleeper: Sleeper = { due: this.#elapsed + milliseconds, wake };
    this.#sleepers.add(sleeper);
    signal?.addEventListener("abort", onAbort, { once: true });
    await promise;
  }

  async advance(milliseconds: number): Promise<void> {
    checkNumber("milliseconds", milliseconds, { min: 0 });
    this.#advancing = this.#advancing.then(() => this.#moveTo(this.#elapsed + milliseconds));
    await this.#advancing;
  }

  /** Each turn of the event loop lets promise reactions and immediates that are ready run to their end. */
  async #moveTo(target: number): Promise<void> {
    await nextTurn();
    for (let next = this.#nextDue(target); next !== undefined; next = this.#nextDue(target)) {
      this.#elapsed = next.due;
      this.#sleepers.delete(next);
      next.wake();
      await nextTurn();
    }
    this.#elapsed = target;
    await nextTurn();
  }

  #nextDue(target: number): Sleeper | undefined {
    let first: Sleeper | undefined;
    for (const sleeper of this.#sleepers) {
      if (sleeper.due <= target && (first === undefined || sleeper.due < first.due)) {
        first = sleeper;
      }
    }
    return first;
  }
}
