/** The kinds of fields that requests and answers of the curation API are made of. */

import * as z from "zod";

import * as q from "../query/codecs.ts";

/** Seed, part B: the roles named. */
export const Role = z.enum(["curator", "admin"]);
export type Role = z.infer<typeof Role>;

export const DraftStatus = z.enum([
  "draft",
  "pending",
  "in_review",
  "changes_requested",
  "approved",
  "rejected",
  "withdrawn",
]);
export type DraftStatus = z.infer<typeof DraftStatus>;

export const MarketState = z.enum([
  "pending_launch",
  "active",
  "locked",
  "resolved",
  "disputed",
  "invalid",
]);
export type MarketState = z.infer<typeof MarketState>;

/** ISO 8601, UTC, ending in `Z`. */
export const Timestamp = z.iso.datetime();
export const MaybeTime = Timestamp.nullable();
export const Text = z.string();
export const MaybeText = Text.nullable();
export const Count = z.int().min(0);
/** 0–1. */
export const Share = z.number().min(0).max(1);
export const Version = z.int().min(1);

/** What is only compared or kept: text that a store and a log can hold. */
export function text(min: number, max: number): z.ZodString {
  return z
    .string()
    .min(min)
    .max(max)
    .regex(/^[^\0\p{Cs}]*$/u, "must have no NUL character");
}

export const Id = z.object({ id: Text });

/** A page of a list: the next one is in the answer's `Link` header. */
export const page = {
  limit: q.integer({ min: 1, max: 100 }).default(50),
  cursor: text(1, 1024).optional(),
};

/** The version that was seen: an ETag of this API, or `*`. */
export const IfMatch = z.object({ "if-match": text(1, 200).optional() });

/** A number from 0 to 1 in a query. */
export const queryShare = z.codec(
  z.string().regex(/^(0(\.\d{1,15})?|1(\.0{1,15})?)$/, "must be a number from 0 to 1"),
  z.number(),
  { decode: Number, encode: String },
);

/** ISO 8601 in a query. */
export const QueryTime = z.iso.datetime({ offset: true });
