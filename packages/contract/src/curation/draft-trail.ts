/** The trail of a draft: its comments, versions, differences and audit entries. */

import * as z from "zod";

import * as q from "../query/codecs.ts";
import type { NotesOf, RouteNotes } from "../route/docs.ts";
import { freeText } from "../route/free-text.ts";
import { oneOf } from "../route/object-schema.ts";
import {
  list,
  object,
  type Fields,
  type InputFields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { DraftData } from "./draft-data.ts";
import {
  BODY,
  DraftParams,
  DraftStatus,
  INVALID,
  MaybeText,
  Text,
  Timestamp,
  TOKEN,
  Version,
  WRITING,
} from "./fields.ts";

const newCommentFields = {
  /** Text of the comment, 1–5,000 characters. */
  body: freeText(1, 5000),
};
/** A comment to add to a draft. */
export interface NewComment extends Fields<typeof newCommentFields> {}
export const NewComment: ObjectSchema<NewComment> = object(newCommentFields);

const hiddenFields = {
  /** Reason of the curator; null for others than the comment's author and curators. */
  reason: MaybeText,
  /** Time of the hiding, ISO 8601 in UTC. */
  hidden_at: Timestamp,
};
/** The hiding of a comment. */
export interface HiddenComment extends Fields<typeof hiddenFields> {}
const HiddenComment: ObjectSchema<HiddenComment> = object(hiddenFields);

const commentFields = {
  /** Comment id, a UUID. */
  id: Text,
  /** Id of the draft that the comment belongs to. */
  draft_id: Text,
  /** Account id of the author. */
  author_id: Text,
  /** Username of the author. */
  author_name: Text,
  /** The author's relation to the draft. */
  author_role: oneOf(["owner", "curator"]),
  /** Text of the comment; empty where a hidden one is read by others than its author and curators. */
  body: Text,
  /** Time of the comment, ISO 8601 in UTC. */
  created_at: Timestamp,
  /** Present while a curator hides the comment. */
  hidden: HiddenComment.optional(),
};
/** A comment on a draft. */
export interface DraftComment extends Fields<typeof commentFields> {}
export const DraftComment: ObjectSchema<DraftComment> = object(commentFields);

const versionFields = {
  /** Version number, from 1. */
  version: Version,
  /** The market specification as it was in this version. */
  draft_data: DraftData,
  /** Account id of the editor. */
  editor_id: Text,
  /** Username of the editor. */
  editor_name: Text,
  /** The owner's answer to requested changes; null when there is none. */
  curator_response: MaybeText,
  /** Time of the edit, ISO 8601 in UTC. */
  created_at: Timestamp,
};
/** A version of a draft. */
export interface DraftVersion extends Fields<typeof versionFields> {}
export const DraftVersion: ObjectSchema<DraftVersion> = object(versionFields);

const diffQueryFields = {
  /** Older version to compare, from 1. Default: the version before `to`. */
  from: q.integer({ min: 1 }).optional(),
  /** Newer version to compare, from 1. Default: the current version. */
  to: q.integer({ min: 1 }).optional(),
};
/** The two versions of a draft to compare. */
export interface DiffQuery extends Fields<typeof diffQueryFields> {}
interface DiffQueryInput extends InputFields<typeof diffQueryFields> {}
export const DiffQuery: ObjectSchema<DiffQuery, DiffQueryInput> = object(diffQueryFields);

const changeFields = {
  /** Field of the market specification. */
  field: Text,
  /** Value in the older version; null when the field was absent. */
  old_value: z.unknown(),
  /** Value in the newer version; null when the field is absent. */
  new_value: z.unknown(),
  /** Kind of the change. */
  change_type: oneOf(["added", "removed", "modified"]),
};
/** A field that differs between two versions of a draft. */
export interface FieldChange extends Fields<typeof changeFields> {}
export const FieldChange: ObjectSchema<FieldChange> = object(changeFields);

const actionFields = {
  /** Entry id, a UUID. */
  id: Text,
  /** Id of the draft that was acted on. */
  draft_id: Text,
  /** The action that was taken. */
  action: oneOf([
    "submit",
    "claim",
    "release",
    "comment",
    "request_changes",
    "approve",
    "reject",
    "edit",
    "withdraw",
    "takeover",
  ]),
  /** Account id of the actor. */
  actor_id: Text,
  /** Username of the actor. */
  actor_name: Text,
  /** Status of the draft before the action; null when the action created it. */
  from_status: DraftStatus.nullable(),
  /** Status of the draft after the action. */
  to_status: DraftStatus,
  /** Version of the draft that was acted on, from 1. */
  version: Version,
  /** The curator's notes or reason; null when there are none. */
  note: MaybeText,
  /** True when an admin decided about an own draft. */
  self_reviewed: z.boolean(),
  /** Codes of the warnings that a submission or an approval acknowledged; absent without any. */
  acknowledged_warnings: list(Text).optional(),
  /** Time of the action, ISO 8601 in UTC. */
  created_at: Timestamp,
};
/** An entry of a draft's audit trail. */
export interface DraftAction extends Fields<typeof actionFields> {}
export const DraftAction: ObjectSchema<DraftAction> = object(actionFields);

const security = "bearer";
const FOUND = { ...TOKEN, NOT_FOUND: 404 } as const;

export const draftTrailRoutes = {
  /**
   * Comment on a draft; 404 for all but its owner, curators and admins.
   *
   * `POST /drafts/:id/comments` with an access token.
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
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - QUOTA_EXCEEDED (409): Delete or finish something first, or ask the operator for more.
   * @example
   *   await client.commentDraft({
   *     params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" },
   *     body: { body: "Which time zone ends the day?" },
   *   });
   */
  commentDraft: route("POST", "/drafts/:id/comments", {
    security,
    params: DraftParams,
    body: NewComment,
    responses: { 201: DraftComment },
    errors: { ...BODY, ...WRITING, NOT_FOUND: 404, QUOTA_EXCEEDED: 409 },
  }),
  /**
   * List the comments on a draft, oldest first; 404 for all but its owner, curators and admins.
   *
   * `GET /drafts/:id/comments` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.listComments({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  listComments: route("GET", "/drafts/:id/comments", {
    security,
    params: DraftParams,
    responses: { 200: list(DraftComment) },
    errors: FOUND,
  }),
  /**
   * List the versions of a draft, oldest first; 404 for all but its owner, curators and admins.
   *
   * `GET /drafts/:id/history` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.draftHistory({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  draftHistory: route("GET", "/drafts/:id/history", {
    security,
    params: DraftParams,
    responses: { 200: list(DraftVersion) },
    errors: FOUND,
  }),
  /**
   * Compare two versions of a draft field by field, by default the last two.
   *
   * `GET /drafts/:id/diff` with an access token.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.draftDiff({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  draftDiff: route("GET", "/drafts/:id/diff", {
    security,
    params: DraftParams,
    query: DiffQuery,
    responses: { 200: list(FieldChange) },
    errors: { ...INVALID, ...FOUND },
  }),
  /**
   * List the audit trail of a draft, oldest first; 404 for all but its owner, curators and admins.
   *
   * `GET /drafts/:id/actions` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.draftActions({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  draftActions: route("GET", "/drafts/:id/actions", {
    security,
    params: DraftParams,
    responses: { 200: list(DraftAction) },
    errors: FOUND,
  }),
};

/** The routes of the same trail for curators, by operation id. */
export const reviewTrailRoutes = {
  /**
   * List the audit trail of a draft, oldest first; for curators.
   *
   * `GET /curator/:id/actions` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * @example
   *   await client.reviewActions({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  reviewActions: route("GET", "/curator/:id/actions", {
    security,
    params: DraftParams,
    responses: { 200: list(DraftAction) },
    errors: { ...FOUND, FORBIDDEN: 403 },
  }),
  /**
   * List the versions of a draft, oldest first; for curators.
   *
   * `GET /curator/:id/history` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * @example
   *   await client.reviewHistory({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  reviewHistory: route("GET", "/curator/:id/history", {
    security,
    params: DraftParams,
    responses: { 200: list(DraftVersion) },
    errors: { ...FOUND, FORBIDDEN: 403 },
  }),
  /**
   * Compare two versions of a draft field by field, by default the last two; for curators.
   *
   * `GET /curator/:id/diff` with an access token.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * @example
   *   await client.reviewDiff({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  reviewDiff: route("GET", "/curator/:id/diff", {
    security,
    params: DraftParams,
    query: DiffQuery,
    responses: { 200: list(FieldChange) },
    errors: { ...INVALID, ...FOUND, FORBIDDEN: 403 },
  }),
};

/**
 * Notes of {@link draftTrailRoutes} and {@link reviewTrailRoutes}. A function, so that bundlers drop it from clients.
 */
export function trailNotes(): NotesOf<typeof draftTrailRoutes & typeof reviewTrailRoutes> {
  const id = "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11";
  const created_at = "2026-01-01T00:00:00.000Z";
  const body = "Which time zone ends the day?";
  const comment = { id, draft_id: id, author_id: id, author_name: "grace", author_role: "curator" };
  const history = [
    {
      version: 1,
      draft_data: {
        question_text: "Will the bridge carry more than 1,000 transfers a day by 31 December 2099?",
        topic_tags: ["bridges"],
        outcomes: [{ label: "Yes" }, { label: "No" }],
        resolution_sources: [
          { source_url: "https://stats.example.com/bridge.json", source_type: "api" },
        ],
        resolution_deadline: "2100-01-01T00:00:00.000Z",
      },
      editor_id: id,
      editor_name: "ada",
      curator_response: null,
      created_at,
    },
  ];
  const changes = [
    {
      field: "summary",
      old_value: null,
      new_value: "Counted by the bridge's own statistics.",
      change_type: "added",
    },
  ];
  const actions = [
    {
      id,
      draft_id: id,
      action: "submit",
      actor_id: id,
      actor_name: "ada",
      from_status: null,
      to_status: "pending",
      version: 1,
      note: null,
      self_reviewed: false,
      created_at,
    },
  ];
  const drafts = (example: RouteNotes["example"] & object): RouteNotes => ({
    tags: ["drafts"],
    example,
  });
  const curator = (response: unknown): RouteNotes => ({ tags: ["curator"], example: { response } });
  return {
    commentDraft: drafts({ body: { body }, response: { ...comment, body, created_at } }),
    listComments: drafts({ response: [{ ...comment, body, created_at }] }),
    draftHistory: drafts({ response: history }),
    draftDiff: drafts({ response: changes }),
    draftActions: drafts({ response: actions }),
    reviewActions: curator(actions),
    reviewHistory: curator(history),
    reviewDiff: curator(changes),
  };
}
