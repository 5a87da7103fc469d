/** The kinds of fields, the groups of error codes and the rules that the routes of the auth API share. */

import * as z from "zod";

import { oneOf } from "../route/object-schema.ts";
import { shownAs } from "../route/schema.ts";
import { matching, storable } from "../route/text-checks.ts";

/** A permission of a credential; `admin` implies the other three. */
export const Permission = oneOf(["deploy", "read", "billing", "admin"]);
export type Permission = z.infer<typeof Permission>;

/** Permissions that a caller asks for: at least one, each named once. */
export const AskedPermissions: z.ZodArray<typeof Permission> = /* @__PURE__ */ shownAs(
  z
    .array(Permission)
    .min(1)
    .max(4)
    .refine((list) => new Set(list).size === list.length, "must name each permission once"),
  { uniqueItems: true },
);

/** The body of a login that may be narrowed. */
export const narrowingFields = {
  /**
   * Permissions that the login is narrowed to, 1–4, each named once: it has no others, and without `admin` it changes
   * nothing of the account. Default: all those of the account.
   */
  permissions: AskedPermissions.optional(),
};

/** The status of a record: `pending → in_progress → completed | failed`. */
export const RecordStatus = oneOf(["pending", "in_progress", "completed", "failed"]);
export type RecordStatus = z.infer<typeof RecordStatus>;

/** ISO 8601, UTC, ending in `Z`. */
export const Timestamp = z.iso.datetime();
export const MaybeTime = Timestamp.nullable();
export const Text = z.string();
export const Count = z.int().min(0);

/** Text that is only compared: 1 to `max` characters that a store and a log can hold. */
// @__NO_SIDE_EFFECTS__
export function opaque(max: number): z.ZodString {
  return storable(1, max);
}

/** An e-mail address: trimmed, at most 254 characters. */
export const Email: z.ZodString = /* @__PURE__ */ matching(
  z.string().trim().min(1).max(254),
  /^[^\s@\p{Cc}\p{Cs}]+@[^\s@\p{Cc}\p{Cs}]+\.[^\s@\p{Cc}\p{Cs}.]+$/u,
  "must be an e-mail address",
);

/** A new password: the core counts 8–128 characters after NFKC; this refuses only what no password can be. */
export const NewPassword: z.ZodString = /* @__PURE__ */ shownAs(opaque(1024), {
  minLength: 8,
  maxLength: 128,
});

export const RefreshToken = opaque(512);

export const INVALID = { VALIDATION_ERROR: 400 } as const;
/** The codes of every route with a body. */
export const BODY = { ...INVALID, PAYLOAD_TOO_LARGE: 413, UNSUPPORTED_MEDIA_TYPE: 415 } as const;
/** The codes of every route with an access token; FORBIDDEN for a login that was narrowed. */
export const TOKEN = {
  UNAUTHORIZED: 401,
  TOKEN_EXPIRED: 401,
  INVALID_TOKEN: 401,
  FORBIDDEN: 403,
} as const;
/** The codes of every route with an API key, which may be bound to addresses and limited in its use. */
export const PERMITTED = {
  ...TOKEN,
  INVALID_API_KEY: 401,
  RATE_LIMITED: 429,
} as const;
/** The codes of the routes of the operator, whose key has no limits. */
export const OPERATED = { ...TOKEN, INVALID_API_KEY: 401 } as const;
/** The codes of routes that hash a password, which is slow on purpose. */
export const HASHING = { RATE_LIMITED: 429, BUSY: 503 } as const;

/** The code of changes that ask for a second factor, in accounts that have one. */
export const STEP_UP = { STEP_UP_REQUIRED: 403 } as const;
/** The codes of routes that may log in by a cookie. */
export const COOKIE = { FORBIDDEN: 403, COOKIES_UNAVAILABLE: 501 } as const;

/** A token wins over an API key; an invalid token is refused even when a valid key is sent along. */
export const security = ["bearer", "apiKey"] as const;

/** 16 KiB, several times the longest valid body: a stranger's unfinished requests hold little memory. */
export const bodyLimit = 16_384;
