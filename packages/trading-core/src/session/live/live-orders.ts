/** The orders of a live session in memory, and which of them its strategy sees. */

import type { ExitReason, Order as EngineOrder } from "@bourse/backtest-engine/simulation";
import type { Decimal } from "@bourse/kernel";

import { readAmount } from "../../execution/paper/amount.ts";
import type { SessionOrder, SessionOrderStatus } from "../session.ts";
import type { LiveFill } from "./live-books.ts";
import { intentOf, type AskedOrder, type HeldOrder, type LiveOrder } from "./live-order.ts";
import type { OrderRefusal } from "./session-live.ts";

/** Moment of a change. */
export interface LiveMoment {
  /** Number of candles worked off. */
  readonly candles: number;
  /** Open of the last candle, milliseconds UTC. */
  readonly time: number;
}

/** All orders of one session by their numbers, and the changes since they were last taken. */
export class LiveOrders {
  readonly #prefix: string;
  readonly #symbol: string;
  readonly #all: HeldOrder[] = [];
  readonly #waiting = new Set<number>();
  readonly #changed = new Set<number>();
  /** Numbers of the orders that keep stops and targets. */
  readonly #protecting: number[] = [];
  #decision = -1;
  #leg = 0;
  #counted = 0;
  /** Orders that had not ended where a replay stands, and the last order that it has come to. */
  #alive: number[] = [];
  #told = 0;

  constructor(sessionId: string, symbol: string) {
    this.#prefix = prefixOf(sessionId);
    this.#symbol = symbol;
  }

  /** Number of orders so far. */
  get count(): number {
    return this.#all.length;
  }

  /** Takes over an order as it is stored. In the order of the numbers. */
  load(held: HeldOrder): void {
    this.#all.push(held);
    if (held.live.stage !== "ended") this.#waiting.add(held.order.id);
    if (held.live.protects !== undefined) this.#protecting.push(held.order.id);
    this.#leg = held.order.decision === this.#decision ? this.#leg + 1 : 1;
    this.#decision = held.order.decision;
  }

  /**
   * Number of the orders before the `submitted` ones of a decision. In the order of the decisions, once for each.
   */
  countBefore(decision: number, submitted: number): number {
    while ((this.#all[this.#counted]?.order.decision ?? Infinity) <= decision) this.#counted++;
    return this.#counted - submitted;
  }

  /** The order of a client order id; undefined for none. */
  named(clientOrderId: string): HeldOrder | undefined {
    return this.#all.findLast(({ order }) => order.clientOrderId === clientOrderId);
  }

  /** The order of a number. */
  get(number: number): HeldOrder {
    const held = this.#all[number - 1];
    if (held === undefined) throw new Error(`There is no order ${number}.`);
    return held;
  }

  /** Orders that have not ended, in the order of their numbers. */
  get waiting(): readonly HeldOrder[] {
    return [...this.#waiting].toSorted((one, other) => one - other).map((id) => this.get(id));
  }

  /** The last order that keeps a stop or a target; undefined without one. */
  get lastProtecting(): HeldOrder | undefined {
    const last = this.#protecting.at(-1);
    return last === undefined ? undefined : this.get(last);
  }

  /** Orders that were added to keep stops and targets when so many candles were worked off. */
  protectingAt(candles: number): readonly HeldOrder[] {
    const before = this.#protecting.findLastIndex((id) => this.get(id).order.decision < candles);
    return this.#protecting.slice(before + 1).map((id) => this.get(id));
  }

  /** Waiting orders of the strategy that are not to be cancelled, when so many candles are worked off. */
  seenAt(candles: number): readonly HeldOrder[] {
    return this.waiting.filter((held) => isSeen(held, candles));
  }

  /**
   * Those orders with numbers up to `last` that {@link seenAt} gave when so many candles were worked off. Neither
   * number falls from call to call.
   */
  seenAgain(candles: number, last: number): readonly HeldOrder[] {
    while (this.#told < last) this.#alive.push(++this.#told);
    this.#alive = this.#alive.filter((id) => isAfter(this.get(id).live.endedBefore, candles));
    return this.#alive.map((id) => this.get(id)).filter((held) => isSeen(held, candles));
  }

  /** Adds an intent, and returns its number. `protects`: reason of the exit that the session makes by itself. */
  add(
    asked: AskedOrder,
    decision: number,
    { time }: LiveMoment,
    now: number,
    protects?: ExitReason,
  ): number {
    if (decision !== this.#decision) this.#leg = 0;
    this.#decision = decision;
    const id = this.#all.length + 1;
    const order: SessionOrder = {
      id,
      clientOrderId: `${this.#prefix}${decision}-${this.#leg++}`,
      decision,
      symbol: this.#symbol,
      side: asked.side,
      type: asked.type,
      price: asked.price ?? null,
      stopPrice: asked.stopPrice ?? null,
      size: asked.size ?? null,
      reduceOnly: asked.reduceOnly === true,
      group: asked.group ?? null,
      tag: asked.tag ?? null,
      status: "waiting",
      filled: 0,
      averagePrice: null,
      submittedAt: time,
      closedAt: null,
    };
    this.#all.push({ order, live: intentOf(asked, now, protects) });
    if (protects !== undefined) this.#protecting.push(id);
    this.#waiting.add(id);
    this.#changed.add(id);
    return id;
  }

  /** Changes what a live order has beside what its session shows. */
  change(number: number, changes: Partial<LiveOrder>): void {
    const { order, live } = this.get(number);
    this.#set({ order, live: { ...live, ...changes } });
  }

  /** Notes that a waiting order is to be cancelled. */
  leave(number: number, candles: number): void {
    if (this.get(number).live.leftBefore === null) this.change(number, { leftBefore: candles });
  }

  /** Notes why an order was rejected. */
  refuse(number: number, refusal: OrderRefusal): void {
    const { order, live } = this.get(number);
    this.#set({ order: { ...order, refusal }, live });
  }

  /** Adds a fill to an order. */
  fill(number: number, fill: LiveFill): void {
    const { order, live } = this.get(number);
    const filled = readAmount(live.filled).plus(fill.quantity);
    const value = readAmount(live.value).plus(fill.value);
    const fee = readAmount(live.fee).plus(fill.fee);
    this.#set({
      order: {
        ...order,
        filled: filled.toNumber(),
        averagePrice: priceOf(value, filled),
      },
      live: {
        ...live,
        filled: filled.toString(),
        value: value.toString(),
        fee: fee.toString(),
      },
    });
  }

  /** Ends an order. */
  end(number: number, status: SessionOrderStatus, moment: LiveMoment): void {
    const { order, live } = this.get(number);
    const { candles, time } = moment;
    this.#set({
      order: { ...order, status, closedAt: time },
      live: { ...live, stage: "ended", endedBefore: live.endedBefore ?? candles },
    });
    this.#waiting.delete(number);
  }

  /** True when an order is new or changed since the changes were last taken. */
  get hasChanges(): boolean {
    return this.#changed.size > 0;
  }

  /** Orders that are new or changed since the last call. */
  takeChanges(): readonly HeldOrder[] {
    const changed = [...this.#changed].map((number) => this.get(number));
    this.#changed.clear();
    return changed;
  }

  #set(held: HeldOrder): void {
    const { id } = held.order;
    this.#all[id - 1] = held;
    this.#changed.add(id);
  }
}

/** Beginning of the client order ids of a session: of an order, its decision and its number there follow. */
export function prefixOf(sessionId: string): string {
  return `${sessionId.replaceAll("-", "").slice(0, 16)}-`;
}

/** Mean price of a value and a quantity. */
export function priceOf(value: Decimal, quantity: Decimal): number {
  return value.dividedBy(quantity, 24, "half-even").toNumber();
}

/** The order as a strategy sees it. */
export function engineOrderOf({ order, live }: HeldOrder): EngineOrder {
  const { id, symbol } = order;
  return {
    ...(live.asked as Omit<EngineOrder, "id" | "symbol" | "isTriggered">),
    id,
    symbol,
    isTriggered: false,
  };
}

/** True for an order of the strategy that was not to be cancelled when so many candles were worked off. */
function isSeen({ live }: HeldOrder, candles: number): boolean {
  return live.protects === undefined && isAfter(live.leftBefore, candles);
}

function isAfter(candles: number | null, now: number): boolean {
  return candles === null || candles > now;
}
