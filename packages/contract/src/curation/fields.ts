/** The kinds of fields that requests and answers of the curation API are made of. */

import * as z from "zod";

import * as q from "../query/codecs.ts";

/** Seed, part B: the roles named. */
export const Role = z.enum(["curator", "admin"]);
export type Role = z.infer<typeof Role>;

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
