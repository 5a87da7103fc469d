/** Cash and one position on one symbol: the fill model, used by every way into a simulation. */

import type { SimulationRules } from "./options.ts";
import { quantityFor } from "./position-size.ts";
import { EXIT_REASONS, type ExitReason, type TradeLedger } from "./trades.ts";

/** The number a reason is kept under in the ledger. */
export const REASON: Readonly<Record<ExitReason, number>> = Object.freeze(
  Object.fromEntries(EXIT_REASONS.map((reason, code) => [reason, code])) as Record<
    ExitReason,
    number
  >,
);

/** A position that is held. */
export interface OpenPosition {
  readonly side: "long" | "short";
  readonly quantity: number;
  readonly entryIndex: number;
  /** After slippage. */
  readonly entryPrice: number;
  /** Of the entry. */
  readonly fees: number;
}

/**
 * The account's value is its cash plus the position's gain or loss so far: entering moves nothing but the fee,
 * whether one buys or sells short.
 */
export class Account {
  /** Without the position's gain or loss. */
  cash: number;
  /** 1 long, -1 short, 0 flat. */
  side = 0;
  /** In base units, at least 0. */
  quantity = 0;
  entryPrice = 0;
  entryIndex = 0;
  feesPaid = 0;
  #entryFee = 0;
  readonly #rules: SimulationRules;
  readonly #ledger: TradeLedger;

  constructor(rules: SimulationRules, ledger: TradeLedger) {
    this.cash = rules.initialCapital;
    this.#rules = rules;
    this.#ledger = ledger;
  }

  get position(): OpenPosition | null {
    if (this.side === 0) return null;
    return {
      side: this.side > 0 ? "long" : "short",
      quantity: this.quantity,
      entryIndex: this.entryIndex,
      entryPrice: this.entryPrice,
      fees: this.#entryFee,
    };
  }

  /** What the account is worth at `price`. */
  valueAt(price: number): number {
    return this.cash + this.side * this.quantity * (price - this.entryPrice);
  }

  /**
   * Enters at `price` made worse by slippage, sized by the rules; false when that comes to nothing.
   *
   * `reversing`: the order that just closed the other side goes on, so its fixed fee has been paid.
   */
  open(index: number, price: number, side: 1 | -1, reversing: boolean): boolean {
    const rules = this.#rules;
    const filled = price * (1 + side * rules.slippage);
    const fixedFee = reversing ? 0 : rules.fixedFee;
    const quantity = quantityFor(rules, this.cash, price, filled, fixedFee);
    if (!(quantity > 0) || quantity * filled < rules.minimumNotional) return false;
    this.side = side;
    this.quantity = quantity;
    this.entryPrice = filled;
    this.entryIndex = index;
    this.#entryFee = quantity * filled * rules.fee + fixedFee;
    this.cash -= this.#entryFee;
    this.feesPaid += this.#entryFee;
    return true;
  }

  /** Closes at `price`, made worse by slippage unless it is a limit fill, and writes the trade down. */
  close(index: number, price: number, reason: number, isLimit = false): void {
    const { exitSlippage, fee, fixedFee, leverage } = this.#rules;
    const { side, quantity, entryPrice } = this;
    let filled = isLimit ? price : price * (1 - side * exitSlippage);
    let exitFee = quantity * filled * fee + fixedFee;
    let cash = this.valueAt(filled) - exitFee;
    if (cash <= 0) {
      // A loss ends where the account does: whoever lent the position bears what lies beyond.
      filled = entryPrice - (side * this.cash) / quantity;
      exitFee = 0;
      cash = 0;
      reason = REASON.liquidation;
    }
    const fees = this.#entryFee + exitFee;
    const pnl = side * quantity * (filled - entryPrice) - fees;
    const committed = (quantity * entryPrice) / leverage;
    this.#ledger.add(
      side * quantity,
      this.entryIndex,
      entryPrice,
      index,
      filled,
      pnl,
      pnl / committed,
      fees,
      reason,
    );
    this.feesPaid += exitFee;
    this.cash = cash;
    this.side = 0;
    this.quantity = 0;
    this.#entryFee = 0;
  }
}
