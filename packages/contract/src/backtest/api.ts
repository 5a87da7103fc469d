/** The backtesting and trading job service as a table: paths under `/api`, snake_case, no envelope. */

import * as z from "zod";

import { q } from "../query/codecs.ts";
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
      summary: "The service, its version and the job statistics",
      tags: ["system"],
      seed: "System: GET /api/health",
      unspecified: ["The stats block holds total and one count a state, which add up."],
      responses: { 200: Health },
    }),
    jobStats: route("GET", "/jobs/stats", {
      summary: "Job statistics",
      tags: ["system"],
      seed: "System: GET /api/jobs/stats",
      unspecified: ["The path wins over /api/jobs/{uuid}."],
      security,
      responses: { 200: JobStats },
      errors: GUARD,
    }),
    createBacktest: route("POST", "/backtests", {
      summary: "Record a backtest job and dispatch it to a worker",
      tags: ["backtests"],
      seed: "Backtests: POST /api/backtests",
      unspecified: [
        "The warning is a string.",
        "Unknown fields of the body are ignored; an empty body is the empty object.",
        "The bounds of interval, initial_capital and transaction_fee.",
        "Idempotency-Key makes a retry answer what the first call answered.",
      ],
      security,
      headers: z.object({ "idempotency-key": z.string().min(1).max(255).optional() }),
      body: BacktestRequest,
      responses: { 200: DispatchReply },
      errors: {
        ...GUARD,
        VALIDATION_ERROR: 422,
        STRATEGY_NOT_FOUND: 422,
        IDEMPOTENCY_KEY_REUSED: 422,
      },
    }),
    listJobs: route("GET", "/jobs", {
      summary: "Jobs, newest first",
      tags: ["jobs"],
      seed: "Jobs: GET /api/jobs",
      unspecified: [
        "The order: newest first.",
        "The values of job_type; an unknown one is 400.",
        "Unknown query parameters are ignored, a repeated one is 400.",
      ],
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
      summary: "One job",
      tags: ["jobs"],
      seed: "Jobs: GET /api/jobs/{uuid}",
      unspecified: ["A malformed uuid is 404, as an unknown one."],
      security,
      params: z.object({ uuid: z.string() }),
      responses: { 200: Job },
      errors: { ...GUARD, JOB_NOT_FOUND: 404 },
    }),
    cancelJob: route("POST", "/jobs/:job_uuid/cancel", {
      summary: "Mark a pending or running job as cancelled",
      tags: ["jobs"],
      seed: "Jobs: POST /api/jobs/{job_uuid}/cancel",
      unspecified: ["A worker sees the mark at its next heartbeat and stops early."],
      security,
      params: z.object({ job_uuid: z.string() }),
      responses: { 200: CancelReply },
      errors: { ...GUARD, JOB_NOT_FOUND: 404, JOB_NOT_CANCELLABLE: 400 },
    }),
    getKlines: route("GET", "/data/klines", {
      summary: "Candles, oldest first",
      tags: ["data"],
      seed: "Data: GET /api/data/klines",
      unspecified: ["The answer's shape.", "The accepted intervals."],
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
      summary: "What the candle cache holds",
      tags: ["data"],
      seed: "Data: GET /api/data/cache",
      unspecified: ["The answer's shape."],
      security,
      responses: { 200: CacheStatus },
      errors: GUARD,
    }),
    clearCache: route("DELETE", "/data/cache", {
      summary: "Empty the candle cache",
      tags: ["data"],
      seed: "Data: DELETE /api/data/cache",
      unspecified: ["The answer's shape."],
      security,
      responses: { 200: CacheCleared },
      errors: GUARD,
    }),
    listSymbols: route("GET", "/data/symbols", {
      summary: "The symbols of an exchange",
      tags: ["data"],
      seed: "Data: GET /api/data/symbols",
      unspecified: ["The default exchange is bybit.", "An unknown exchange is 400."],
      security,
      query: z.object({ exchange: ExchangeName.default("bybit") }),
      responses: { 200: SymbolList },
      errors: DATA_ERRORS,
    }),
    importCandles: route("POST", "/data/import", {
      summary: "Store candles from CSV: timestamp,open,high,low,close,volume",
      tags: ["data"],
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
      summary: "The registered strategies with their parameters",
      tags: ["strategies"],
      seed: "Strategies: GET /api/strategies",
      unspecified: ["The answer's shape."],
      security,
      responses: { 200: StrategyList },
      errors: GUARD,
    }),
    generateSignal: route("POST", "/strategies/:strategy_name/signal", {
      summary: "A strategy's signal on the newest closed candles",
      tags: ["strategies"],
      seed: "Strategies: POST /api/strategies/{strategy_name}/signal",
      unspecified: ["The default symbol is BTCUSDT.", "The answer's shape."],
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
