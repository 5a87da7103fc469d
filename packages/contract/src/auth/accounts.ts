/** Registration, logins and their tokens. */

import * as z from "zod";

import type { NotesOf } from "../route/docs.ts";
import { line } from "../route/free-text.ts";
import { object, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import {
  BODY,
  bodyLimit,
  COOKIE,
  Email,
  HASHING,
  NewPassword,
  opaque,
  RefreshToken,
  Text,
  Timestamp,
  narrowingFields,
} from "./fields.ts";

const userFields = {
  /** Account id, a UUID. */
  id: Text,
  /** E-mail address as it was registered. */
  email: Text,
  /** Display name; empty when none was given. */
  name: Text,
};
/** An account as its owner sees it. */
export interface User extends Fields<typeof userFields> {}
export const User: ObjectSchema<User> = object(userFields);

const cookieFields = {
  /** `cookie` keeps the tokens in a cookie, for pages of the service's own site. Default: they are in the answer. */
  session: z.literal("cookie").optional(),
};

const registerFields = {
  /** E-mail address, at most 254 characters; it must be unique, compared without case. */
  email: Email,
  /** Password, 8–128 characters; common and predictable ones, the name and the e-mail address are refused. */
  password: NewPassword,
  /** Display name, at most 200 characters. Default empty. */
  name: line(0, 200).optional(),
  /** Token of an invitation's link: what follows `invitation=`, 1–200 characters. Default: none. */
  invitation: opaque(200).optional(),
  ...cookieFields,
};
/** A registration. */
export interface RegisterRequest extends Fields<typeof registerFields> {}
export const RegisterRequest: ObjectSchema<RegisterRequest> = object(registerFields);

const tokens = {
  /** Access token: a JWT (RFC 9068) for the header `Authorization: Bearer`. */
  token: Text,
  /** Refresh token for `POST /auth/refresh` and `POST /auth/logout`; it is never accepted as an access token. */
  refreshToken: Text,
};
const expiresIn = {
  /** Lifetime of the access token in seconds, at least 1. */
  expiresIn: z.int().min(1),
};

const registeredFields = {
  /** The new account. */
  user: User,
  ...tokens,
  ...expiresIn,
};
/** The new account and the tokens of its first login. */
export interface Registered extends Fields<typeof registeredFields> {}
export const Registered: ObjectSchema<Registered> = object(registeredFields);

const loginFields = {
  /** E-mail address of the account, 1–320 characters, compared without case. */
  email: opaque(320),
  /** Password of the account, 1–1,024 characters. */
  password: opaque(1024),
  /** Secret of a remembered device, 1–200 characters, in place of a second factor. Default: none. */
  deviceSecret: opaque(200).optional(),
  ...narrowingFields,
  ...cookieFields,
};
/** Looser than a registration, so that a refusal does not tell which addresses and passwords are possible. */
export interface LoginRequest extends Fields<typeof narrowingFields>, Fields<typeof loginFields> {}
export const LoginRequest: ObjectSchema<LoginRequest> = object(loginFields);

const pairFields = {
  ...tokens,
  ...expiresIn,
  /** Time at which the account is deleted unless the deletion is cancelled; only while one waits. */
  deletesAt: Timestamp.optional(),
  /** Secret of the device, which stands for the second factor of its next login; only for a remembered one. */
  deviceSecret: Text.optional(),
};
/** The tokens of a login. */
export interface TokenPair extends Fields<typeof pairFields> {}
export const TokenPair: ObjectSchema<TokenPair> = object(pairFields);

const refreshFields = {
  /** Refresh token of the login, 1–512 characters. */
  refreshToken: RefreshToken,
  /** True to issue a new refresh token too; the old one then ends 30 seconds later. Default false. */
  rotate: z.boolean().optional(),
};
/** A request for a new access token. */
export interface RefreshRequest extends Fields<typeof refreshFields> {}
export const RefreshRequest: ObjectSchema<RefreshRequest> = object(refreshFields);

const refreshedFields = {
  /** New access token: a JWT (RFC 9068) for the header `Authorization: Bearer`. */
  token: Text,
  ...expiresIn,
  /** New refresh token, present only when `rotate` was true. */
  refreshToken: Text.optional(),
};
/** The new access token of a refresh. */
export interface Refreshed extends Fields<typeof refreshedFields> {}
export const Refreshed: ObjectSchema<Refreshed> = object(refreshedFields);

const logoutFields = {
  /** Refresh token of the login to end, 1–512 characters. */
  refreshToken: RefreshToken,
};
/** A request to end the session of a refresh token. */
export interface LogoutRequest extends Fields<typeof logoutFields> {}
export const LogoutRequest: ObjectSchema<LogoutRequest> = object(logoutFields);

const loggedOutFields = {
  /** True when this call ended the session, false when it had ended before. */
  revoked: z.boolean(),
};
/** The outcome of a logout. */
export interface LoggedOut extends Fields<typeof loggedOutFields> {}
export const LoggedOut: ObjectSchema<LoggedOut> = object(loggedOutFields);

export const accountRoutes = {
  /**
   * Create an account and log it in.
   *
   * `POST /auth/register`.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - RATE_LIMITED (429), BUSY (503): Call again after the time in Retry-After.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - COOKIES_UNAVAILABLE (501): Log in without `session`, or ask the operator to set
   * COOKIE_SESSIONS.
   * - REGISTRATION_CLOSED (403): Open the link of an invitation, or ask the operator for an
   * account.
   * - LINK_INVALID (400): Ask for a new link.
   * - EMAIL_TAKEN (409): Log in with this address, or use another one.
   * @example
   *   await client.register({
   *     body: { email: "ada@example.com", password: "correct horse battery", name: "Ada" },
   *   });
   */
  register: route("POST", "/auth/register", {
    body: RegisterRequest,
    bodyLimit,
    responses: { 201: Registered },
    errors: {
      ...BODY,
      ...HASHING,
      ...COOKIE,
      REGISTRATION_CLOSED: 403,
      LINK_INVALID: 400,
      EMAIL_TAKEN: 409,
    },
  }),
  /**
   * Exchange e-mail and password for tokens.
   *
   * `POST /auth/login`.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - RATE_LIMITED (429), BUSY (503): Call again after the time in Retry-After.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - COOKIES_UNAVAILABLE (501): Log in without `session`, or ask the operator to set
   * COOKIE_SESSIONS.
   * - INVALID_CREDENTIALS (401): Check name and password, then log in again.
   * - FACTOR_REQUIRED (401): Answer the challenge by a second factor.
   * @example
   *   await client.login({ body: { email: "ada@example.com", password: "correct horse battery" } });
   */
  login: route("POST", "/auth/login", {
    body: LoginRequest,
    bodyLimit,
    responses: { 200: TokenPair },
    errors: { ...BODY, ...HASHING, ...COOKIE, INVALID_CREDENTIALS: 401, FACTOR_REQUIRED: 401 },
  }),
  /**
   * Exchange a refresh token for a new access token.
   *
   * `POST /auth/refresh`.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * @example
   *   await client.refresh({
   *     body: {
   *       refreshToken: "rt_3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11_bm90LWEtc2VjcmV0LWp1c3QtYW4tZXhhbXBsZQ",
   *     },
   *   });
   */
  refresh: route("POST", "/auth/refresh", {
    body: RefreshRequest,
    bodyLimit,
    idempotent: true,
    responses: { 200: Refreshed },
    errors: { ...BODY, TOKEN_EXPIRED: 401, INVALID_TOKEN: 401 },
  }),
  /**
   * End the session of a refresh token, and its access tokens with it.
   *
   * `POST /auth/logout`.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * @example
   *   await client.logout({
   *     body: {
   *       refreshToken: "rt_3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11_bm90LWEtc2VjcmV0LWp1c3QtYW4tZXhhbXBsZQ",
   *     },
   *   });
   */
  logout: route("POST", "/auth/logout", {
    body: LogoutRequest,
    bodyLimit,
    idempotent: true,
    responses: { 200: LoggedOut },
    errors: BODY,
  }),
};

/** Notes of {@link accountRoutes}. A function, so that bundlers drop it from clients. */
export function accountNotes(): NotesOf<typeof accountRoutes> {
  const tags = ["accounts"];
  const id = "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11";
  const token = "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6Ii4uLiJ9.e30.c2lnbmF0dXJl";
  const refreshToken = `rt_${id}_bm90LWEtc2VjcmV0LWp1c3QtYW4tZXhhbXBsZQ`;
  const credentials = { email: "ada@example.com", password: "correct horse battery" };
  const user = { id, email: "ada@example.com", name: "Ada" };
  return {
    register: {
      tags,
      seed: "A. Deployment service: POST /auth/register",
      unspecified: [
        "An e-mail address is a dot-atom (also of other scripts) at a domain with a dot; quoted parts, comments and address literals are refused.",
        "A domain in Unicode and its A-labels (UTS 46) are one address.",
        "The route sits under /api/v1, as the deployment routes do.",
        "Success is 201; email and password are required, name is optional and then empty.",
        "expiresIn is told as by a login, so that a caller can refresh in time.",
        "With REGISTRATION=invite it needs the token of an invitation to this address, with REGISTRATION=closed the operator creates accounts: 403 REGISTRATION_CLOSED, the same for every address. GET /health tells which.",
        "An invitation proves the address and makes the account a member of the organization, in one step with the registration.",
        "A taken e-mail, in any case, is 409 EMAIL_TAKEN.",
        "8–128 characters make a password; common ones, repeats and sequences, and the account's own name and e-mail address are refused.",
      ],
      example: {
        body: { ...credentials, name: "Ada" },
        response: { user, token, refreshToken, expiresIn: 900 },
      },
    },
    login: {
      tags,
      seed: "A. Deployment service: POST /auth/login",
      unspecified: [
        "INVALID_CREDENTIALS is 401, and the same for an unknown e-mail, a wrong password and a disabled account.",
        "Ten failures at an account in 15 minutes block their IP address there, fifty everywhere: 429 with Retry-After.",
        "An account with a second factor is 401 FACTOR_REQUIRED; POST /auth/login/factor answers its challenge.",
        "While a deletion of the account waits, the answer has its time as deletesAt; DELETE /auth/me/deletion cancels it.",
        "An account that many addresses fail at delays unknown addresses by up to 5 s and locks nobody out.",
        "With session `cookie` the tokens go into a cookie of the service's own site (HttpOnly, Secure, SameSite=Strict), and a page's token stands in their place in the answer.",
        "That cookie counts for reads, and for every call that carries the page's token as `Authorization: Bearer` or `X-CSRF-Token` and comes from the service's own origin; refresh and logout take the page's token as refresh token.",
        "Without COOKIE_SESSIONS of the server a login in a cookie is 501 COOKIES_UNAVAILABLE; from another origin, or over HTTP to another machine, it is 403.",
      ],
      example: { body: credentials, response: { token, refreshToken, expiresIn: 900 } },
    },
    refresh: {
      tags,
      seed: "A. Deployment service: POST /auth/refresh",
      unspecified: [
        "A refresh token lasts 30 days from its last use, 90 days in all.",
        "An expired one is TOKEN_EXPIRED, a revoked or unknown one INVALID_TOKEN; both 401.",
        "With rotate: true the answer holds a new refresh token too, and the old one ends 30 s later.",
      ],
      example: { body: { refreshToken }, response: { token, expiresIn: 900 } },
    },
    logout: { tags, example: { body: { refreshToken }, response: { revoked: true } } },
  };
}
