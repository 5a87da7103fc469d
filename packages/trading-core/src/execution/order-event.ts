/** Events about orders, told to webhooks in the transactions that write what they tell of. */

import { Decimal, type Transaction } from "@bourse/kernel";

import type { Order } from "./port.ts";

/** Types of the events about orders, in the order in which they can come. */
export const ORDER_EVENTS = [
  "order.unconfirmed",
  "order.placed",
  "order.partially_filled",
  "order.filled",
  "order.cancelled",
  "order.rejected",
] as const;

/** Type of an event about an order. */
export type OrderEventType = (typeof ORDER_EVENTS)[number];

/** The order of an event. */
export type ToldOrder = Pick<
  Order,
  | "orderId"
  | "clientOrderId"
  | "symbol"
  | "side"
  | "orderType"
  | "quantity"
  | "status"
  | "filledQuantity"
>;

/** Tells an event about an order to its owner, in the caller's transaction. */
export type TellOrder = (
  tx: Transaction,
  type: OrderEventType,
  order: ToldOrder,
  ownerId: string | null,
) => Promise<void>;

/** State of an order as it was told last. */
export interface ToldState {
  /** True once the venue has shown that it has the order. */
  readonly isPlaced: boolean;
  /** True until the order was told as filled, cancelled or rejected. */
  readonly isOpen: boolean;
  /** Quantity that was told as filled. */
  readonly filledQuantity: string;
}

/** True for an id under which a broker keeps an order of which the venue has shown nothing yet. */
export function isLinkId(orderId: string): boolean {
  return /(?:^|:)link:/u.test(orderId);
}

/** News about an order since it was told last: each fact once, however often and late the venue is asked. */
export function newsOf(
  before: ToldState | undefined,
  order: ToldOrder,
): { readonly types: readonly OrderEventType[]; readonly state: ToldState } {
  if (before?.isOpen === false) return { types: [], state: before };
  const { status, filledQuantity: filled } = order;
  const types: OrderEventType[] = [];
  const isShown = !isLinkId(order.orderId);
  if (before === undefined && !isShown && status === "pending") types.push("order.unconfirmed");
  if (isShown && before?.isPlaced !== true) types.push("order.placed");
  const told = before?.filledQuantity ?? "0";
  const isMore = Decimal.parse(filled).compare(Decimal.parse(told)) > 0;
  if (isMore && status !== "filled") types.push("order.partially_filled");
  const isOpen = status === "pending" || status === "open";
  if (!isOpen) types.push(`order.${status}`);
  const state = {
    isPlaced: isShown || before?.isPlaced === true,
    isOpen,
    filledQuantity: isMore ? filled : told,
  };
  return { types, state };
}
