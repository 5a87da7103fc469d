/** Written by scripts/write-operations.ts out of the routes: change those instead. */

import type { dataRoutes, jobRoutes } from "@bourse/contract/backtest";
import type { CallInput, ResponseData, TypesOf } from "@bourse/contract/client";

import type { SafeResult } from "../client.ts";

type DataRoutes<Key extends keyof typeof dataRoutes> = TypesOf<(typeof dataRoutes)[Key]>;
type JobRoutes<Key extends keyof typeof jobRoutes> = TypesOf<(typeof jobRoutes)[Key]>;

/** Types of `health`. */
export interface HealthTypes extends JobRoutes<"health"> {}
/** Input of `health`. */
export interface HealthInput extends CallInput<HealthTypes> {}
/** Output of `health`. */
export type HealthOutput = ResponseData<HealthTypes>;
/** Result of `health.safe`. */
export type HealthSafeResult = SafeResult<HealthTypes>;
/** Own error codes of `health`. */
export type HealthCode = HealthTypes["codes"];

/** Types of `jobStats`. */
export interface JobStatsTypes extends JobRoutes<"jobStats"> {}
/** Input of `jobStats`. */
export interface JobStatsInput extends CallInput<JobStatsTypes> {}
/** Output of `jobStats`. */
export type JobStatsOutput = ResponseData<JobStatsTypes>;
/** Result of `jobStats.safe`. */
export type JobStatsSafeResult = SafeResult<JobStatsTypes>;
/** Own error codes of `jobStats`. */
export type JobStatsCode = JobStatsTypes["codes"];

/** Types of `createBacktest`. */
export interface CreateBacktestTypes extends JobRoutes<"createBacktest"> {}
/** Input of `createBacktest`. */
export interface CreateBacktestInput extends CallInput<CreateBacktestTypes> {}
/** Output of `createBacktest`. */
export type CreateBacktestOutput = ResponseData<CreateBacktestTypes>;
/** Result of `createBacktest.safe`. */
export type CreateBacktestSafeResult = SafeResult<CreateBacktestTypes>;
/** Own error codes of `createBacktest`. */
export type CreateBacktestCode = CreateBacktestTypes["codes"];

/** Types of `listJobs`. */
export interface ListJobsTypes extends JobRoutes<"listJobs"> {}
/** Input of `listJobs`. */
export interface ListJobsInput extends CallInput<ListJobsTypes> {}
/** Output of `listJobs`. */
export type ListJobsOutput = ResponseData<ListJobsTypes>;
/** Result of `listJobs.safe`. */
export type ListJobsSafeResult = SafeResult<ListJobsTypes>;
/** Own error codes of `listJobs`. */
export type ListJobsCode = ListJobsTypes["codes"];

/** Types of `getJob`. */
export interface GetJobTypes extends JobRoutes<"getJob"> {}
/** Input of `getJob`. */
export interface GetJobInput extends CallInput<GetJobTypes> {}
/** Output of `getJob`. */
export type GetJobOutput = ResponseData<GetJobTypes>;
/** Result of `getJob.safe`. */
export type GetJobSafeResult = SafeResult<GetJobTypes>;
/** Own error codes of `getJob`. */
export type GetJobCode = GetJobTypes["codes"];

/** Types of `updateJob`. */
export interface UpdateJobTypes extends JobRoutes<"updateJob"> {}
/** Input of `updateJob`. */
export interface UpdateJobInput extends CallInput<UpdateJobTypes> {}
/** Output of `updateJob`. */
export type UpdateJobOutput = ResponseData<UpdateJobTypes>;
/** Result of `updateJob.safe`. */
export type UpdateJobSafeResult = SafeResult<UpdateJobTypes>;
/** Own error codes of `updateJob`. */
export type UpdateJobCode = UpdateJobTypes["codes"];

/** Types of `cancelJob`. */
export interface CancelJobTypes extends JobRoutes<"cancelJob"> {}
/** Input of `cancelJob`. */
export interface CancelJobInput extends CallInput<CancelJobTypes> {}
/** Output of `cancelJob`. */
export type CancelJobOutput = ResponseData<CancelJobTypes>;
/** Result of `cancelJob.safe`. */
export type CancelJobSafeResult = SafeResult<CancelJobTypes>;
/** Own error codes of `cancelJob`. */
export type CancelJobCode = CancelJobTypes["codes"];

/** Types of `deleteJob`. */
export interface DeleteJobTypes extends JobRoutes<"deleteJob"> {}
/** Input of `deleteJob`. */
export interface DeleteJobInput extends CallInput<DeleteJobTypes> {}
/** Output of `deleteJob`. */
export type DeleteJobOutput = ResponseData<DeleteJobTypes>;
/** Result of `deleteJob.safe`. */
export type DeleteJobSafeResult = SafeResult<DeleteJobTypes>;
/** Own error codes of `deleteJob`. */
export type DeleteJobCode = DeleteJobTypes["codes"];

/** Types of `createWebhook`. */
export interface CreateWebhookTypes extends JobRoutes<"createWebhook"> {}
/** Input of `createWebhook`. */
export interface CreateWebhookInput extends CallInput<CreateWebhookTypes> {}
/** Output of `createWebhook`. */
export type CreateWebhookOutput = ResponseData<CreateWebhookTypes>;
/** Result of `createWebhook.safe`. */
export type CreateWebhookSafeResult = SafeResult<CreateWebhookTypes>;
/** Own error codes of `createWebhook`. */
export type CreateWebhookCode = CreateWebhookTypes["codes"];

/** Types of `listWebhooks`. */
export interface ListWebhooksTypes extends JobRoutes<"listWebhooks"> {}
/** Input of `listWebhooks`. */
export interface ListWebhooksInput extends CallInput<ListWebhooksTypes> {}
/** Output of `listWebhooks`. */
export type ListWebhooksOutput = ResponseData<ListWebhooksTypes>;
/** Result of `listWebhooks.safe`. */
export type ListWebhooksSafeResult = SafeResult<ListWebhooksTypes>;
/** Own error codes of `listWebhooks`. */
export type ListWebhooksCode = ListWebhooksTypes["codes"];

/** Types of `updateWebhook`. */
export interface UpdateWebhookTypes extends JobRoutes<"updateWebhook"> {}
/** Input of `updateWebhook`. */
export interface UpdateWebhookInput extends CallInput<UpdateWebhookTypes> {}
/** Output of `updateWebhook`. */
export type UpdateWebhookOutput = ResponseData<UpdateWebhookTypes>;
/** Result of `updateWebhook.safe`. */
export type UpdateWebhookSafeResult = SafeResult<UpdateWebhookTypes>;
/** Own error codes of `updateWebhook`. */
export type UpdateWebhookCode = UpdateWebhookTypes["codes"];

/** Types of `deleteWebhook`. */
export interface DeleteWebhookTypes extends JobRoutes<"deleteWebhook"> {}
/** Input of `deleteWebhook`. */
export interface DeleteWebhookInput extends CallInput<DeleteWebhookTypes> {}
/** Output of `deleteWebhook`. */
export type DeleteWebhookOutput = ResponseData<DeleteWebhookTypes>;
/** Result of `deleteWebhook.safe`. */
export type DeleteWebhookSafeResult = SafeResult<DeleteWebhookTypes>;
/** Own error codes of `deleteWebhook`. */
export type DeleteWebhookCode = DeleteWebhookTypes["codes"];

/** Types of `rotateWebhook`. */
export interface RotateWebhookTypes extends JobRoutes<"rotateWebhook"> {}
/** Input of `rotateWebhook`. */
export interface RotateWebhookInput extends CallInput<RotateWebhookTypes> {}
/** Output of `rotateWebhook`. */
export type RotateWebhookOutput = ResponseData<RotateWebhookTypes>;
/** Result of `rotateWebhook.safe`. */
export type RotateWebhookSafeResult = SafeResult<RotateWebhookTypes>;
/** Own error codes of `rotateWebhook`. */
export type RotateWebhookCode = RotateWebhookTypes["codes"];

/** Types of `listWebhookDeliveries`. */
export interface ListWebhookDeliveriesTypes extends JobRoutes<"listWebhookDeliveries"> {}
/** Input of `listWebhookDeliveries`. */
export interface ListWebhookDeliveriesInput extends CallInput<ListWebhookDeliveriesTypes> {}
/** Output of `listWebhookDeliveries`. */
export type ListWebhookDeliveriesOutput = ResponseData<ListWebhookDeliveriesTypes>;
/** Result of `listWebhookDeliveries.safe`. */
export type ListWebhookDeliveriesSafeResult = SafeResult<ListWebhookDeliveriesTypes>;
/** Own error codes of `listWebhookDeliveries`. */
export type ListWebhookDeliveriesCode = ListWebhookDeliveriesTypes["codes"];

/** Types of `replayWebhookDelivery`. */
export interface ReplayWebhookDeliveryTypes extends JobRoutes<"replayWebhookDelivery"> {}
/** Input of `replayWebhookDelivery`. */
export interface ReplayWebhookDeliveryInput extends CallInput<ReplayWebhookDeliveryTypes> {}
/** Output of `replayWebhookDelivery`. */
export type ReplayWebhookDeliveryOutput = ResponseData<ReplayWebhookDeliveryTypes>;
/** Result of `replayWebhookDelivery.safe`. */
export type ReplayWebhookDeliverySafeResult = SafeResult<ReplayWebhookDeliveryTypes>;
/** Own error codes of `replayWebhookDelivery`. */
export type ReplayWebhookDeliveryCode = ReplayWebhookDeliveryTypes["codes"];

/** Types of `getKlines`. */
export interface GetKlinesTypes extends DataRoutes<"getKlines"> {}
/** Input of `getKlines`. */
export interface GetKlinesInput extends CallInput<GetKlinesTypes> {}
/** Output of `getKlines`. */
export type GetKlinesOutput = ResponseData<GetKlinesTypes>;
/** Result of `getKlines.safe`. */
export type GetKlinesSafeResult = SafeResult<GetKlinesTypes>;
/** Own error codes of `getKlines`. */
export type GetKlinesCode = GetKlinesTypes["codes"];

/** Types of `getCache`. */
export interface GetCacheTypes extends DataRoutes<"getCache"> {}
/** Input of `getCache`. */
export interface GetCacheInput extends CallInput<GetCacheTypes> {}
/** Output of `getCache`. */
export type GetCacheOutput = ResponseData<GetCacheTypes>;
/** Result of `getCache.safe`. */
export type GetCacheSafeResult = SafeResult<GetCacheTypes>;
/** Own error codes of `getCache`. */
export type GetCacheCode = GetCacheTypes["codes"];

/** Types of `clearCache`. */
export interface ClearCacheTypes extends DataRoutes<"clearCache"> {}
/** Input of `clearCache`. */
export interface ClearCacheInput extends CallInput<ClearCacheTypes> {}
/** Output of `clearCache`. */
export type ClearCacheOutput = ResponseData<ClearCacheTypes>;
/** Result of `clearCache.safe`. */
export type ClearCacheSafeResult = SafeResult<ClearCacheTypes>;
/** Own error codes of `clearCache`. */
export type ClearCacheCode = ClearCacheTypes["codes"];

/** Types of `listSymbols`. */
export interface ListSymbolsTypes extends DataRoutes<"listSymbols"> {}
/** Input of `listSymbols`. */
export interface ListSymbolsInput extends CallInput<ListSymbolsTypes> {}
/** Output of `listSymbols`. */
export type ListSymbolsOutput = ResponseData<ListSymbolsTypes>;
/** Result of `listSymbols.safe`. */
export type ListSymbolsSafeResult = SafeResult<ListSymbolsTypes>;
/** Own error codes of `listSymbols`. */
export type ListSymbolsCode = ListSymbolsTypes["codes"];

/** Types of `importCandles`. */
export interface ImportCandlesTypes extends DataRoutes<"importCandles"> {}
/** Input of `importCandles`. */
export interface ImportCandlesInput extends CallInput<ImportCandlesTypes> {}
/** Output of `importCandles`. */
export type ImportCandlesOutput = ResponseData<ImportCandlesTypes>;
/** Result of `importCandles.safe`. */
export type ImportCandlesSafeResult = SafeResult<ImportCandlesTypes>;
/** Own error codes of `importCandles`. */
export type ImportCandlesCode = ImportCandlesTypes["codes"];

/** Types of `listImports`. */
export interface ListImportsTypes extends DataRoutes<"listImports"> {}
/** Input of `listImports`. */
export interface ListImportsInput extends CallInput<ListImportsTypes> {}
/** Output of `listImports`. */
export type ListImportsOutput = ResponseData<ListImportsTypes>;
/** Result of `listImports.safe`. */
export type ListImportsSafeResult = SafeResult<ListImportsTypes>;
/** Own error codes of `listImports`. */
export type ListImportsCode = ListImportsTypes["codes"];

/** Types of `deleteImport`. */
export interface DeleteImportTypes extends DataRoutes<"deleteImport"> {}
/** Input of `deleteImport`. */
export interface DeleteImportInput extends CallInput<DeleteImportTypes> {}
/** Output of `deleteImport`. */
export type DeleteImportOutput = ResponseData<DeleteImportTypes>;
/** Result of `deleteImport.safe`. */
export type DeleteImportSafeResult = SafeResult<DeleteImportTypes>;
/** Own error codes of `deleteImport`. */
export type DeleteImportCode = DeleteImportTypes["codes"];

/** Types of `listStrategies`. */
export interface ListStrategiesTypes extends DataRoutes<"listStrategies"> {}
/** Input of `listStrategies`. */
export interface ListStrategiesInput extends CallInput<ListStrategiesTypes> {}
/** Output of `listStrategies`. */
export type ListStrategiesOutput = ResponseData<ListStrategiesTypes>;
/** Result of `listStrategies.safe`. */
export type ListStrategiesSafeResult = SafeResult<ListStrategiesTypes>;
/** Own error codes of `listStrategies`. */
export type ListStrategiesCode = ListStrategiesTypes["codes"];

/** Types of `generateSignal`. */
export interface GenerateSignalTypes extends DataRoutes<"generateSignal"> {}
/** Input of `generateSignal`. */
export interface GenerateSignalInput extends CallInput<GenerateSignalTypes> {}
/** Output of `generateSignal`. */
export type GenerateSignalOutput = ResponseData<GenerateSignalTypes>;
/** Result of `generateSignal.safe`. */
export type GenerateSignalSafeResult = SafeResult<GenerateSignalTypes>;
/** Own error codes of `generateSignal`. */
export type GenerateSignalCode = GenerateSignalTypes["codes"];

/** Types of `getStrategySource`. */
export interface GetStrategySourceTypes extends DataRoutes<"getStrategySource"> {}
/** Input of `getStrategySource`. */
export interface GetStrategySourceInput extends CallInput<GetStrategySourceTypes> {}
/** Output of `getStrategySource`. */
export type GetStrategySourceOutput = ResponseData<GetStrategySourceTypes>;
/** Result of `getStrategySource.safe`. */
export type GetStrategySourceSafeResult = SafeResult<GetStrategySourceTypes>;
/** Own error codes of `getStrategySource`. */
export type GetStrategySourceCode = GetStrategySourceTypes["codes"];

/** Types of `saveStrategySource`. */
export interface SaveStrategySourceTypes extends DataRoutes<"saveStrategySource"> {}
/** Input of `saveStrategySource`. */
export interface SaveStrategySourceInput extends CallInput<SaveStrategySourceTypes> {}
/** Output of `saveStrategySource`. */
export type SaveStrategySourceOutput = ResponseData<SaveStrategySourceTypes>;
/** Result of `saveStrategySource.safe`. */
export type SaveStrategySourceSafeResult = SafeResult<SaveStrategySourceTypes>;
/** Own error codes of `saveStrategySource`. */
export type SaveStrategySourceCode = SaveStrategySourceTypes["codes"];

/** Types of the calls of `jobRoutes`, by operation id. */
export interface JobRouteTypes {
  /** `GET /health`. */
  health: HealthTypes;
  /** `GET /jobs/stats`. */
  jobStats: JobStatsTypes;
  /** `POST /backtests`. */
  createBacktest: CreateBacktestTypes;
  /** `GET /jobs`. */
  listJobs: ListJobsTypes;
  /** `GET /jobs/:uuid`. */
  getJob: GetJobTypes;
  /** `PATCH /jobs/:uuid`. */
  updateJob: UpdateJobTypes;
  /** `POST /jobs/:job_uuid/cancel`. */
  cancelJob: CancelJobTypes;
  /** `DELETE /jobs/:uuid`. */
  deleteJob: DeleteJobTypes;
  /** `POST /webhooks`. */
  createWebhook: CreateWebhookTypes;
  /** `GET /webhooks`. */
  listWebhooks: ListWebhooksTypes;
  /** `PATCH /webhooks/:id`. */
  updateWebhook: UpdateWebhookTypes;
  /** `DELETE /webhooks/:id`. */
  deleteWebhook: DeleteWebhookTypes;
  /** `POST /webhooks/:id/rotate`. */
  rotateWebhook: RotateWebhookTypes;
  /** `GET /webhooks/:id/deliveries`. */
  listWebhookDeliveries: ListWebhookDeliveriesTypes;
  /** `POST /webhooks/:id/deliveries/:delivery_id/replay`. */
  replayWebhookDelivery: ReplayWebhookDeliveryTypes;
}

/** Types of the calls of `dataRoutes`, by operation id. */
export interface DataRouteTypes {
  /** `GET /data/klines`. */
  getKlines: GetKlinesTypes;
  /** `GET /data/cache`. */
  getCache: GetCacheTypes;
  /** `DELETE /data/cache`. */
  clearCache: ClearCacheTypes;
  /** `GET /data/symbols`. */
  listSymbols: ListSymbolsTypes;
  /** `POST /data/import`. */
  importCandles: ImportCandlesTypes;
  /** `GET /data/import`. */
  listImports: ListImportsTypes;
  /** `DELETE /data/import`. */
  deleteImport: DeleteImportTypes;
  /** `GET /strategies`. */
  listStrategies: ListStrategiesTypes;
  /** `POST /strategies/:strategy_name/signal`. */
  generateSignal: GenerateSignalTypes;
  /** `GET /strategies/:name/source`. */
  getStrategySource: GetStrategySourceTypes;
  /** `PUT /strategies/:name/source`. */
  saveStrategySource: SaveStrategySourceTypes;
}
