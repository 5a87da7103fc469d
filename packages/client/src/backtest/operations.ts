/** Written by scripts/write-operations.ts out of the routes: change those instead. */

import type { dataRoutes, jobRoutes } from "@bourse/contract/backtest";
import type { CallInput, ResponseData, TypesOf } from "@bourse/contract/client";

type DataRoutes<Key extends keyof typeof dataRoutes> = TypesOf<(typeof dataRoutes)[Key]>;
type JobRoutes<Key extends keyof typeof jobRoutes> = TypesOf<(typeof jobRoutes)[Key]>;

/** Input of `health`: `GET /health`. */
export interface HealthInput extends CallInput<JobRoutes<"health">> {}
/** Data that `health` resolves to. */
export type HealthOutput = ResponseData<JobRoutes<"health">>;
/** Own error codes of `health`. */
export type HealthCode = JobRoutes<"health">["codes"];

/** Input of `jobStats`: `GET /jobs/stats`. */
export interface JobStatsInput extends CallInput<JobRoutes<"jobStats">> {}
/** Data that `jobStats` resolves to. */
export type JobStatsOutput = ResponseData<JobRoutes<"jobStats">>;
/** Own error codes of `jobStats`. */
export type JobStatsCode = JobRoutes<"jobStats">["codes"];

/** Input of `createBacktest`: `POST /backtests`. */
export interface CreateBacktestInput extends CallInput<JobRoutes<"createBacktest">> {}
/** Data that `createBacktest` resolves to. */
export type CreateBacktestOutput = ResponseData<JobRoutes<"createBacktest">>;
/** Own error codes of `createBacktest`. */
export type CreateBacktestCode = JobRoutes<"createBacktest">["codes"];

/** Input of `listJobs`: `GET /jobs`. */
export interface ListJobsInput extends CallInput<JobRoutes<"listJobs">> {}
/** Data that `listJobs` resolves to. */
export type ListJobsOutput = ResponseData<JobRoutes<"listJobs">>;
/** Own error codes of `listJobs`. */
export type ListJobsCode = JobRoutes<"listJobs">["codes"];

/** Input of `getJob`: `GET /jobs/:uuid`. */
export interface GetJobInput extends CallInput<JobRoutes<"getJob">> {}
/** Data that `getJob` resolves to. */
export type GetJobOutput = ResponseData<JobRoutes<"getJob">>;
/** Own error codes of `getJob`. */
export type GetJobCode = JobRoutes<"getJob">["codes"];

/** Input of `cancelJob`: `POST /jobs/:job_uuid/cancel`. */
export interface CancelJobInput extends CallInput<JobRoutes<"cancelJob">> {}
/** Data that `cancelJob` resolves to. */
export type CancelJobOutput = ResponseData<JobRoutes<"cancelJob">>;
/** Own error codes of `cancelJob`. */
export type CancelJobCode = JobRoutes<"cancelJob">["codes"];

/** Input of `deleteJob`: `DELETE /jobs/:uuid`. */
export interface DeleteJobInput extends CallInput<JobRoutes<"deleteJob">> {}
/** Data that `deleteJob` resolves to. */
export type DeleteJobOutput = ResponseData<JobRoutes<"deleteJob">>;
/** Own error codes of `deleteJob`. */
export type DeleteJobCode = JobRoutes<"deleteJob">["codes"];

/** Input of `getKlines`: `GET /data/klines`. */
export interface GetKlinesInput extends CallInput<DataRoutes<"getKlines">> {}
/** Data that `getKlines` resolves to. */
export type GetKlinesOutput = ResponseData<DataRoutes<"getKlines">>;
/** Own error codes of `getKlines`. */
export type GetKlinesCode = DataRoutes<"getKlines">["codes"];

/** Input of `getCache`: `GET /data/cache`. */
export interface GetCacheInput extends CallInput<DataRoutes<"getCache">> {}
/** Data that `getCache` resolves to. */
export type GetCacheOutput = ResponseData<DataRoutes<"getCache">>;
/** Own error codes of `getCache`. */
export type GetCacheCode = DataRoutes<"getCache">["codes"];

/** Input of `clearCache`: `DELETE /data/cache`. */
export interface ClearCacheInput extends CallInput<DataRoutes<"clearCache">> {}
/** Data that `clearCache` resolves to. */
export type ClearCacheOutput = ResponseData<DataRoutes<"clearCache">>;
/** Own error codes of `clearCache`. */
export type ClearCacheCode = DataRoutes<"clearCache">["codes"];

/** Input of `listSymbols`: `GET /data/symbols`. */
export interface ListSymbolsInput extends CallInput<DataRoutes<"listSymbols">> {}
/** Data that `listSymbols` resolves to. */
export type ListSymbolsOutput = ResponseData<DataRoutes<"listSymbols">>;
/** Own error codes of `listSymbols`. */
export type ListSymbolsCode = DataRoutes<"listSymbols">["codes"];

/** Input of `importCandles`: `POST /data/import`. */
export interface ImportCandlesInput extends CallInput<DataRoutes<"importCandles">> {}
/** Data that `importCandles` resolves to. */
export type ImportCandlesOutput = ResponseData<DataRoutes<"importCandles">>;
/** Own error codes of `importCandles`. */
export type ImportCandlesCode = DataRoutes<"importCandles">["codes"];

/** Input of `listImports`: `GET /data/import`. */
export interface ListImportsInput extends CallInput<DataRoutes<"listImports">> {}
/** Data that `listImports` resolves to. */
export type ListImportsOutput = ResponseData<DataRoutes<"listImports">>;
/** Own error codes of `listImports`. */
export type ListImportsCode = DataRoutes<"listImports">["codes"];

/** Input of `deleteImport`: `DELETE /data/import`. */
export interface DeleteImportInput extends CallInput<DataRoutes<"deleteImport">> {}
/** Data that `deleteImport` resolves to. */
export type DeleteImportOutput = ResponseData<DataRoutes<"deleteImport">>;
/** Own error codes of `deleteImport`. */
export type DeleteImportCode = DataRoutes<"deleteImport">["codes"];

/** Input of `listStrategies`: `GET /strategies`. */
export interface ListStrategiesInput extends CallInput<DataRoutes<"listStrategies">> {}
/** Data that `listStrategies` resolves to. */
export type ListStrategiesOutput = ResponseData<DataRoutes<"listStrategies">>;
/** Own error codes of `listStrategies`. */
export type ListStrategiesCode = DataRoutes<"listStrategies">["codes"];

/** Input of `generateSignal`: `POST /strategies/:strategy_name/signal`. */
export interface GenerateSignalInput extends CallInput<DataRoutes<"generateSignal">> {}
/** Data that `generateSignal` resolves to. */
export type GenerateSignalOutput = ResponseData<DataRoutes<"generateSignal">>;
/** Own error codes of `generateSignal`. */
export type GenerateSignalCode = DataRoutes<"generateSignal">["codes"];
