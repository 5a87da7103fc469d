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

/** Types of `createSession`. */
export interface CreateSessionTypes extends ExecutionRoutes<"createSession"> {}
/** Input of `createSession`. */
export interface CreateSessionInput extends CallInput<CreateSessionTypes> {}
/** Output of `createSession`. */
export type CreateSessionOutput = ResponseData<CreateSessionTypes>;
/** Result of `createSession.safe`. */
export type CreateSessionSafeResult = SafeResult<CreateSessionTypes>;
/** Own error codes of `createSession`. */
export type CreateSessionCode = CreateSessionTypes["codes"];

/** Types of `listSessions`. */
export interface ListSessionsTypes extends ExecutionRoutes<"listSessions"> {}
/** Input of `listSessions`. */
export interface ListSessionsInput extends CallInput<ListSessionsTypes> {}
/** Output of `listSessions`. */
export type ListSessionsOutput = ResponseData<ListSessionsTypes>;
/** Result of `listSessions.safe`. */
export type ListSessionsSafeResult = SafeResult<ListSessionsTypes>;
/** Own error codes of `listSessions`. */
export type ListSessionsCode = ListSessionsTypes["codes"];

/** Types of `getSession`. */
export interface GetSessionTypes extends ExecutionRoutes<"getSession"> {}
/** Input of `getSession`. */
export interface GetSessionInput extends CallInput<GetSessionTypes> {}
/** Output of `getSession`. */
export type GetSessionOutput = ResponseData<GetSessionTypes>;
/** Result of `getSession.safe`. */
export type GetSessionSafeResult = SafeResult<GetSessionTypes>;
/** Own error codes of `getSession`. */
export type GetSessionCode = GetSessionTypes["codes"];

/** Types of `listSessionDecisions`. */
export interface ListSessionDecisionsTypes extends ExecutionRoutes<"listSessionDecisions"> {}
/** Input of `listSessionDecisions`. */
export interface ListSessionDecisionsInput extends CallInput<ListSessionDecisionsTypes> {}
/** Output of `listSessionDecisions`. */
export type ListSessionDecisionsOutput = ResponseData<ListSessionDecisionsTypes>;
/** Result of `listSessionDecisions.safe`. */
export type ListSessionDecisionsSafeResult = SafeResult<ListSessionDecisionsTypes>;
/** Own error codes of `listSessionDecisions`. */
export type ListSessionDecisionsCode = ListSessionDecisionsTypes["codes"];

/** Types of `listSessionOrders`. */
export interface ListSessionOrdersTypes extends ExecutionRoutes<"listSessionOrders"> {}
/** Input of `listSessionOrders`. */
export interface ListSessionOrdersInput extends CallInput<ListSessionOrdersTypes> {}
/** Output of `listSessionOrders`. */
export type ListSessionOrdersOutput = ResponseData<ListSessionOrdersTypes>;
/** Result of `listSessionOrders.safe`. */
export type ListSessionOrdersSafeResult = SafeResult<ListSessionOrdersTypes>;
/** Own error codes of `listSessionOrders`. */
export type ListSessionOrdersCode = ListSessionOrdersTypes["codes"];

/** Types of `listSessionFills`. */
export interface ListSessionFillsTypes extends ExecutionRoutes<"listSessionFills"> {}
/** Input of `listSessionFills`. */
export interface ListSessionFillsInput extends CallInput<ListSessionFillsTypes> {}
/** Output of `listSessionFills`. */
export type ListSessionFillsOutput = ResponseData<ListSessionFillsTypes>;
/** Result of `listSessionFills.safe`. */
export type ListSessionFillsSafeResult = SafeResult<ListSessionFillsTypes>;
/** Own error codes of `listSessionFills`. */
export type ListSessionFillsCode = ListSessionFillsTypes["codes"];

/** Types of `listSessionEquity`. */
export interface ListSessionEquityTypes extends ExecutionRoutes<"listSessionEquity"> {}
/** Input of `listSessionEquity`. */
export interface ListSessionEquityInput extends CallInput<ListSessionEquityTypes> {}
/** Output of `listSessionEquity`. */
export type ListSessionEquityOutput = ResponseData<ListSessionEquityTypes>;
/** Result of `listSessionEquity.safe`. */
export type ListSessionEquitySafeResult = SafeResult<ListSessionEquityTypes>;
/** Own error codes of `listSessionEquity`. */
export type ListSessionEquityCode = ListSessionEquityTypes["codes"];

/** Types of `getSessionDrift`. */
export interface GetSessionDriftTypes extends ExecutionRoutes<"getSessionDrift"> {}
/** Input of `getSessionDrift`. */
export interface GetSessionDriftInput extends CallInput<GetSessionDriftTypes> {}
/** Output of `getSessionDrift`. */
export type GetSessionDriftOutput = ResponseData<GetSessionDriftTypes>;
/** Result of `getSessionDrift.safe`. */
export type GetSessionDriftSafeResult = SafeResult<GetSessionDriftTypes>;
/** Own error codes of `getSessionDrift`. */
export type GetSessionDriftCode = GetSessionDriftTypes["codes"];

/** Types of `pauseSession`. */
export interface PauseSessionTypes extends ExecutionRoutes<"pauseSession"> {}
/** Input of `pauseSession`. */
export interface PauseSessionInput extends CallInput<PauseSessionTypes> {}
/** Output of `pauseSession`. */
export type PauseSessionOutput = ResponseData<PauseSessionTypes>;
/** Result of `pauseSession.safe`. */
export type PauseSessionSafeResult = SafeResult<PauseSessionTypes>;
/** Own error codes of `pauseSession`. */
export type PauseSessionCode = PauseSessionTypes["codes"];

/** Types of `resumeSession`. */
export interface ResumeSessionTypes extends ExecutionRoutes<"resumeSession"> {}
/** Input of `resumeSession`. */
export interface ResumeSessionInput extends CallInput<ResumeSessionTypes> {}
/** Output of `resumeSession`. */
export type ResumeSessionOutput = ResponseData<ResumeSessionTypes>;
/** Result of `resumeSession.safe`. */
export type ResumeSessionSafeResult = SafeResult<ResumeSessionTypes>;
/** Own error codes of `resumeSession`. */
export type ResumeSessionCode = ResumeSessionTypes["codes"];

/** Types of `flattenSession`. */
export interface FlattenSessionTypes extends ExecutionRoutes<"flattenSession"> {}
/** Input of `flattenSession`. */
export interface FlattenSessionInput extends CallInput<FlattenSessionTypes> {}
/** Output of `flattenSession`. */
export type FlattenSessionOutput = ResponseData<FlattenSessionTypes>;
/** Result of `flattenSession.safe`. */
export type FlattenSessionSafeResult = SafeResult<FlattenSessionTypes>;
/** Own error codes of `flattenSession`. */
export type FlattenSessionCode = FlattenSessionTypes["codes"];

/** Types of `stopSession`. */
export interface StopSessionTypes extends ExecutionRoutes<"stopSession"> {}
/** Input of `stopSession`. */
export interface StopSessionInput extends CallInput<StopSessionTypes> {}
/** Output of `stopSession`. */
export type StopSessionOutput = ResponseData<StopSessionTypes>;
/** Result of `stopSession.safe`. */
export type StopSessionSafeResult = SafeResult<StopSessionTypes>;
/** Own error codes of `stopSession`. */
export type StopSessionCode = StopSessionTypes["codes"];

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
  /** `POST /sessions`. */
  createSession: CreateSessionTypes;
  /** `GET /sessions`. */
  listSessions: ListSessionsTypes;
  /** `GET /sessions/:id`. */
  getSession: GetSessionTypes;
  /** `GET /sessions/:id/decisions`. */
  listSessionDecisions: ListSessionDecisionsTypes;
  /** `GET /sessions/:id/orders`. */
  listSessionOrders: ListSessionOrdersTypes;
  /** `GET /sessions/:id/fills`. */
  listSessionFills: ListSessionFillsTypes;
  /** `GET /sessions/:id/equity`. */
  listSessionEquity: ListSessionEquityTypes;
  /** `GET /sessions/:id/drift`. */
  getSessionDrift: GetSessionDriftTypes;
  /** `POST /sessions/:id/pause`. */
  pauseSession: PauseSessionTypes;
  /** `POST /sessions/:id/resume`. */
  resumeSession: ResumeSessionTypes;
  /** `POST /sessions/:id/flatten`. */
  flattenSession: FlattenSessionTypes;
  /** `POST /sessions/:id/stop`. */
  stopSession: StopSessionTypes;
  /** `GET /audit`. */
  listAudit: ListAuditTypes;
}
