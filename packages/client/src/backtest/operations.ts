/** Written by scripts/write-operations.ts out of the routes: change those instead. */

import type { dataRoutes, jobRoutes } from "@bourse/contract/backtest";
import type { CallInput, ResponseData, TypesOf } from "@bourse/contract/client";

/** Input of `health` (`GET /health`): Report the service, its version and the job statistics. */
export interface HealthInput extends CallInput<TypesOf<(typeof jobRoutes)["health"]>> {}
/** Data that `health` resolves to. */
export type HealthOutput = ResponseData<TypesOf<(typeof jobRoutes)["health"]>>;
/** Error codes that `health` has of its own. */
export type HealthCode = TypesOf<(typeof jobRoutes)["health"]>["codes"];

/** Input of `jobStats` (`GET /jobs/stats`): Count the jobs in each state. */
export interface JobStatsInput extends CallInput<TypesOf<(typeof jobRoutes)["jobStats"]>> {}
/** Data that `jobStats` resolves to. */
export type JobStatsOutput = ResponseData<TypesOf<(typeof jobRoutes)["jobStats"]>>;
/** Error codes that `jobStats` has of its own. */
export type JobStatsCode = TypesOf<(typeof jobRoutes)["jobStats"]>["codes"];

/** Input of `createBacktest` (`POST /backtests`): Create a backtest job and dispatch it to a worker. */
export interface CreateBacktestInput extends CallInput<
  TypesOf<(typeof jobRoutes)["createBacktest"]>
> {}
/** Data that `createBacktest` resolves to. */
export type CreateBacktestOutput = ResponseData<TypesOf<(typeof jobRoutes)["createBacktest"]>>;
/** Error codes that `createBacktest` has of its own. */
export type CreateBacktestCode = TypesOf<(typeof jobRoutes)["createBacktest"]>["codes"];

/** Input of `listJobs` (`GET /jobs`): List jobs, newest first. */
export interface ListJobsInput extends CallInput<TypesOf<(typeof jobRoutes)["listJobs"]>> {}
/** Data that `listJobs` resolves to. */
export type ListJobsOutput = ResponseData<TypesOf<(typeof jobRoutes)["listJobs"]>>;
/** Error codes that `listJobs` has of its own. */
export type ListJobsCode = TypesOf<(typeof jobRoutes)["listJobs"]>["codes"];

/** Input of `getJob` (`GET /jobs/:uuid`): Read a job. */
export interface GetJobInput extends CallInput<TypesOf<(typeof jobRoutes)["getJob"]>> {}
/** Data that `getJob` resolves to. */
export type GetJobOutput = ResponseData<TypesOf<(typeof jobRoutes)["getJob"]>>;
/** Error codes that `getJob` has of its own. */
export type GetJobCode = TypesOf<(typeof jobRoutes)["getJob"]>["codes"];

/** Input of `cancelJob` (`POST /jobs/:job_uuid/cancel`): Mark a pending or running job as cancelled. */
export interface CancelJobInput extends CallInput<TypesOf<(typeof jobRoutes)["cancelJob"]>> {}
/** Data that `cancelJob` resolves to. */
export type CancelJobOutput = ResponseData<TypesOf<(typeof jobRoutes)["cancelJob"]>>;
/** Error codes that `cancelJob` has of its own. */
export type CancelJobCode = TypesOf<(typeof jobRoutes)["cancelJob"]>["codes"];

/**
 * Input of `deleteJob` (`DELETE /jobs/:uuid`): Delete a completed, failed or cancelled job with its result,
 * trades and equity.
 */
export interface DeleteJobInput extends CallInput<TypesOf<(typeof jobRoutes)["deleteJob"]>> {}
/** Data that `deleteJob` resolves to. */
export type DeleteJobOutput = ResponseData<TypesOf<(typeof jobRoutes)["deleteJob"]>>;
/** Error codes that `deleteJob` has of its own. */
export type DeleteJobCode = TypesOf<(typeof jobRoutes)["deleteJob"]>["codes"];

/** Input of `getKlines` (`GET /data/klines`): List closed candles, oldest first. */
export interface GetKlinesInput extends CallInput<TypesOf<(typeof dataRoutes)["getKlines"]>> {}
/** Data that `getKlines` resolves to. */
export type GetKlinesOutput = ResponseData<TypesOf<(typeof dataRoutes)["getKlines"]>>;
/** Error codes that `getKlines` has of its own. */
export type GetKlinesCode = TypesOf<(typeof dataRoutes)["getKlines"]>["codes"];

/** Input of `getCache` (`GET /data/cache`): Describe the content of the candle cache. */
export interface GetCacheInput extends CallInput<TypesOf<(typeof dataRoutes)["getCache"]>> {}
/** Data that `getCache` resolves to. */
export type GetCacheOutput = ResponseData<TypesOf<(typeof dataRoutes)["getCache"]>>;
/** Error codes that `getCache` has of its own. */
export type GetCacheCode = TypesOf<(typeof dataRoutes)["getCache"]>["codes"];

/** Input of `clearCache` (`DELETE /data/cache`): Empty the candle cache. */
export interface ClearCacheInput extends CallInput<TypesOf<(typeof dataRoutes)["clearCache"]>> {}
/** Data that `clearCache` resolves to. */
export type ClearCacheOutput = ResponseData<TypesOf<(typeof dataRoutes)["clearCache"]>>;
/** Error codes that `clearCache` has of its own. */
export type ClearCacheCode = TypesOf<(typeof dataRoutes)["clearCache"]>["codes"];

/** Input of `listSymbols` (`GET /data/symbols`): List the symbols of an exchange. */
export interface ListSymbolsInput extends CallInput<TypesOf<(typeof dataRoutes)["listSymbols"]>> {}
/** Data that `listSymbols` resolves to. */
export type ListSymbolsOutput = ResponseData<TypesOf<(typeof dataRoutes)["listSymbols"]>>;
/** Error codes that `listSymbols` has of its own. */
export type ListSymbolsCode = TypesOf<(typeof dataRoutes)["listSymbols"]>["codes"];

/**
 * Input of `importCandles` (`POST /data/import`): Store candles from CSV: timestamp,open,high,low,close,volume.
 * Times in seconds, milliseconds, microseconds, nanoseconds or ISO 8601..
 */
export interface ImportCandlesInput extends CallInput<
  TypesOf<(typeof dataRoutes)["importCandles"]>
> {}
/** Data that `importCandles` resolves to. */
export type ImportCandlesOutput = ResponseData<TypesOf<(typeof dataRoutes)["importCandles"]>>;
/** Error codes that `importCandles` has of its own. */
export type ImportCandlesCode = TypesOf<(typeof dataRoutes)["importCandles"]>["codes"];

/** Input of `listImports` (`GET /data/import`): List the imported series. */
export interface ListImportsInput extends CallInput<TypesOf<(typeof dataRoutes)["listImports"]>> {}
/** Data that `listImports` resolves to. */
export type ListImportsOutput = ResponseData<TypesOf<(typeof dataRoutes)["listImports"]>>;
/** Error codes that `listImports` has of its own. */
export type ListImportsCode = TypesOf<(typeof dataRoutes)["listImports"]>["codes"];

/** Input of `deleteImport` (`DELETE /data/import`): Delete an imported series. */
export interface DeleteImportInput extends CallInput<
  TypesOf<(typeof dataRoutes)["deleteImport"]>
> {}
/** Data that `deleteImport` resolves to. */
export type DeleteImportOutput = ResponseData<TypesOf<(typeof dataRoutes)["deleteImport"]>>;
/** Error codes that `deleteImport` has of its own. */
export type DeleteImportCode = TypesOf<(typeof dataRoutes)["deleteImport"]>["codes"];

/** Input of `listStrategies` (`GET /strategies`): List the registered strategies with their parameters. */
export interface ListStrategiesInput extends CallInput<
  TypesOf<(typeof dataRoutes)["listStrategies"]>
> {}
/** Data that `listStrategies` resolves to. */
export type ListStrategiesOutput = ResponseData<TypesOf<(typeof dataRoutes)["listStrategies"]>>;
/** Error codes that `listStrategies` has of its own. */
export type ListStrategiesCode = TypesOf<(typeof dataRoutes)["listStrategies"]>["codes"];

/**
 * Input of `generateSignal` (`POST /strategies/:strategy_name/signal`): Compute a strategy's signal on the
 * newest closed candles.
 */
export interface GenerateSignalInput extends CallInput<
  TypesOf<(typeof dataRoutes)["generateSignal"]>
> {}
/** Data that `generateSignal` resolves to. */
export type GenerateSignalOutput = ResponseData<TypesOf<(typeof dataRoutes)["generateSignal"]>>;
/** Error codes that `generateSignal` has of its own. */
export type GenerateSignalCode = TypesOf<(typeof dataRoutes)["generateSignal"]>["codes"];
