/** An exchange in memory with one account: it fills at prices that the test tells, in whole or in parts. */

import { Decimal } from "@bourse/kernel";

import {
  checkOrder,
  ExecutionError,
  orderPage,
  type ExecutionBroker,
  type Instrument,
  type Order,
  type OrderRequest,
} from "../../../src/execution/index.ts";

export const INSTRUMENT: Instrument = {
  symbol: "BTCUSDT",
  base: "BTC",
  quote: "USDT",
  lot: "0.001",
  tick: "0.01",
  minNotional: "1",
};

const FEE = Decimal.parse("0.001");

type Standing = { -readonly [Key in keyof Order]: Order[Key] };

/** The state of an exchange, which may be kept over the end of a process. */
export class StandInExchange {
  readonly orders: Standing[] = [];
  readonly now: () => number;
  position: Decimal = Decimal.zero;
  cash: Decimal = Decimal.parse("1000000");
  /** Price at which market orders fill at once; null where they wait for {@link trade}. */
  last: number | null = null;
  /** Number of placements that arrived. */
  placements = 0;

  constructor(now: () => number) {
    this.now = now;
  }

  place(request: OrderRequest): Order {
    const asked = checkOrder(request, INSTRUMENT);
    this.placements++;
    const known = this.orders.find((order) => order.clientOrderId === asked.clientOrderId);
    if (known !== undefined && asked.clientOrderId !== null) {
      if (known.quantity === asked.quantity.toString() && known.side === asked.side) {
        return { ...known };
      }
      throw new ExecutionError("ORDER_REUSED", "It is another order.", { details: {} });
    }
    const order: Standing = {
      orderId: `x${this.orders.length + 1}`,
      clientOrderId: asked.clientOrderId,
      symbol: asked.symbol,
      side: asked.side,
      orderType: asked.orderType,
      quantity: asked.quantity.toString(),
      price: asked.price?.toString() ?? null,
      stopPrice: asked.stopPrice?.toString() ?? null,
      status: asked.stopPrice === null ? "open" : "pending",
      filledQuantity: "0",
      averagePrice: null,
      fee: "0",
      source: "memory",
      priceTime: null,
      createdAt: this.now(),
      updatedAt: this.now(),
    };
    this.orders.push(order);
    if (this.last !== null && order.orderType === "market") this.fill(order, this.last);
    return { ...order };
  }

  cancel(orderId: string): Order {
    const order = this.find(orderId);
    if (order.status !== "open" && order.status !== "pending") {
      throw new ExecutionError("ORDER_STATE", "It has ended.", { details: { orderId } });
    }
    order.status = "cancelled";
    return { ...order };
  }

  find(orderId: string): Standing {
    const order = this.orders.find((each) => each.orderId === orderId);
    if (order !== undefined) return order;
    throw new ExecutionError("ORDER_UNKNOWN", "There is no such order.", { details: { orderId } });
  }

  get waiting(): readonly Standing[] {
    return this.orders.filter(({ status }) => status === "open" || status === "pending");
  }

  /** Fills the waiting market orders, and the limits and stops that a price reaches, up to a share of each. */
  trade(price: number, share = 1): void {
    for (const order of this.waiting) {
      const isBuy = order.side === "buy";
      if (order.stopPrice !== null && order.status === "pending") {
        if (isBuy ? price < Number(order.stopPrice) : price > Number(order.stopPrice)) continue;
        order.status = "open";
      }
      if (order.price !== null) {
        if (isBuy ? price > Number(order.price) : price < Number(order.price)) continue;
      }
      this.fill(order, price, share);
    }
  }

  /** Fills a part of what is left of an order. */
  fill(order: Standing, price: number, share = 1): void {
    const left = Decimal.parse(order.quantity).minus(Decimal.parse(order.filledQuantity));
    const part = left.times(Decimal.fromNumber(share));
    const lots = part.roundedToStep(Decimal.parse(INSTRUMENT.lot), "ceil");
    const value = lots.times(Decimal.fromNumber(price));
    const before = Decimal.parse(order.filledQuantity);
    const filled = before.plus(lots);
    const sum = before.times(Decimal.parse(order.averagePrice ?? "0")).plus(value);
    const fee = value.times(FEE);
    order.filledQuantity = filled.toString();
    order.averagePrice = sum.dividedBy(filled, 30, "half-even").toString();
    order.fee = Decimal.parse(order.fee, { maxDigits: 200 }).plus(fee).toString();
    order.status = filled.toString() === order.quantity ? "filled" : "open";
    order.updatedAt = this.now();
    const isBuy = order.side === "buy";
    this.position = isBuy ? this.position.plus(lots) : this.position.minus(lots);
    this.cash = (isBuy ? this.cash.minus(value) : this.cash.plus(value)).minus(fee);
  }

  /** The broker of the account, which answers at once and truly. */
  broker(): ExecutionBroker {
    return brokerOf(this);
  }
}

function brokerOf(all: StandInExchange): ExecutionBroker {
  return {
    exchange: "memory",
    place: async (request) => all.place(request),
    orders: async (query = {}) =>
      orderPage(
        all.orders
          .filter(({ symbol }) => query.symbol === undefined || symbol === query.symbol)
          .filter(({ status }) => query.status === undefined || status === query.status)
          .toReversed()
          .map((order) => ({ ...order })),
        query,
      ),
    order: async (orderId) => ({ ...all.find(orderId) }),
    cancel: async (orderId) => all.cancel(orderId),
    positions: async () =>
      all.position.sign === 0
        ? []
        : [
            {
              symbol: "BTCUSDT",
              side: all.position.sign > 0 ? ("long" as const) : ("short" as const),
              quantity: all.position.absolute().toString(),
              entryPrice: null,
              markPrice: "100",
              unrealizedPnl: "0",
              realizedPnl: null,
              leverage: "1",
              source: "memory",
              priceTime: null,
            },
          ],
    close: () => Promise.reject(new Error("A session closes nothing itself.")),
    balance: async () => ({ USDT: all.cash.toString() }),
    ping: () => Promise.resolve(),
  };
}
