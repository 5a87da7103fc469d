// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

/** Fees that fall with the traded volume, as exchanges have them. */

import type { OptionRule } from "@bourse/kernel";

/** One tier of a fee schedule. A type, so that stores take it as JSON. */
export type FeeTier = {
  /** Value traded in the last 30 days from which the tier holds, in the quote currency. At least 0. */
  readonly volume: number;
  /** Fee of limit fills as a fraction of their value. Above -0.5, below 0.5. */
  readonly maker: number;
  /** Fee of all other fills as a fraction of their value. Above -0.5, below 0.5. */
  readonly taker: number;
};

/** Largest number of tiers. */
const MOST = 100;

/** The option rule of `feeTiers`. */
export const feeTiersRule: OptionRule<readonly FeeTier[] | undefined> = {
  expected: `a list of 1–${MOST} tiers {volume, maker, taker} with rising volumes of at least 0 and fees above -0.5 and below 0.5`,
  accepts: isSchedule,
  absent: () => undefined,
};

function isSchedule(value: unknown): value is readonly FeeTier[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST) return false;
  let last = -1;
  for (const tier of value as readonly unknown[]) {
    if (typeof tier !== "object" || tier === null) return false;
    const { volume, maker, taker, ...others } = tier as Readonly<Record<string, unknown>>;
    if (Object.keys(others).length > 0 || !isRate(maker) || !isRate(taker)) return false;
    if (!(typeof volume === "number" && volume >= 0 && volume > last && volume < Infinity)) {
      return false;
    }
    last = volume;
  }
  return true;
}

function isRate(value: unknown): boolean {
  return typeof value === "number" && value > -0.5 && value < 0.5;
}

const WINDOW = 30 * 86_400_000;

/** The fees of an account by the value that it has traded in the last 30 days. */
export class TieredFees {
  readonly #tiers: readonly FeeTier[];
  /** Fees below the first tier. */
  readonly #base: { readonly fee: number; readonly makerFee: number };
  readonly #times: number[] = [];
  readonly #values: number[] = [];
  #first = 0;
  #traded = 0;

  constructor(
    tiers: readonly FeeTier[],
    base: { readonly fee: number; readonly makerFee: number },
  ) {
    this.#tiers = tiers;
    this.#base = base;
  }

  /** The fee of a fill on a candle that opens at `time`, by what was traded in the 30 days before it. */
  rateAt(time: number, isLimit: boolean): number {
    const traded = this.#tradedAt(time);
    const tier = this.#tiers.findLast(({ volume }) => volume <= traded);
    if (tier === undefined) return isLimit ? this.#base.makerFee : this.#base.fee;
    return isLimit ? tier.maker : tier.taker;
  }

  /** Counts the value of a fill. */
  add(time: number, value: number): void {
    this.#times.push(time);
    this.#values.push(value);
    this.#traded += value;
  }

  #tradedAt(time: number): number {
    const times = this.#times;
    while (this.#first < times.length && times[this.#first]! <= time - WINDOW) {
      this.#traded -= this.#values[this.#first++]!;
    }
    if (this.#first === times.length) this.#traded = 0; // without the rounding errors of what has left
    return this.#traded;
  }
}
