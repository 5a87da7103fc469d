/** Calls that were taken: a repeat of one is refused for as long as its time would let it pass. */

import type { Clock } from "@bourse/kernel";

import { CLOCK_WINDOW, unproved } from "./proof.ts";

/** A call passes from the window before its time to the window after it. */
const KEEP = 2 * CLOCK_WINDOW;
/** Calls of one generation that are kept, some 10 MB. */
const MOST = 100_000;

export class SeenCalls {
  readonly #clock: Pick<Clock, "monotonic">;
  #young = new Set<string>();
  #old = new Set<string>();
  #turnedAt: number;

  constructor(clock: Pick<Clock, "monotonic">) {
    this.#clock = clock;
    this.#turnedAt = clock.monotonic();
  }

  /** Keeps the nonce of a call. @throws KernelError BUS_MESSAGE_UNPROVED for one that is kept, and without room */
  add(nonce: string): void {
    const now = this.#clock.monotonic();
    if (now - this.#turnedAt >= KEEP) {
      this.#old = now - this.#turnedAt >= 2 * KEEP ? new Set() : this.#young;
      this.#young = new Set();
      this.#turnedAt = now;
    }
    if (this.#young.has(nonce) || this.#old.has(nonce)) throw unproved("it is a repeat");
    if (this.#young.size >= MOST) throw unproved(`more than ${MOST} calls came within a minute`);
    this.#young.add(nonce);
  }
}
