// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

/** Dividends, splits and rolls as a simulation books them. */

import type { Candles } from "../candles/candles.ts";
import {
  actionList,
  type ActionRules,
  type BookedAction,
  type CorporateAction,
} from "./corporate-actions.ts";
import { REASON, type Position } from "./position.ts";
import type { ProtectiveExits } from "./protective-exits.ts";
import type { Wallet } from "./wallet.ts";

type Prices = Pick<Candles, "time" | "open" | "close">;

/** The actions of one market for its position; undefined without any. */
export function actionsOf(
  rules: ActionRules,
  symbol: string | undefined,
  candles: Prices,
  position: Position,
  wallet: Pick<Wallet, "feesPaid">,
): ActionBookings | undefined {
  const { dividends, splits, rolls } = rules;
  if ((dividends ?? splits ?? rolls) === undefined) return undefined;
  return new ActionBookings(actionList(rules, symbol), symbol, candles, position, wallet);
}

/** A position between the contract that it has left and the next one. */
interface Rolled extends Pick<Position, "quantity" | "entries" | "entryTag"> {
  readonly side: 1 | -1;
  readonly price: number;
  readonly fee: number;
}

/** Dividends, splits and rolls of one market, booked in the order of its candles. */
export class ActionBookings {
  /** Actions that met a position, oldest first. */
  readonly booked: BookedAction[] = [];
  #next = 0;
  #rolled: Rolled | undefined;
  readonly #actions: readonly CorporateAction[];
  readonly #symbol: { readonly symbol?: string };
  readonly #candles: Prices;
  readonly #position: Position;
  readonly #wallet: Pick<Wallet, "feesPaid">;

  constructor(
    actions: readonly CorporateAction[],
    symbol: string | undefined,
    candles: Prices,
    position: Position,
    wallet: Pick<Wallet, "feesPaid">,
  ) {
    this.#actions = actions;
    this.#symbol = symbol === undefined ? {} : { symbol };
    this.#candles = candles;
    this.#position = position;
    this.#wallet = wallet;
  }

  /**
   * Books what is due at the open of candle `index`, before any fill, and moves the levels of the exits. Returns the
   * new shares for one old one. To be called for every candle from some on.
   */
  applyAtOpen(index: number, exits: ProtectiveExits): number {
    const { time: times } = this.#candles;
    const time = times[index]!;
    const before = index === 0 ? time - 1 : times[index - 1]!;
    let ratio = 1;
    while (this.#next < this.#actions.length && this.#actions[this.#next]!.timestamp <= time) {
      const { timestamp, kind, value } = this.#actions[this.#next++]!;
      if (timestamp <= before || kind === "roll") continue;
      if (kind === "split") ratio *= value;
      if (this.#position.side !== 0) this.#book(time, kind, value);
    }
    if (ratio !== 1) exits.split(ratio);
    if (this.#rolled !== undefined) this.#rollIn(index, this.#rolled, exits);
    return ratio;
  }

  /**
   * Closes the position at the close of candle `index` if the next candle is the first of another contract. What it has
   * bound of the cash stays bound. Returns true if it closed.
   */
  rollOut(index: number): boolean {
    const { time, close } = this.#candles;
    const next = this.#actions[this.#next];
    if (next?.kind !== "roll" || this.#position.side === 0) return false;
    if (!(next.timestamp <= time[index + 1]!)) return false; // the last candle is followed by none
    const position = this.#position;
    const { quantity, entries, entryTag, committed } = position;
    const side = position.side > 0 ? 1 : -1;
    const price = close[index]!;
    const paid = this.#wallet.feesPaid;
    position.close(index, price, REASON.roll);
    position.committed = committed;
    this.#rolled = { side, quantity, entries, entryTag, price, fee: this.#wallet.feesPaid - paid };
    return true;
  }

  /** Opens the position again at the open of candle `index`, as far as the cash reaches. */
  #rollIn(index: number, rolled: Rolled, exits: ProtectiveExits): void {
    const position = this.#position;
    const open = this.#candles.open[index]!;
    const paid = this.#wallet.feesPaid;
    this.#rolled = undefined;
    position.committed = 0;
    position.tag = rolled.entryTag;
    if (position.open(index, open, rolled.side, { size: { units: rolled.quantity } })) {
      position.entries = rolled.entries;
      exits.roll();
    }
    this.booked.push({
      time: this.#candles.time[index]!,
      ...this.#symbol,
      kind: "roll",
      value: open - rolled.price,
      quantity: position.side * position.quantity,
      cash: -(rolled.fee + this.#wallet.feesPaid - paid),
    });
  }

  #book(time: number, kind: "dividend" | "split", value: number): void {
    const position = this.#position;
    const cash = kind === "split" ? 0 : position.payDividend(value);
    if (kind === "split") position.split(value);
    const quantity = position.side * position.quantity;
    this.booked.push({ time, ...this.#symbol, kind, value, quantity, cash });
  }
}
