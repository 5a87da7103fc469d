/** Drafts as their owners work on them. */

import * as z from "zod";

import type { NotesOf, RouteNotes } from "../route/docs.ts";
import { freeText } from "../route/free-text.ts";
import { joinRoutes } from "../route/join-routes.ts";
import {
  exactObject,
  list,
  object,
  type Fields,
  type InputFields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { DraftData, DraftDataPatch } from "./draft-data.ts";
import { draftTrailRoutes } from "./draft-trail.ts";
import {
  acknowledged,
  BODY,
  DraftParams,
  DraftStatus,
  IfMatch,
  IfNoneMatch,
  INVALID,
  MaybeText,
  MaybeTime,
  page,
  Text,
  Timestamp,
  TOKEN,
  UnitInterval,
  Version,
  WRITING,
  text,
} from "./fields.ts";

const INEXACT = "has a whole number past 2^53 − 1, which would lose digits; send it as text";
const metadata = z.record(z.string(), z.unknown());
/** Messages and facts are kept as they are: what JSON numbers cannot hold exactly is refused. */
const givenMetadata = metadata.refine(isExact, INEXACT);
const conversation = z.array(z.unknown()).max(1000).refine(isExact, INEXACT);

/** True when no whole number in a value exceeds 2^53 − 1; the route reads those as bigint. */
function isExact(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return typeof value !== "bigint";
  return Object.values(value).every(isExact);
}

const newDraftFields = {
  /** The market specification; it may be incomplete when `submit` is false. */
  draft_data: DraftData,
  /** True to submit the draft for review at once. Default true. */
  submit: z.boolean().optional(),
  /** Name of the model that wrote the draft, 1–200 characters; null or absent when a person did. */
  ai_model_used: freeText(1, 200).nullable().optional(),
  /** Facts about the generation, kept as they are; whole numbers past 2^53 − 1 only as text. Default null. */
  ai_generation_metadata: givenMetadata.nullable().optional(),
  /** Messages that led to the draft: at most 1,000, kept as they are, with the same rule. Default null. */
  conversation_history: conversation.nullable().optional(),
};
/** A draft to create. */
export interface NewDraft extends Fields<typeof acknowledged>, Fields<typeof newDraftFields> {}
export const NewDraft: ObjectSchema<NewDraft> = exactObject({ ...newDraftFields, ...acknowledged });

/** The submission of a draft. */
export interface Submission extends Fields<typeof acknowledged> {}
export const Submission: ObjectSchema<Submission> = exactObject(acknowledged);

const editFields = {
  /** The fields to change; null removes a field, an absent one stays. */
  draft_data: DraftDataPatch,
  /** Answer to the curator's requested changes, at most 5,000 characters. Default null. */
  curator_response: freeText(0, 5000).nullable().optional(),
};
/** An edit of a draft. */
export interface DraftEdit extends Fields<typeof editFields> {}
export const DraftEdit: ObjectSchema<DraftEdit> = exactObject(editFields);

const findingFields = {
  /** Field of the market specification that the finding is about. */
  field: Text,
  /** Code of the rule, for programs. */
  code: Text,
  /** Message for people: what is wrong and what to do. */
  message: Text,
};
/** A finding of the rules in a draft. */
export interface Finding extends Fields<typeof findingFields> {}
export const Finding: ObjectSchema<Finding> = object(findingFields);

const draftFields = {
  /** Draft id, a UUID. */
  id: Text,
  /** Account id of the draft's owner. */
  creator_id: Text,
  /** Wallet address of the draft's owner; null when the owner has none. */
  creator_wallet: MaybeText,
  /** The market specification. */
  draft_data: DraftData,
  /** Status of the draft between its owner and the curators, by the clock: pending once a claim has ended. */
  status: DraftStatus,
  /** Account id of the curator who claimed the draft; null when nobody did. */
  assigned_curator_id: MaybeText,
  /** Username of the curator who claimed the draft; null when nobody did. */
  assigned_curator_name: MaybeText,
  /** Time at which the claim ends, ISO 8601 in UTC; null without a claim, and once it has ended. */
  claim_expires_at: MaybeTime,
  /** Name of the model that wrote the draft; null when a person did. */
  ai_model_used: MaybeText,
  /** Facts about the generation, as the owner gave them; null when there are none. */
  ai_generation_metadata: metadata.nullable(),
  /** Score of the specification's quality by the rules, 0–1. */
  quality_score: UnitInterval,
  /** Score of the specification's safety by the rules, 0–1. */
  safety_score: UnitInterval,
  /** Score of the specification's clarity by the rules, 0–1. */
  clarity_score: UnitInterval,
  /** Findings that prevent a submission and an approval. */
  validation_errors: list(Finding),
  /** Findings that prevent nothing once `no_deadline` and `no_source` are acknowledged. */
  validation_warnings: list(Finding),
  /** Notes of the curator who decided last; null when there are none. */
  curator_notes: MaybeText,
  /** Changes that the curator requested, by field; null when none are. */
  requested_changes: z.record(z.string(), Text).nullable(),
  /** Version of the draft, from 1; every edit adds 1. */
  version: Version,
  /** Id of the market that the approval made; null before. */
  market_id: MaybeText,
  /** Time of creation, ISO 8601 in UTC. */
  created_at: Timestamp,
  /** Time of the last change, ISO 8601 in UTC. */
  updated_at: Timestamp,
  /** Time of the last submission, ISO 8601 in UTC; null before. */
  submitted_at: MaybeTime,
  /** Time of the last decision, ISO 8601 in UTC; null before. */
  reviewed_at: MaybeTime,
  /** Time of the approval, ISO 8601 in UTC; null before. */
  approved_at: MaybeTime,
};
/** A draft of a market. */
export interface Draft extends Fields<typeof draftFields> {}
export const Draft: ObjectSchema<Draft> = object(draftFields);

const detailFields = {
  /** Messages that led to the draft, as the owner gave them; null when there are none. */
  conversation_history: z.array(z.unknown()).nullable(),
};
/** A draft with the messages that led to it. */
export interface DraftDetail extends Draft, Fields<typeof detailFields> {}
export const DraftDetail: ObjectSchema<DraftDetail> = object({ ...draftFields, ...detailFields });

const queryFields = {
  /** Only drafts of this status. Default: every status. */
  status: DraftStatus.optional(),
  ...page,
};
/** A filter of the caller's drafts. */
export interface DraftQuery extends Fields<typeof page>, Fields<typeof queryFields> {}
interface DraftQueryInput extends InputFields<typeof queryFields> {}
export const DraftQuery: ObjectSchema<DraftQuery, DraftQueryInput> = object(queryFields);

const idempotencyFields = {
  /** Key of this call, 1–255 characters: a repeat by the same account under it creates no second draft for 24 hours. */
  "idempotency-key": text(1, 255).optional(),
};
interface Idempotent extends Fields<typeof idempotencyFields> {}
const Idempotent: ObjectSchema<Idempotent> = object(idempotencyFields);

const security = "bearer";
/** A caller who may see another's draft gets 403 for changing it, a stranger 404. */
const MOVE = { ...WRITING, FORBIDDEN: 403, NOT_FOUND: 404, STATE_CONFLICT: 409 } as const;

const ownDraftRoutes = {
  /**
   * Create a draft, submitted at once unless `submit` is false.
   *
   * `POST /drafts` with an access token.
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
   * - DRAFT_INCOMPLETE (422): Fill in the fields that `issues` names, then call again.
   * - IDEMPOTENCY_KEY_REUSED (422): Use a new Idempotency-Key for a different request.
   * - QUOTA_EXCEEDED (409): Delete or finish something first, or ask the operator for more.
   * @example
   *   await client.createDraft({
   *     body: {
   *       draft_data: {
   *         question_text: "Will the bridge carry more than 1,000 transfers a day by 31 December 2099?",
   *         topic_tags: ["bridges"],
   *         outcomes: [{ label: "Yes" }, { label: "No" }],
   *         resolution_sources: [{ source_url: "https://stats.example.com/bridge.json", source_type: "api" }],
   *         resolution_deadline: "2100-01-01T00:00:00.000Z",
   *       },
   *     },
   *   });
   */
  createDraft: route("POST", "/drafts", {
    security,
    exactIntegers: true,
    headers: Idempotent,
    idempotencyKey: true,
    body: NewDraft,
    responses: { 201: Draft },
    errors: {
      ...BODY,
      ...WRITING,
      DRAFT_INCOMPLETE: 422,
      IDEMPOTENCY_KEY_REUSED: 422,
      QUOTA_EXCEEDED: 409,
    },
  }),
  /**
   * List the caller's drafts, newest first; the next page is in the header Link.
   *
   * `GET /drafts` with an access token; `iterate` reads it page after page.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - CURSOR_INVALID (422): Begin at the first page, without a cursor.
   * @example
   *   await client.listDrafts();
   */
  listDrafts: route("GET", "/drafts", {
    security,
    query: DraftQuery,
    pages: true,
    responses: { 200: list(Draft) },
    errors: { ...INVALID, ...TOKEN, CURSOR_INVALID: 422 },
  }),
  /**
   * Read a draft with its conversation and an ETag; 404 for all but its owner, curators and admins.
   *
   * `GET /drafts/:id` with an access token.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.getDraft({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  getDraft: route("GET", "/drafts/:id", {
    security,
    conditional: true,
    params: DraftParams,
    headers: IfNoneMatch,
    responses: { 200: DraftDetail },
    errors: { ...INVALID, ...TOKEN, NOT_FOUND: 404 },
  }),
  /**
   * Change fields of a draft; null removes a field, and every edit is a version.
   *
   * `PATCH /drafts/:id` with an access token.
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
   * - VERSION_MISMATCH (412): Read the newest version, then repeat the change on it.
   * - QUOTA_EXCEEDED (409): Delete or finish something first, or ask the operator for more.
   * @example
   *   await client.editDraft({
   *     params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" },
   *     body: { draft_data: { summary: "Counted by the bridge's own statistics." } },
   *   });
   */
  editDraft: route("PATCH", "/drafts/:id", {
    security,
    params: DraftParams,
    headers: IfMatch,
    body: DraftEdit,
    responses: { 200: Draft },
    errors: { ...BODY, ...MOVE, VERSION_MISMATCH: 412, QUOTA_EXCEEDED: 409 },
  }),
  /**
   * Submit a draft for review; without a deadline or a source only when that is acknowledged.
   *
   * `POST /drafts/:id/submit` with an access token.
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
   * - DRAFT_INCOMPLETE (422): Fill in the fields that `issues` names, then call again.
   * @example
   *   await client.submitDraft({
   *     params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" },
   *     body: { acknowledge_warnings: ["no_deadline"] },
   *   });
   */
  submitDraft: route("POST", "/drafts/:id/submit", {
    security,
    params: DraftParams,
    body: Submission,
    responses: { 200: Draft },
    errors: { ...BODY, ...MOVE, DRAFT_INCOMPLETE: 422 },
  }),
  /**
   * Withdraw a draft for good, submitted or not; its trail stays, and it no longer counts as open.
   *
   * `POST /drafts/:id/withdraw` with an access token.
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
   *   await client.withdrawDraft({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  withdrawDraft: route("POST", "/drafts/:id/withdraw", {
    security,
    params: DraftParams,
    responses: { 200: Draft },
    errors: MOVE,
  }),
};

/** The routes of drafts, by operation id. */
export const draftRoutes: typeof ownDraftRoutes & typeof draftTrailRoutes = joinRoutes(
  ownDraftRoutes,
  draftTrailRoutes,
);

/** The rule of the two warnings that stop a submission and an approval. */
export const ACKNOWLEDGING: string =
  "Without a resolution deadline (no_deadline) or a source (no_source) it is 422 until acknowledge_warnings names the code; each issue has the code as its type.";

/** A draft for examples. */
export function exampleDraft(): Draft {
  const id = "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11";
  const time = "2026-01-01T00:00:00.000Z";
  return {
    id,
    creator_id: id,
    creator_wallet: "0x52908400098527886E0F7030069857D2E4169EE7",
    draft_data: {
      question_text: "Will the bridge carry more than 1,000 transfers a day by 31 December 2099?",
      topic_tags: ["bridges"],
      outcomes: [{ label: "Yes" }, { label: "No" }],
      resolution_sources: [
        { source_url: "https://stats.example.com/bridge.json", source_type: "api" },
      ],
      resolution_deadline: "2100-01-01T00:00:00.000Z",
    },
    status: "pending",
    assigned_curator_id: null,
    assigned_curator_name: null,
    claim_expires_at: null,
    ai_model_used: null,
    ai_generation_metadata: null,
    quality_score: 0.82,
    safety_score: 1,
    clarity_score: 0.75,
    validation_errors: [],
    validation_warnings: [],
    curator_notes: null,
    requested_changes: null,
    version: 1,
    market_id: null,
    created_at: time,
    updated_at: time,
    submitted_at: time,
    reviewed_at: null,
    approved_at: null,
  };
}

/** Notes of the owner's routes among {@link draftRoutes}. A function, so that bundlers drop it from clients. */
export function draftNotes(): NotesOf<typeof ownDraftRoutes> {
  const tags = ["drafts"];
  const draft = exampleDraft();
  const added = (example: NonNullable<RouteNotes["example"]>): RouteNotes => ({ tags, example });
  return {
    createDraft: {
      tags,
      seed: "B. Curation backend: POST /drafts",
      unspecified: [
        "Request and response; errors of the rules stop a submission with 422, warnings do not, but for two.",
        ACKNOWLEDGING,
        "A repeat of an account's call with the same Idempotency-Key and body makes no second draft for 24 hours: it answers the first one as it is now.",
        "An unknown field of draft_data is 422 with the nearest known name; characters are counted as readers see them.",
      ],
      example: { body: { draft_data: draft.draft_data }, response: draft },
    },
    listDrafts: added({ response: [draft] }),
    getDraft: added({
      response: {
        ...draft,
        conversation_history: [{ role: "user", content: "A market on the bridge's load, please." }],
      },
    }),
    editDraft: added({
      body: { draft_data: { summary: "Counted by the bridge's own statistics." } },
      response: { ...draft, status: "draft", version: 2 },
    }),
    submitDraft: {
      tags,
      unspecified: [ACKNOWLEDGING, "The body may be absent."],
      example: { body: { acknowledge_warnings: ["no_deadline"] }, response: draft },
    },
    withdrawDraft: {
      tags,
      unspecified: [
        "From draft, pending and changes_requested; a draft in review is 409 until its claim ends or is released.",
        "No route deletes a draft: a withdrawn one stays readable, with its trail.",
      ],
      example: { response: { ...draft, status: "withdrawn" } },
    },
  };
}
