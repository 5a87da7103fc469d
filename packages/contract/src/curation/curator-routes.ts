/** The review of drafts: for the roles curator and admin. */

import * as z from "zod";

import { route } from "../route/route.ts";
import { DiffQuery, Draft, DraftAction, DraftVersion, FieldChange } from "./drafts.ts";
import { BODY, DECISION, INVALID, PERMITTED, WRITING } from "./errors.ts";
import { Id } from "./fields.ts";
import { IfMatch } from "./if-match.ts";
import {
  Approval,
  BulkApproval,
  BulkClaim,
  BulkOutcome,
  BulkRejection,
  ChangeRequest,
  CuratorStats,
  QueueItem,
  QueueQuery,
  Rejection,
  StatsQuery,
} from "./review.ts";

const security = "bearer";
const FOUND = { ...PERMITTED, NOT_FOUND: 404 } as const;
const LEASE = { ...FOUND, RATE_LIMITED: 429, STATE_CONFLICT: 409, CLAIM_HELD: 409 } as const;
const BULK = { ...BODY, ...WRITING, FORBIDDEN: 403 } as const;

export const curatorRoutes = {
  curatorQueue: route("GET", "/curator/queue", {
    security,
    query: QueueQuery,
    responses: { 200: z.array(QueueItem) },
    errors: { ...INVALID, ...PERMITTED, CURSOR_INVALID: 422 },
  }),
  curatorStats: route("GET", "/curator/stats", {
    security,
    query: StatsQuery,
    responses: { 200: z.array(CuratorStats) },
    errors: { ...INVALID, ...PERMITTED },
  }),
  bulkClaim: route("POST", "/curator/bulk/claim", {
    security,
    body: BulkClaim,
    responses: { 200: BulkOutcome },
    errors: BULK,
  }),
  bulkApprove: route("POST", "/curator/bulk/approve", {
    security,
    body: BulkApproval,
    responses: { 200: BulkOutcome },
    errors: BULK,
  }),
  bulkReject: route("POST", "/curator/bulk/reject", {
    security,
    body: BulkRejection,
    responses: { 200: BulkOutcome },
    errors: BULK,
  }),
  claimDraft: route("POST", "/curator/:id/claim", {
    security,
    params: Id,
    responses: { 200: Draft },
    errors: LEASE,
  }),
  releaseDraft: route("POST", "/curator/:id/release", {
    security,
    params: Id,
    responses: { 200: Draft },
    errors: LEASE,
  }),
  approveDraft: route("POST", "/curator/:id/approve", {
    security,
    params: Id,
    headers: IfMatch,
    body: Approval,
    responses: { 200: Draft },
    errors: { ...DECISION, DRAFT_INCOMPLETE: 422 },
  }),
  rejectDraft: route("POST", "/curator/:id/reject", {
    security,
    params: Id,
    headers: IfMatch,
    body: Rejection,
    responses: { 200: Draft },
    errors: DECISION,
  }),
  requestChanges: route("POST", "/curator/:id/request-changes", {
    security,
    params: Id,
    headers: IfMatch,
    body: ChangeRequest,
    responses: { 200: Draft },
    errors: DECISION,
  }),
  reviewActions: route("GET", "/curator/:id/actions", {
    security,
    params: Id,
    responses: { 200: z.array(DraftAction) },
    errors: FOUND,
  }),
  reviewHistory: route("GET", "/curator/:id/history", {
    security,
    params: Id,
    responses: { 200: z.array(DraftVersion) },
    errors: FOUND,
  }),
  reviewDiff: route("GET", "/curator/:id/diff", {
    security,
    params: Id,
    query: DiffQuery,
    responses: { 200: z.array(FieldChange) },
    errors: { ...INVALID, ...FOUND },
  }),
};
