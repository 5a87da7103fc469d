// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

/** Dividends and splits as a simulation books them. */

import type { Candles } from "../candles/candles.ts";
import {
  actionList,
  type ActionRules,
  type BookedAction,
  type CorporateAction,
} from "./corporate-actions.ts";
import type { PositionSize } from "./position-size.ts";
import type { Position } from "./position.ts";
import type { ProtectiveExits } from "./protective-exits.ts";

/** The actions of one market for its position; undefined without any. */
export function actionsOf(
  rules: ActionRules,
  symbol: string | undefined,
  candles: Pick<Candles, "time">,
  position: Position,
): ActionBookings | undefined {
  if (rules.dividends === undefined && rules.splits === undefined) return undefined;
  return new ActionBookings(actionList(rules, symbol), symbol, candles.time, position);
}

/** Dividends and splits of one market, booked in the order of its candles. */
export class ActionBookings {
  /** Actions that met a position, oldest first. */
  readonly booked: BookedAction[] = [];
  #next = 0;
  readonly #actions: readonly CorporateAction[];
  readonly #symbol: { readonly symbol?: string };
  readonly #time: Float64Array;
  readonly #position: Position;

  constructor(
    actions: readonly CorporateAction[],
    symbol: string | undefined,
    time: Float64Array,
    position: Position,
  ) {
    this.#actions = actions;
    this.#symbol = symbol === undefined ? {} : { symbol };
    this.#time = time;
    this.#position = position;
  }

  /**
   * Books what is due at the open of candle `index`, before any fill, and moves the levels of the exits. Returns the
   * new shares for one old one. To be called for every candle from some on.
   */
  applyAtOpen(index: number, exits: ProtectiveExits): number {
    const time = this.#time[index]!;
    const before = index === 0 ? time - 1 : this.#time[index - 1]!;
    let ratio = 1;
    while (this.#next < this.#actions.length && this.#actions[this.#next]!.timestamp <= time) {
      const { timestamp, kind, value } = this.#actions[this.#next++]!;
      if (timestamp <= before) continue;
      if (kind === "split") ratio *= value;
      if (this.#position.side !== 0) this.#book(time, kind, value);
    }
    if (ratio !== 1) exits.split(ratio);
    return ratio;
  }

  #book(time: number, kind: BookedAction["kind"], value: number): void {
    const position = this.#position;
    const cash = kind === "split" ? 0 : position.payDividend(value);
    if (kind === "split") position.split(value);
    const quantity = position.side * position.quantity;
    this.booked.push({ time, ...this.#symbol, kind, value, quantity, cash });
  }
}

/** The size of an order that was decided before a split. */
export function splitSize<Size extends PositionSize | undefined>(size: Size, ratio: number): Size {
  if (typeof size !== "object" || !("units" in size)) return size;
  return { units: size.units * ratio } as Size;
}
