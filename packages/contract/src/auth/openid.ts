/** Sign-in with OpenID providers, and the identities at them that an account is linked with. */

import * as z from "zod";

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
  Text,
  Timestamp,
  TOKEN,
} from "./fields.ts";

const providerFields = {
  /** Name of the provider in paths, such as `google`. */
  name: Text,
  /** Label of its button, such as `Google`. */
  label: Text,
};
/** An OpenID provider. */
export interface OpenIdProvider extends Fields<typeof providerFields> {}
export const OpenIdProvider: ObjectSchema<OpenIdProvider> = object(providerFields);

const codeFields = {
  /** Code behind `#signed-in=` of the page's address, 1–200 characters. */
  code: opaque(200),
  /** Verifier whose SHA-256 the sign-in began with as `challenge`, 43–128 characters of RFC 7636. */
  verifier: opaque(200),
};
/** The code that a sign-in ended with, and the proof that the same page began it. */
export interface OpenIdCode extends Fields<typeof codeFields> {}
export const OpenIdCode: ObjectSchema<OpenIdCode> = object(codeFields);

const loginFields = {
  ...codeFields,
  /** `cookie` keeps the tokens in a cookie, for pages of the service's own site. Default: they are in the answer. */
  session: z.literal("cookie").optional(),
};
/** A login by the code of a sign-in. */
export interface OpenIdLogin extends Fields<typeof loginFields> {}
export const OpenIdLogin: ObjectSchema<OpenIdLogin> = object(loginFields);

const identityFields = {
  /** Id of the link, a UUID. */
  id: Text,
  /** Name of the provider at the time of the link. */
  provider: Text,
  /** Issuer of the identity. */
  issuer: Text,
  /** Id of the person at the issuer. */
  subject: Text,
  /** E-mail address that the provider told; null for none. */
  email: Text.nullable(),
  /** Time of the link, ISO 8601 in UTC. */
  createdAt: Timestamp,
  /** Time of the last sign-in, ISO 8601 in UTC; null before the first one after the link. */
  lastUsedAt: MaybeTime,
};
/** An identity at an OpenID provider that signs in to the account. */
export interface LinkedIdentity extends Fields<typeof identityFields> {}
export const LinkedIdentity: ObjectSchema<LinkedIdentity> = object(identityFields);

const identityParams = {
  /** Id of the link, a UUID. */
  id: Text,
};
interface IdentityParams extends Fields<typeof identityParams> {}
const IdentityParams: ObjectSchema<IdentityParams> = object(identityParams);

const unlinkedFields = {
  /** Id of the link that was ended. */
  id: Text,
};
/** The identity that was unlinked. */
export interface IdentityUnlinked extends Fields<typeof unlinkedFields> {}
export const IdentityUnlinked: ObjectSchema<IdentityUnlinked> = object(unlinkedFields);

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
  const id = "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11";
  const code = "oc_bm90LWEtc2VjcmV0LWp1c3QtYW4tZXhhbXBsZQ-_-_-";
  const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
  const token = "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6Ii4uLiJ9.e30.c2lnbmF0dXJl";
  const refreshToken = `rt_${id}_bm90LWEtc2VjcmV0LWp1c3QtYW4tZXhhbXBsZQ`;
  const identity = {
    id,
    provider: "google",
    issuer: "https://accounts.google.com",
    subject: "110169484474386276334",
    email: "ada@example.com",
    createdAt: "2026-01-15T12:00:00.000Z",
    lastUsedAt: null,
  };
  return {
    listOpenIdProviders: {
      tags,
      unspecified: [
        "The list is empty where the operator has not set OIDC_PROVIDERS and PUBLIC_URL; the other routes are 501 then and name what is missing.",
        "A page keeps a random verifier and sends the browser to GET /auth/oidc/{name}/start?challenge=, the SHA-256 of the verifier in base64url; that route is a redirect to the provider.",
        "The provider sends the browser back to GET /auth/oidc/{name}/callback, and that on to PUBLIC_URL: with `#signed-in=CODE` for a minute, or with `#sign-in-failed=` and SIGN_IN_EXPIRED, ACCESS_DENIED, ANSWER_REFUSED or PROVIDER_UNAVAILABLE. No cookie is set.",
      ],
      example: { response: [{ name: "google", label: "Google" }] },
    },
    openIdLogin: {
      tags,
      unspecified: [
        "A code works once, within a minute, together with the verifier of the page that began the sign-in.",
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
        "An account with a second factor has to step up first: 403 STEP_UP_REQUIRED, and the code stays good.",
        "A password that is reset by a link unlinks every identity but those whose provider has verified that very address.",
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
