/** The queue of drafts that wait for review, and the statistics of curators. */

import * as z from "zod";

import * as q from "../query/codecs.ts";
import type { NotesOf } from "../route/docs.ts";
import { freeText } from "../route/free-text.ts";
import {
  list,
  object,
  oneOf,
  type Fields,
  type InputFields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { exampleDraft } from "./drafts.ts";
import {
  Count,
  DraftStatus,
  INVALID,
  MaybeText,
  MaybeTime,
  page,
  PERMITTED,
  Text,
  Timestamp,
  UnitInterval,
  Version,
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
  /** True to list only drafts that the caller claimed. Default false. */
  assigned_to_me: q.boolean().optional(),
  /** Only drafts with this topic tag, 1–50 characters. Default: every tag. */
  tag: freeText(1, 50).optional(),
  /** Smallest quality score, 0–1. Default: every score. */
  min_quality: queryUnitInterval.optional(),
  /** Order of the list: by submission (`oldest` or `newest` first) or by `quality`, best first. Default `oldest`. */
  sort: oneOf(["oldest", "newest", "quality"]).default("oldest"),
  ...page,
};
/** A filter and an order of the review queue. */
export interface QueueQuery extends Fields<typeof page>, Fields<typeof queueQueryFields> {}
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
  /** Time at which the claim ends, ISO 8601 in UTC; null without a claim, and once it has ended. */
  claim_expires_at: MaybeTime,
};
/** A draft in the review queue. */
export interface QueueItem extends Fields<typeof queueItemFields> {}
export const QueueItem: ObjectSchema<QueueItem> = object(queueItemFields);

const statsQueryFields = {
  /** Start of the period of decisions, ISO 8601 with an offset, inclusive. Default: the first decision. */
  from: queryTime.optional(),
  /** End of the period of decisions, ISO 8601 with an offset. Default: now. */
  to: queryTime.optional(),
};
/** The period that decisions are counted in. */
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

export const queueRoutes = {
  /**
   * List the drafts that wait for review.
   *
   * `GET /curator/queue` with an access token; `iterate` reads it page after page.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - CURSOR_INVALID (422): Begin at the first page, without a cursor.
   * @example
   *   await client.curatorQueue();
   */
  curatorQueue: route("GET", "/curator/queue", {
    security,
    query: QueueQuery,
    pages: true,
    responses: { 200: list(QueueItem) },
    errors: { ...INVALID, ...PERMITTED, CURSOR_INVALID: 422 },
  }),
  /**
   * Count the decisions of each curator and the time they took.
   *
   * `GET /curator/stats` with an access token.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * @example
   *   await client.curatorStats();
   */
  curatorStats: route("GET", "/curator/stats", {
    security,
    query: StatsQuery,
    responses: { 200: list(CuratorStats) },
    errors: { ...INVALID, ...PERMITTED },
  }),
};

/** Notes of {@link queueRoutes}. A function, so that bundlers drop it from clients. */
export function queueNotes(): NotesOf<typeof queueRoutes> {
  const tags = ["curator"];
  const draft = exampleDraft();
  const { id, created_at } = draft;
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
    curatorStats: {
      tags,
      example: {
        response: [
          {
            curator_id: id,
            curator_name: "grace",
            total_reviewed: 12,
            total_approved: 8,
            total_rejected: 2,
            avg_review_time_hours: 3.5,
            approval_rate: 0.8,
          },
        ],
      },
    },
  };
}
