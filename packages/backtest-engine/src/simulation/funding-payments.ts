// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

/** Payments of funding: between longs and shorts of a perpetual contract, at fixed times. */

import type { Candles } from "../candles/candles.ts";
import { commonStep } from "../candles/detect-interval.ts";
import type { Funding, FundingRate } from "./funding-rate.ts";
import type { SimulationRules } from "./options.ts";
import type { Position } from "./position.ts";

/** The payments of one market; undefined without any. The rules name it as `checkSymbols` wants it. */
export function fundingOf(
  { funding }: Pick<SimulationRules, "funding">,
  symbol: string | undefined,
  candles: Candles,
  position: Position,
): FundingPayments | undefined {
  const rates = funding === undefined || isList(funding) ? funding : funding[symbol ?? ""];
  return rates === undefined ? undefined : new FundingPayments(rates, candles, position);
}

function isList(funding: Funding): funding is readonly FundingRate[] {
  return Array.isArray(funding);
}

/** The payments of one market, in the order of its candles. */
export class FundingPayments {
  #next = 0;
  readonly #rates: readonly FundingRate[];
  readonly #candles: Pick<Candles, "time" | "open" | "close">;
  readonly #position: Position;
  /** End of the last candle. */
  readonly #end: number;

  constructor(rates: readonly FundingRate[], candles: Candles, position: Position) {
    this.#rates = rates;
    this.#candles = candles;
    this.#position = position;
    this.#end = (candles.time.at(-1) ?? 0) + (commonStep(candles.time) ?? 0);
  }

  /** Settles what is due at the open of candle `index`, before any fill. */
  payAtOpen(index: number): void {
    const time = this.#candles.time[index]!;
    this.#skip(time);
    if (this.#rates[this.#next]?.time === time) this.#pay(this.#candles.open[index]!);
  }

  /** Settles what is due after the open of candle `index`, before that of the next one and before `until`. */
  payInside(index: number, until: number = Infinity): void {
    const { time, close } = this.#candles;
    this.#skip(time[index]! + 1);
    const end = Math.min(until, time[index + 1] ?? this.#end);
    while (this.#next < this.#rates.length && this.#rates[this.#next]!.time < end) {
      this.#pay(close[index]!);
    }
  }

  #skip(time: number): void {
    while (this.#next < this.#rates.length && this.#rates[this.#next]!.time < time) this.#next++;
  }

  #pay(price: number): void {
    const { rate, markPrice = price } = this.#rates[this.#next++]!;
    this.#position.payFunding(rate, markPrice);
  }
}
