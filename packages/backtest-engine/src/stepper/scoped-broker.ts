/** The broker that a strategy sees in a stepper: it keeps what was asked, and takes no more than the scope allows. */

import type { OpenPosition } from "../simulation/open-position.ts";
import type { Broker } from "../simulation/orders/broker.ts";
import type { Order, OrderRequest } from "../simulation/orders/order.ts";

/** Extent to which the orders at a close count: all, only those that reduce a position, or none. */
export type StepScope = "all" | "reducing" | "none";

/**
 * A broker that drops what the scope does not allow: an order dropped has the id 0. With `reducing` an order against
 * the position held is taken as one that only reduces.
 */
export class ScopedBroker implements Broker {
  scope: StepScope = "none";
  dropped = 0;
  readonly submitted: number[] = [];
  readonly cancelled: number[] = [];
  /** Account before the first candle that is traded on; undefined from it on. */
  #capital: number | undefined;
  #account: Broker | undefined;

  constructor(capital: number) {
    this.#capital = capital;
  }

  /** Goes on with the account of the simulation. */
  trade(account: Broker): void {
    this.#capital = undefined;
    this.#account = account;
  }

  /** Forgets what was asked at the last close. */
  begin(scope: StepScope): void {
    this.scope = scope;
    this.dropped = 0;
    this.submitted.length = 0;
    this.cancelled.length = 0;
  }

  get cash(): number {
    return this.#account?.cash ?? this.#capital ?? 0;
  }

  get equity(): number {
    return this.#account?.equity ?? this.#capital ?? 0;
  }

  position(symbol?: string): OpenPosition | null {
    return this.#account?.position(symbol) ?? null;
  }

  orders(symbol?: string): readonly Order[] {
    return this.#account?.orders(symbol) ?? [];
  }

  submit(order: OrderRequest): number {
    const account = this.#account;
    if (account === undefined || this.scope === "none") return this.#drop();
    if (this.scope === "all") return this.#keep(account.submit(order));
    const held = account.position(order.symbol)?.side;
    const isAgainst = held === (order.side === "buy" ? "short" : "long");
    if (order.reduceOnly !== true && !isAgainst) return this.#drop();
    return this.#keep(account.submit({ ...order, reduceOnly: true }));
  }

  cancel(id: number): boolean {
    if (this.#account === undefined || this.scope === "none") return false;
    const isDone = this.#account.cancel(id);
    if (isDone) this.cancelled.push(id);
    return isDone;
  }

  #keep(id: number): number {
    this.submitted.push(id);
    return id;
  }

  #drop(): number {
    this.dropped++;
    return 0;
  }
}
