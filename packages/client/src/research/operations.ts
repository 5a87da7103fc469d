/** Written by scripts/write-operations.ts out of the routes: change those instead. */

import type { researchRoutes } from "@bourse/contract/backtest";
import type { CallInput, ResponseData, TypesOf } from "@bourse/contract/client";

import type { SafeResult } from "../client.ts";

type ResearchRoutes<Key extends keyof typeof researchRoutes> = TypesOf<
  (typeof researchRoutes)[Key]
>;

/** Types of `createSweep`. */
export interface CreateSweepTypes extends ResearchRoutes<"createSweep"> {}
/** Input of `createSweep`. */
export interface CreateSweepInput extends CallInput<CreateSweepTypes> {}
/** Output of `createSweep`. */
export type CreateSweepOutput = ResponseData<CreateSweepTypes>;
/** Result of `createSweep.safe`. */
export type CreateSweepSafeResult = SafeResult<CreateSweepTypes>;
/** Own error codes of `createSweep`. */
export type CreateSweepCode = CreateSweepTypes["codes"];

/** Types of `createWalkForward`. */
export interface CreateWalkForwardTypes extends ResearchRoutes<"createWalkForward"> {}
/** Input of `createWalkForward`. */
export interface CreateWalkForwardInput extends CallInput<CreateWalkForwardTypes> {}
/** Output of `createWalkForward`. */
export type CreateWalkForwardOutput = ResponseData<CreateWalkForwardTypes>;
/** Result of `createWalkForward.safe`. */
export type CreateWalkForwardSafeResult = SafeResult<CreateWalkForwardTypes>;
/** Own error codes of `createWalkForward`. */
export type CreateWalkForwardCode = CreateWalkForwardTypes["codes"];

/** Types of `getJobTrades`. */
export interface GetJobTradesTypes extends ResearchRoutes<"getJobTrades"> {}
/** Input of `getJobTrades`. */
export interface GetJobTradesInput extends CallInput<GetJobTradesTypes> {}
/** Output of `getJobTrades`. */
export type GetJobTradesOutput = ResponseData<GetJobTradesTypes>;
/** Result of `getJobTrades.safe`. */
export type GetJobTradesSafeResult = SafeResult<GetJobTradesTypes>;
/** Own error codes of `getJobTrades`. */
export type GetJobTradesCode = GetJobTradesTypes["codes"];

/** Types of `getJobEquity`. */
export interface GetJobEquityTypes extends ResearchRoutes<"getJobEquity"> {}
/** Input of `getJobEquity`. */
export interface GetJobEquityInput extends CallInput<GetJobEquityTypes> {}
/** Output of `getJobEquity`. */
export type GetJobEquityOutput = ResponseData<GetJobEquityTypes>;
/** Result of `getJobEquity.safe`. */
export type GetJobEquitySafeResult = SafeResult<GetJobEquityTypes>;
/** Own error codes of `getJobEquity`. */
export type GetJobEquityCode = GetJobEquityTypes["codes"];

/** Types of `getJobReport`. */
export interface GetJobReportTypes extends ResearchRoutes<"getJobReport"> {}
/** Input of `getJobReport`. */
export interface GetJobReportInput extends CallInput<GetJobReportTypes> {}
/** Output of `getJobReport`. */
export type GetJobReportOutput = ResponseData<GetJobReportTypes>;
/** Result of `getJobReport.safe`. */
export type GetJobReportSafeResult = SafeResult<GetJobReportTypes>;
/** Own error codes of `getJobReport`. */
export type GetJobReportCode = GetJobReportTypes["codes"];

/** Types of `getJobTable`. */
export interface GetJobTableTypes extends ResearchRoutes<"getJobTable"> {}
/** Input of `getJobTable`. */
export interface GetJobTableInput extends CallInput<GetJobTableTypes> {}
/** Output of `getJobTable`. */
export type GetJobTableOutput = ResponseData<GetJobTableTypes>;
/** Result of `getJobTable.safe`. */
export type GetJobTableSafeResult = SafeResult<GetJobTableTypes>;
/** Own error codes of `getJobTable`. */
export type GetJobTableCode = GetJobTableTypes["codes"];

/** Types of `watchJob`. */
export interface WatchJobTypes extends ResearchRoutes<"watchJob"> {}
/** Input of `watchJob`. */
export interface WatchJobInput extends CallInput<WatchJobTypes> {}
/** Output of `watchJob`. */
export type WatchJobOutput = ResponseData<WatchJobTypes>;
/** Result of `watchJob.safe`. */
export type WatchJobSafeResult = SafeResult<WatchJobTypes>;
/** Own error codes of `watchJob`. */
export type WatchJobCode = WatchJobTypes["codes"];

/** Types of `retryJob`. */
export interface RetryJobTypes extends ResearchRoutes<"retryJob"> {}
/** Input of `retryJob`. */
export interface RetryJobInput extends CallInput<RetryJobTypes> {}
/** Output of `retryJob`. */
export type RetryJobOutput = ResponseData<RetryJobTypes>;
/** Result of `retryJob.safe`. */
export type RetryJobSafeResult = SafeResult<RetryJobTypes>;
/** Own error codes of `retryJob`. */
export type RetryJobCode = RetryJobTypes["codes"];

/** Types of the calls of `researchRoutes`, by operation id. */
export interface ResearchRouteTypes {
  /** `POST /sweeps`. */
  createSweep: CreateSweepTypes;
  /** `POST /walk-forward`. */
  createWalkForward: CreateWalkForwardTypes;
  /** `GET /jobs/:uuid/trades`. */
  getJobTrades: GetJobTradesTypes;
  /** `GET /jobs/:uuid/equity`. */
  getJobEquity: GetJobEquityTypes;
  /** `GET /jobs/:uuid/report`. */
  getJobReport: GetJobReportTypes;
  /** `GET /jobs/:uuid/tables/:table`. */
  getJobTable: GetJobTableTypes;
  /** `GET /jobs/:uuid/progress`. */
  watchJob: WatchJobTypes;
  /** `POST /jobs/:uuid/retry`. */
  retryJob: RetryJobTypes;
}
