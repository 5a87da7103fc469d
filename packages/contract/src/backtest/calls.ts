/** Written by scripts/write-calls.ts out of the routes: change those instead. */

import type { Calls } from "../route/calls.ts";
import type { dataRoutes, executionRoutes, jobRoutes, researchRoutes } from "./routes.ts";

const ERRORS_1 = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  RATE_LIMITED: 429,
  INVALID_PARAMETERS: 400,
  MARKET_DATA_UNAVAILABLE: 503,
};
const ERRORS_2 = { UNAUTHORIZED: 401, FORBIDDEN: 403, RATE_LIMITED: 429 };
const ERRORS_3 = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  RATE_LIMITED: 429,
  INVALID_PARAMETERS: 400,
  EXECUTION_REFUSED: 400,
  EXECUTION_UNAVAILABLE: 503,
  MARKET_DATA_UNAVAILABLE: 503,
};
const ERRORS_4 = { UNAUTHORIZED: 401, FORBIDDEN: 403, RATE_LIMITED: 429, INVALID_PARAMETERS: 400 };
const ERRORS_5 = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  RATE_LIMITED: 429,
  INVALID_PARAMETERS: 400,
  NOT_FOUND: 404,
  WEBHOOKS_UNAVAILABLE: 501,
};
const ERRORS_6 = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  RATE_LIMITED: 429,
  INVALID_PARAMETERS: 400,
  VALIDATION_ERROR: 422,
  STRATEGY_NOT_FOUND: 422,
  IDEMPOTENCY_KEY_REUSED: 422,
  QUOTA_EXCEEDED: 409,
};
const ERRORS_7 = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  RATE_LIMITED: 429,
  JOB_NOT_FOUND: 404,
  JOB_NOT_COMPLETED: 400,
  INVALID_PARAMETERS: 400,
};
const ERRORS_8 = { UNAUTHORIZED: 401, FORBIDDEN: 403, RATE_LIMITED: 429, JOB_NOT_FOUND: 404 };

/** The calls of {@link dataRoutes}. */
export const dataCalls: Calls<typeof dataRoutes> = {
  getKlines: {
    method: "GET",
    path: "/data/klines",
    security: "apiKey",
    errors: ERRORS_1,
  },
  getCache: {
    method: "GET",
    path: "/data/cache",
    security: "apiKey",
    errors: ERRORS_2,
  },
  clearCache: {
    method: "DELETE",
    path: "/data/cache",
    security: "apiKey",
    errors: ERRORS_4,
  },
  listSymbols: {
    method: "GET",
    path: "/data/symbols",
    security: "apiKey",
    errors: ERRORS_1,
  },
  importCandles: {
    method: "POST",
    path: "/data/import",
    security: "apiKey",
    body: "text/csv",
    bodyBytes: "application/octet-stream",
    idempotent: true,
    errors: {
      UNAUTHORIZED: 401,
      FORBIDDEN: 403,
      RATE_LIMITED: 429,
      INVALID_PARAMETERS: 400,
      MARKET_DATA_UNAVAILABLE: 503,
      VALIDATION_ERROR: 422,
      QUOTA_EXCEEDED: 409,
    },
  },
  listImports: {
    method: "GET",
    path: "/data/import",
    security: "apiKey",
    errors: ERRORS_2,
  },
  deleteImport: {
    method: "DELETE",
    path: "/data/import",
    security: "apiKey",
    errors: {
      UNAUTHORIZED: 401,
      FORBIDDEN: 403,
      RATE_LIMITED: 429,
      INVALID_PARAMETERS: 400,
      IMPORT_NOT_FOUND: 404,
    },
  },
  listStrategies: {
    method: "GET",
    path: "/strategies",
    security: "apiKey",
    errors: ERRORS_2,
  },
  generateSignal: {
    method: "POST",
    path: "/strategies/:strategy_name/signal",
    security: "apiKey",
    idempotent: true,
    tradesOrPays: true,
    errors: {
      UNAUTHORIZED: 401,
      FORBIDDEN: 403,
      RATE_LIMITED: 429,
      INVALID_PARAMETERS: 400,
      MARKET_DATA_UNAVAILABLE: 503,
      STRATEGY_NOT_FOUND: 404,
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
    tradesOrPays: true,
    errors: {
      UNAUTHORIZED: 401,
      FORBIDDEN: 403,
      RATE_LIMITED: 429,
      INVALID_PARAMETERS: 400,
      EXECUTION_REFUSED: 400,
      EXECUTION_UNAVAILABLE: 503,
      MARKET_DATA_UNAVAILABLE: 503,
      INSUFFICIENT_FUNDS: 400,
      VALIDATION_ERROR: 422,
      ORDER_REUSED: 422,
    },
  },
  listOrders: {
    method: "GET",
    path: "/execution/orders",
    security: "apiKey",
    errors: ERRORS_3,
    pages: "orders",
  },
  getOrder: {
    method: "GET",
    path: "/execution/orders/:order_id",
    security: "apiKey",
    errors: {
      UNAUTHORIZED: 401,
      FORBIDDEN: 403,
      RATE_LIMITED: 429,
      INVALID_PARAMETERS: 400,
      EXECUTION_REFUSED: 400,
      EXECUTION_UNAVAILABLE: 503,
      MARKET_DATA_UNAVAILABLE: 503,
      ORDER_NOT_FOUND: 404,
    },
  },
  cancelOrder: {
    method: "DELETE",
    path: "/execution/orders/:order_id",
    security: "apiKey",
    tradesOrPays: true,
    errors: {
      UNAUTHORIZED: 401,
      FORBIDDEN: 403,
      RATE_LIMITED: 429,
      INVALID_PARAMETERS: 400,
      EXECUTION_REFUSED: 400,
      EXECUTION_UNAVAILABLE: 503,
      MARKET_DATA_UNAVAILABLE: 503,
      ORDER_NOT_FOUND: 404,
      ORDER_NOT_OPEN: 400,
      VALIDATION_ERROR: 422,
    },
  },
  listPositions: {
    method: "GET",
    path: "/execution/positions",
    security: "apiKey",
    errors: ERRORS_3,
  },
  closePositions: {
    method: "POST",
    path: "/execution/positions/close",
    security: "apiKey",
    body: "application/json",
    tradesOrPays: true,
    errors: {
      UNAUTHORIZED: 401,
      FORBIDDEN: 403,
      RATE_LIMITED: 429,
      INVALID_PARAMETERS: 400,
      EXECUTION_REFUSED: 400,
      EXECUTION_UNAVAILABLE: 503,
      MARKET_DATA_UNAVAILABLE: 503,
      VALIDATION_ERROR: 422,
    },
  },
  getBalance: {
    method: "GET",
    path: "/execution/balance",
    security: "apiKey",
    errors: ERRORS_3,
  },
  pingExecution: {
    method: "GET",
    path: "/execution/ping",
    security: "apiKey",
    errors: ERRORS_3,
  },
  listAudit: {
    method: "GET",
    path: "/audit",
    security: "apiKey",
    errors: ERRORS_4,
    data: "list",
    pages: true,
  },
};

/** The calls of {@link jobRoutes}. */
export const jobCalls: Calls<typeof jobRoutes> = {
  health: {
    method: "GET",
    path: "/health",
    errors: { SERVICE_UNAVAILABLE: 503 },
  },
  jobStats: {
    method: "GET",
    path: "/jobs/stats",
    security: "apiKey",
    errors: ERRORS_2,
  },
  createBacktest: {
    method: "POST",
    path: "/backtests",
    security: "apiKey",
    body: "application/json",
    idempotencyKey: true,
    errors: ERRORS_6,
  },
  listJobs: {
    method: "GET",
    path: "/jobs",
    security: "apiKey",
    errors: ERRORS_4,
    data: "list",
    pages: true,
  },
  getJob: {
    method: "GET",
    path: "/jobs/:uuid",
    security: "apiKey",
    errors: ERRORS_8,
  },
  cancelJob: {
    method: "POST",
    path: "/jobs/:job_uuid/cancel",
    security: "apiKey",
    errors: {
      UNAUTHORIZED: 401,
      FORBIDDEN: 403,
      RATE_LIMITED: 429,
      JOB_NOT_FOUND: 404,
      JOB_NOT_CANCELLABLE: 400,
    },
  },
  deleteJob: {
    method: "DELETE",
    path: "/jobs/:uuid",
    security: "apiKey",
    errors: {
      UNAUTHORIZED: 401,
      FORBIDDEN: 403,
      RATE_LIMITED: 429,
      JOB_NOT_FOUND: 404,
      JOB_NOT_DELETABLE: 400,
    },
  },
  createWebhook: {
    method: "POST",
    path: "/webhooks",
    security: "apiKey",
    body: "application/json",
    errors: {
      UNAUTHORIZED: 401,
      FORBIDDEN: 403,
      RATE_LIMITED: 429,
      INVALID_PARAMETERS: 400,
      VALIDATION_ERROR: 422,
      QUOTA_EXCEEDED: 409,
      WEBHOOKS_UNAVAILABLE: 501,
    },
  },
  listWebhooks: {
    method: "GET",
    path: "/webhooks",
    security: "apiKey",
    errors: { UNAUTHORIZED: 401, FORBIDDEN: 403, RATE_LIMITED: 429, WEBHOOKS_UNAVAILABLE: 501 },
    data: "list",
  },
  deleteWebhook: {
    method: "DELETE",
    path: "/webhooks/:id",
    security: "apiKey",
    errors: ERRORS_5,
  },
  listWebhookDeliveries: {
    method: "GET",
    path: "/webhooks/:id/deliveries",
    security: "apiKey",
    errors: ERRORS_5,
    data: "list",
    pages: true,
  },
  replayWebhookDelivery: {
    method: "POST",
    path: "/webhooks/:id/deliveries/:delivery_id/replay",
    security: "apiKey",
    errors: {
      UNAUTHORIZED: 401,
      FORBIDDEN: 403,
      RATE_LIMITED: 429,
      INVALID_PARAMETERS: 400,
      NOT_FOUND: 404,
      CONFLICT: 409,
      WEBHOOKS_UNAVAILABLE: 501,
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
    errors: ERRORS_6,
  },
  createWalkForward: {
    method: "POST",
    path: "/walk-forward",
    security: "apiKey",
    body: "application/json",
    idempotencyKey: true,
    errors: ERRORS_6,
  },
  getJobTrades: {
    method: "GET",
    path: "/jobs/:uuid/trades",
    security: "apiKey",
    alternative: "text/csv",
    errors: ERRORS_7,
    data: "list",
    pages: true,
  },
  getJobEquity: {
    method: "GET",
    path: "/jobs/:uuid/equity",
    security: "apiKey",
    errors: ERRORS_7,
    data: "list",
  },
  getJobReport: {
    method: "GET",
    path: "/jobs/:uuid/report",
    security: "apiKey",
    media: {
      "200": "text/html; charset=utf-8",
    },
    errors: {
      UNAUTHORIZED: 401,
      FORBIDDEN: 403,
      RATE_LIMITED: 429,
      JOB_NOT_FOUND: 404,
      JOB_NOT_COMPLETED: 400,
    },
  },
  getJobTable: {
    method: "GET",
    path: "/jobs/:uuid/tables/:table",
    security: "apiKey",
    media: {
      "200":
        "text/csv; charset=utf-8, application/vnd.apache.arrow.file, application/vnd.apache.parquet",
    },
    errors: ERRORS_7,
  },
  watchJob: {
    method: "GET",
    path: "/jobs/:uuid/progress",
    security: "apiKey",
    media: {
      "200": "text/event-stream",
    },
    errors: ERRORS_8,
  },
  retryJob: {
    method: "POST",
    path: "/jobs/:uuid/retry",
    security: "apiKey",
    idempotencyKey: true,
    errors: {
      UNAUTHORIZED: 401,
      FORBIDDEN: 403,
      RATE_LIMITED: 429,
      JOB_NOT_FOUND: 404,
      JOB_NOT_RETRYABLE: 400,
      IDEMPOTENCY_KEY_REUSED: 422,
      QUOTA_EXCEEDED: 409,
    },
  },
};
