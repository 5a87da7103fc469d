/** Funding rates of perpetual contracts. */

import type { OptionRule } from "@bourse/kernel";

import { orBySymbol } from "./by-symbol.ts";

/** One funding rate of a perpetual contract. */
export interface FundingRate {
  /** Time of the payment, milliseconds UTC. */
  readonly time: number;
  /** Rate as a fraction of the position's value, above -1 and below 1; longs pay shorts while it is above 0. */
  readonly rate: number;
  /**
   * Mark price at the payment, in the quote currency. Default: the open of a candle that opens at `time`, else the
   * close of the candle that `time` lies in.
   */
  readonly markPrice?: number;
}

/** Funding rates of one contract, or of several by symbol. */
export type Funding = readonly FundingRate[] | Readonly<Record<string, readonly FundingRate[]>>;

/** The option rule of `funding`: rates with rising times, or such lists by symbol. */
export const fundingRule: OptionRule<Funding | undefined> = {
  expected:
    "funding rates {time, rate, markPrice?} with rising times in whole milliseconds, rates above -1 and below 1 and mark prices above 0",
  accepts: orBySymbol<Funding>(isFunding),
  absent: () => undefined,
};

function isFunding(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  let last = -Infinity;
  for (const entry of value as readonly unknown[]) {
    if (typeof entry !== "object" || entry === null) return false;
    const { time, rate, markPrice = 1 } = entry as Partial<Record<keyof FundingRate, unknown>>;
    if (!Number.isSafeInteger(time) || (time as number) <= last) return false;
    if (!(typeof rate === "number" && rate > -1 && rate < 1)) return false;
    if (!(typeof markPrice === "number" && markPrice > 0 && markPrice < Infinity)) return false;
    last = time as number;
  }
  return true;
}
