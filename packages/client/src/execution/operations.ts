/** Written by scripts/write-operations.ts out of the routes: change those instead. */

import type { executionRoutes } from "@bourse/contract/backtest";
import type { CallInput, ResponseData, TypesOf } from "@bourse/contract/client";

/** Input of `placeOrder` (`POST /execution/orders`): Place an order. */
export interface PlaceOrderInput extends CallInput<
  TypesOf<(typeof executionRoutes)["placeOrder"]>
> {}
/** Data that `placeOrder` resolves to. */
export type PlaceOrderOutput = ResponseData<TypesOf<(typeof executionRoutes)["placeOrder"]>>;
/** Error codes that `placeOrder` has of its own. */
export type PlaceOrderCode = TypesOf<(typeof executionRoutes)["placeOrder"]>["codes"];

/** Input of `listOrders` (`GET /execution/orders`): List orders, newest first. */
export interface ListOrdersInput extends CallInput<
  TypesOf<(typeof executionRoutes)["listOrders"]>
> {}
/** Data that `listOrders` resolves to. */
export type ListOrdersOutput = ResponseData<TypesOf<(typeof executionRoutes)["listOrders"]>>;
/** Error codes that `listOrders` has of its own. */
export type ListOrdersCode = TypesOf<(typeof executionRoutes)["listOrders"]>["codes"];

/** Input of `getOrder` (`GET /execution/orders/:order_id`): Read an order. */
export interface GetOrderInput extends CallInput<TypesOf<(typeof executionRoutes)["getOrder"]>> {}
/** Data that `getOrder` resolves to. */
export type GetOrderOutput = ResponseData<TypesOf<(typeof executionRoutes)["getOrder"]>>;
/** Error codes that `getOrder` has of its own. */
export type GetOrderCode = TypesOf<(typeof executionRoutes)["getOrder"]>["codes"];

/** Input of `cancelOrder` (`DELETE /execution/orders/:order_id`): Cancel a pending or open order. */
export interface CancelOrderInput extends CallInput<
  TypesOf<(typeof executionRoutes)["cancelOrder"]>
> {}
/** Data that `cancelOrder` resolves to. */
export type CancelOrderOutput = ResponseData<TypesOf<(typeof executionRoutes)["cancelOrder"]>>;
/** Error codes that `cancelOrder` has of its own. */
export type CancelOrderCode = TypesOf<(typeof executionRoutes)["cancelOrder"]>["codes"];

/** Input of `listPositions` (`GET /execution/positions`): List the open positions. */
export interface ListPositionsInput extends CallInput<
  TypesOf<(typeof executionRoutes)["listPositions"]>
> {}
/** Data that `listPositions` resolves to. */
export type ListPositionsOutput = ResponseData<TypesOf<(typeof executionRoutes)["listPositions"]>>;
/** Error codes that `listPositions` has of its own. */
export type ListPositionsCode = TypesOf<(typeof executionRoutes)["listPositions"]>["codes"];

/** Input of `closePositions` (`POST /execution/positions/close`): Close the position of a symbol at the market. */
export interface ClosePositionsInput extends CallInput<
  TypesOf<(typeof executionRoutes)["closePositions"]>
> {}
/** Data that `closePositions` resolves to. */
export type ClosePositionsOutput = ResponseData<
  TypesOf<(typeof executionRoutes)["closePositions"]>
>;
/** Error codes that `closePositions` has of its own. */
export type ClosePositionsCode = TypesOf<(typeof executionRoutes)["closePositions"]>["codes"];

/** Input of `getBalance` (`GET /execution/balance`): Read the account by asset. */
export interface GetBalanceInput extends CallInput<
  TypesOf<(typeof executionRoutes)["getBalance"]>
> {}
/** Data that `getBalance` resolves to. */
export type GetBalanceOutput = ResponseData<TypesOf<(typeof executionRoutes)["getBalance"]>>;
/** Error codes that `getBalance` has of its own. */
export type GetBalanceCode = TypesOf<(typeof executionRoutes)["getBalance"]>["codes"];

/** Input of `pingExecution` (`GET /execution/ping`): Check that the venue answers. */
export interface PingExecutionInput extends CallInput<
  TypesOf<(typeof executionRoutes)["pingExecution"]>
> {}
/** Data that `pingExecution` resolves to. */
export type PingExecutionOutput = ResponseData<TypesOf<(typeof executionRoutes)["pingExecution"]>>;
/** Error codes that `pingExecution` has of its own. */
export type PingExecutionCode = TypesOf<(typeof executionRoutes)["pingExecution"]>["codes"];

/** Input of `listAudit` (`GET /audit`): List the audit trail, newest first; requires an API key on every server. */
export interface ListAuditInput extends CallInput<TypesOf<(typeof executionRoutes)["listAudit"]>> {}
/** Data that `listAudit` resolves to. */
export type ListAuditOutput = ResponseData<TypesOf<(typeof executionRoutes)["listAudit"]>>;
/** Error codes that `listAudit` has of its own. */
export type ListAuditCode = TypesOf<(typeof executionRoutes)["listAudit"]>["codes"];
