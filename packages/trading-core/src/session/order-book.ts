/** The orders of a session as its steps change them. */

import type { OrdersAsked, StepFill } from "@bourse/backtest-engine/stepper";

import type { SessionOrder, SessionOrderStatus } from "./session.ts";

type EngineOrder = OrdersAsked["submitted"][number];

interface OpenOrder {
  readonly order: SessionOrder;
  /** Index of the last candle on which it may fill. */
  readonly lastCandle: number;
}

/** Moment of a step. */
interface Moment {
  /** Index of the candle. */
  readonly index: number;
  /** Open of the candle, milliseconds UTC. */
  readonly time: number;
}

/** Waiting orders of one session, and the changes since they were last taken. */
export class SessionOrders {
  readonly #sessionId: string;
  readonly #symbol: string;
  readonly #open = new Map<number, OpenOrder>();
  readonly #changed = new Map<number, SessionOrder>();
  #count = 0;
  #decision = -1;
  #leg = 0;

  constructor(sessionId: string, symbol: string) {
    this.#sessionId = sessionId.replaceAll("-", "").slice(0, 16);
    this.#symbol = symbol;
  }

  /** Number of orders so far. */
  get count(): number {
    return this.#count;
  }

  /** Adds the orders that were submitted, as part of decision `index`. */
  submit(orders: readonly EngineOrder[], { index, time }: Moment): void {
    if (index !== this.#decision) this.#leg = 0;
    this.#decision = index;
    for (const given of orders) {
      this.#count++;
      const order: SessionOrder = {
        id: given.id,
        clientOrderId: `${this.#sessionId}-${index}-${this.#leg++}`,
        decision: index,
        symbol: this.#symbol,
        side: given.side,
        type: given.type,
        price: given.price ?? null,
        stopPrice: given.stopPrice ?? null,
        size: plainSize(given.size),
        reduceOnly: given.reduceOnly === true,
        group: given.group ?? null,
        tag: given.tag ?? null,
        status: "waiting",
        filled: 0,
        averagePrice: null,
        submittedAt: time,
        closedAt: null,
      };
      this.#open.set(order.id, { order, lastCandle: index + (given.validCandles ?? Infinity) });
      this.#changed.set(order.id, order);
    }
  }

  /** Books fills, and ends what is no longer waiting. */
  settle(
    fills: readonly StepFill[],
    waiting: readonly Pick<EngineOrder, "id">[],
    cancelled: readonly number[],
    moment: Moment,
  ): void {
    for (const fill of fills) this.#fill(fill);
    const left = new Set(waiting.map(({ id }) => id));
    for (const [id, { order, lastCandle }] of this.#open) {
      if (left.has(id)) continue;
      this.#open.delete(id);
      const isExpired = moment.index >= lastCandle;
      const status = this.#endOf(order, cancelled.includes(id), isExpired);
      this.#changed.set(id, { ...order, status, closedAt: moment.time });
    }
  }

  /** Orders that were submitted or changed since the last call. */
  takeChanges(): readonly SessionOrder[] {
    const changed = [...this.#changed.values()];
    this.#changed.clear();
    return changed;
  }

  #fill({ order: id, quantity, price }: StepFill): void {
    const open = id === null ? undefined : this.#open.get(id);
    if (open === undefined) return;
    const { order } = open;
    const filled = order.filled + quantity;
    const averagePrice =
      order.averagePrice === null
        ? price
        : (order.filled * order.averagePrice + quantity * price) / filled;
    const booked = { ...order, filled, averagePrice };
    this.#open.set(booked.id, { ...open, order: booked });
    this.#changed.set(booked.id, booked);
  }

  #endOf(order: SessionOrder, isCancelled: boolean, isExpired: boolean): SessionOrderStatus {
    if (isCancelled) return "cancelled";
    if (order.filled > 0) return "filled";
    if (isExpired) return "expired";
    // One of its group was filled, or an act or the end of a session has cancelled it.
    return order.group === null ? "rejected" : "cancelled";
  }
}

function plainSize(size: EngineOrder["size"]): SessionOrder["size"] {
  if (size === undefined) return null;
  return typeof size === "number" ? size : { ...size };
}
