/** The books of a live session, exact, made of its own fills alone. */

import { Decimal } from "@bourse/kernel";

/** A part of an order that was filled; amounts are exact. */
export interface LiveFill {
  /** Side of the fill. */
  readonly side: "buy" | "sell";
  /** Quantity in base units, above 0. */
  readonly quantity: Decimal;
  /** Quantity times price, in the quote currency. */
  readonly value: Decimal;
  /** Fee in the quote currency. */
  readonly fee: Decimal;
}

/** A part of a fill that only closes or only enters. */
export interface BookedFill extends LiveFill {
  readonly isEntry: boolean;
}

/** Digits behind the point of what a division gives. */
const SCALE = 24;

/** Cash and position of one symbol. */
export class LiveBooks {
  /** Quantity held, below 0 when short. */
  held: Decimal = Decimal.zero;
  /** Value of the entries of what is held, below 0 when short. */
  #cost: Decimal = Decimal.zero;
  /** Money received less money paid, without fees. */
  #flow: Decimal;
  /** Fees of all fills. */
  fees: Decimal = Decimal.zero;
  /** Fees of the entries of what is held. */
  #entryFees: Decimal = Decimal.zero;

  /** Step of quantities: less than that cannot be traded, and counts as nothing held. */
  readonly #lot: Decimal;

  constructor(initialCapital: number, lot: Decimal) {
    this.#lot = lot;
    this.#flow = Decimal.fromNumber(initialCapital);
  }

  /** Side of the position: 1 long, -1 short, 0 when less than a lot is held. */
  get side(): -1 | 0 | 1 {
    return this.held.absolute().compare(this.#lot) < 0 ? 0 : this.held.sign;
  }

  /** Cash without unrealised gains and losses: an entry only deducts its fee. */
  get cash(): Decimal {
    return this.#flow.plus(this.#cost).minus(this.fees);
  }

  /** Mean price of the entries; 0 when nothing is held. */
  get entryPrice(): Decimal {
    if (this.held.sign === 0) return Decimal.zero;
    return this.#cost.dividedBy(this.held, SCALE, "half-even");
  }

  /** Value bound by the position at its entry price. */
  get committed(): Decimal {
    return this.#cost.absolute();
  }

  /** Fees of the entries of what is held. */
  get entryFees(): Decimal {
    return this.#entryFees;
  }

  /** Unrealised gain at a price. */
  gainAt(price: number): Decimal {
    if (this.held.sign === 0) return Decimal.zero;
    return this.held.times(Decimal.fromNumber(price)).minus(this.#cost);
  }

  /** Books a fill, and returns its parts: one that closes what was held, one that enters, or both in this order. */
  book(fill: LiveFill): readonly BookedFill[] {
    const sign = fill.side === "buy" ? 1 : -1;
    const held = this.held.absolute();
    const isAgainst = this.held.sign === -sign;
    if (!isAgainst) return [this.#enter(fill)];
    if (fill.quantity.compare(held) <= 0) return [this.#close(fill)];
    const [closing, entering] = split(fill, held);
    return [this.#close(closing), this.#enter(entering)];
  }

  #enter(fill: LiveFill): BookedFill {
    this.#cost = this.#cost.plus(signed(fill.value, fill.side));
    this.#entryFees = this.#entryFees.plus(fill.fee);
    this.#move(fill);
    return { ...fill, isEntry: true };
  }

  #close(fill: LiveFill): BookedFill {
    const left = this.held.absolute().minus(fill.quantity);
    const share = (amount: Decimal): Decimal =>
      amount.times(left).dividedBy(this.held.absolute(), SCALE, "half-even");
    const [cost, fees] = [share(this.#cost), share(this.#entryFees)];
    this.#cost = left.sign === 0 ? Decimal.zero : cost;
    this.#entryFees = left.sign === 0 ? Decimal.zero : fees;
    this.#move(fill);
    return { ...fill, isEntry: false };
  }

  #move({ side, quantity, value, fee }: LiveFill): void {
    this.held = this.held.plus(signed(quantity, side));
    this.#flow = this.#flow.minus(signed(value, side));
    this.fees = this.fees.plus(fee);
  }
}

function signed(amount: Decimal, side: "buy" | "sell"): Decimal {
  return side === "buy" ? amount : amount.negated();
}

/** Divides a fill into one of `quantity` and the rest, without losing a digit of its sums. */
function split(fill: LiveFill, quantity: Decimal): readonly [LiveFill, LiveFill] {
  const share = (amount: Decimal): Decimal =>
    amount.times(quantity).dividedBy(fill.quantity, SCALE, "half-even");
  const [value, fee] = [share(fill.value), share(fill.fee)];
  const { side } = fill;
  return [
    { side, quantity, value, fee },
    {
      side,
      quantity: fill.quantity.minus(quantity),
      value: fill.value.minus(value),
      fee: fill.fee.minus(fee),
    },
  ];
}

/** The fill of a purchase that paid its fee in the base asset, less that fee; the sums of money are the same. */
export function withoutBaseFee({ side, quantity, value, fee }: LiveFill): LiveFill {
  const taken = fee.times(quantity).dividedBy(value, 18, "half-even");
  return { side, quantity: quantity.minus(taken), value: value.minus(fee), fee };
}
