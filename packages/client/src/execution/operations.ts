/** Written by scripts/write-operations.ts out of the routes: change those instead. */

import type { executionRoutes } from "@bourse/contract/backtest";
import type { CallInput, ResponseData, TypesOf } from "@bourse/contract/client";

import type { SafeResult } from "../client.ts";

type ExecutionRoutes<Key extends keyof typeof executionRoutes> = TypesOf<
  (typeof executionRoutes)[Key]
>;

/** Types of `placeOrder`. */
export interface PlaceOrderTypes extends ExecutionRoutes<"placeOrder"> {}
/** Input of `placeOrder`. */
export interface PlaceOrderInput extends CallInput<PlaceOrderTypes> {}
/** Output of `placeOrder`. */
export type PlaceOrderOutput = ResponseData<PlaceOrderTypes>;
/** Result of `placeOrder.safe`. */
export type PlaceOrderSafeResult = SafeResult<PlaceOrderTypes>;
/** Own error codes of `placeOrder`. */
export type PlaceOrderCode = PlaceOrderTypes["codes"];

/** Types of `listOrders`. */
export interface ListOrdersTypes extends ExecutionRoutes<"listOrders"> {}
/** Input of `listOrders`. */
export interface ListOrdersInput extends CallInput<ListOrdersTypes> {}
/** Output of `listOrders`. */
export type ListOrdersOutput = ResponseData<ListOrdersTypes>;
/** Result of `listOrders.safe`. */
export type ListOrdersSafeResult = SafeResult<ListOrdersTypes>;
/** Own error codes of `listOrders`. */
export type ListOrdersCode = ListOrdersTypes["codes"];

/** Types of `getOrder`. */
export interface GetOrderTypes extends ExecutionRoutes<"getOrder"> {}
/** Input of `getOrder`. */
export interface GetOrderInput extends CallInput<GetOrderTypes> {}
/** Output of `getOrder`. */
export type GetOrderOutput = ResponseData<GetOrderTypes>;
/** Result of `getOrder.safe`. */
export type GetOrderSafeResult = SafeResult<GetOrderTypes>;
/** Own error codes of `getOrder`. */
export type GetOrderCode = GetOrderTypes["codes"];

/** Types of `cancelOrder`. */
export interface CancelOrderTypes extends ExecutionRoutes<"cancelOrder"> {}
/** Input of `cancelOrder`. */
export interface CancelOrderInput extends CallInput<CancelOrderTypes> {}
/** Output of `cancelOrder`. */
export type CancelOrderOutput = ResponseData<CancelOrderTypes>;
/** Result of `cancelOrder.safe`. */
export type CancelOrderSafeResult = SafeResult<CancelOrderTypes>;
/** Own error codes of `cancelOrder`. */
export type CancelOrderCode = CancelOrderTypes["codes"];

/** Types of `listPositions`. */
export interface ListPositionsTypes extends ExecutionRoutes<"listPositions"> {}
/** Input of `listPositions`. */
export interface ListPositionsInput extends CallInput<ListPositionsTypes> {}
/** Output of `listPositions`. */
export type ListPositionsOutput = ResponseData<ListPositionsTypes>;
/** Result of `listPositions.safe`. */
export type ListPositionsSafeResult = SafeResult<ListPositionsTypes>;
/** Own error codes of `listPositions`. */
export type ListPositionsCode = ListPositionsTypes["codes"];

/** Types of `closePositions`. */
export interface ClosePositionsTypes extends ExecutionRoutes<"closePositions"> {}
/** Input of `closePositions`. */
export interface ClosePositionsInput extends CallInput<ClosePositionsTypes> {}
/** Output of `closePositions`. */
export type ClosePositionsOutput = ResponseData<ClosePositionsTypes>;
/** Result of `closePositions.safe`. */
export type ClosePositionsSafeResult = SafeResult<ClosePositionsTypes>;
/** Own error codes of `closePositions`. */
export type ClosePositionsCode = ClosePositionsTypes["codes"];

/** Types of `getBalance`. */
export interface GetBalanceTypes extends ExecutionRoutes<"getBalance"> {}
/** Input of `getBalance`. */
export interface GetBalanceInput extends CallInput<GetBalanceTypes> {}
/** Output of `getBalance`. */
export type GetBalanceOutput = ResponseData<GetBalanceTypes>;
/** Result of `getBalance.safe`. */
export type GetBalanceSafeResult = SafeResult<GetBalanceTypes>;
/** Own error codes of `getBalance`. */
export type GetBalanceCode = GetBalanceTypes["codes"];

/** Types of `pingExecution`. */
export interface PingExecutionTypes extends ExecutionRoutes<"pingExecution"> {}
/** Input of `pingExecution`. */
export interface PingExecutionInput extends CallInput<PingExecutionTypes> {}
/** Output of `pingExecution`. */
export type PingExecutionOutput = ResponseData<PingExecutionTypes>;
/** Result of `pingExecution.safe`. */
export type PingExecutionSafeResult = SafeResult<PingExecutionTypes>;
/** Own error codes of `pingExecution`. */
export type PingExecutionCode = PingExecutionTypes["codes"];

/** Types of `getKillSwitch`. */
export interface GetKillSwitchTypes extends ExecutionRoutes<"getKillSwitch"> {}
/** Input of `getKillSwitch`. */
export interface GetKillSwitchInput extends CallInput<GetKillSwitchTypes> {}
/** Output of `getKillSwitch`. */
export type GetKillSwitchOutput = ResponseData<GetKillSwitchTypes>;
/** Result of `getKillSwitch.safe`. */
export type GetKillSwitchSafeResult = SafeResult<GetKillSwitchTypes>;
/** Own error codes of `getKillSwitch`. */
export type GetKillSwitchCode = GetKillSwitchTypes["codes"];

/** Types of `setKillSwitch`. */
export interface SetKillSwitchTypes extends ExecutionRoutes<"setKillSwitch"> {}
/** Input of `setKillSwitch`. */
export interface SetKillSwitchInput extends CallInput<SetKillSwitchTypes> {}
/** Output of `setKillSwitch`. */
export type SetKillSwitchOutput = ResponseData<SetKillSwitchTypes>;
/** Result of `setKillSwitch.safe`. */
export type SetKillSwitchSafeResult = SafeResult<SetKillSwitchTypes>;
/** Own error codes of `setKillSwitch`. */
export type SetKillSwitchCode = SetKillSwitchTypes["codes"];

/** Types of `releaseKillSwitch`. */
export interface ReleaseKillSwitchTypes extends ExecutionRoutes<"releaseKillSwitch"> {}
/** Input of `releaseKillSwitch`. */
export interface ReleaseKillSwitchInput extends CallInput<ReleaseKillSwitchTypes> {}
/** Output of `releaseKillSwitch`. */
export type ReleaseKillSwitchOutput = ResponseData<ReleaseKillSwitchTypes>;
/** Result of `releaseKillSwitch.safe`. */
export type ReleaseKillSwitchSafeResult = SafeResult<ReleaseKillSwitchTypes>;
/** Own error codes of `releaseKillSwitch`. */
export type ReleaseKillSwitchCode = ReleaseKillSwitchTypes["codes"];

/** Types of `listAudit`. */
export interface ListAuditTypes extends ExecutionRoutes<"listAudit"> {}
/** Input of `listAudit`. */
export interface ListAuditInput extends CallInput<ListAuditTypes> {}
/** Output of `listAudit`. */
export type ListAuditOutput = ResponseData<ListAuditTypes>;
/** Result of `listAudit.safe`. */
export type ListAuditSafeResult = SafeResult<ListAuditTypes>;
/** Own error codes of `listAudit`. */
export type ListAuditCode = ListAuditTypes["codes"];

/** Types of the calls of `executionRoutes`, by operation id. */
export interface ExecutionRouteTypes {
  /** `POST /execution/orders`. */
  placeOrder: PlaceOrderTypes;
  /** `GET /execution/orders`. */
  listOrders: ListOrdersTypes;
  /** `GET /execution/orders/:order_id`. */
  getOrder: GetOrderTypes;
  /** `DELETE /execution/orders/:order_id`. */
  cancelOrder: CancelOrderTypes;
  /** `GET /execution/positions`. */
  listPositions: ListPositionsTypes;
  /** `POST /execution/positions/close`. */
  closePositions: ClosePositionsTypes;
  /** `GET /execution/balance`. */
  getBalance: GetBalanceTypes;
  /** `GET /execution/ping`. */
  pingExecution: PingExecutionTypes;
  /** `GET /kill-switch`. */
  getKillSwitch: GetKillSwitchTypes;
  /** `PUT /kill-switch`. */
  setKillSwitch: SetKillSwitchTypes;
  /** `DELETE /kill-switch`. */
  releaseKillSwitch: ReleaseKillSwitchTypes;
  /** `GET /audit`. */
  listAudit: ListAuditTypes;
}
