/** Bybit's clock, by which requests are signed. */

import type { Clock } from "@bourse/kernel";

export class ExchangeClock {
  readonly #clock: Pick<Clock, "now">;
  /** Bybit's clock less ours; undefined until they were compared. */
  #offset: number | undefined;

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  /** True once the clocks were compared. */
  get isKnown(): boolean {
    return this.#offset !== undefined;
  }

  /** Our clock less Bybit's in milliseconds; null until they were compared. */
  get offset(): number | null {
    return this.#offset === undefined ? null : -this.#offset;
  }

  /** Time of Bybit's clock in milliseconds; of ours until they were compared. */
  now(): number {
    return this.#clock.now() + (this.#offset ?? 0);
  }

  /** Compares the clocks: `time` is what Bybit's said between `sent` by ours and now. */
  compare(time: number, sent: number): void {
    // Half of the way there and back: what Bybit's clock said in the middle of it.
    this.#offset = time - (sent + this.#clock.now()) / 2;
  }

  /** Forgets the comparison, because Bybit found a time that was off. */
  forget(): void {
    this.#offset = undefined;
  }
}
