/** What is held of one symbol, and the fill model: used by every way into a simulation. */

import type { SimulationRules } from "./options.ts";
import { quantityFor, type PositionSize } from "./position-size.ts";
import { EXIT_REASONS, type ExitReason, type TradeLedger } from "./trades.ts";
import type { Wallet } from "./wallet.ts";

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
  /** Index of the candle in which it was first entered. */
  readonly entryIndex: number;
  /** After slippage; the mean of all entries. */
  readonly entryPrice: number;
  /** Of the entries, as far as the position is still held. */
  readonly fees: number;
}

/** How an entry differs from the rules. */
export interface EntryTerms {
  readonly size?: PositionSize;
  /** Distance of the stop, for sizes by risk. */
  readonly stopLoss?: number | null;
  /** A limit fill does not slip. */
  readonly isLimit?: boolean;
  /** The order that just closed the other side goes on, so its fixed fee has been paid. */
  readonly isReversal?: boolean;
}

const AS_RULED: EntryTerms = {};

export class Position {
  /** 1 long, -1 short, 0 flat. */
  side = 0;
  /** In base units, at least 0. */
  quantity = 0;
  entryPrice = 0;
  entryIndex = 0;
  #entryFee = 0;
  #committed = 0;
  readonly #rules: SimulationRules;
  readonly #wallet: Wallet;
  readonly #ledger: TradeLedger;
  readonly #market: number;

  /** `market`: the number under which the ledger knows the symbol. */
  constructor(rules: SimulationRules, wallet: Wallet, ledger: TradeLedger, market = 0) {
    this.#rules = rules;
    this.#wallet = wallet;
    this.#ledger = ledger;
    this.#market = market;
  }

  get held(): OpenPosition | null {
    if (this.side === 0) return null;
    return {
      side: this.side > 0 ? "long" : "short",
      quantity: this.quantity,
      entryIndex: this.entryIndex,
      entryPrice: this.entryPrice,
      fees: this.#entryFee,
    };
  }

  /** Gain so far at `price`, the exit's fee not counted. */
  gainAt(price: number): number {
    return this.side * this.quantity * (price - this.entryPrice);
  }

  /** Enters, or adds to what is held on that side; false when the size comes to nothing. */
  open(index: number, price: number, side: 1 | -1, terms: EntryTerms = AS_RULED): boolean {
    const rules = this.#rules;
    const wallet = this.#wallet;
    const isLimit = terms.isLimit === true;
    const filled = isLimit ? price : price * (1 + side * rules.slippage);
    const rate = isLimit ? rules.makerFee : rules.fee;
    const fixedFee = terms.isReversal === true ? 0 : rules.fixedFee;
    const size = terms.size ?? rules.positionSize;
    const stop = terms.stopLoss ?? rules.stopLoss ?? 1;
    const free = wallet.cash - wallet.committed;
    const quantity = quantityFor(size, rules, free, price, filled, rate, fixedFee, stop);
    if (!(quantity > 0) || quantity * filled < rules.minimumNotional) return false;
    const fee = quantity * filled * rate + fixedFee;
    const isFirst = this.side === 0;
    const total = this.quantity + quantity;
    this.entryPrice = isFirst
      ? filled
      : (this.quantity * this.entryPrice + quantity * filled) / total;
    this.entryIndex = isFirst ? index : this.entryIndex;
    this.side = side;
    this.quantity = total;
    this.#entryFee += fee;
    this.#commit((total * this.entryPrice) / rules.leverage);
    wallet.cash -= fee;
    wallet.feesPaid += fee;
    return true;
  }

  /** Closes `quantity` of it at `price`, made worse by slippage unless it is a limit fill, and writes the trade down. */
  close(
    index: number,
    price: number,
    reason: number,
    isLimit = false,
    quantity: number = this.quantity,
  ): void {
    const { exitSlippage, fee, fixedFee, leverage, makerFee } = this.#rules;
    const wallet = this.#wallet;
    const { side, entryPrice } = this;
    const share = quantity / this.quantity;
    let filled = isLimit ? price : price * (1 - side * exitSlippage);
    let exitFee = quantity * filled * (isLimit ? makerFee : fee) + fixedFee;
    let cash = wallet.cash + side * quantity * (filled - entryPrice) - exitFee;
    if (cash <= 0) {
      // A loss ends where the account does: whoever lent the position bears what lies beyond.
      filled = entryPrice - (side * wallet.cash) / quantity;
      exitFee = 0;
      cash = 0;
      reason = REASON.liquidation;
    }
    const entryFee = this.#entryFee * share;
    const fees = entryFee + exitFee;
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
      this.#market,
    );
    wallet.cash = cash;
    wallet.feesPaid += exitFee;
    this.quantity -= quantity;
    this.#entryFee -= entryFee;
    if (share === 1) this.side = 0;
    this.#commit(share === 1 ? 0 : (this.quantity * entryPrice) / leverage);
  }

  #commit(amount: number): void {
    this.#wallet.committed += amount - this.#committed;
    this.#committed = amount;
  }
}
