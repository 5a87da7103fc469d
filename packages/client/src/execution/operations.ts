/** Written by scripts/write-operations.ts out of the routes: change those instead. */

import type { executionRoutes } from "@bourse/contract/backtest";
import type { CallInput, ResponseData, TypesOf } from "@bourse/contract/client";

type ExecutionRoutes<Key extends keyof typeof executionRoutes> = TypesOf<
  (typeof executionRoutes)[Key]
>;

/** Input of `placeOrder`: `POST /execution/orders`. */
export interface PlaceOrderInput extends CallInput<ExecutionRoutes<"placeOrder">> {}
/** Data that `placeOrder` resolves to. */
export type PlaceOrderOutput = ResponseData<ExecutionRoutes<"placeOrder">>;
/** Own error codes of `placeOrder`. */
export type PlaceOrderCode = ExecutionRoutes<"placeOrder">["codes"];

/** Input of `listOrders`: `GET /execution/orders`. */
export interface ListOrdersInput extends CallInput<ExecutionRoutes<"listOrders">> {}
/** Data that `listOrders` resolves to. */
export type ListOrdersOutput = ResponseData<ExecutionRoutes<"listOrders">>;
/** Own error codes of `listOrders`. */
export type ListOrdersCode = ExecutionRoutes<"listOrders">["codes"];

/** Input of `getOrder`: `GET /execution/orders/:order_id`. */
export interface GetOrderInput extends CallInput<ExecutionRoutes<"getOrder">> {}
/** Data that `getOrder` resolves to. */
export type GetOrderOutput = ResponseData<ExecutionRoutes<"getOrder">>;
/** Own error codes of `getOrder`. */
export type GetOrderCode = ExecutionRoutes<"getOrder">["codes"];

/** Input of `cancelOrder`: `DELETE /execution/orders/:order_id`. */
export interface CancelOrderInput extends CallInput<ExecutionRoutes<"cancelOrder">> {}
/** Data that `cancelOrder` resolves to. */
export type CancelOrderOutput = ResponseData<ExecutionRoutes<"cancelOrder">>;
/** Own error codes of `cancelOrder`. */
export type CancelOrderCode = ExecutionRoutes<"cancelOrder">["codes"];

/** Input of `listPositions`: `GET /execution/positions`. */
export interface ListPositionsInput extends CallInput<ExecutionRoutes<"listPositions">> {}
/** Data that `listPositions` resolves to. */
export type ListPositionsOutput = ResponseData<ExecutionRoutes<"listPositions">>;
/** Own error codes of `listPositions`. */
export type ListPositionsCode = ExecutionRoutes<"listPositions">["codes"];

/** Input of `closePositions`: `POST /execution/positions/close`. */
export interface ClosePositionsInput extends CallInput<ExecutionRoutes<"closePositions">> {}
/** Data that `closePositions` resolves to. */
export type ClosePositionsOutput = ResponseData<ExecutionRoutes<"closePositions">>;
/** Own error codes of `closePositions`. */
export type ClosePositionsCode = ExecutionRoutes<"closePositions">["codes"];

/** Input of `getBalance`: `GET /execution/balance`. */
export interface GetBalanceInput extends CallInput<ExecutionRoutes<"getBalance">> {}
/** Data that `getBalance` resolves to. */
export type GetBalanceOutput = ResponseData<ExecutionRoutes<"getBalance">>;
/** Own error codes of `getBalance`. */
export type GetBalanceCode = ExecutionRoutes<"getBalance">["codes"];

/** Input of `pingExecution`: `GET /execution/ping`. */
export interface PingExecutionInput extends CallInput<ExecutionRoutes<"pingExecution">> {}
/** Data that `pingExecution` resolves to. */
export type PingExecutionOutput = ResponseData<ExecutionRoutes<"pingExecution">>;
/** Own error codes of `pingExecution`. */
export type PingExecutionCode = ExecutionRoutes<"pingExecution">["codes"];

/** Input of `listAudit`: `GET /audit`. */
export interface ListAuditInput extends CallInput<ExecutionRoutes<"listAudit">> {}
/** Data that `listAudit` resolves to. */
export type ListAuditOutput = ResponseData<ExecutionRoutes<"listAudit">>;
/** Own error codes of `listAudit`. */
export type ListAuditCode = ExecutionRoutes<"listAudit">["codes"];
