export { checkedBroker } from "./checked-broker.ts";
export { checkNotional, checkOrder, type CheckedOrder } from "./check-order.ts";
export {
  ExecutionError,
  isExecutionError,
  type ExecutionErrorCode,
  type ExecutionErrorDetails,
} from "./errors.ts";
export {
  namedInstruments,
  type FindInstrument,
  type Instrument,
  type InstrumentRules,
} from "./instruments.ts";
export { keyNames, type CallersKey } from "../key-names.ts";
export type { OrderEventType, TellOrder, ToldOrder } from "./order-event.ts";
export { orderPage } from "./order-page.ts";
export { paperCollections } from "./paper/collections.ts";
export { createPaperBroker, type PaperBroker } from "./paper/paper-broker.ts";
export type { PaperBrokerOptions } from "./paper/paper-options.ts";
export {
  orderSides,
  orderStatuses,
  orderTypes,
  type CloseRequest,
  type ExecutionBroker,
  type Order,
  type OrderPlace,
  type OrderQuery,
  type OrderRequest,
  type OrderSide,
  type OrderStatus,
  type OrderType,
  type PlaceOptions,
  type Position,
} from "./port.ts";
export { tradeTopic, type Trade, type TradeEvent } from "./trade-event.ts";
export {
  createUnconfirmedOrders,
  sentOrder,
  type SentOrder,
  type UnconfirmedOrders,
} from "./unconfirmed-orders.ts";
