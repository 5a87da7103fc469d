/** An account of linear contracts: one position a symbol, long or short, its profit and fees settled in USDT. */

import { Decimal } from "@bourse/kernel";
import {
  ExecutionError,
  type ExecutionBroker,
  type Order,
  type OrderRequest,
} from "@bourse/trading-core/execution";

export interface LinearAccount extends Pick<
  ExecutionBroker,
  "place" | "cancel" | "orders" | "balance" | "positions"
> {
  /** Price at which everything trades from now on. */
  moveTo(price: string): void;
}

interface Held {
  /** Below zero for a short position. */
  size: Decimal;
  entry: Decimal;
  realized: Decimal;
}

const LEVERAGE = Decimal.parse("10");
const FEE_RATE = Decimal.parse("0.00055");

/** 100,000 USDT, and everything at 100. */
export function createLinearAccount(now: number): LinearAccount {
  const orders: Order[] = [];
  const held = new Map<string, Held>();
  let wallet = Decimal.parse("100000");
  let price = Decimal.parse("100");

  function fill(order: Order, quantity: Decimal): Order {
    const before = held.get(order.symbol) ?? {
      size: Decimal.zero,
      entry: Decimal.zero,
      realized: Decimal.zero,
    };
    const fee = quantity.times(price).times(FEE_RATE);
    const { size, entry, profit } = netted(before, order.side, quantity, price);
    wallet = wallet.plus(profit).minus(fee);
    const realized = before.realized.plus(profit).minus(fee);
    held.set(order.symbol, { size, entry, realized });
    return {
      ...order,
      status: "filled",
      filledQuantity: order.quantity,
      averagePrice: price.toString(),
      fee: fee.toString(),
    };
  }

  async function place(request: OrderRequest): Promise<Order> {
    const quantity = Decimal.parse(request.quantity);
    const notional = quantity.times(Decimal.parse(request.price ?? price.toString()));
    if (notional.compare(wallet.times(LEVERAGE)) > 0) {
      throw new ExecutionError("FUNDS_INSUFFICIENT", "ab not enough for new order");
    }
    const resting: Order = {
      orderId: `linear-${orders.length + 1}`,
      clientOrderId: null,
      symbol: request.symbol,
      side: request.side,
      orderType: request.orderType ?? "market",
      quantity: request.quantity,
      price: request.price ?? null,
      stopPrice: request.stopPrice ?? null,
      status: request.stopPrice === undefined ? "open" : "pending",
      filledQuantity: "0",
      averagePrice: null,
      fee: "0",
      source: "bybit",
      priceTime: null,
      createdAt: now,
      updatedAt: now,
    };
    const order = resting.orderType === "market" ? fill(resting, quantity) : resting;
    orders.unshift(order);
    return order;
  }

  return {
    place,
    async orders() {
      return [...orders];
    },
    async cancel(orderId, symbol) {
      const at = orders.findIndex((order) => order.orderId === orderId && order.symbol === symbol);
      const found = orders[at];
      if (found?.status !== "open" && found?.status !== "pending") {
        throw new ExecutionError("ORDER_UNKNOWN", "order not exists or too late to cancel");
      }
      const cancelled = { ...found, status: "cancelled" } as const;
      orders[at] = cancelled;
      return cancelled;
    },
    async balance() {
      return { USDT: wallet.toString() };
    },
    async positions(symbol) {
      return [...held]
        .filter(([name, { size }]) => size.sign !== 0 && (symbol === undefined || name === symbol))
        .map(([name, { size, entry, realized }]) => ({
          symbol: name,
          side: size.sign < 0 ? "short" : "long",
          quantity: size.absolute().toString(),
          entryPrice: entry.toString(),
          markPrice: price.toString(),
          unrealizedPnl: size.times(price.minus(entry)).toString(),
          realizedPnl: realized.toString(),
          leverage: LEVERAGE.toString(),
          source: "bybit",
          priceTime: null,
        }));
    },
    moveTo(next) {
      price = Decimal.parse(next);
    },
  };
}

/** Position after a trade: more of it at the average price, or less of it at a profit. */
function netted(
  { size, entry }: Held,
  side: Order["side"],
  quantity: Decimal,
  price: Decimal,
): { readonly size: Decimal; readonly entry: Decimal; readonly profit: Decimal } {
  const traded = side === "buy" ? quantity : quantity.negated();
  const next = size.plus(traded);
  if (size.sign * traded.sign >= 0) {
    const cost = size.times(entry).plus(traded.times(price));
    return { size: next, entry: cost.dividedBy(next, 8, "half-even"), profit: Decimal.zero };
  }
  const isTurned = next.sign === traded.sign;
  const closed = isTurned ? size : traded.negated();
  const profit = closed.times(price.minus(entry));
  return { size: next, entry: isTurned ? price : entry, profit };
}
