/** The decisions about drafts, for curators and admins: claims, approvals, rejections, requests for changes. */

import * as z from "zod";

import type { NotesOf, RouteNotes } from "../route/docs.ts";
import { freeText } from "../route/free-text.ts";
import { joinRoutes } from "../route/join-routes.ts";
import { exactObject, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { bulkRoutes } from "./bulk-review.ts";
import { reviewTrailRoutes } from "./draft-trail.ts";
import { ACKNOWLEDGING, Draft, exampleDraft } from "./drafts.ts";
import {
  acknowledged,
  ACTING,
  BODY,
  DraftParams,
  IfMatch,
  notesForOwner,
  PERMITTED,
  reasonForOwner,
  text,
  Version,
} from "./fields.ts";
import { moderationRoutes } from "./moderation.ts";
import { queueRoutes } from "./review-queue.ts";

const version = {
  /** Version that the curator saw, from 1; another current version is 412. Default: any version. */
  version: Version.optional(),
};
const approvalFields = {
  /** True to open the market at once, whatever `open_at` says. Default false. */
  deploy_immediately: z.boolean().optional(),
  ...version,
};
/** An approval of a draft. */
export interface Approval
  extends
    Fields<typeof acknowledged>,
    Fields<typeof notesForOwner>,
    Fields<typeof approvalFields> {}
export const Approval: ObjectSchema<Approval> = exactObject({
  ...notesForOwner,
  ...acknowledged,
  ...approvalFields,
});

/** A rejection of a draft. */
export interface Rejection extends Fields<typeof reasonForOwner>, Fields<typeof version> {}
export const Rejection: ObjectSchema<Rejection> = exactObject({ ...reasonForOwner, ...version });

const changeRequestFields = {
  /** Requested changes, by field: names of 1–100 characters, texts of 1–5,000. */
  requested_changes: z.record(text(1, 100), freeText(1, 5000)),
  /** Notes for the owner, 10–5,000 characters. */
  curator_notes: reasonForOwner.reason,
  ...version,
};
/** A request to the author for changes. */
export interface ChangeRequest extends Fields<typeof changeRequestFields> {}
export const ChangeRequest: ObjectSchema<ChangeRequest> = exactObject(changeRequestFields);

const security = "bearer";
const FOUND = { ...PERMITTED, NOT_FOUND: 404 } as const;
const LEASE = {
  ...FOUND,
  ...ACTING,
  RATE_LIMITED: 429,
  STATE_CONFLICT: 409,
  CLAIM_HELD: 409,
} as const;
/** The codes of every decision about a draft. */
const DECISION = { ...BODY, ...LEASE, VERSION_MISMATCH: 412 } as const;

const ownDecisionRoutes = {
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
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
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
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
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
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
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
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
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
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
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

const decisionRoutes: typeof bulkRoutes & typeof ownDecisionRoutes = joinRoutes(
  bulkRoutes,
  ownDecisionRoutes,
);

/** The routes of the review, by operation id. */
export const curatorRoutes: typeof queueRoutes &
  typeof decisionRoutes &
  typeof reviewTrailRoutes &
  typeof moderationRoutes = joinRoutes(
  queueRoutes,
  decisionRoutes,
  reviewTrailRoutes,
  moderationRoutes,
);

/** Notes of {@link ownDecisionRoutes}. A function, so that bundlers drop it from clients. */
export function decisionNotes(): NotesOf<typeof ownDecisionRoutes> {
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
  return {
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
        ACKNOWLEDGING,
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
