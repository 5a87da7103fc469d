/** Written by scripts/write-calls.ts out of the routes: change those instead. */

import type { Calls } from "../route/calls.ts";
import type { dashboardRoutes, externalRoutes, internalRoutes } from "./routes.ts";

const ERRORS_1 = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  VALIDATION_ERROR: 422,
  RATE_LIMITED: 429,
  CURSOR_INVALID: 422,
};
const ERRORS_2 = { UNAUTHORIZED: 401, FORBIDDEN: 403, VALIDATION_ERROR: 422, RATE_LIMITED: 429 };
const ERRORS_3 = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  VALIDATION_ERROR: 422,
  RATE_LIMITED: 429,
  STANDBY: 503,
  NOT_FOUND: 404,
};
const ERRORS_4 = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  VALIDATION_ERROR: 422,
  RATE_LIMITED: 429,
  STANDBY: 503,
};
const ERRORS_5 = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  VALIDATION_ERROR: 422,
  RATE_LIMITED: 429,
  CHAIN_UNAVAILABLE: 503,
  CHAIN_REJECTED: 503,
  CHAIN_MISMATCH: 503,
  STANDBY: 503,
  INSUFFICIENT_FUNDS: 422,
  TOKEN_UNSUPPORTED: 422,
  TRANSACTION_REFUSED: 422,
  TRANSACTION_REVERTED: 409,
  NEEDS_REVIEW: 409,
  IDEMPOTENCY_MISMATCH: 422,
  IDEMPOTENCY_RUNNING: 409,
  PROOF_MISSING: 409,
  CONTRACT_MISMATCH: 503,
};
const ERRORS_6 = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  VALIDATION_ERROR: 422,
  RATE_LIMITED: 429,
  NOT_FOUND: 404,
};
const ERRORS_7 = { VALIDATION_ERROR: 422, RATE_LIMITED: 429, STANDBY: 503 };
const ERRORS_8 = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  VALIDATION_ERROR: 422,
  RATE_LIMITED: 429,
  CHAIN_UNAVAILABLE: 503,
  CHAIN_REJECTED: 503,
  CHAIN_MISMATCH: 503,
  TOKEN_UNSUPPORTED: 422,
};
const ERRORS_9 = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  VALIDATION_ERROR: 422,
  RATE_LIMITED: 429,
  CHAIN_UNAVAILABLE: 503,
  CHAIN_REJECTED: 503,
  CHAIN_MISMATCH: 503,
  STANDBY: 503,
  INSUFFICIENT_FUNDS: 422,
  TOKEN_UNSUPPORTED: 422,
  TRANSACTION_REFUSED: 422,
  TRANSACTION_REVERTED: 409,
  NEEDS_REVIEW: 409,
  IDEMPOTENCY_MISMATCH: 422,
  IDEMPOTENCY_RUNNING: 409,
};
const ERRORS_10 = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  VALIDATION_ERROR: 422,
  RATE_LIMITED: 429,
  CHAIN_UNAVAILABLE: 503,
  CHAIN_REJECTED: 503,
  CHAIN_MISMATCH: 503,
  STANDBY: 503,
  TOKEN_UNSUPPORTED: 422,
};
const ERRORS_11 = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  VALIDATION_ERROR: 422,
  RATE_LIMITED: 429,
  CHAIN_UNAVAILABLE: 503,
  CHAIN_REJECTED: 503,
  CHAIN_MISMATCH: 503,
  STANDBY: 503,
  NOT_FOUND: 404,
  ACTION_NOT_POSSIBLE: 409,
};

/** The calls of {@link dashboardRoutes}. */
export const dashboardCalls: Calls<typeof dashboardRoutes> = {
  health: {
    method: "GET",
    path: "/health",
    answers: [503],
  },
  balance: {
    method: "GET",
    path: "/balance/:address",
    security: "dashboard",
    errors: ERRORS_8,
  },
  transfer: {
    method: "POST",
    path: "/transfer",
    security: "dashboard",
    body: "application/json",
    idempotencyKey: true,
    tradesOrPays: true,
    errors: ERRORS_9,
  },
  listTokens: {
    method: "GET",
    path: "/tokens",
    security: "dashboard",
    errors: ERRORS_2,
  },
  addToken: {
    method: "POST",
    path: "/tokens",
    security: "dashboard",
    body: "application/json",
    idempotent: true,
    errors: ERRORS_10,
  },
  listTransactions: {
    method: "GET",
    path: "/transactions",
    security: "dashboard",
    errors: ERRORS_1,
    pages: "transactions",
  },
  changeTransaction: {
    method: "POST",
    path: "/transactions/:id",
    security: "dashboard",
    body: "application/json",
    tradesOrPays: true,
    errors: ERRORS_11,
  },
  listShares: {
    method: "GET",
    path: "/shares",
    security: "dashboard",
    errors: ERRORS_1,
    pages: "shares",
  },
  listReceived: {
    method: "GET",
    path: "/received",
    security: "dashboard",
    errors: ERRORS_1,
    pages: "received",
  },
  deleteReceived: {
    method: "DELETE",
    path: "/received/:id",
    security: "dashboard",
    errors: ERRORS_3,
  },
  self: {
    method: "GET",
    path: "/network/self",
    security: "dashboard",
    errors: ERRORS_2,
  },
  createApiKey: {
    method: "POST",
    path: "/api-keys",
    security: "dashboard",
    body: "application/json",
    errors: ERRORS_4,
  },
  listApiKeys: {
    method: "GET",
    path: "/api-keys",
    security: "dashboard",
    errors: ERRORS_1,
    pages: "keys",
  },
  revokeApiKey: {
    method: "DELETE",
    path: "/api-keys/:id",
    security: "dashboard",
    errors: ERRORS_3,
  },
  listAudit: {
    method: "GET",
    path: "/audit",
    security: "dashboard",
    errors: ERRORS_1,
    data: "list",
    pages: true,
  },
  shareData: {
    method: "POST",
    path: "/share_data",
    security: "apiKey",
    body: "application/json",
    idempotencyKey: true,
    tradesOrPays: true,
    errors: ERRORS_5,
  },
  getData: {
    method: "GET",
    path: "/data/:data_hash",
    security: "apiKey",
    errors: ERRORS_6,
  },
  verifyData: {
    method: "GET",
    path: "/verify_data/:data_hash",
    security: "dashboard",
    errors: ERRORS_4,
  },
  complianceHistory: {
    method: "GET",
    path: "/compliance_history",
    security: "dashboard",
    errors: ERRORS_1,
    pages: "history",
  },
  exportCompliance: {
    method: "GET",
    path: "/compliance_history/export",
    security: "dashboard",
    media: {
      "200": "application/x-ndjson, text/csv",
    },
    errors: ERRORS_2,
  },
  networkStats: {
    method: "GET",
    path: "/network/stats",
    security: "dashboard",
    errors: ERRORS_4,
  },
  listPeers: {
    method: "GET",
    path: "/network/peers",
    security: "dashboard",
    errors: ERRORS_4,
  },
  info: {
    method: "GET",
    path: "/dashboard/info",
    security: "dashboard",
    errors: ERRORS_2,
  },
};

/** The calls of {@link externalRoutes}. */
export const externalCalls: Calls<typeof externalRoutes> = {
  health: {
    method: "GET",
    path: "/health",
    answers: [503],
  },
  shareData: {
    method: "POST",
    path: "/share_data",
    security: "apiKey",
    body: "application/json",
    idempotencyKey: true,
    tradesOrPays: true,
    errors: ERRORS_5,
  },
  getData: {
    method: "GET",
    path: "/data/:data_hash",
    security: "apiKey",
    errors: ERRORS_6,
  },
  verifyData: {
    method: "GET",
    path: "/verify_data/:data_hash",
    errors: ERRORS_7,
  },
  complianceHistory: {
    method: "GET",
    path: "/compliance_history",
    errors: { VALIDATION_ERROR: 422, RATE_LIMITED: 429, CURSOR_INVALID: 422 },
    pages: "history",
  },
  exportCompliance: {
    method: "GET",
    path: "/compliance_history/export",
    media: {
      "200": "application/x-ndjson, text/csv",
    },
    errors: { VALIDATION_ERROR: 422, RATE_LIMITED: 429 },
  },
  networkStats: {
    method: "GET",
    path: "/network/stats",
    errors: ERRORS_7,
  },
  listPeers: {
    method: "GET",
    path: "/network/peers",
    security: "maybeApiKey",
    errors: { VALIDATION_ERROR: 422, RATE_LIMITED: 429, STANDBY: 503, UNAUTHORIZED: 401 },
  },
};

/** The calls of {@link internalRoutes}. */
export const internalCalls: Calls<typeof internalRoutes> = {
  health: {
    method: "GET",
    path: "/health",
    answers: [503],
  },
  balance: {
    method: "GET",
    path: "/balance/:address",
    security: "owner",
    errors: ERRORS_8,
  },
  transfer: {
    method: "POST",
    path: "/transfer",
    security: "owner",
    body: "application/json",
    idempotencyKey: true,
    tradesOrPays: true,
    errors: ERRORS_9,
  },
  listTokens: {
    method: "GET",
    path: "/tokens",
    security: "owner",
    errors: ERRORS_2,
  },
  addToken: {
    method: "POST",
    path: "/tokens",
    security: "owner",
    body: "application/json",
    idempotent: true,
    errors: ERRORS_10,
  },
  listTransactions: {
    method: "GET",
    path: "/transactions",
    security: "owner",
    errors: ERRORS_1,
    pages: "transactions",
  },
  changeTransaction: {
    method: "POST",
    path: "/transactions/:id",
    security: "owner",
    body: "application/json",
    tradesOrPays: true,
    errors: ERRORS_11,
  },
  listShares: {
    method: "GET",
    path: "/shares",
    security: "owner",
    errors: ERRORS_1,
    pages: "shares",
  },
  listReceived: {
    method: "GET",
    path: "/received",
    security: "owner",
    errors: ERRORS_1,
    pages: "received",
  },
  deleteReceived: {
    method: "DELETE",
    path: "/received/:id",
    security: "owner",
    errors: ERRORS_3,
  },
  self: {
    method: "GET",
    path: "/network/self",
    security: "owner",
    errors: ERRORS_2,
  },
  createApiKey: {
    method: "POST",
    path: "/api-keys",
    security: "owner",
    body: "application/json",
    errors: ERRORS_4,
  },
  listApiKeys: {
    method: "GET",
    path: "/api-keys",
    security: "owner",
    errors: ERRORS_1,
    pages: "keys",
  },
  revokeApiKey: {
    method: "DELETE",
    path: "/api-keys/:id",
    security: "owner",
    errors: ERRORS_3,
  },
  listAudit: {
    method: "GET",
    path: "/audit",
    security: "owner",
    errors: ERRORS_1,
    data: "list",
    pages: true,
  },
};
