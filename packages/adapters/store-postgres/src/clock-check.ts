/**
 * The clock of this process beside that of the database. Processes that share a store sign and check tokens, and end
 * leases, by their own clocks: one that is apart from the others refuses what they have just signed.
 */

import { StoreError, type Clock as WholeClock } from "@bourse/kernel";

/** A clock that tells the time. */
export type Clock = Pick<WholeClock, "now">;

/** Distance of the clocks in milliseconds beyond which it is told. */
export const WARNED_MILLISECONDS = 2000;

/** Distance in milliseconds beyond which the process does no work: the leeway with which others' tokens are checked. */
export const REFUSED_MILLISECONDS = 5000;

/** Advice about clocks that are apart. */
export const MEND = "set both by NTP";

/** Compares a clock with the database's, as often as somebody has asked that for its time. */
export class ClockCheck {
  readonly #clock: Clock;
  readonly #warn: (sentence: string) => void;
  #isWarned = false;

  constructor(clock: Clock, warn: (sentence: string) => void) {
    this.#clock = clock;
    this.#warn = warn;
  }

  /**
   * Asks the database for its time in milliseconds since the epoch, and compares.
   *
   * @throws StoreError STORE_CLOCK_WRONG beyond 5 s
   */
  async compare(ask: () => Promise<number>): Promise<void> {
    const offset = await clockOffset(this.#clock, ask);
    const distance = Math.abs(offset);
    if (distance > REFUSED_MILLISECONDS) {
      throw new StoreError(
        "STORE_CLOCK_WRONG",
        `${inWords(offset)}, expected at most 5 s: ${MEND}.`,
        {
          details: { offsetMilliseconds: offset },
        },
      );
    }
    const isApart = distance > WARNED_MILLISECONDS;
    if (isApart && !this.#isWarned) {
      this.#warn(`${inWords(offset)}; beyond 5 s this process refuses to work: ${MEND}`);
    }
    this.#isWarned = isApart;
  }
}

/**
 * Milliseconds by which a clock is ahead of the database's, or behind it when negative, as far as the time between
 * question and answer leaves no doubt.
 */
export async function clockOffset(clock: Clock, ask: () => Promise<number>): Promise<number> {
  const before = clock.now();
  const theirs = await ask();
  const after = clock.now();
  if (before > theirs) return before - theirs;
  return after < theirs ? after - theirs : 0;
}

/** A distance of the clocks in words. */
export function inWords(offsetMilliseconds: number): string {
  const seconds = (Math.abs(offsetMilliseconds) / 1000).toFixed(1);
  const side = offsetMilliseconds > 0 ? "ahead of" : "behind";
  return `the clock of this machine is ${seconds} s ${side} that of PostgreSQL`;
}
