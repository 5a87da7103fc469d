/** A wait that another part can end early. */

import { pauseInBackground, type Clock } from "@bourse/kernel";

/**
 * Wake-up signal for one loop in the background: the loop waits, which keeps no process alive, and any other part wakes
 * it. A wake-up without a wait ends the next wait.
 */
export class WakeSignal {
  readonly #clock: Clock;
  #isSet = false;
  #waiting: AbortController | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Ends the current wait, or the next one when there is none. */
  wake(): void {
    this.#isSet = true;
    this.#waiting?.abort();
  }

  /** Resolves after `milliseconds` (Infinity: never by itself), or as soon as `wake` is called. */
  async wait(milliseconds: number): Promise<void> {
    if (!this.#isSet) {
      const { signal } = (this.#waiting = new AbortController());
      if (milliseconds === Infinity) await once(signal);
      else await pauseInBackground(this.#clock, milliseconds, signal);
      this.#waiting = undefined;
    }
    this.#isSet = false;
  }
}

function once(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
