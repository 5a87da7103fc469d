/** Written by scripts/write-texts.ts out of the routes: change those instead. */

import type { Calls } from "../route/calls.ts";
import type { dashboardRoutes, externalRoutes, internalRoutes } from "./routes.ts";

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
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "429": "RATE_LIMITED",
    },
  },
  transfer: {
    method: "POST",
    path: "/transfer",
    security: "dashboard",
    body: "application/json",
    idempotencyKey: true,
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "429": "RATE_LIMITED",
    },
  },
  listTokens: {
    method: "GET",
    path: "/tokens",
    security: "dashboard",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  addToken: {
    method: "POST",
    path: "/tokens",
    security: "dashboard",
    body: "application/json",
    idempotent: true,
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "429": "RATE_LIMITED",
    },
  },
  listTransactions: {
    method: "GET",
    path: "/transactions",
    security: "dashboard",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "429": "RATE_LIMITED",
    },
    pages: "transactions",
  },
  changeTransaction: {
    method: "POST",
    path: "/transactions/:id",
    security: "dashboard",
    body: "application/json",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "404": "NOT_FOUND",
      "409": "ACTION_NOT_POSSIBLE",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  listShares: {
    method: "GET",
    path: "/shares",
    security: "dashboard",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "429": "RATE_LIMITED",
    },
    pages: "shares",
  },
  listReceived: {
    method: "GET",
    path: "/received",
    security: "dashboard",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "429": "RATE_LIMITED",
    },
    pages: "received",
  },
  deleteReceived: {
    method: "DELETE",
    path: "/received/:id",
    security: "dashboard",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "404": "NOT_FOUND",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  self: {
    method: "GET",
    path: "/network/self",
    security: "dashboard",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  createApiKey: {
    method: "POST",
    path: "/api-keys",
    security: "dashboard",
    body: "application/json",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  listApiKeys: {
    method: "GET",
    path: "/api-keys",
    security: "dashboard",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "429": "RATE_LIMITED",
    },
    pages: "keys",
  },
  revokeApiKey: {
    method: "DELETE",
    path: "/api-keys/:id",
    security: "dashboard",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "404": "NOT_FOUND",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  listAudit: {
    method: "GET",
    path: "/audit",
    security: "dashboard",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "429": "RATE_LIMITED",
    },
    pages: true,
  },
  shareData: {
    method: "POST",
    path: "/share_data",
    security: "apiKey",
    body: "application/json",
    idempotencyKey: true,
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "429": "RATE_LIMITED",
    },
  },
  getData: {
    method: "GET",
    path: "/data/:data_hash",
    security: "apiKey",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "404": "NOT_FOUND",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  verifyData: {
    method: "GET",
    path: "/verify_data/:data_hash",
    security: "dashboard",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  complianceHistory: {
    method: "GET",
    path: "/compliance_history",
    security: "dashboard",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "429": "RATE_LIMITED",
    },
    pages: "history",
  },
  exportCompliance: {
    method: "GET",
    path: "/compliance_history/export",
    security: "dashboard",
    media: {
      "200": "application/x-ndjson",
    },
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  networkStats: {
    method: "GET",
    path: "/network/stats",
    security: "dashboard",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  listPeers: {
    method: "GET",
    path: "/network/peers",
    security: "dashboard",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  info: {
    method: "GET",
    path: "/dashboard/info",
    security: "dashboard",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
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
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "429": "RATE_LIMITED",
    },
  },
  getData: {
    method: "GET",
    path: "/data/:data_hash",
    security: "apiKey",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "404": "NOT_FOUND",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  verifyData: {
    method: "GET",
    path: "/verify_data/:data_hash",
    codes: {
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  complianceHistory: {
    method: "GET",
    path: "/compliance_history",
    codes: {
      "429": "RATE_LIMITED",
    },
    pages: "history",
  },
  exportCompliance: {
    method: "GET",
    path: "/compliance_history/export",
    media: {
      "200": "application/x-ndjson",
    },
    codes: {
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  networkStats: {
    method: "GET",
    path: "/network/stats",
    codes: {
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  listPeers: {
    method: "GET",
    path: "/network/peers",
    security: "maybeApiKey",
    codes: {
      "401": "UNAUTHORIZED",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
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
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "429": "RATE_LIMITED",
    },
  },
  transfer: {
    method: "POST",
    path: "/transfer",
    security: "owner",
    body: "application/json",
    idempotencyKey: true,
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "429": "RATE_LIMITED",
    },
  },
  listTokens: {
    method: "GET",
    path: "/tokens",
    security: "owner",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  addToken: {
    method: "POST",
    path: "/tokens",
    security: "owner",
    body: "application/json",
    idempotent: true,
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "429": "RATE_LIMITED",
    },
  },
  listTransactions: {
    method: "GET",
    path: "/transactions",
    security: "owner",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "429": "RATE_LIMITED",
    },
    pages: "transactions",
  },
  changeTransaction: {
    method: "POST",
    path: "/transactions/:id",
    security: "owner",
    body: "application/json",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "404": "NOT_FOUND",
      "409": "ACTION_NOT_POSSIBLE",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  listShares: {
    method: "GET",
    path: "/shares",
    security: "owner",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "429": "RATE_LIMITED",
    },
    pages: "shares",
  },
  listReceived: {
    method: "GET",
    path: "/received",
    security: "owner",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "429": "RATE_LIMITED",
    },
    pages: "received",
  },
  deleteReceived: {
    method: "DELETE",
    path: "/received/:id",
    security: "owner",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "404": "NOT_FOUND",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  self: {
    method: "GET",
    path: "/network/self",
    security: "owner",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  createApiKey: {
    method: "POST",
    path: "/api-keys",
    security: "owner",
    body: "application/json",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  listApiKeys: {
    method: "GET",
    path: "/api-keys",
    security: "owner",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "429": "RATE_LIMITED",
    },
    pages: "keys",
  },
  revokeApiKey: {
    method: "DELETE",
    path: "/api-keys/:id",
    security: "owner",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "404": "NOT_FOUND",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  listAudit: {
    method: "GET",
    path: "/audit",
    security: "owner",
    codes: {
      "401": "UNAUTHORIZED",
      "403": "FORBIDDEN",
      "429": "RATE_LIMITED",
    },
    pages: true,
  },
};
