/** Sign-in with OpenID providers, and the identities at them that an account is linked with. */

import {
  exampleOpenId,
  identityFields,
  IdentityParams,
  IdentityUnlinked,
  OpenIdCode,
  openIdLoginFields,
  OpenIdProvider,
} from "../openid/forms.ts";
import type { NotesOf } from "../route/docs.ts";
import { list, object, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { TokenPair } from "./accounts.ts";
import {
  BODY,
  bodyLimit,
  COOKIE,
  MaybeTime,
  opaque,
  STEP_UP,
  Timestamp,
  TOKEN,
  narrowingFields,
} from "./fields.ts";

const loginFields = {
  ...openIdLoginFields,
  /** Secret of a remembered device, 1–200 characters, in place of a second factor. Default: none. */
  deviceSecret: opaque(200).optional(),
  ...narrowingFields,
};
/** A login by the code of a sign-in. */
export interface OpenIdLogin
  extends
    Fields<typeof openIdLoginFields>,
    Fields<typeof narrowingFields>,
    Fields<typeof loginFields> {}
export const OpenIdLogin: ObjectSchema<OpenIdLogin> = object(loginFields);

const linkedFields = {
  ...identityFields,
  /** Time of the link, ISO 8601 in UTC. */
  createdAt: Timestamp,
  /** Time of the last sign-in, ISO 8601 in UTC; null before the first one after the link. */
  lastUsedAt: MaybeTime,
};
/** An identity at an OpenID provider that signs in to the account. */
export interface LinkedIdentity
  extends Fields<typeof identityFields>, Fields<typeof linkedFields> {}
export const LinkedIdentity: ObjectSchema<LinkedIdentity> = object(linkedFields);

const CODE = { ...BODY, OIDC_CODE_INVALID: 400, OIDC_UNAVAILABLE: 501 } as const;

export const openIdRoutes = {
  /**
   * List the OpenID providers that people can sign in with.
   *
   * `GET /auth/oidc`.
   *
   * @example
   *   await client.listOpenIdProviders();
   */
  listOpenIdProviders: route("GET", "/auth/oidc", { responses: { 200: list(OpenIdProvider) } }),
  /**
   * Exchange the code of a sign-in for tokens.
   *
   * `POST /auth/oidc/login`.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - OIDC_CODE_INVALID (400): Sign in at the provider again.
   * - OIDC_UNAVAILABLE (501): Ask the operator to set OIDC_PROVIDERS and PUBLIC_URL.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - COOKIES_UNAVAILABLE (501): Log in without `session`, or ask the operator to set
   * COOKIE_SESSIONS.
   * - OIDC_REFUSED (403): Register with an e-mail address, then link the sign-in.
   * - REGISTRATION_CLOSED (403): Open the link of an invitation, or ask the operator for an
   * account.
   * - INVALID_CREDENTIALS (401): Check name and password, then log in again.
   * - FACTOR_REQUIRED (401): Answer the challenge by a second factor.
   * - EMAIL_TAKEN (409): Log in with this address, or use another one.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * @example
   *   await client.openIdLogin({
   *     body: {
   *       code: "oc_bm90LWEtc2VjcmV0LWp1c3QtYW4tZXhhbXBsZQ-_-_-",
   *       verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
   *     },
   *   });
   */
  openIdLogin: route("POST", "/auth/oidc/login", {
    body: OpenIdLogin,
    bodyLimit,
    responses: { 200: TokenPair },
    errors: {
      ...CODE,
      ...COOKIE,
      OIDC_REFUSED: 403,
      REGISTRATION_CLOSED: 403,
      INVALID_CREDENTIALS: 401,
      FACTOR_REQUIRED: 401,
      EMAIL_TAKEN: 409,
      RATE_LIMITED: 429,
    },
  }),
  /**
   * List the identities that sign in to the account.
   *
   * `GET /auth/oidc/identities` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * @example
   *   await client.listIdentities();
   */
  listIdentities: route("GET", "/auth/oidc/identities", {
    security: "bearer",
    responses: { 200: list(LinkedIdentity) },
    errors: TOKEN,
  }),
  /**
   * Link the account with the identity of a sign-in.
   *
   * `POST /auth/oidc/identities` with an access token.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - OIDC_CODE_INVALID (400): Sign in at the provider again.
   * - OIDC_UNAVAILABLE (501): Ask the operator to set OIDC_PROVIDERS and PUBLIC_URL.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - STEP_UP_REQUIRED (403): Answer the challenge by a second factor, then call again.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - CONFLICT (409): Read the record again; its state does not allow this change.
   * - QUOTA_EXCEEDED (409): Delete or finish something first, or ask the operator for more.
   * @example
   *   await client.linkIdentity({
   *     body: {
   *       code: "oc_bm90LWEtc2VjcmV0LWp1c3QtYW4tZXhhbXBsZQ-_-_-",
   *       verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
   *     },
   *   });
   */
  linkIdentity: route("POST", "/auth/oidc/identities", {
    security: "bearer",
    body: OpenIdCode,
    bodyLimit,
    responses: { 201: LinkedIdentity },
    errors: { ...CODE, ...TOKEN, ...STEP_UP, NOT_FOUND: 404, CONFLICT: 409, QUOTA_EXCEEDED: 409 },
  }),
  /**
   * Unlink an identity from the account.
   *
   * `DELETE /auth/oidc/identities/:id` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - STEP_UP_REQUIRED (403): Answer the challenge by a second factor, then call again.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - CONFLICT (409): Read the record again; its state does not allow this change.
   * @example
   *   await client.unlinkIdentity({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  unlinkIdentity: route("DELETE", "/auth/oidc/identities/:id", {
    security: "bearer",
    params: IdentityParams,
    responses: { 200: IdentityUnlinked },
    errors: { ...TOKEN, ...STEP_UP, NOT_FOUND: 404, CONFLICT: 409 },
  }),
};

/** Notes of {@link openIdRoutes}. A function, so that bundlers drop it from clients. */
export function openIdNotes(): NotesOf<typeof openIdRoutes> {
  const tags = ["sign-in with others"];
  const { id, code, verifier, providers, ...example } = exampleOpenId();
  const token = "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6Ii4uLiJ9.e30.c2lnbmF0dXJl";
  const refreshToken = `rt_${id}_bm90LWEtc2VjcmV0LWp1c3QtYW4tZXhhbXBsZQ`;
  const identity = {
    ...example.identity,
    createdAt: "2026-01-15T12:00:00.000Z",
    lastUsedAt: null,
  };
  return {
    listOpenIdProviders: {
      tags,
      unspecified: example.howPagesSignIn,
      example: { response: providers },
    },
    openIdLogin: {
      tags,
      unspecified: [
        example.onceOnly,
        "An account is known by issuer and subject. An identity that no account is linked with gets a new account, whose address counts as proved where the provider says email_verified.",
        "EMAIL_TAKEN when another account has that address: log in to it, then link the identity. OIDC_REFUSED when the provider tells no address.",
        "REGISTRATION_CLOSED where REGISTRATION is not open: register by the link of an invitation, then link the identity.",
        "A disabled account is 401 INVALID_CREDENTIALS, one with a second factor 401 FACTOR_REQUIRED.",
      ],
      example: { body: { code, verifier }, response: { token, refreshToken, expiresIn: 900 } },
    },
    listIdentities: { tags, example: { response: [identity] } },
    linkIdentity: {
      tags,
      unspecified: [
        "CONFLICT when an account is linked with the identity already; an account has at most 20.",
        example.stepUpFirst,
        example.resetUnlinks,
      ],
      example: { body: { code, verifier }, response: identity },
    },
    unlinkIdentity: {
      tags,
      unspecified: ["CONFLICT for the only identity of an account without a password."],
      example: { response: { id } },
    },
  };
}
