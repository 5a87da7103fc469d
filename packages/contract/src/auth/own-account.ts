/** The account of the caller. */

import * as z from "zod";

import type { NotesOf } from "../route/docs.ts";
import { line } from "../route/free-text.ts";
import {
  exactObject,
  list,
  object,
  oneOf,
  type Fields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { User } from "./accounts.ts";
import {
  BODY,
  bodyLimit,
  Email,
  HASHING,
  NewPassword,
  opaque,
  Permission,
  PERMITTED,
  security,
  STEP_UP,
  Timestamp,
  TOKEN,
} from "./fields.ts";

const passwordFields = {
  /** Current password, 1–1,024 characters. */
  currentPassword: opaque(1024),
  /** New password, 8–128 characters; common and predictable ones, the name and the e-mail address are refused. */
  newPassword: NewPassword,
};
/** A change of the password, which needs the current one. */
export interface PasswordChange extends Fields<typeof passwordFields> {}
export const PasswordChange: ObjectSchema<PasswordChange> = object(passwordFields);
/** An empty object. */
export const PasswordChanged = z.object({});

const emailFields = {
  /** New e-mail address, at most 254 characters; it must be unique, compared without case. */
  email: Email,
  /** Current password, 1–1,024 characters. */
  currentPassword: opaque(1024),
};
/** A change of the e-mail address, which needs the current password. */
export interface EmailChange extends Fields<typeof emailFields> {}
export const EmailChange: ObjectSchema<EmailChange> = object(emailFields);

const profileFields = {
  /** New display name, at most 200 characters; empty for none. Default: unchanged. */
  name: line(0, 200).optional(),
};
/** A change of the account's profile. */
export interface ProfileChange extends Fields<typeof profileFields> {}
export const ProfileChange: ObjectSchema<ProfileChange> = exactObject(profileFields);

const meFields = {
  /** The account that the credential belongs to. */
  user: User,
  /** The kind of credential that was sent: an access token (`jwt`) or an API key (`api_key`). */
  method: oneOf(["jwt", "api_key"]),
  /** The permissions of the credential; `admin` implies the others. */
  permissions: list(Permission),
  /** Time at which the account is deleted unless the deletion is cancelled; only while one waits. */
  deletesAt: Timestamp.optional(),
};
/** The caller of a request: its account and its credential. */
export interface Me extends Fields<typeof meFields> {}
export const Me: ObjectSchema<Me> = object(meFields);

export const ownAccountRoutes = {
  /**
   * Describe the caller: its account, its kind of credential and its permissions.
   *
   * `GET /auth/me` with an access token or an API key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - INVALID_API_KEY (401): Send a key that is neither revoked nor expired.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * @example
   *   await client.me();
   */
  me: route("GET", "/auth/me", {
    security,
    responses: { 200: Me },
    errors: PERMITTED,
  }),
  /**
   * Change the profile of the account.
   *
   * `PATCH /auth/me` with an access token.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * @example
   *   await client.updateMe({ body: { name: "Ada Lovelace" } });
   */
  updateMe: route("PATCH", "/auth/me", {
    security: "bearer",
    body: ProfileChange,
    bodyLimit,
    idempotent: true,
    responses: { 200: User },
    errors: { ...BODY, ...TOKEN },
  }),
  /**
   * Change the e-mail address and end every other session.
   *
   * `POST /auth/email` with an access token.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - STEP_UP_REQUIRED (403): Answer the challenge by a second factor, then call again.
   * - RATE_LIMITED (429), BUSY (503): Call again after the time in Retry-After.
   * - INVALID_CREDENTIALS (401): Check name and password, then log in again.
   * - EMAIL_TAKEN (409): Log in with this address, or use another one.
   * @example
   *   await client.changeEmail({
   *     body: { email: "ada@example.org", currentPassword: "correct horse battery" },
   *   });
   */
  changeEmail: route("POST", "/auth/email", {
    security: "bearer",
    body: EmailChange,
    bodyLimit,
    responses: { 200: User },
    errors: {
      ...BODY,
      ...TOKEN,
      ...STEP_UP,
      ...HASHING,
      INVALID_CREDENTIALS: 401,
      EMAIL_TAKEN: 409,
    },
  }),
  /**
   * Change the password and end every other session.
   *
   * `POST /auth/password` with an access token.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - STEP_UP_REQUIRED (403): Answer the challenge by a second factor, then call again.
   * - RATE_LIMITED (429), BUSY (503): Call again after the time in Retry-After.
   * - INVALID_CREDENTIALS (401): Check name and password, then log in again.
   * @example
   *   await client.changePassword({
   *     body: { currentPassword: "correct horse battery", newPassword: "staple correct horse" },
   *   });
   */
  changePassword: route("POST", "/auth/password", {
    security: "bearer",
    body: PasswordChange,
    bodyLimit,
    responses: { 200: PasswordChanged },
    errors: { ...BODY, ...TOKEN, ...STEP_UP, ...HASHING, INVALID_CREDENTIALS: 401 },
  }),
};

/** Notes of {@link ownAccountRoutes}. A function, so that bundlers drop it from clients. */
export function ownAccountNotes(): NotesOf<typeof ownAccountRoutes> {
  const tags = ["accounts"];
  const id = "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11";
  const currentPassword = "correct horse battery";
  const user = { id, email: "ada@example.com", name: "Ada" };
  return {
    me: {
      tags,
      example: {
        response: { user, method: "jwt", permissions: ["deploy", "read", "billing", "admin"] },
      },
    },
    updateMe: {
      tags,
      example: { body: { name: "Ada Lovelace" }, response: { ...user, name: "Ada Lovelace" } },
    },
    changeEmail: {
      tags,
      unspecified: [
        "The current password proves the owner; every other session ends, API keys stay valid, the former address is free.",
        "With a mail server (SMTP_URL) the account stays as it is, and so does the answer, until the link that the new address gets is opened; five such mails an hour.",
        "Wrong passwords are counted as those of a password change, each change as a registration from its IP address.",
      ],
      example: {
        body: { email: "ada@example.org", currentPassword },
        response: { ...user, email: "ada@example.org" },
      },
    },
    changePassword: {
      tags,
      unspecified: [
        "Every other session ends, API keys stay valid; ten wrong current passwords in 15 minutes block the session.",
      ],
      example: {
        body: { currentPassword, newPassword: "staple correct horse" },
        response: {},
      },
    },
  };
}
