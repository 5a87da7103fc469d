/** The decisions about drafts, for curators and admins: claims, approvals, rejections, requests for changes. */

import * as z from "zod";

import type { NotesOf, RouteNotes } from "../route/docs.ts";
import { freeText } from "../route/free-text.ts";
import { joinRoutes } from "../route/join-routes.ts";
import { list, object, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { reviewTrailRoutes } from "./draft-trail.ts";
import { Draft, exampleDraft } from "./drafts.ts";
import { BODY, DraftParams, IfMatch, PERMITTED, text, Text, Version, WRITING } from "./fields.ts";
import { queueRoutes } from "./review-queue.ts";

const version = {
  /** Version that the curator saw, from 1; another current version is 412. Default: any version. */
  version: Version.optional(),
};
const notes = {
  /** Notes for the owner, at most 5,000 characters. Default null. */
  curator_notes: freeText(0, 5000).nullable().optional(),
};
const reason = {
  /** Reason for the owner, 10–5,000 characters. */
  reason: freeText(10, 5000),
};

const approvalFields = {
  ...notes,
  /** True to open the market at once, whatever `open_at` says. Default false. */
  deploy_immediately: z.boolean().optional(),
  ...version,
};
/** An approval of a draft. */
export interface Approval extends Fields<typeof approvalFields> {}
export const Approval: ObjectSchema<Approval> = object(approvalFields);

const rejectionFields = { ...reason, ...version };
/** A rejection of a draft. */
export interface Rejection extends Fields<typeof rejectionFields> {}
export const Rejection: ObjectSchema<Rejection> = object(rejectionFields);

const changeRequestFields = {
  /** Requested changes, by field: names of 1–100 characters, texts of 1–5,000. */
  requested_changes: z.record(text(1, 100), freeText(1, 5000)),
  /** Notes for the owner, 10–5,000 characters. */
  curator_notes: reason.reason,
  ...version,
};
/** A request to the author for changes. */
export interface ChangeRequest extends Fields<typeof changeRequestFields> {}
export const ChangeRequest: ObjectSchema<ChangeRequest> = object(changeRequestFields);

const bulkFields = {
  /** Ids of the drafts, 1–100; each is its own transaction. */
  draft_ids: z.array(text(1, 100)).min(1).max(100),
};
/** A claim on many drafts. */
export interface BulkClaim extends Fields<typeof bulkFields> {}
export const BulkClaim: ObjectSchema<BulkClaim> = object(bulkFields);

const bulkApprovalFields = { ...bulkFields, ...notes };
/** An approval of many drafts. */
export interface BulkApproval extends Fields<typeof bulkApprovalFields> {}
export const BulkApproval: ObjectSchema<BulkApproval> = object(bulkApprovalFields);

const bulkRejectionFields = { ...bulkFields, ...reason };
/** A rejection of many drafts. */
export interface BulkRejection extends Fields<typeof bulkRejectionFields> {}
export const BulkRejection: ObjectSchema<BulkRejection> = object(bulkRejectionFields);

const failureFields = {
  /** Id of the draft. */
  id: Text,
  /** Reason for which the action failed. */
  reason: Text,
};
interface BulkFailure extends Fields<typeof failureFields> {}
const BulkFailure: ObjectSchema<BulkFailure> = object(failureFields);

const warningFields = {
  /** Id of the draft. */
  id: Text,
  /** Field of the market specification that the warning is about. */
  field: Text,
  /** Code of the rule, for programs. */
  code: Text,
  /** Message for people: what is wrong and what to do. */
  message: Text,
};
interface BulkWarning extends Fields<typeof warningFields> {}
const BulkWarning: ObjectSchema<BulkWarning> = object(warningFields);

const outcomeFields = {
  /** Ids of the drafts for which the action succeeded. */
  success: list(Text),
  /** The drafts for which the action failed, with the reason of each. */
  failed: list(BulkFailure),
  /** Warnings of the drafts for which the action succeeded, such as an open market that asks almost the same. */
  warnings: list(BulkWarning),
};
/** The outcome of an action on many drafts. */
export interface BulkOutcome extends Fields<typeof outcomeFields> {}
export const BulkOutcome: ObjectSchema<BulkOutcome> = object(outcomeFields);

const security = "bearer";
const FOUND = { ...PERMITTED, NOT_FOUND: 404 } as const;
const LEASE = { ...FOUND, RATE_LIMITED: 429, STATE_CONFLICT: 409, CLAIM_HELD: 409 } as const;
const BULK = { ...BODY, ...WRITING, FORBIDDEN: 403 } as const;
/** The codes of every decision about a draft. */
const DECISION = { ...BODY, ...LEASE, VERSION_MISMATCH: 412 } as const;

const decisionRoutes = {
  /**
   * Claim up to 100 drafts, each in its own transaction.
   *
   * `POST /curator/bulk/claim` with an access token.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - JSON_MALFORMED (400): Send valid JSON.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * @example
   *   await client.bulkClaim({ body: { draft_ids: ["3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11"] } });
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
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - JSON_MALFORMED (400): Send valid JSON.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * @example
   *   await client.bulkApprove({
   *     body: {
   *       draft_ids: ["3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11"],
   *       curator_notes: "Clear, and easy to resolve.",
   *     },
   *   });
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
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - JSON_MALFORMED (400): Send valid JSON.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * @example
   *   await client.bulkReject({
   *     body: {
   *       draft_ids: ["3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11"],
   *       reason: "The same market is open already.",
   *     },
   *   });
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
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - STATE_CONFLICT (409): Read it again; its state does not allow this step.
   * - CLAIM_HELD (409): Take another draft, or wait until the other curator's claim has ended.
   * @example
   *   await client.claimDraft({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
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
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - STATE_CONFLICT (409): Read it again; its state does not allow this step.
   * - CLAIM_HELD (409): Take another draft, or wait until the other curator's claim has ended.
   * @example
   *   await client.releaseDraft({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
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
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - JSON_MALFORMED (400): Send valid JSON.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - STATE_CONFLICT (409): Read it again; its state does not allow this step.
   * - CLAIM_HELD (409): Take another draft, or wait until the other curator's claim has ended.
   * - VERSION_MISMATCH (412): Read the newest version, then repeat the change on it.
   * - DRAFT_INCOMPLETE (422): Fill in the fields that `issues` names, then call again.
   * @example
   *   await client.approveDraft({
   *     params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" },
   *     body: { curator_notes: "Clear, and easy to resolve." },
   *   });
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
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - JSON_MALFORMED (400): Send valid JSON.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - STATE_CONFLICT (409): Read it again; its state does not allow this step.
   * - CLAIM_HELD (409): Take another draft, or wait until the other curator's claim has ended.
   * - VERSION_MISMATCH (412): Read the newest version, then repeat the change on it.
   * @example
   *   await client.rejectDraft({
   *     params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" },
   *     body: { reason: "The same market is open already." },
   *   });
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
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - JSON_MALFORMED (400): Send valid JSON.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - STATE_CONFLICT (409): Read it again; its state does not allow this step.
   * - CLAIM_HELD (409): Take another draft, or wait until the other curator's claim has ended.
   * - VERSION_MISMATCH (412): Read the newest version, then repeat the change on it.
   * @example
   *   await client.requestChanges({
   *     params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" },
   *     body: {
   *       requested_changes: { resolution_deadline: "Name the time zone." },
   *       curator_notes: "Almost there: one detail is missing.",
   *     },
   *   });
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
export const curatorRoutes: typeof queueRoutes & typeof decisionRoutes & typeof reviewTrailRoutes =
  joinRoutes(queueRoutes, decisionRoutes, reviewTrailRoutes);

/** Notes of the routes of this file. A function, so that bundlers drop it from clients. */
export function decisionNotes(): NotesOf<typeof decisionRoutes> {
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
  const outcome = { success: [id], failed: [], warnings: [] };
  return {
    bulkClaim: added(outcome, all),
    bulkApprove: added(outcome, { ...all, ...approval }),
    bulkReject: added(outcome, { ...all, ...rejection }),
    claimDraft: {
      tags,
      unspecified: [
        "A claim ends at its time, and at once when its curator loses the role; the draft is pending then, everywhere.",
      ],
      example: {
        response: {
          ...draft,
          status: "in_review",
          assigned_curator_id: id,
          assigned_curator_name: "grace",
          claim_expires_at: "2026-01-01T00:30:00.000Z",
        },
      },
    },
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
