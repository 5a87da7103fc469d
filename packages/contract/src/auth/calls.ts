/** Written by scripts/write-texts.ts out of the routes: change those instead. */

import type { Calls } from "../route/calls.ts";
import type { authRoutes } from "./routes.ts";

/** The calls of {@link authRoutes}. */
export const authCalls: Calls<typeof authRoutes> = {
  register: {
    method: "POST",
    path: "/auth/register",
    body: "application/json",
    codes: {
      "400": "VALIDATION_ERROR",
      "409": "EMAIL_TAKEN",
      "413": "PAYLOAD_TOO_LARGE",
      "415": "UNSUPPORTED_MEDIA_TYPE",
      "429": "RATE_LIMITED",
      "503": "BUSY",
    },
  },
  login: {
    method: "POST",
    path: "/auth/login",
    body: "application/json",
    codes: {
      "400": "VALIDATION_ERROR",
      "401": "INVALID_CREDENTIALS",
      "413": "PAYLOAD_TOO_LARGE",
      "415": "UNSUPPORTED_MEDIA_TYPE",
      "429": "RATE_LIMITED",
      "503": "BUSY",
    },
  },
  refresh: {
    method: "POST",
    path: "/auth/refresh",
    body: "application/json",
    idempotent: true,
    codes: {
      "400": "VALIDATION_ERROR",
      "413": "PAYLOAD_TOO_LARGE",
      "415": "UNSUPPORTED_MEDIA_TYPE",
    },
  },
  logout: {
    method: "POST",
    path: "/auth/logout",
    body: "application/json",
    idempotent: true,
    codes: {
      "400": "VALIDATION_ERROR",
      "413": "PAYLOAD_TOO_LARGE",
      "415": "UNSUPPORTED_MEDIA_TYPE",
    },
  },
  me: {
    method: "GET",
    path: "/auth/me",
    security: ["bearer", "apiKey"],
  },
  updateMe: {
    method: "PATCH",
    path: "/auth/me",
    security: "bearer",
    body: "application/json",
    idempotent: true,
    codes: {
      "400": "VALIDATION_ERROR",
      "413": "PAYLOAD_TOO_LARGE",
      "415": "UNSUPPORTED_MEDIA_TYPE",
    },
  },
  changeEmail: {
    method: "POST",
    path: "/auth/email",
    security: "bearer",
    body: "application/json",
    codes: {
      "400": "VALIDATION_ERROR",
      "409": "EMAIL_TAKEN",
      "413": "PAYLOAD_TOO_LARGE",
      "415": "UNSUPPORTED_MEDIA_TYPE",
      "429": "RATE_LIMITED",
      "503": "BUSY",
    },
  },
  changePassword: {
    method: "POST",
    path: "/auth/password",
    security: "bearer",
    body: "application/json",
    codes: {
      "400": "VALIDATION_ERROR",
      "413": "PAYLOAD_TOO_LARGE",
      "415": "UNSUPPORTED_MEDIA_TYPE",
      "429": "RATE_LIMITED",
      "503": "BUSY",
    },
  },
  listSessions: {
    method: "GET",
    path: "/auth/sessions",
    security: "bearer",
  },
  endSession: {
    method: "DELETE",
    path: "/auth/sessions/:id",
    security: "bearer",
    codes: {
      "404": "NOT_FOUND",
    },
  },
  createApiKey: {
    method: "POST",
    path: "/auth/api-keys",
    security: ["bearer", "apiKey"],
    body: "application/json",
    codes: {
      "400": "VALIDATION_ERROR",
      "403": "FORBIDDEN",
      "409": "QUOTA_EXCEEDED",
      "413": "PAYLOAD_TOO_LARGE",
      "415": "UNSUPPORTED_MEDIA_TYPE",
    },
  },
  listApiKeys: {
    method: "GET",
    path: "/auth/api-keys",
    security: ["bearer", "apiKey"],
    codes: {
      "403": "FORBIDDEN",
    },
  },
  verifyApiKey: {
    method: "POST",
    path: "/auth/api-keys/verify",
    security: ["bearer", "apiKey"],
    body: "application/json",
    idempotent: true,
    codes: {
      "400": "VALIDATION_ERROR",
      "403": "FORBIDDEN",
      "413": "PAYLOAD_TOO_LARGE",
      "415": "UNSUPPORTED_MEDIA_TYPE",
    },
  },
  getApiKey: {
    method: "GET",
    path: "/auth/api-keys/:id",
    security: ["bearer", "apiKey"],
    codes: {
      "403": "FORBIDDEN",
      "404": "NOT_FOUND",
    },
  },
  revokeApiKey: {
    method: "DELETE",
    path: "/auth/api-keys/:id",
    security: ["bearer", "apiKey"],
    codes: {
      "403": "FORBIDDEN",
      "404": "NOT_FOUND",
    },
  },
  listDeployments: {
    method: "GET",
    path: "/deployments",
    security: ["bearer", "apiKey"],
    codes: {
      "400": "VALIDATION_ERROR",
      "403": "FORBIDDEN",
    },
    pages: true,
  },
  createDeployment: {
    method: "POST",
    path: "/deployments",
    security: ["bearer", "apiKey"],
    body: "application/json",
    codes: {
      "400": "VALIDATION_ERROR",
      "403": "FORBIDDEN",
      "409": "QUOTA_EXCEEDED",
      "413": "PAYLOAD_TOO_LARGE",
      "415": "UNSUPPORTED_MEDIA_TYPE",
    },
  },
  getDeployment: {
    method: "GET",
    path: "/deployments/:id",
    security: ["bearer", "apiKey"],
    codes: {
      "403": "FORBIDDEN",
      "404": "NOT_FOUND",
    },
  },
  moveDeployment: {
    method: "PATCH",
    path: "/deployments/:id",
    security: ["bearer", "apiKey"],
    body: "application/json",
    codes: {
      "400": "VALIDATION_ERROR",
      "403": "FORBIDDEN",
      "404": "NOT_FOUND",
      "413": "PAYLOAD_TOO_LARGE",
      "415": "UNSUPPORTED_MEDIA_TYPE",
    },
  },
  listTransactions: {
    method: "GET",
    path: "/transactions",
    security: ["bearer", "apiKey"],
    codes: {
      "400": "VALIDATION_ERROR",
      "403": "FORBIDDEN",
    },
    pages: true,
  },
  createTransaction: {
    method: "POST",
    path: "/transactions",
    security: ["bearer", "apiKey"],
    body: "application/json",
    codes: {
      "400": "VALIDATION_ERROR",
      "403": "FORBIDDEN",
      "404": "NOT_FOUND",
      "409": "CONFLICT",
      "413": "PAYLOAD_TOO_LARGE",
      "415": "UNSUPPORTED_MEDIA_TYPE",
    },
  },
  getTransaction: {
    method: "GET",
    path: "/transactions/:hash",
    security: ["bearer", "apiKey"],
    codes: {
      "403": "FORBIDDEN",
      "404": "NOT_FOUND",
    },
  },
  moveTransaction: {
    method: "PATCH",
    path: "/transactions/:hash",
    security: ["bearer", "apiKey"],
    body: "application/json",
    codes: {
      "400": "VALIDATION_ERROR",
      "403": "FORBIDDEN",
      "404": "NOT_FOUND",
      "409": "CONFLICT",
      "413": "PAYLOAD_TOO_LARGE",
      "415": "UNSUPPORTED_MEDIA_TYPE",
    },
  },
  getUsage: {
    method: "GET",
    path: "/billing/usage",
    security: ["bearer", "apiKey"],
    codes: {
      "403": "FORBIDDEN",
    },
  },
  listAudit: {
    method: "GET",
    path: "/audit",
    security: ["bearer", "apiKey"],
    codes: {
      "400": "VALIDATION_ERROR",
      "403": "FORBIDDEN",
    },
    pages: true,
  },
};
