/** Written by scripts/write-texts.ts out of the routes: change those instead. */

import type { Calls } from "../route/calls.ts";
import type { dataRoutes, executionRoutes, jobRoutes, researchRoutes } from "./routes.ts";

/** The calls of {@link dataRoutes}. */
export const dataCalls: Calls<typeof dataRoutes> = {
  getKlines: {
    method: "GET",
    path: "/data/klines",
    security: "apiKey",
    codes: {
      "400": "INVALID_PARAMETERS",
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "429": "RATE_LIMITED",
      "503": "MARKET_DATA_UNAVAILABLE",
    },
  },
  getCache: {
    method: "GET",
    path: "/data/cache",
    security: "apiKey",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "429": "RATE_LIMITED",
    },
  },
  clearCache: {
    method: "DELETE",
    path: "/data/cache",
    security: "apiKey",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "429": "RATE_LIMITED",
    },
  },
  listSymbols: {
    method: "GET",
    path: "/data/symbols",
    security: "apiKey",
    codes: {
      "400": "INVALID_PARAMETERS",
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "429": "RATE_LIMITED",
      "503": "MARKET_DATA_UNAVAILABLE",
    },
  },
  importCandles: {
    method: "POST",
    path: "/data/import",
    security: "apiKey",
    body: "text/csv",
    idempotent: true,
    codes: {
      "400": "INVALID_PARAMETERS",
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "409": "QUOTA_EXCEEDED",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  listImports: {
    method: "GET",
    path: "/data/import",
    security: "apiKey",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "429": "RATE_LIMITED",
    },
  },
  deleteImport: {
    method: "DELETE",
    path: "/data/import",
    security: "apiKey",
    codes: {
      "400": "INVALID_PARAMETERS",
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "404": "IMPORT_NOT_FOUND",
      "429": "RATE_LIMITED",
    },
  },
  listStrategies: {
    method: "GET",
    path: "/strategies",
    security: "apiKey",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "429": "RATE_LIMITED",
    },
  },
  generateSignal: {
    method: "POST",
    path: "/strategies/:strategy_name/signal",
    security: "apiKey",
    idempotent: true,
    codes: {
      "400": "INVALID_PARAMETERS",
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "404": "STRATEGY_NOT_FOUND",
      "429": "RATE_LIMITED",
      "503": "MARKET_DATA_UNAVAILABLE",
    },
  },
};

/** The calls of {@link executionRoutes}. */
export const executionCalls: Calls<typeof executionRoutes> = {
  placeOrder: {
    method: "POST",
    path: "/execution/orders",
    security: "apiKey",
    body: "application/json",
    idempotencyKey: true,
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "429": "RATE_LIMITED",
    },
  },
  listOrders: {
    method: "GET",
    path: "/execution/orders",
    security: "apiKey",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "429": "RATE_LIMITED",
    },
    pages: "orders",
  },
  getOrder: {
    method: "GET",
    path: "/execution/orders/:order_id",
    security: "apiKey",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "404": "ORDER_NOT_FOUND",
      "429": "RATE_LIMITED",
    },
  },
  cancelOrder: {
    method: "DELETE",
    path: "/execution/orders/:order_id",
    security: "apiKey",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "404": "ORDER_NOT_FOUND",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  listPositions: {
    method: "GET",
    path: "/execution/positions",
    security: "apiKey",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "429": "RATE_LIMITED",
    },
  },
  closePositions: {
    method: "POST",
    path: "/execution/positions/close",
    security: "apiKey",
    body: "application/json",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  getBalance: {
    method: "GET",
    path: "/execution/balance",
    security: "apiKey",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "429": "RATE_LIMITED",
    },
  },
  pingExecution: {
    method: "GET",
    path: "/execution/ping",
    security: "apiKey",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "429": "RATE_LIMITED",
    },
  },
  listAudit: {
    method: "GET",
    path: "/audit",
    security: "apiKey",
    codes: {
      "400": "INVALID_PARAMETERS",
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "429": "RATE_LIMITED",
    },
    pages: true,
  },
};

/** The calls of {@link jobRoutes}. */
export const jobCalls: Calls<typeof jobRoutes> = {
  health: {
    method: "GET",
    path: "/health",
    codes: {
      "503": "SERVICE_UNAVAILABLE",
    },
  },
  jobStats: {
    method: "GET",
    path: "/jobs/stats",
    security: "apiKey",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "429": "RATE_LIMITED",
    },
  },
  createBacktest: {
    method: "POST",
    path: "/backtests",
    security: "apiKey",
    body: "application/json",
    idempotencyKey: true,
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "409": "QUOTA_EXCEEDED",
      "429": "RATE_LIMITED",
    },
  },
  listJobs: {
    method: "GET",
    path: "/jobs",
    security: "apiKey",
    codes: {
      "400": "INVALID_PARAMETERS",
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "429": "RATE_LIMITED",
    },
    pages: true,
  },
  getJob: {
    method: "GET",
    path: "/jobs/:uuid",
    security: "apiKey",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "404": "JOB_NOT_FOUND",
      "429": "RATE_LIMITED",
    },
  },
  cancelJob: {
    method: "POST",
    path: "/jobs/:job_uuid/cancel",
    security: "apiKey",
    codes: {
      "400": "JOB_NOT_CANCELLABLE",
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "404": "JOB_NOT_FOUND",
      "429": "RATE_LIMITED",
    },
  },
  deleteJob: {
    method: "DELETE",
    path: "/jobs/:uuid",
    security: "apiKey",
    codes: {
      "400": "JOB_NOT_DELETABLE",
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "404": "JOB_NOT_FOUND",
      "429": "RATE_LIMITED",
    },
  },
};

/** The calls of {@link researchRoutes}. */
export const researchCalls: Calls<typeof researchRoutes> = {
  createSweep: {
    method: "POST",
    path: "/sweeps",
    security: "apiKey",
    body: "application/json",
    idempotencyKey: true,
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "409": "QUOTA_EXCEEDED",
      "429": "RATE_LIMITED",
    },
  },
  createWalkForward: {
    method: "POST",
    path: "/walk-forward",
    security: "apiKey",
    body: "application/json",
    idempotencyKey: true,
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "409": "QUOTA_EXCEEDED",
      "429": "RATE_LIMITED",
    },
  },
  getJobTrades: {
    method: "GET",
    path: "/jobs/:uuid/trades",
    security: "apiKey",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "404": "JOB_NOT_FOUND",
      "429": "RATE_LIMITED",
    },
    pages: true,
  },
  getJobEquity: {
    method: "GET",
    path: "/jobs/:uuid/equity",
    security: "apiKey",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "404": "JOB_NOT_FOUND",
      "429": "RATE_LIMITED",
    },
  },
  getJobReport: {
    method: "GET",
    path: "/jobs/:uuid/report",
    security: "apiKey",
    media: {
      "200": "text/html; charset=utf-8",
    },
    codes: {
      "400": "JOB_NOT_COMPLETED",
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "404": "JOB_NOT_FOUND",
      "429": "RATE_LIMITED",
    },
  },
  watchJob: {
    method: "GET",
    path: "/jobs/:uuid/progress",
    security: "apiKey",
    media: {
      "200": "text/event-stream",
    },
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "404": "JOB_NOT_FOUND",
      "429": "RATE_LIMITED",
    },
  },
  retryJob: {
    method: "POST",
    path: "/jobs/:uuid/retry",
    security: "apiKey",
    idempotencyKey: true,
    codes: {
      "400": "JOB_NOT_RETRYABLE",
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "404": "JOB_NOT_FOUND",
      "409": "QUOTA_EXCEEDED",
      "422": "IDEMPOTENCY_KEY_REUSED",
      "429": "RATE_LIMITED",
    },
  },
};
