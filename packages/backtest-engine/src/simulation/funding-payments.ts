// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

/** Payments of funding: between longs and shorts of a perpetual contract, at fixed times. */

import type { Candles } from "../candles/candles.ts";
import { commonStep } from "../candles/detect-interval.ts";
import type { FinerCandles } from "./detail.ts";
import type { Funding, FundingRate } from "./funding-rate.ts";
import type { SimulationRules } from "./options.ts";
import type { Position } from "./position.ts";

/** The payments of one market; undefined without any. The rules name it as `checkSymbols` wants it. */
export function fundingOf(
  { funding }: Pick<SimulationRules, "funding">,
  symbol: string | undefined,
  candles: FinerCandles,
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
  /** Length of a candle where candles grow, and the last one that is known is not the last. */
  readonly #step: number | undefined;

  constructor(rates: readonly FundingRate[], candles: FinerCandles, position: Position) {
    this.#rates = rates;
    this.#candles = candles;
    this.#position = position;
    this.#step = candles.step;
    this.#end = (candles.time.at(-1) ?? 0) + (commonStep(candles.time) ?? 0);
  }

  /** Settles what is due at the open of candle `index`, before any fill. */
  payAtOpen(index: number): void {
    const time = this.#candles.time[index]!;
    if (this.#step !== undefined && index > 0) this.#payHole(index, time);
    this.#skip(time);
    if (this.#rates[this.#next]?.time === time) this.#pay(this.#candles.open[index]!);
  }

  /** Settles what is due after the open of candle `index`, before that of the next one and before `until`. */
  payInside(index: number, until: number = Infinity): void {
    const { time, close } = this.#candles;
    this.#skip(time[index]! + 1);
    const last = this.#step === undefined ? this.#end : time[index]! + this.#step;
    const end = Math.min(until, time[index + 1] ?? last);
    while (this.#next < this.#rates.length && this.#rates[this.#next]!.time < end) {
      this.#pay(close[index]!);
    }
  }

  /** Settles at the last close what was due where candles are missing before `index`: it was not known then. */
  #payHole(index: number, time: number): void {
    const { time: times, close } = this.#candles;
    this.#skip(times[index - 1]! + (this.#step ?? 0));
    while (this.#next < this.#rates.length && this.#rates[this.#next]!.time < time) {
      this.#pay(close[index - 1]!);
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
