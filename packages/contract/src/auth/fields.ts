/** The kinds of fields that requests and answers of the auth API are made of. */

import * as z from "zod";

/** Seed, part A: what a credential may allow; `admin` implies the others. */
export const Permission = z.enum(["deploy", "read", "billing", "admin"]);
export type Permission = z.infer<typeof Permission>;

/** `pending → in_progress → completed | failed`. */
export const RecordStatus = z.enum(["pending", "in_progress", "completed", "failed"]);
export type RecordStatus = z.infer<typeof RecordStatus>;

/** ISO 8601, UTC, ending in `Z`. */
export const Timestamp = z.iso.datetime();
export const MaybeTime = Timestamp.nullable();
export const Text = z.string();
export const Count = z.int().min(0);

/** A line for people: no control characters, no half of a surrogate pair. */
export function line(min: number, max: number): z.ZodString {
  return z
    .string()
    .min(min)
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, "must have no control characters");
}

/** What is only compared: anything of at most `max` characters that a store and a log can hold. */
export function opaque(max: number): z.ZodString {
  return z
    .string()
    .min(1)
    .max(max)
    .regex(/^[^\0\p{Cs}]*$/u, "must have no NUL character");
}

/** Trimmed, at most 254 characters. */
export const Email = z
  .string()
  .trim()
  .min(1)
  .max(254)
  .regex(/^[^\s@\p{Cc}\p{Cs}]+@[^\s@\p{Cc}\p{Cs}]+\.[^\s@\p{Cc}\p{Cs}.]+$/u, {
    message: "must be an e-mail address",
  });

/** 8–128 characters after NFKC, counted by the core; here only what no password can be. */
export const NewPassword = opaque(1024);

export const RefreshToken = opaque(512);

/** A list's query: newest first, the next cursor in the answer's `Link` header. */
export const Cursor = opaque(1024);
