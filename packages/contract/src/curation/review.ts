/** The review of drafts, for curators and admins: the queue, claims, decisions and statistics. */

import * as z from "zod";

import * as q from "../query/codecs.ts";
import type { NotesOf, RouteNotes } from "../route/docs.ts";
import { oneOf } from "../route/object-schema.ts";
import {
  list,
  object,
  type Fields,
  type InputFields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { reviewTrailRoutes } from "./draft-trail.ts";
import { Draft, exampleDraft } from "./drafts.ts";
import {
  BODY,
  Count,
  DraftParams,
  DraftStatus,
  IfMatch,
  INVALID,
  MaybeText,
  MaybeTime,
  page,
  PERMITTED,
  text,
  Text,
  Timestamp,
  UnitInterval,
  Version,
  WRITING,
} from "./fields.ts";

const queryUnitInterval = z.codec(
  z.string().regex(/^(0(\.\d{1,15})?|1(\.0{1,15})?)$/, "must be a number from 0 to 1"),
  z.number(),
  { decode: Number, encode: String },
);
const queryTime = z.iso.datetime({ offset: true });

const queueQueryFields = {
  /** Only drafts of this status. Default: `pending` and `in_review`. */
  status: DraftStatus.optional(),
  /** Whether to list only drafts that the caller claimed. Default false. */
  assigned_to_me: q.boolean().optional(),
  /** Only drafts with this topic tag, 1–50 characters. Default: every tag. */
  tag: text(1, 50).optional(),
  /** Smallest quality score, 0–1. Default: every score. */
  min_quality: queryUnitInterval.optional(),
  /** Order of the list: by submission (`oldest` or `newest` first) or by `quality`, best first. Default `oldest`. */
  sort: oneOf(["oldest", "newest", "quality"]).default("oldest"),
  ...page,
};
export interface QueueQuery extends Fields<typeof queueQueryFields> {}
interface QueueQueryInput extends InputFields<typeof queueQueryFields> {}
export const QueueQuery: ObjectSchema<QueueQuery, QueueQueryInput> = object(queueQueryFields);

const queueItemFields = {
  /** Draft id, a UUID. */
  id: Text,
  /** Wallet address of the draft's owner; null when the owner has none. */
  creator_wallet: MaybeText,
  /** Question that the market would decide; null when the draft has none. */
  question_text: MaybeText,
  /** Status of the draft. */
  status: DraftStatus,
  /** Username of the curator who claimed the draft; null when nobody did. */
  assigned_curator_name: MaybeText,
  /** Score of the specification's quality by the rules, 0–1. */
  quality_score: UnitInterval,
  /** Version of the draft, from 1. */
  version: Version,
  /** Time of creation, ISO 8601 in UTC. */
  created_at: Timestamp,
  /** Time of the last submission, ISO 8601 in UTC; null before. */
  submitted_at: MaybeTime,
  /** Time at which the claim ends, ISO 8601 in UTC; once it has passed, any curator may claim the draft. */
  claim_expires_at: MaybeTime,
};
/** A draft in the review queue. */
export interface QueueItem extends Fields<typeof queueItemFields> {}
export const QueueItem: ObjectSchema<QueueItem> = object(queueItemFields);

const version = {
  /** Version that the curator saw, from 1; another current version is 412. Default: any version. */
  version: Version.optional(),
};
const notes = {
  /** Notes for the owner, at most 5,000 characters. Default null. */
  curator_notes: text(0, 5000).nullable().optional(),
};
const reason = {
  /** Reason for the owner, 10–5,000 characters. */
  reason: text(10, 5000),
};

const approvalFields = {
  ...notes,
  /** Whether to open the market at once, whatever `open_at` says. Default false. */
  deploy_immediately: z.boolean().optional(),
  ...version,
};
export interface Approval extends Fields<typeof approvalFields> {}
export const Approval: ObjectSchema<Approval> = object(approvalFields);

const rejectionFields = { ...reason, ...version };
export interface Rejection extends Fields<typeof rejectionFields> {}
export const Rejection: ObjectSchema<Rejection> = object(rejectionFields);

const changeRequestFields = {
  /** What to change, by field: names of 1–100 characters, texts of 1–5,000. */
  requested_changes: z.record(text(1, 100), text(1, 5000)),
  /** Notes for the owner, 10–5,000 characters. */
  curator_notes: reason.reason,
  ...version,
};
export interface ChangeRequest extends Fields<typeof changeRequestFields> {}
export const ChangeRequest: ObjectSchema<ChangeRequest> = object(changeRequestFields);

const bulkFields = {
  /** Ids of the drafts, 1–100; each is its own transaction. */
  draft_ids: z.array(text(1, 100)).min(1).max(100),
};
export interface BulkClaim extends Fields<typeof bulkFields> {}
export const BulkClaim: ObjectSchema<BulkClaim> = object(bulkFields);

const bulkApprovalFields = { ...bulkFields, ...notes };
export interface BulkApproval extends Fields<typeof bulkApprovalFields> {}
export const BulkApproval: ObjectSchema<BulkApproval> = object(bulkApprovalFields);

const bulkRejectionFields = { ...bulkFields, ...reason };
export interface BulkRejection extends Fields<typeof bulkRejectionFields> {}
export const BulkRejection: ObjectSchema<BulkRejection> = object(bulkRejectionFields);

const failureFields = {
  /** Id of the draft. */
  id: Text,
  /** Why the action failed. */
  reason: Text,
};
interface BulkFailure extends Fields<typeof failureFields> {}
const BulkFailure: ObjectSchema<BulkFailure> = object(failureFields);

const outcomeFields = {
  /** Ids of the drafts for which the action succeeded. */
  success: list(Text),
  /** The drafts for which the action failed, with the reason of each. */
  failed: list(BulkFailure),
};
/** The outcome of an action on many drafts. */
export interface BulkOutcome extends Fields<typeof outcomeFields> {}
export const BulkOutcome: ObjectSchema<BulkOutcome> = object(outcomeFields);

const statsQueryFields = {
  /** Start of the period of decisions, ISO 8601 with an offset, inclusive. Default: the first decision. */
  from: queryTime.optional(),
  /** End of the period of decisions, ISO 8601 with an offset. Default: now. */
  to: queryTime.optional(),
};
export interface StatsQuery extends Fields<typeof statsQueryFields> {}
export const StatsQuery: ObjectSchema<StatsQuery> = object(statsQueryFields);

const statsFields = {
  /** Account id of the curator. */
  curator_id: Text,
  /** Username of the curator. */
  curator_name: Text,
  /** Number of decisions: approvals, rejections and requests for changes. */
  total_reviewed: Count,
  /** Number of approvals. */
  total_approved: Count,
  /** Number of rejections. */
  total_rejected: Count,
  /** Mean time from submission to decision in hours; null without a decision. */
  avg_review_time_hours: z.number().nullable(),
  /** Approvals divided by approvals and rejections, 0–1; null without either. */
  approval_rate: UnitInterval.nullable(),
};
/** The decisions of a curator in numbers. */
export interface CuratorStats extends Fields<typeof statsFields> {}
export const CuratorStats: ObjectSchema<CuratorStats> = object(statsFields);

const security = "bearer";
const FOUND = { ...PERMITTED, NOT_FOUND: 404 } as const;
const LEASE = { ...FOUND, RATE_LIMITED: 429, STATE_CONFLICT: 409, CLAIM_HELD: 409 } as const;
const BULK = { ...BODY, ...WRITING, FORBIDDEN: 403 } as const;
/** The codes of every decision about a draft. */
const DECISION = { ...BODY, ...LEASE, VERSION_MISMATCH: 412 } as const;

const reviewRoutes = {
  /**
   * List the drafts that wait for review.
   *
   * `GET /curator/queue` with an access token.
   *
   * @throws Problem VALIDATION_ERROR, UNAUTHORIZED, TOKEN_EXPIRED, INVALID_TOKEN, FORBIDDEN,
   * CURSOR_INVALID
   */
  curatorQueue: route("GET", "/curator/queue", {
    security,
    query: QueueQuery,
    responses: { 200: list(QueueItem) },
    errors: { ...INVALID, ...PERMITTED, CURSOR_INVALID: 422 },
  }),
  /**
   * Count the decisions of each curator and the time they took.
   *
   * `GET /curator/stats` with an access token.
   *
   * @throws Problem VALIDATION_ERROR, UNAUTHORIZED, TOKEN_EXPIRED, INVALID_TOKEN, FORBIDDEN
   */
  curatorStats: route("GET", "/curator/stats", {
    security,
    query: StatsQuery,
    responses: { 200: list(CuratorStats) },
    errors: { ...INVALID, ...PERMITTED },
  }),
  /**
   * Claim up to 100 drafts, each in its own transaction.
   *
   * `POST /curator/bulk/claim` with an access token.
   *
   * @throws Problem VALIDATION_ERROR, JSON_MALFORMED, PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE,
   * UNAUTHORIZED, TOKEN_EXPIRED, INVALID_TOKEN, RATE_LIMITED, FORBIDDEN
   */
  bulkClaim: route("POST", "/curator/bulk/claim", {
    security,
    body: BulkClaim,
    responses: { 200: BulkOutcome },
    errors: BULK,
  }),
  /**
   * Approve up to 100 drafts, each in its own transaction.
   *
   * `POST /curator/bulk/approve` with an access token.
   *
   * @throws Problem VALIDATION_ERROR, JSON_MALFORMED, PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE,
   * UNAUTHORIZED, TOKEN_EXPIRED, INVALID_TOKEN, RATE_LIMITED, FORBIDDEN
   */
  bulkApprove: route("POST", "/curator/bulk/approve", {
    security,
    body: BulkApproval,
    responses: { 200: BulkOutcome },
    errors: BULK,
  }),
  /**
   * Reject up to 100 drafts, each in its own transaction.
   *
   * `POST /curator/bulk/reject` with an access token.
   *
   * @throws Problem VALIDATION_ERROR, JSON_MALFORMED, PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE,
   * UNAUTHORIZED, TOKEN_EXPIRED, INVALID_TOKEN, RATE_LIMITED, FORBIDDEN
   */
  bulkReject: route("POST", "/curator/bulk/reject", {
    security,
    body: BulkRejection,
    responses: { 200: BulkOutcome },
    errors: BULK,
  }),
  /**
   * Claim a draft for 30 minutes, which every action renews.
   *
   * `POST /curator/:id/claim` with an access token.
   *
   * @throws Problem UNAUTHORIZED, TOKEN_EXPIRED, INVALID_TOKEN, FORBIDDEN, NOT_FOUND, RATE_LIMITED,
   * STATE_CONFLICT, CLAIM_HELD
   */
  claimDraft: route("POST", "/curator/:id/claim", {
    security,
    params: DraftParams,
    responses: { 200: Draft },
    errors: LEASE,
  }),
  /**
   * Release the claim on a draft.
   *
   * `POST /curator/:id/release` with an access token.
   *
   * @throws Problem UNAUTHORIZED, TOKEN_EXPIRED, INVALID_TOKEN, FORBIDDEN, NOT_FOUND, RATE_LIMITED,
   * STATE_CONFLICT, CLAIM_HELD
   */
  releaseDraft: route("POST", "/curator/:id/release", {
    security,
    params: DraftParams,
    responses: { 200: Draft },
    errors: LEASE,
  }),
  /**
   * Approve a draft and create its market, both or neither.
   *
   * `POST /curator/:id/approve` with an access token.
   *
   * @throws Problem VALIDATION_ERROR, JSON_MALFORMED, PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE,
   * UNAUTHORIZED, TOKEN_EXPIRED, INVALID_TOKEN, FORBIDDEN, NOT_FOUND, RATE_LIMITED, STATE_CONFLICT,
   * CLAIM_HELD, VERSION_MISMATCH, DRAFT_INCOMPLETE
   */
  approveDraft: route("POST", "/curator/:id/approve", {
    security,
    params: DraftParams,
    headers: IfMatch,
    body: Approval,
    responses: { 200: Draft },
    errors: { ...DECISION, DRAFT_INCOMPLETE: 422 },
  }),
  /**
   * Reject a draft; a `version` or If-Match other than the current version is 412.
   *
   * `POST /curator/:id/reject` with an access token.
   *
   * @throws Problem VALIDATION_ERROR, JSON_MALFORMED, PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE,
   * UNAUTHORIZED, TOKEN_EXPIRED, INVALID_TOKEN, FORBIDDEN, NOT_FOUND, RATE_LIMITED, STATE_CONFLICT,
   * CLAIM_HELD, VERSION_MISMATCH
   */
  rejectDraft: route("POST", "/curator/:id/reject", {
    security,
    params: DraftParams,
    headers: IfMatch,
    body: Rejection,
    responses: { 200: Draft },
    errors: DECISION,
  }),
  /**
   * Ask the author for changes; a `version` or If-Match other than the current version is 412.
   *
   * `POST /curator/:id/request-changes` with an access token.
   *
   * @throws Problem VALIDATION_ERROR, JSON_MALFORMED, PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE,
   * UNAUTHORIZED, TOKEN_EXPIRED, INVALID_TOKEN, FORBIDDEN, NOT_FOUND, RATE_LIMITED, STATE_CONFLICT,
   * CLAIM_HELD, VERSION_MISMATCH
   */
  requestChanges: route("POST", "/curator/:id/request-changes", {
    security,
    params: DraftParams,
    headers: IfMatch,
    body: ChangeRequest,
    responses: { 200: Draft },
    errors: DECISION,
  }),
};

/** The routes of the review, by operation id. */
export const curatorRoutes: typeof reviewRoutes & typeof reviewTrailRoutes = {
  ...reviewRoutes,
  ...reviewTrailRoutes,
};

/** Notes of the routes of this file. A function, so that bundlers drop it from clients. */
export function reviewNotes(): NotesOf<typeof reviewRoutes> {
  const tags = ["curator"];
  const draft = exampleDraft();
  const { id, created_at } = draft;
  const approval = { curator_notes: "Clear, and easy to resolve." };
  const rejection = { reason: "The same market is open already." };
  const changes = {
    requested_changes: { resolution_deadline: "Name the time zone." },
    curator_notes: "Almost there: one detail is missing.",
  };
  const added = (response: unknown, body?: object): RouteNotes => ({
    tags,
    example: { response, ...(body && { body }) },
  });
  const all = { draft_ids: [id] };
  const outcome = { success: [id], failed: [] };
  return {
    curatorQueue: {
      tags,
      seed: "B. Curation backend: GET /curator/queue",
      unspecified: [
        "A bare array of items; pending and in_review by default, the oldest submission first.",
        "The next page is in the header Link, rel=next.",
      ],
      example: {
        response: [
          {
            id,
            creator_wallet: draft.creator_wallet,
            question_text: draft.draft_data.question_text,
            status: "pending",
            assigned_curator_name: null,
            quality_score: 0.82,
            version: 1,
            created_at,
            submitted_at: created_at,
            claim_expires_at: null,
          },
        ],
      },
    },
    curatorStats: added([
      {
        curator_id: id,
        curator_name: "grace",
        total_reviewed: 12,
        total_approved: 8,
        total_rejected: 2,
        avg_review_time_hours: 3.5,
        approval_rate: 0.8,
      },
    ]),
    bulkClaim: added(outcome, all),
    bulkApprove: added(outcome, { ...all, ...approval }),
    bulkReject: added(outcome, { ...all, ...rejection }),
    claimDraft: added({
      ...draft,
      status: "in_review",
      assigned_curator_id: id,
      assigned_curator_name: "grace",
      claim_expires_at: "2026-01-01T00:30:00.000Z",
    }),
    releaseDraft: added(draft),
    approveDraft: {
      tags,
      seed: "B. Curation backend: POST /curator/{id}/approve",
      unspecified: [
        "The id is the draft's; the answer is the draft with market_id.",
        "From in_review by the holder or an admin, or straight from pending.",
        "A second approval is 409 and names the market.",
        "The version that was seen goes into `version` or If-Match; another one is 412.",
        "A curator never decides about an own draft (403); an admin may, and the trail says so.",
      ],
      example: {
        body: approval,
        response: {
          ...draft,
          ...approval,
          status: "approved",
          market_id: "8c1d0b57-93b1-4c35-8a44-5c1c2a7b9e02",
          reviewed_at: created_at,
          approved_at: created_at,
        },
      },
    },
    rejectDraft: added({ ...draft, status: "rejected" }, rejection),
    requestChanges: added({ ...draft, ...changes, status: "changes_requested" }, changes),
  };
}
