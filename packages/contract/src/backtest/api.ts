/** The backtesting and trading job service as a table: paths under `/api`, snake_case, no envelope. */

import * as z from "zod";

import * as q from "../query/codecs.ts";
import { defineApi } from "../route/api.ts";
import { route } from "../route/route.ts";
import { detail } from "../wire/detail.ts";
import { ExchangeName, IntervalName, JobStatus, JobType, SymbolName } from "./common.ts";
import { CacheCleared, CacheStatus, ImportReply, Klines, SymbolList } from "./data.ts";
import { CancelReply, DispatchReply, Health, Job, JobStats } from "./job.ts";
import { BacktestRequest } from "./request.ts";
import { SignalReply, StrategyList } from "./strategies.ts";

/** What any route but health may answer beside its own codes. */
const GUARD = { UNAUTHORIZED: 401, FORBIDDEN: 403, RATE_LIMITED: 429 } as const;
const DATA_ERRORS = { ...GUARD, INVALID_PARAMETERS: 400, MARKET_DATA_UNAVAILABLE: 503 } as const;

const security = "apiKey";

export const backtestApi = defineApi({
  id: "backtest",
  title: "Bourse backtesting and trading job service",
  version: "1",
  basePath: "/api",
  wire: detail,
  security: { apiKey: { type: "apiKey", header: "X-API-Key", optional: true } },
  routes: {
    health: route("GET", "/health", {
      responses: { 200: Health },
    }),
    jobStats: route("GET", "/jobs/stats", {
      security,
      responses: { 200: JobStats },
      errors: GUARD,
    }),
    createBacktest: route("POST", "/backtests", {
      security,
      headers: z.object({ "idempotency-key": z.string().min(1).max(255).optional() }),
      body: BacktestRequest,
      idempotencyKey: true,
      responses: { 200: DispatchReply },
      errors: {
        ...GUARD,
        VALIDATION_ERROR: 422,
        STRATEGY_NOT_FOUND: 422,
        IDEMPOTENCY_KEY_REUSED: 422,
      },
    }),
    listJobs: route("GET", "/jobs", {
      security,
      query: z.object({
        status: JobStatus.optional(),
        job_type: JobType.optional(),
        limit: q.integer({ min: 1, max: 100 }).default(50),
      }),
      responses: { 200: z.array(Job) },
      errors: { ...GUARD, INVALID_PARAMETERS: 400 },
    }),
    getJob: route("GET", "/jobs/:uuid", {
      security,
      params: z.object({ uuid: z.string() }),
      responses: { 200: Job },
      errors: { ...GUARD, JOB_NOT_FOUND: 404 },
    }),
    cancelJob: route("POST", "/jobs/:job_uuid/cancel", {
      security,
      params: z.object({ job_uuid: z.string() }),
      responses: { 200: CancelReply },
      errors: { ...GUARD, JOB_NOT_FOUND: 404, JOB_NOT_CANCELLABLE: 400 },
    }),
    getKlines: route("GET", "/data/klines", {
      security,
      query: z.object({
        symbol: SymbolName.default("BTCUSDT"),
        interval: IntervalName.default("1h"),
        limit: q.integer({ min: 1, max: 1000 }).default(100),
        use_cache: q.boolean().default(true),
      }),
      responses: { 200: Klines },
      errors: DATA_ERRORS,
    }),
    getCache: route("GET", "/data/cache", {
      security,
      responses: { 200: CacheStatus },
      errors: GUARD,
    }),
    clearCache: route("DELETE", "/data/cache", {
      security,
      responses: { 200: CacheCleared },
      errors: GUARD,
    }),
    listSymbols: route("GET", "/data/symbols", {
      security,
      query: z.object({ exchange: ExchangeName.default("bybit") }),
      responses: { 200: SymbolList },
      errors: DATA_ERRORS,
    }),
    importCandles: route("POST", "/data/import", {
      security,
      query: z.object({
        symbol: SymbolName,
        interval: IntervalName,
        exchange: ExchangeName.optional(),
      }),
      body: z.string().min(1),
      bodyMediaType: "text/csv",
      bodyLimit: 64 * 1024 * 1024,
      idempotent: true,
      responses: { 200: ImportReply },
      errors: { ...GUARD, INVALID_PARAMETERS: 400, VALIDATION_ERROR: 422 },
    }),
    listStrategies: route("GET", "/strategies", {
      security,
      responses: { 200: StrategyList },
      errors: GUARD,
    }),
    generateSignal: route("POST", "/strategies/:strategy_name/signal", {
      security,
      idempotent: true,
      params: z.object({ strategy_name: z.string() }),
      query: z.object({ symbol: SymbolName.default("BTCUSDT") }),
      responses: { 200: SignalReply },
      errors: { ...DATA_ERRORS, STRATEGY_NOT_FOUND: 404 },
    }),
  },
});

/** The table's type; handlers, clients and mocks are typed by it. */
export type BacktestApi = typeof backtestApi;
