/** Written by scripts/write-texts.ts out of the routes: change those instead. */

import type { Calls } from "../route/calls.ts";
import type { accountRoutes } from "./accounts.ts";
import type { adminRoutes } from "./admin.ts";
import type { draftRoutes } from "./drafts.ts";
import type { eventRoutes } from "./events.ts";
import type { marketRoutes } from "./markets.ts";
import type { curatorRoutes } from "./review.ts";

/** The calls of {@link accountRoutes}. */
export const accountCalls: Calls<typeof accountRoutes> = {
  issueNonce: {
    method: "POST",
    path: "/auth/nonce",
    body: "application/json",
    codes: {
      "400": "JSON_MALFORMED",
      "413": "PAYLOAD_TOO_LARGE",
      "415": "UNSUPPORTED_MEDIA_TYPE",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  register: {
    method: "POST",
    path: "/auth/register",
    body: "application/json",
    codes: {
      "400": "JSON_MALFORMED",
      "403": "FORBIDDEN",
      "413": "PAYLOAD_TOO_LARGE",
      "415": "UNSUPPORTED_MEDIA_TYPE",
      "429": "RATE_LIMITED",
    },
  },
  login: {
    method: "POST",
    path: "/auth/login",
    body: "application/json",
    codes: {
      "400": "JSON_MALFORMED",
      "401": "INVALID_CREDENTIALS",
      "409": "WALLET_TAKEN",
      "413": "PAYLOAD_TOO_LARGE",
      "415": "UNSUPPORTED_MEDIA_TYPE",
      "429": "RATE_LIMITED",
    },
  },
  refresh: {
    method: "POST",
    path: "/auth/refresh",
    body: "application/json",
    idempotent: true,
    codes: {
      "400": "JSON_MALFORMED",
      "413": "PAYLOAD_TOO_LARGE",
      "415": "UNSUPPORTED_MEDIA_TYPE",
      "422": "VALIDATION_ERROR",
    },
  },
  logout: {
    method: "POST",
    path: "/auth/logout",
    security: "bearer",
    codes: {
      "429": "RATE_LIMITED",
    },
  },
  me: {
    method: "GET",
    path: "/auth/me",
    security: "bearer",
  },
  updateMe: {
    method: "PATCH",
    path: "/auth/me",
    security: "bearer",
    body: "application/json",
    codes: {
      "400": "JSON_MALFORMED",
      "409": "USERNAME_TAKEN",
      "413": "PAYLOAD_TOO_LARGE",
      "415": "UNSUPPORTED_MEDIA_TYPE",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  setWallet: {
    method: "POST",
    path: "/auth/me/wallet",
    security: "bearer",
    body: "application/json",
    codes: {
      "400": "JSON_MALFORMED",
      "403": "REAUTHENTICATION_REQUIRED",
      "409": "WALLET_TAKEN",
      "413": "PAYLOAD_TOO_LARGE",
      "415": "UNSUPPORTED_MEDIA_TYPE",
      "429": "RATE_LIMITED",
    },
  },
  setEmail: {
    method: "POST",
    path: "/auth/me/email",
    security: "bearer",
    body: "application/json",
    codes: {
      "400": "JSON_MALFORMED",
      "409": "EMAIL_TAKEN",
      "413": "PAYLOAD_TOO_LARGE",
      "415": "UNSUPPORTED_MEDIA_TYPE",
      "429": "RATE_LIMITED",
    },
  },
  setPassword: {
    method: "POST",
    path: "/auth/me/password",
    security: "bearer",
    body: "application/json",
    codes: {
      "400": "JSON_MALFORMED",
      "403": "REAUTHENTICATION_REQUIRED",
      "413": "PAYLOAD_TOO_LARGE",
      "415": "UNSUPPORTED_MEDIA_TYPE",
      "429": "RATE_LIMITED",
    },
  },
  redeemAdminCode: {
    method: "POST",
    path: "/auth/admin-code",
    security: "bearer",
    body: "application/json",
    codes: {
      "400": "JSON_MALFORMED",
      "403": "FORBIDDEN",
      "413": "PAYLOAD_TOO_LARGE",
      "415": "UNSUPPORTED_MEDIA_TYPE",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
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
      "429": "RATE_LIMITED",
    },
  },
};

/** The calls of {@link adminRoutes}. */
export const adminCalls: Calls<typeof adminRoutes> = {
  listUsers: {
    method: "GET",
    path: "/admin/users",
    security: "bearer",
    codes: {
      "403": "FORBIDDEN",
    },
    pages: true,
  },
  setRoles: {
    method: "PUT",
    path: "/admin/users/:id/roles",
    security: "bearer",
    body: "application/json",
    codes: {
      "400": "JSON_MALFORMED",
      "403": "FORBIDDEN",
      "404": "NOT_FOUND",
      "409": "LAST_ADMIN",
      "413": "PAYLOAD_TOO_LARGE",
      "415": "UNSUPPORTED_MEDIA_TYPE",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  listAdmins: {
    method: "GET",
    path: "/admin/admins",
    security: "bearer",
    codes: {
      "403": "FORBIDDEN",
    },
    pages: true,
  },
  grantAdmin: {
    method: "PUT",
    path: "/admin/admins/:id",
    security: "bearer",
    codes: {
      "403": "FORBIDDEN",
      "404": "NOT_FOUND",
      "429": "RATE_LIMITED",
    },
  },
  revokeAdmin: {
    method: "DELETE",
    path: "/admin/admins/:id",
    security: "bearer",
    codes: {
      "403": "FORBIDDEN",
      "404": "NOT_FOUND",
      "409": "LAST_ADMIN",
      "429": "RATE_LIMITED",
    },
  },
  resolveMarket: {
    method: "POST",
    path: "/markets/:id/resolve",
    security: "bearer",
    body: "application/json",
    codes: {
      "400": "JSON_MALFORMED",
      "403": "FORBIDDEN",
      "404": "NOT_FOUND",
      "409": "STATE_CONFLICT",
      "413": "PAYLOAD_TOO_LARGE",
      "415": "UNSUPPORTED_MEDIA_TYPE",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  invalidateMarket: {
    method: "POST",
    path: "/markets/:id/invalidate",
    security: "bearer",
    body: "application/json",
    codes: {
      "400": "JSON_MALFORMED",
      "403": "FORBIDDEN",
      "404": "NOT_FOUND",
      "409": "STATE_CONFLICT",
      "413": "PAYLOAD_TOO_LARGE",
      "415": "UNSUPPORTED_MEDIA_TYPE",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  launchMarket: {
    method: "POST",
    path: "/markets/:id/launch",
    security: "bearer",
    codes: {
      "403": "FORBIDDEN",
      "404": "NOT_FOUND",
      "409": "STATE_CONFLICT",
      "429": "RATE_LIMITED",
    },
  },
  lockMarket: {
    method: "POST",
    path: "/markets/:id/lock",
    security: "bearer",
    codes: {
      "403": "FORBIDDEN",
      "404": "NOT_FOUND",
      "409": "STATE_CONFLICT",
      "429": "RATE_LIMITED",
    },
  },
  listAudit: {
    method: "GET",
    path: "/audit",
    security: "bearer",
    codes: {
      "403": "FORBIDDEN",
    },
    pages: true,
  },
};

/** The calls of {@link draftRoutes}. */
export const draftCalls: Calls<typeof draftRoutes> = {
  createDraft: {
    method: "POST",
    path: "/drafts",
    security: "bearer",
    body: "application/json",
    codes: {
      "400": "JSON_MALFORMED",
      "409": "QUOTA_EXCEEDED",
      "413": "PAYLOAD_TOO_LARGE",
      "415": "UNSUPPORTED_MEDIA_TYPE",
      "429": "RATE_LIMITED",
    },
  },
  listDrafts: {
    method: "GET",
    path: "/drafts",
    security: "bearer",
    pages: true,
  },
  getDraft: {
    method: "GET",
    path: "/drafts/:id",
    security: "bearer",
    codes: {
      "404": "NOT_FOUND",
      "422": "VALIDATION_ERROR",
    },
  },
  editDraft: {
    method: "PATCH",
    path: "/drafts/:id",
    security: "bearer",
    body: "application/json",
    codes: {
      "400": "JSON_MALFORMED",
      "403": "FORBIDDEN",
      "404": "NOT_FOUND",
      "412": "VERSION_MISMATCH",
      "413": "PAYLOAD_TOO_LARGE",
      "415": "UNSUPPORTED_MEDIA_TYPE",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  submitDraft: {
    method: "POST",
    path: "/drafts/:id/submit",
    security: "bearer",
    codes: {
      "403": "FORBIDDEN",
      "404": "NOT_FOUND",
      "409": "STATE_CONFLICT",
      "422": "DRAFT_INCOMPLETE",
      "429": "RATE_LIMITED",
    },
  },
  withdrawDraft: {
    method: "POST",
    path: "/drafts/:id/withdraw",
    security: "bearer",
    codes: {
      "403": "FORBIDDEN",
      "404": "NOT_FOUND",
      "409": "STATE_CONFLICT",
      "429": "RATE_LIMITED",
    },
  },
  commentDraft: {
    method: "POST",
    path: "/drafts/:id/comments",
    security: "bearer",
    body: "application/json",
    codes: {
      "400": "JSON_MALFORMED",
      "404": "NOT_FOUND",
      "409": "QUOTA_EXCEEDED",
      "413": "PAYLOAD_TOO_LARGE",
      "415": "UNSUPPORTED_MEDIA_TYPE",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  listComments: {
    method: "GET",
    path: "/drafts/:id/comments",
    security: "bearer",
    codes: {
      "404": "NOT_FOUND",
    },
  },
  draftHistory: {
    method: "GET",
    path: "/drafts/:id/history",
    security: "bearer",
    codes: {
      "404": "NOT_FOUND",
    },
  },
  draftDiff: {
    method: "GET",
    path: "/drafts/:id/diff",
    security: "bearer",
    codes: {
      "404": "NOT_FOUND",
      "422": "VALIDATION_ERROR",
    },
  },
  draftActions: {
    method: "GET",
    path: "/drafts/:id/actions",
    security: "bearer",
    codes: {
      "404": "NOT_FOUND",
    },
  },
};

/** The calls of {@link eventRoutes}. */
export const eventCalls: Calls<typeof eventRoutes> = {
  curatorEvents: {
    method: "GET",
    path: "/curator/events",
    security: "bearer",
    media: {
      "200": "text/event-stream",
    },
    codes: {
      "403": "FORBIDDEN",
      "422": "VALIDATION_ERROR",
    },
  },
};

/** The calls of {@link marketRoutes}. */
export const marketCalls: Calls<typeof marketRoutes> = {
  listMarkets: {
    method: "GET",
    path: "/markets",
    security: "maybeBearer",
    pages: true,
  },
  getMarket: {
    method: "GET",
    path: "/markets/:id",
    security: "maybeBearer",
    codes: {
      "404": "NOT_FOUND",
      "422": "VALIDATION_ERROR",
    },
  },
  listMarketsOfWallet: {
    method: "GET",
    path: "/markets/user/:wallet_address",
    security: "maybeBearer",
    pages: true,
  },
  disputeMarket: {
    method: "POST",
    path: "/markets/:id/dispute",
    security: "bearer",
    body: "application/json",
    codes: {
      "400": "JSON_MALFORMED",
      "404": "NOT_FOUND",
      "409": "STATE_CONFLICT",
      "413": "PAYLOAD_TOO_LARGE",
      "415": "UNSUPPORTED_MEDIA_TYPE",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  marketActions: {
    method: "GET",
    path: "/markets/:id/actions",
    security: "bearer",
    codes: {
      "403": "FORBIDDEN",
      "404": "NOT_FOUND",
    },
  },
};

/** The calls of {@link curatorRoutes}. */
export const curatorCalls: Calls<typeof curatorRoutes> = {
  curatorQueue: {
    method: "GET",
    path: "/curator/queue",
    security: "bearer",
    codes: {
      "403": "FORBIDDEN",
    },
    pages: true,
  },
  curatorStats: {
    method: "GET",
    path: "/curator/stats",
    security: "bearer",
    codes: {
      "403": "FORBIDDEN",
      "422": "VALIDATION_ERROR",
    },
  },
  bulkClaim: {
    method: "POST",
    path: "/curator/bulk/claim",
    security: "bearer",
    body: "application/json",
    codes: {
      "400": "JSON_MALFORMED",
      "403": "FORBIDDEN",
      "413": "PAYLOAD_TOO_LARGE",
      "415": "UNSUPPORTED_MEDIA_TYPE",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  bulkApprove: {
    method: "POST",
    path: "/curator/bulk/approve",
    security: "bearer",
    body: "application/json",
    codes: {
      "400": "JSON_MALFORMED",
      "403": "FORBIDDEN",
      "413": "PAYLOAD_TOO_LARGE",
      "415": "UNSUPPORTED_MEDIA_TYPE",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  bulkReject: {
    method: "POST",
    path: "/curator/bulk/reject",
    security: "bearer",
    body: "application/json",
    codes: {
      "400": "JSON_MALFORMED",
      "403": "FORBIDDEN",
      "413": "PAYLOAD_TOO_LARGE",
      "415": "UNSUPPORTED_MEDIA_TYPE",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  claimDraft: {
    method: "POST",
    path: "/curator/:id/claim",
    security: "bearer",
    codes: {
      "403": "FORBIDDEN",
      "404": "NOT_FOUND",
      "429": "RATE_LIMITED",
    },
  },
  releaseDraft: {
    method: "POST",
    path: "/curator/:id/release",
    security: "bearer",
    codes: {
      "403": "FORBIDDEN",
      "404": "NOT_FOUND",
      "429": "RATE_LIMITED",
    },
  },
  approveDraft: {
    method: "POST",
    path: "/curator/:id/approve",
    security: "bearer",
    body: "application/json",
    codes: {
      "400": "JSON_MALFORMED",
      "403": "FORBIDDEN",
      "404": "NOT_FOUND",
      "412": "VERSION_MISMATCH",
      "413": "PAYLOAD_TOO_LARGE",
      "415": "UNSUPPORTED_MEDIA_TYPE",
      "429": "RATE_LIMITED",
    },
  },
  rejectDraft: {
    method: "POST",
    path: "/curator/:id/reject",
    security: "bearer",
    body: "application/json",
    codes: {
      "400": "JSON_MALFORMED",
      "403": "FORBIDDEN",
      "404": "NOT_FOUND",
      "412": "VERSION_MISMATCH",
      "413": "PAYLOAD_TOO_LARGE",
      "415": "UNSUPPORTED_MEDIA_TYPE",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  requestChanges: {
    method: "POST",
    path: "/curator/:id/request-changes",
    security: "bearer",
    body: "application/json",
    codes: {
      "400": "JSON_MALFORMED",
      "403": "FORBIDDEN",
      "404": "NOT_FOUND",
      "412": "VERSION_MISMATCH",
      "413": "PAYLOAD_TOO_LARGE",
      "415": "UNSUPPORTED_MEDIA_TYPE",
      "422": "VALIDATION_ERROR",
      "429": "RATE_LIMITED",
    },
  },
  reviewActions: {
    method: "GET",
    path: "/curator/:id/actions",
    security: "bearer",
    codes: {
      "403": "FORBIDDEN",
      "404": "NOT_FOUND",
    },
  },
  reviewHistory: {
    method: "GET",
    path: "/curator/:id/history",
    security: "bearer",
    codes: {
      "403": "FORBIDDEN",
      "404": "NOT_FOUND",
    },
  },
  reviewDiff: {
    method: "GET",
    path: "/curator/:id/diff",
    security: "bearer",
    codes: {
      "403": "FORBIDDEN",
      "404": "NOT_FOUND",
      "422": "VALIDATION_ERROR",
    },
  },
};
