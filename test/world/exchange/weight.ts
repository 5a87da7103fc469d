/** The limit of an address: so much weight in a window of time, refusals beyond it, a ban for who goes on. */

import type { Behaviour } from "./behaviour.ts";

export type Verdict =
  | { readonly kind: "pass"; readonly used: number }
  | { readonly kind: "refused" | "banned"; readonly waitMilliseconds: number };

type Limits = Pick<Behaviour, "weight" | "windowMilliseconds" | "refusalsBeforeBan">;

export class WeightLimit {
  readonly #limits: Limits;
  #window = Number.NaN;
  #used = 0;
  #refusals = 0;
  #bannedUntil = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Counts a request of `weight` at `now`. */
  take(weight: number, now: number): Verdict {
    const { windowMilliseconds, refusalsBeforeBan } = this.#limits;
    const window = Math.floor(now / windowMilliseconds);
    if (window !== this.#window) {
      this.#window = window;
      this.#used = 0;
      this.#refusals = 0;
    }
    if (now < this.#bannedUntil) {
      return { kind: "banned", waitMilliseconds: this.#bannedUntil - now };
    }
    this.#used += weight;
    if (this.#used <= this.#limits.weight) return { kind: "pass", used: this.#used };
    this.#refusals += 1;
    const ends = (window + 1) * windowMilliseconds;
    if (this.#refusals <= refusalsBeforeBan)
      return { kind: "refused", waitMilliseconds: ends - now };
    this.#bannedUntil = ends + windowMilliseconds;
    return { kind: "banned", waitMilliseconds: this.#bannedUntil - now };
  }
}
