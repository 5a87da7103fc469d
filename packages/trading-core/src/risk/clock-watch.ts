/** A date that stands still or goes back while time passes. */

import type { Clock } from "@bourse/kernel";

/** Time by the monotonic clock after which the date must have moved on, in milliseconds. */
const WATCH_MILLISECONDS = 5000;

/** Compares the date with the monotonic clock from look to look. */
export class ClockWatch {
  readonly #clock: Pick<Clock, "now" | "monotonic">;
  #date: number;
  #monotonic: number;
  #isStuck = false;

  constructor(clock: Pick<Clock, "now" | "monotonic">) {
    this.#clock = clock;
    this.#date = clock.now();
    this.#monotonic = clock.monotonic();
  }

  /** True when the date moved on by less than half of the time that passed, over five seconds or more. */
  isStuck(): boolean {
    const passed = this.#clock.monotonic() - this.#monotonic;
    if (passed < WATCH_MILLISECONDS) return this.#isStuck;
    const date = this.#clock.now();
    this.#isStuck = date - this.#date < passed / 2;
    this.#date = date;
    this.#monotonic += passed;
    return this.#isStuck;
  }
}
