/** Written by scripts/write-operations.ts out of the routes: change those instead. */

import type { researchRoutes } from "@bourse/contract/backtest";
import type { CallInput, ResponseData, TypesOf } from "@bourse/contract/client";

/**
 * Input of `createSweep` (`POST /sweeps`): Create a job that simulates every combination of parameters on all
 * cores.
 */
export interface CreateSweepInput extends CallInput<
  TypesOf<(typeof researchRoutes)["createSweep"]>
> {}
/** Data that `createSweep` resolves to. */
export type CreateSweepOutput = ResponseData<TypesOf<(typeof researchRoutes)["createSweep"]>>;
/** Error codes that `createSweep` has of its own. */
export type CreateSweepCode = TypesOf<(typeof researchRoutes)["createSweep"]>["codes"];

/**
 * Input of `createWalkForward` (`POST /walk-forward`): Create a job that chooses parameters on one window after
 * another and trades each choice on the next.
 */
export interface CreateWalkForwardInput extends CallInput<
  TypesOf<(typeof researchRoutes)["createWalkForward"]>
> {}
/** Data that `createWalkForward` resolves to. */
export type CreateWalkForwardOutput = ResponseData<
  TypesOf<(typeof researchRoutes)["createWalkForward"]>
>;
/** Error codes that `createWalkForward` has of its own. */
export type CreateWalkForwardCode = TypesOf<(typeof researchRoutes)["createWalkForward"]>["codes"];

/** Input of `getJobTrades` (`GET /jobs/:uuid/trades`): List the trades of a completed job, as JSON or CSV. */
export interface GetJobTradesInput extends CallInput<
  TypesOf<(typeof researchRoutes)["getJobTrades"]>
> {}
/** Data that `getJobTrades` resolves to. */
export type GetJobTradesOutput = ResponseData<TypesOf<(typeof researchRoutes)["getJobTrades"]>>;
/** Error codes that `getJobTrades` has of its own. */
export type GetJobTradesCode = TypesOf<(typeof researchRoutes)["getJobTrades"]>["codes"];

/**
 * Input of `getJobEquity` (`GET /jobs/:uuid/equity`): Read the equity of a completed job, thinned out when
 * `points` is given.
 */
export interface GetJobEquityInput extends CallInput<
  TypesOf<(typeof researchRoutes)["getJobEquity"]>
> {}
/** Data that `getJobEquity` resolves to. */
export type GetJobEquityOutput = ResponseData<TypesOf<(typeof researchRoutes)["getJobEquity"]>>;
/** Error codes that `getJobEquity` has of its own. */
export type GetJobEquityCode = TypesOf<(typeof researchRoutes)["getJobEquity"]>["codes"];

/**
 * Input of `getJobReport` (`GET /jobs/:uuid/report`): Read a completed job as one page of HTML that loads
 * nothing else.
 */
export interface GetJobReportInput extends CallInput<
  TypesOf<(typeof researchRoutes)["getJobReport"]>
> {}
/** Data that `getJobReport` resolves to. */
export type GetJobReportOutput = ResponseData<TypesOf<(typeof researchRoutes)["getJobReport"]>>;
/** Error codes that `getJobReport` has of its own. */
export type GetJobReportCode = TypesOf<(typeof researchRoutes)["getJobReport"]>["codes"];

/**
 * Input of `watchJob` (`GET /jobs/:uuid/progress`): Stream the progress of a job as Server-Sent Events; the
 * finished job is the last one.
 */
export interface WatchJobInput extends CallInput<TypesOf<(typeof researchRoutes)["watchJob"]>> {}
/** Data that `watchJob` resolves to. */
export type WatchJobOutput = ResponseData<TypesOf<(typeof researchRoutes)["watchJob"]>>;
/** Error codes that `watchJob` has of its own. */
export type WatchJobCode = TypesOf<(typeof researchRoutes)["watchJob"]>["codes"];

/**
 * Input of `retryJob` (`POST /jobs/:uuid/retry`): Create a new job of the same kind as one that failed or was
 * cancelled.
 */
export interface RetryJobInput extends CallInput<TypesOf<(typeof researchRoutes)["retryJob"]>> {}
/** Data that `retryJob` resolves to. */
export type RetryJobOutput = ResponseData<TypesOf<(typeof researchRoutes)["retryJob"]>>;
/** Error codes that `retryJob` has of its own. */
export type RetryJobCode = TypesOf<(typeof researchRoutes)["retryJob"]>["codes"];
