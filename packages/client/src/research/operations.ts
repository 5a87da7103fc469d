/** Written by scripts/write-operations.ts out of the routes: change those instead. */

import type { researchRoutes } from "@bourse/contract/backtest";
import type { CallInput, ResponseData, TypesOf } from "@bourse/contract/client";

type ResearchRoutes<Key extends keyof typeof researchRoutes> = TypesOf<
  (typeof researchRoutes)[Key]
>;

/** Input of `createSweep`: `POST /sweeps`. */
export interface CreateSweepInput extends CallInput<ResearchRoutes<"createSweep">> {}
/** Data that `createSweep` resolves to. */
export type CreateSweepOutput = ResponseData<ResearchRoutes<"createSweep">>;
/** Own error codes of `createSweep`. */
export type CreateSweepCode = ResearchRoutes<"createSweep">["codes"];

/** Input of `createWalkForward`: `POST /walk-forward`. */
export interface CreateWalkForwardInput extends CallInput<ResearchRoutes<"createWalkForward">> {}
/** Data that `createWalkForward` resolves to. */
export type CreateWalkForwardOutput = ResponseData<ResearchRoutes<"createWalkForward">>;
/** Own error codes of `createWalkForward`. */
export type CreateWalkForwardCode = ResearchRoutes<"createWalkForward">["codes"];

/** Input of `getJobTrades`: `GET /jobs/:uuid/trades`. */
export interface GetJobTradesInput extends CallInput<ResearchRoutes<"getJobTrades">> {}
/** Data that `getJobTrades` resolves to. */
export type GetJobTradesOutput = ResponseData<ResearchRoutes<"getJobTrades">>;
/** Own error codes of `getJobTrades`. */
export type GetJobTradesCode = ResearchRoutes<"getJobTrades">["codes"];

/** Input of `getJobEquity`: `GET /jobs/:uuid/equity`. */
export interface GetJobEquityInput extends CallInput<ResearchRoutes<"getJobEquity">> {}
/** Data that `getJobEquity` resolves to. */
export type GetJobEquityOutput = ResponseData<ResearchRoutes<"getJobEquity">>;
/** Own error codes of `getJobEquity`. */
export type GetJobEquityCode = ResearchRoutes<"getJobEquity">["codes"];

/** Input of `getJobReport`: `GET /jobs/:uuid/report`. */
export interface GetJobReportInput extends CallInput<ResearchRoutes<"getJobReport">> {}
/** Data that `getJobReport` resolves to. */
export type GetJobReportOutput = ResponseData<ResearchRoutes<"getJobReport">>;
/** Own error codes of `getJobReport`. */
export type GetJobReportCode = ResearchRoutes<"getJobReport">["codes"];

/** Input of `watchJob`: `GET /jobs/:uuid/progress`. */
export interface WatchJobInput extends CallInput<ResearchRoutes<"watchJob">> {}
/** Data that `watchJob` resolves to. */
export type WatchJobOutput = ResponseData<ResearchRoutes<"watchJob">>;
/** Own error codes of `watchJob`. */
export type WatchJobCode = ResearchRoutes<"watchJob">["codes"];

/** Input of `retryJob`: `POST /jobs/:uuid/retry`. */
export interface RetryJobInput extends CallInput<ResearchRoutes<"retryJob">> {}
/** Data that `retryJob` resolves to. */
export type RetryJobOutput = ResponseData<ResearchRoutes<"retryJob">>;
/** Own error codes of `retryJob`. */
export type RetryJobCode = ResearchRoutes<"retryJob">["codes"];
