/** Orders, positions and balances; every amount of an answer is a decimal as text, exact to the last digit. */

import * as z from "zod";

import { SymbolName, Timestamp } from "./common.ts";
import { Count, Text } from "./fields.ts";

/** A decimal as text, such as `0.25`. */
export const Amount = z.string();
const MaybeAmount = Amount.nullable();

export const OrderSide = z.enum(["buy", "sell"]);
export type OrderSide = z.infer<typeof OrderSide>;
export const OrderType = z.enum(["market", "limit", "stop", "stop_limit"]);
export type OrderType = z.infer<typeof OrderType>;
export const OrderStatus = z.enum(["pending", "open", "filled", "cancelled", "rejected"]);
export type OrderStatus = z.infer<typeof OrderStatus>;

/** A number, or a decimal as text where a number would lose digits. */
const AmountInput = z.union([
  z.number().gt(0).max(1e18),
  z.string().regex(/^(0|[1-9]\d{0,18})(\.\d{1,18})?$/, "must be a decimal such as 0.25"),
]);

/** The seed's three required fields are enough for an order at the market. */
export const OrderRequest = z.object({
  symbol: SymbolName,
  side: OrderSide,
  quantity: AmountInput,
  order_type: OrderType.default("market"),
  price: AmountInput.nullish(),
  stop_price: AmountInput.nullish(),
  client_order_id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,36}$/, "must be 1 to 36 letters, digits, - and _")
    .nullish(),
});
export type OrderRequest = z.infer<typeof OrderRequest>;
export type OrderRequestInput = z.input<typeof OrderRequest>;

export const Order = z.object({
  order_id: Text,
  client_order_id: Text.nullable(),
  symbol: Text,
  side: OrderSide,
  order_type: OrderType,
  quantity: Amount,
  price: MaybeAmount,
  stop_price: MaybeAmount,
  status: OrderStatus,
  filled_qty: Amount,
  avg_price: MaybeAmount,
  fee: Amount,
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Order = z.infer<typeof Order>;

const success = z.literal(true);

export const OrderReply = z.object({ success, order: Order });
export type OrderReply = z.infer<typeof OrderReply>;

export const OrderList = z.object({ success, orders: z.array(Order), count: Count });
export type OrderList = z.infer<typeof OrderList>;

export const OrderCancelled = z.object({ success, order_id: Text });
export type OrderCancelled = z.infer<typeof OrderCancelled>;

export const Position = z.object({
  symbol: Text,
  side: z.enum(["long", "short"]),
  quantity: Amount,
  entry_price: MaybeAmount,
  mark_price: MaybeAmount,
  unrealized_pnl: MaybeAmount,
  realized_pnl: MaybeAmount,
  leverage: Amount,
});
export type Position = z.infer<typeof Position>;

export const PositionList = z.object({ success, positions: z.array(Position) });
export type PositionList = z.infer<typeof PositionList>;

/** A purchase makes a long position and a sale a short one, so `buy` and `sell` name them too. */
export const CloseRequest = z.object({
  symbol: SymbolName,
  side: z.enum(["both", "long", "short", "buy", "sell"]).default("both"),
});
export type CloseRequest = z.infer<typeof CloseRequest>;

export const CloseReply = z.object({ success, message: Text, orders: z.array(Order) });
export type CloseReply = z.infer<typeof CloseReply>;

/** Everything owned by asset, what open orders hold included. */
export const Balance = z.object({ success, balance: z.record(z.string(), Amount) });
export type Balance = z.infer<typeof Balance>;

export const ExecutionPing = z.object({ status: z.literal("ok"), exchange: Text });
export type ExecutionPing = z.infer<typeof ExecutionPing>;
