/**
 * The stop and the target of what a live session holds. One order rests at the exchange: the stop, or the target where
 * there is no stop, because two would bind the same quantity. The rest is watched on closed candles.
 */

import type { ExitReason } from "@bourse/backtest-engine/simulation";
import type { PositionExits, StrategyDecider } from "@bourse/backtest-engine/stepper";
import { Decimal } from "@bourse/kernel";

import type { Instrument } from "../../execution/instruments.ts";
import { readAmount } from "../../execution/paper/amount.ts";
import type { LiveBooks } from "./live-books.ts";
import type { AskedOrder, HeldOrder } from "./live-order.ts";
import type { LiveMoment, LiveOrders } from "./live-orders.ts";

/** Orders that may come to nothing between two closes before the next close is waited for. */
const TRIES = 3;

/** The session as its protection needs to know it. */
interface Protected {
  readonly books: LiveBooks;
  readonly orders: LiveOrders;
  readonly decider: StrategyDecider;
  readonly instrument: Instrument;
}

/** A part of a fill that the books have. */
interface BookedPart {
  readonly isEntry: boolean;
  /** True when nothing was held on its side before. */
  readonly isFirst: boolean;
  readonly price: number;
}

/** An order that protects what is held. */
interface Wanted {
  readonly asked: Pick<AskedOrder, "type" | "price" | "stopPrice">;
  readonly reason: ExitReason;
}

/** Levels of the position of a live session, and the order that keeps them. */
export class Protection {
  readonly #session: Protected;
  #exits: PositionExits | null = null;
  /** Index of the candle of the first entry. */
  #entryIndex = 0;
  /** Price of an entry in the candle that is not closed yet. */
  #insidePrice: number | undefined;
  /** Reason for which a closed candle ended the position; null for none. */
  #hit: ExitReason | null = null;

  constructor(session: Protected) {
    this.#session = session;
  }

  /** Takes note of a fill that the books have: an entry sets the levels anew, by the terms of its order. */
  booked({ isEntry, isFirst, price }: BookedPart, { stopLoss, takeProfit }: AskedOrder): void {
    const { books, decider, instrument } = this.#session;
    if (isEntry) {
      if (isFirst) this.#entryIndex = decider.length;
      this.#insidePrice = price;
      this.#hit = null;
      const position = {
        side: books.held.sign > 0 ? ("long" as const) : ("short" as const),
        entryPrice: books.entryPrice.toNumber(),
        entryIndex: this.#entryIndex,
        tickSize: Number(instrument.tick),
      };
      this.#exits = decider.exitsOf(position, {
        ...(stopLoss !== undefined && { stopLoss }),
        ...(takeProfit !== undefined && { takeProfit }),
      });
    } else if (books.side === 0) {
      this.#exits = null;
      this.#hit = null;
    }
  }

  /** Works off the newest candle. */
  watch(): void {
    const { decider } = this.#session;
    const hit = this.#exits?.watch(decider.length - 1, this.#insidePrice) ?? null;
    this.#insidePrice = undefined;
    this.#hit = hit ?? this.#hit;
  }

  /**
   * Lets the protecting order go that does not fit any more, and adds the one that is wanted once nothing of an older
   * one can fill. `now`: time of the commit, milliseconds UTC.
   */
  keep(moment: LiveMoment, now: number): void {
    const { books, orders } = this.#session;
    const leaving = books.side > 0 ? "sell" : "buy";
    const against = orders.waiting.filter(({ order }) => order.side === leaving);
    const own = orders.waiting.filter(({ live }) => live.protects !== undefined);
    const others = against.filter(({ live }) => live.protects === undefined);
    const wanted = books.side === 0 ? null : this.#wanted(others, own);
    for (const held of own) {
      if (wanted === null || !this.#fits(held, wanted, leaving)) {
        orders.leave(held.order.id, moment.candles);
      }
    }
    if (wanted === null || own.length > 0) return;
    const { asked, reason } = wanted;
    if (asked.type === "market") {
      for (const { order } of others) orders.leave(order.id, moment.candles);
    }
    if (this.#isSpent(moment.candles)) return;
    const order = { ...asked, side: leaving, reduceOnly: true, tag: reason } as const;
    orders.add(order, moment.candles, moment, now, reason);
  }

  /** The order that should protect what is held now; null while another order closes it, or none can rest. */
  #wanted(others: readonly HeldOrder[], own: readonly HeldOrder[]): Wanted | null {
    if (this.#exits === null || others.some(({ order }) => order.type === "market")) return null;
    const { stop, target, stopReason } = this.#exits;
    const stopping: Wanted | null =
      stop === null ? null : { asked: { type: "stop", stopPrice: stop }, reason: stopReason };
    const hit = this.#hit;
    // The exchange knows better than a candle whether a stop that rests there was reached.
    const isTrusted =
      (hit === "stop_loss" || hit === "trailing_stop") &&
      own.some(({ order, live }) => order.type === "stop" && live.leftBefore === null);
    if (isTrusted) return stopping;
    if (hit !== null) return { asked: { type: "market" }, reason: hit };
    // What binds the quantity already leaves none for another order.
    if (others.length > 0) return null;
    const resting: Wanted | null =
      stopping ??
      (target === null ? null : { asked: { type: "limit", price: target }, reason: "take_profit" });
    return resting === null || this.#wasRefused(resting) ? null : resting;
  }

  /** True when a waiting order is the one that is wanted, for all that is held. */
  #fits({ order, live }: HeldOrder, { asked, reason }: Wanted, side: "buy" | "sell"): boolean {
    const { instrument, books } = this.#session;
    const isSame =
      order.side === side &&
      order.type === asked.type &&
      order.price === (asked.price ?? null) &&
      order.stopPrice === (asked.stopPrice ?? null) &&
      live.protects === reason;
    if (!isSame || live.request === null) return isSame;
    const left = readAmount(live.request.quantity).minus(readAmount(live.filled));
    return left.equals(books.held.absolute().roundedToStep(Decimal.parse(instrument.lot), "floor"));
  }

  /** True when no more is tried before the next close: orders that nobody took back came to nothing. */
  #isSpent(candles: number): boolean {
    const failed = this.#session.orders
      .protectingAt(candles)
      .filter(({ order, live }) => order.status !== "filled" && live.leftBefore === null);
    return failed.length >= TRIES || failed.some(isFrozen);
  }

  /** True when the exchange or a rule has refused to let the same order rest; a kill switch may be gone again. */
  #wasRefused({ asked }: Wanted): boolean {
    const last = this.#session.orders.lastProtecting;
    if (last?.order.status !== "rejected" || isFrozen(last)) return false;
    const { type, price, stopPrice } = last.order;
    return (
      type === asked.type &&
      price === (asked.price ?? null) &&
      stopPrice === (asked.stopPrice ?? null)
    );
  }
}

/** True for an order that a kill switch has refused. */
function isFrozen({ order }: HeldOrder): boolean {
  return order.refusal?.rule === "kill_switch";
}
