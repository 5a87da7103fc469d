/** Waits that can be cut short: a loop sleeps until its time comes or somebody rings. */

import type { Clock } from "@bourse/kernel";

export class Bell {
  readonly #clock: Clock;
  #rung = false;
  #wake: AbortController | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Ends the wait under way, or the next one when none is. */
  ring(): void {
    this.#rung = true;
    this.#wake?.abort();
  }

  /** Resolves after `milliseconds`, or as soon as it rings. */
  async wait(milliseconds: number): Promise<void> {
    if (!this.#rung) {
      const wake = new AbortController();
      this.#wake = wake;
      await this.#clock.sleep(milliseconds, wake.signal).catch(() => undefined);
      this.#wake = undefined;
    }
    this.#rung = false;
  }
}
