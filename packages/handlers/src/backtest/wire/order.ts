/** Orders and positions: the engine's spelling and the wire's. */

import type {
  Order as WireOrder,
  OrderRequest as WireRequest,
  Position as WirePosition,
} from "@bourse/contract/backtest";
import { Decimal } from "@bourse/kernel";
import type { Order, OrderRequest, Position } from "@bourse/trading-core/execution";
import { canonicalSymbol } from "@bourse/trading-core/market-data";

import { isoTime } from "../../time/iso-time.ts";

/** A number becomes the decimal that it was written as; null is nothing. */
export function orderOfRequest(body: WireRequest): OrderRequest {
  const { price, stop_price: stopPrice, client_order_id: clientOrderId } = body;
  return {
    symbol: canonicalSymbol(body.symbol),
    side: body.side,
    quantity: amountOf(body.quantity),
    orderType: body.order_type,
    ...(isGiven(price) && { price: amountOf(price) }),
    ...(isGiven(stopPrice) && { stopPrice: amountOf(stopPrice) }),
    ...(isGiven(clientOrderId) && { clientOrderId }),
  };
}

export function wireOrder(order: Order): WireOrder {
  return {
    order_id: order.orderId,
    client_order_id: order.clientOrderId,
    symbol: order.symbol,
    side: order.side,
    order_type: order.orderType,
    quantity: order.quantity,
    price: order.price,
    stop_price: order.stopPrice,
    status: order.status,
    filled_qty: order.filledQuantity,
    avg_price: order.averagePrice,
    fee: order.fee,
    source: order.source,
    price_time: isoTime(order.priceTime ?? null),
    created_at: isoTime(order.createdAt),
    updated_at: isoTime(order.updatedAt),
  };
}

export function wirePosition(position: Position): WirePosition {
  return {
    symbol: position.symbol,
    side: position.side,
    quantity: position.quantity,
    entry_price: position.entryPrice,
    mark_price: position.markPrice,
    unrealized_pnl: position.unrealizedPnl,
    realized_pnl: position.realizedPnl,
    leverage: position.leverage,
    source: position.source,
    price_time: isoTime(position.priceTime ?? null),
  };
}

function amountOf(amount: number | string): string {
  return typeof amount === "number" ? Decimal.fromNumber(amount).toString() : amount;
}

function isGiven<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}
