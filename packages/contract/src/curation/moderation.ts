/** Suspended accounts and hidden comments, for curators and admins. */

import type { NotesOf } from "../route/docs.ts";
import { freeText } from "../route/free-text.ts";
import { exactObject, object, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { DraftComment } from "./draft-trail.ts";
import { BODY, PERMITTED, Text, Timestamp, WRITING } from "./fields.ts";
import { exampleUser, User } from "./user.ts";

const accountParams = {
  /** Account id, a UUID. */
  id: Text,
};
interface AccountParams extends Fields<typeof accountParams> {}
const AccountParams: ObjectSchema<AccountParams> = object(accountParams);

const commentParams = {
  /** Draft id, a UUID. */
  id: Text,
  /** Comment id, a UUID. */
  comment_id: Text,
};
interface CommentParams extends Fields<typeof commentParams> {}
const CommentParams: ObjectSchema<CommentParams> = object(commentParams);

const reason = {
  /** Reason, 10–1,000 characters; the account that it concerns sees it. */
  reason: freeText(10, 1000),
};
/** The reason for which a comment is hidden. */
export interface CommentHiding extends Fields<typeof reason> {}
export const CommentHiding: ObjectSchema<CommentHiding> = object(reason);

const suspensionFields = {
  ...reason,
  /** Time of the end, within ten years, ISO 8601 in UTC; null until it is lifted. Default null. */
  until: Timestamp.nullable().optional(),
};
/** A suspension to be. */
export interface SuspensionRequest extends Fields<typeof reason>, Fields<typeof suspensionFields> {}
export const SuspensionRequest: ObjectSchema<SuspensionRequest> = exactObject(suspensionFields);

const security = "bearer";
const CONCERNED = { ...WRITING, ...PERMITTED, NOT_FOUND: 404, STATE_CONFLICT: 409 } as const;

export const moderationRoutes = {
  /**
   * Suspend an account: it can read, and change nothing.
   *
   * `POST /curator/accounts/:id/suspend` with an access token.
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
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - STATE_CONFLICT (409): Read it again; its state does not allow this step.
   * - LAST_ADMIN (409): Make another account an administrator first.
   * @example
   *   await client.suspendAccount({
   *     params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" },
   *     body: { reason: "It insults another author.", until: "2026-02-15T12:00:00.000Z" },
   *   });
   */
  suspendAccount: route("POST", "/curator/accounts/:id/suspend", {
    security,
    params: AccountParams,
    body: SuspensionRequest,
    responses: { 200: User },
    errors: { ...BODY, ...CONCERNED, LAST_ADMIN: 409 },
  }),
  /**
   * Lift the suspension of an account.
   *
   * `POST /curator/accounts/:id/reinstate` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - STATE_CONFLICT (409): Read it again; its state does not allow this step.
   * @example
   *   await client.reinstateAccount({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  reinstateAccount: route("POST", "/curator/accounts/:id/reinstate", {
    security,
    params: AccountParams,
    responses: { 200: User },
    errors: CONCERNED,
  }),
  /**
   * Hide a comment from all but its author and curators.
   *
   * `POST /curator/:id/comments/:comment_id/hide` with an access token.
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
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - STATE_CONFLICT (409): Read it again; its state does not allow this step.
   * @example
   *   await client.hideComment({
   *     params: {
   *       id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11",
   *       comment_id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11",
   *     },
   *     body: { reason: "It insults another author." },
   *   });
   */
  hideComment: route("POST", "/curator/:id/comments/:comment_id/hide", {
    security,
    params: CommentParams,
    body: CommentHiding,
    responses: { 200: DraftComment },
    errors: { ...BODY, ...CONCERNED },
  }),
  /**
   * Show a hidden comment again.
   *
   * `POST /curator/:id/comments/:comment_id/show` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - STATE_CONFLICT (409): Read it again; its state does not allow this step.
   * @example
   *   await client.showComment({
   *     params: {
   *       id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11",
   *       comment_id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11",
   *     },
   *   });
   */
  showComment: route("POST", "/curator/:id/comments/:comment_id/show", {
    security,
    params: CommentParams,
    responses: { 200: DraftComment },
    errors: CONCERNED,
  }),
};

/** Notes of {@link moderationRoutes}. A function, so that bundlers drop it from clients. */
export function moderationNotes(): NotesOf<typeof moderationRoutes> {
  const tags = ["curator"];
  const user = exampleUser();
  const created_at = "2026-01-15T12:00:00.000Z";
  const comment = {
    id: "5a0d2f6c-8c3e-4b8b-9e7a-2f1d3c4b5a69",
    draft_id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11",
    author_id: user.id,
    author_name: user.username,
    author_role: "owner" as const,
    body: "This is not about the market.",
    created_at,
  };
  const body = { reason: "It insults another author." };
  const suspension = { ...body, since: created_at, until: "2026-02-15T12:00:00.000Z" };
  return {
    suspendAccount: {
      tags,
      unspecified: [
        "From its next request on the account gets 403 with the code ACCOUNT_SUSPENDED for every change but that of its password, factors and sessions; it can take its copy and leave. Its sessions go on, and its claims end at once.",
        "A curator suspends accounts without a role, an admin all but their own account (403) and the last admin's (409).",
        "The account sees suspension in its user, and gets a mail. One that is suspended already is 409; of several calls one succeeds.",
      ],
      example: {
        body: { ...body, until: suspension.until },
        response: { ...user, suspension },
      },
    },
    reinstateAccount: {
      tags,
      unspecified: ["An account that is not suspended, or not any more, is 409."],
      example: { response: user },
    },
    hideComment: {
      tags,
      unspecified: [
        "Its author and curators still read the comment, with the reason; others get an empty body and hidden without a reason. A hidden one is 409.",
      ],
      example: {
        body,
        response: { ...comment, hidden: { ...body, hidden_at: created_at } },
      },
    },
    showComment: {
      tags,
      unspecified: ["A comment that is not hidden is 409."],
      example: { response: comment },
    },
  };
}
