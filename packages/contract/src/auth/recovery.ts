/** Forgotten passwords, and the proof of an e-mail address: links in mails, and what they open. */

import * as z from "zod";

import type { NotesOf } from "../route/docs.ts";
import { object, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import {
  BODY,
  bodyLimit,
  Email,
  HASHING,
  MaybeTime,
  NewPassword,
  opaque,
  Text,
  TOKEN,
} from "./fields.ts";

const forgottenFields = {
  /** E-mail address of the account, at most 254 characters, compared without case. */
  email: Email,
};
/** A request for a link to a new password. */
export interface ForgottenPassword extends Fields<typeof forgottenFields> {}
export const ForgottenPassword: ObjectSchema<ForgottenPassword> = object(forgottenFields);

const resetFields = {
  /** Token of the link: what follows `reset-password=`, 1–200 characters. */
  token: opaque(200),
  /** New password, 8–128 characters; common and predictable ones, the name and the e-mail address are refused. */
  password: NewPassword,
};
/** A new password, chosen by the holder of a link. */
export interface PasswordReset extends Fields<typeof resetFields> {}
export const PasswordReset: ObjectSchema<PasswordReset> = object(resetFields);

const verificationFields = {
  /** Token of the link: what follows `verify-email=`, 1–200 characters. */
  token: opaque(200),
};
/** The proof of an e-mail address by the holder of a link. */
export interface EmailVerification extends Fields<typeof verificationFields> {}
export const EmailVerification: ObjectSchema<EmailVerification> = object(verificationFields);

const stateFields = {
  /** E-mail address of the account. */
  email: Text,
  /** Time at which the owner proved this address; null until then. */
  verifiedAt: MaybeTime,
};
/** The e-mail address of an account, and the state of its proof. */
export interface EmailState extends Fields<typeof stateFields> {}
export const EmailState: ObjectSchema<EmailState> = object(stateFields);

/** An empty object. */
const Done = z.object({});
/** The codes of routes that send a mail. */
const MAILING = { RATE_LIMITED: 429, MAIL_UNAVAILABLE: 501 } as const;
const LINK = { LINK_INVALID: 400 } as const;

export const recoveryRoutes = {
  /**
   * Ask for a mail with a link to a new password.
   *
   * `POST /auth/password/forgot`.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - MAIL_UNAVAILABLE (501): Ask the operator for a link, or to set up mail.
   * @example
   *   await client.forgotPassword({ body: { email: "ada@example.com" } });
   */
  forgotPassword: route("POST", "/auth/password/forgot", {
    body: ForgottenPassword,
    bodyLimit,
    responses: { 202: Done },
    errors: { ...BODY, ...MAILING },
  }),
  /**
   * Replace a forgotten password by the token of a link and end every session.
   *
   * `POST /auth/password/reset`.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - RATE_LIMITED (429), BUSY (503): Call again after the time in Retry-After.
   * - LINK_INVALID (400): Ask for a new link.
   * @example
   *   await client.resetPassword({
   *     body: {
   *       token: "pr_bm90LWEtc2VjcmV0LWp1c3QtYW4tZXhhbXBsZQ-_-_-",
   *       password: "staple correct horse",
   *     },
   *   });
   */
  resetPassword: route("POST", "/auth/password/reset", {
    body: PasswordReset,
    bodyLimit,
    responses: { 200: Done },
    errors: { ...BODY, ...HASHING, ...LINK },
  }),
  /**
   * Read the e-mail address of the account and the state of its proof.
   *
   * `GET /auth/email` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * @example
   *   await client.emailState();
   */
  emailState: route("GET", "/auth/email", {
    security: "bearer",
    responses: { 200: EmailState },
    errors: TOKEN,
  }),
  /**
   * Ask for a mail with a link that proves the e-mail address of the account.
   *
   * `POST /auth/email/verification` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - MAIL_UNAVAILABLE (501): Ask the operator for a link, or to set up mail.
   * @example
   *   await client.requestEmailVerification();
   */
  requestEmailVerification: route("POST", "/auth/email/verification", {
    security: "bearer",
    responses: { 202: Done },
    errors: { ...TOKEN, ...MAILING },
  }),
  /**
   * Prove an e-mail address by the token of a link.
   *
   * `POST /auth/email/verify`.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - LINK_INVALID (400): Ask for a new link.
   * - EMAIL_TAKEN (409): Log in with this address, or use another one.
   * @example
   *   await client.verifyEmail({
   *     body: { token: "ev_bm90LWEtc2VjcmV0LWp1c3QtYW4tZXhhbXBsZQ-_-_-" },
   *   });
   */
  verifyEmail: route("POST", "/auth/email/verify", {
    body: EmailVerification,
    bodyLimit,
    responses: { 200: Done },
    errors: { ...BODY, ...LINK, EMAIL_TAKEN: 409 },
  }),
};

/** Notes of {@link recoveryRoutes}. A function, so that bundlers drop it from clients. */
export function recoveryNotes(): NotesOf<typeof recoveryRoutes> {
  const tags = ["accounts"];
  const email = "ada@example.com";
  const secret = "bm90LWEtc2VjcmV0LWp1c3QtYW4tZXhhbXBsZQ-_-_-";
  return {
    forgotPassword: {
      tags,
      unspecified: [
        "Every well-formed address is 202, whether it has an account or not; only the holder of an active account gets a mail.",
        "Five mails an hour may be asked for one address, 30 from one IP address: 429 with Retry-After.",
        "The link leads to PUBLIC_URL, never to a host that the request names; it works once, within 30 minutes.",
        "A service without a mail server is 501 MAIL_UNAVAILABLE for every address.",
      ],
      example: { body: { email }, response: {} },
    },
    resetPassword: {
      tags,
      unspecified: [
        "Every session and every other link of the account end; API keys stay valid, and the mail that tells of the change names them.",
        "A link that came by mail proves the address too.",
        "A former address that was proved gets a link for seven days: its token takes the address back and sets a new password. Nobody else gets the address until then.",
        "Logins that were blocked for the account are accepted at once; the block of an IP address stays.",
        "A link that was used, has expired or is of another purpose is 400 LINK_INVALID; a password that is refused does not use it up.",
      ],
      example: {
        body: { token: `pr_${secret}`, password: "staple correct horse" },
        response: {},
      },
    },
    emailState: {
      tags,
      example: { response: { email, verifiedAt: "2026-01-15T12:00:00.000Z" } },
    },
    requestEmailVerification: {
      tags,
      unspecified: [
        "The mail goes to the address of the account; it counts as one that was asked for.",
        "A service without a mail server is 501 MAIL_UNAVAILABLE.",
      ],
      example: { response: {} },
    },
    verifyEmail: {
      tags,
      unspecified: [
        "The token alone proves the address: the link may be opened on another device. A change of the address makes it LINK_INVALID.",
        "The link that a new address got makes it the account's and ends every session; a taken one is 409 EMAIL_TAKEN.",
      ],
      example: { body: { token: `ev_${secret}` }, response: {} },
    },
  };
}
