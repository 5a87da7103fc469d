/** Decisions about many drafts at once. */

import * as z from "zod";

import type { NotesOf } from "../route/docs.ts";
import {
  exactObject,
  list,
  object,
  type Fields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { exampleDraft } from "./drafts.ts";
import {
  acknowledged,
  BODY,
  notesForOwner,
  reasonForOwner,
  text,
  Text,
  WRITING,
} from "./fields.ts";

const bulkFields = {
  /** Ids of the drafts, 1–100; each is its own transaction. */
  draft_ids: z.array(text(1, 100)).min(1).max(100),
};
/** A claim on many drafts. */
export interface BulkClaim extends Fields<typeof bulkFields> {}
export const BulkClaim: ObjectSchema<BulkClaim> = exactObject(bulkFields);

/** An approval of many drafts. */
export interface BulkApproval
  extends BulkClaim, Fields<typeof acknowledged>, Fields<typeof notesForOwner> {}
export const BulkApproval: ObjectSchema<BulkApproval> = exactObject({
  ...bulkFields,
  ...notesForOwner,
  ...acknowledged,
});

/** A rejection of many drafts. */
export interface BulkRejection extends BulkClaim, Fields<typeof reasonForOwner> {}
export const BulkRejection: ObjectSchema<BulkRejection> = exactObject({
  ...bulkFields,
  ...reasonForOwner,
});

const failureFields = {
  /** Id of the draft. */
  id: Text,
  /** Reason for which the action failed. */
  reason: Text,
};
/** A draft for which the action failed. */
export interface BulkFailure extends Fields<typeof failureFields> {}
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
/** A warning about a draft that was approved. */
export interface BulkWarning extends Fields<typeof warningFields> {}
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
const BULK = { ...BODY, ...WRITING, FORBIDDEN: 403 } as const;

export const bulkRoutes = {
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
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
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
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
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
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
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
};

/** Notes of {@link bulkRoutes}. A function, so that bundlers drop it from clients. */
export function bulkNotes(): NotesOf<typeof bulkRoutes> {
  const tags = ["curator"];
  const { id } = exampleDraft();
  const all = { draft_ids: [id] };
  const response = { success: [id], failed: [], warnings: [] };
  return {
    bulkClaim: { tags, example: { body: all, response } },
    bulkApprove: {
      tags,
      unspecified: [
        "A draft without a deadline or a source fails unless acknowledge_warnings names no_deadline or no_source.",
      ],
      example: { body: { ...all, curator_notes: "Clear, and easy to resolve." }, response },
    },
    bulkReject: {
      tags,
      example: { body: { ...all, reason: "The same market is open already." }, response },
    },
  };
}
