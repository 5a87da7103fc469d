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
import {
  BODY,
  bodyLimit,
  COOKIE,
  MaybeTime,
  STEP_UP,
  text,
  Timestamp,
  TOKEN,
  WRITING,
} from "./fields.ts";
import { SignedIn } from "./signed-in.ts";
import { exampleUser } from "./user.ts";

const loginFields = {
  ...openIdLoginFields,
  /** Secret of a remembered device, 1–200 characters, in place of a second factor. Default: none. */
  device_secret: text(1, 200).optional(),
};
/** A login by the code of a sign-in. */
export interface OpenIdLogin extends Fields<typeof openIdLoginFields>, Fields<typeof loginFields> {}
export const OpenIdLogin: ObjectSchema<OpenIdLogin> = object(loginFields);

const linkedFields = {
  ...identityFields,
  /** Time of the link, ISO 8601 in UTC. */
  created_at: Timestamp,
  /** Time of the last sign-in, ISO 8601 in UTC; null before the first one after the link. */
  last_used_at: MaybeTime,
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
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - JSON_MALFORMED (400): Send valid JSON.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - OIDC_CODE_INVALID (400): Sign in at the provider again.
   * - OIDC_UNAVAILABLE (501): Ask the operator to set OIDC_PROVIDERS and PUBLIC_URL.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - COOKIES_UNAVAILABLE (501): Log in without `session`, or ask the operator to set
   * COOKIE_SESSIONS.
   * - OIDC_REGISTRATION_REQUIRED (401): Register with the code of `registration`, or log in and
   * link the sign-in.
   * - INVALID_CREDENTIALS (401): Check name and password, then log in again.
   * - FACTOR_REQUIRED (401): Answer the challenge by a second factor.
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
    responses: { 200: SignedIn },
    errors: {
      ...CODE,
      ...COOKIE,
      OIDC_REGISTRATION_REQUIRED: 401,
      INVALID_CREDENTIALS: 401,
      FACTOR_REQUIRED: 401,
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
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - JSON_MALFORMED (400): Send valid JSON.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - OIDC_CODE_INVALID (400): Sign in at the provider again.
   * - OIDC_UNAVAILABLE (501): Ask the operator to set OIDC_PROVIDERS and PUBLIC_URL.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - STEP_UP_REQUIRED (403): Answer the challenge by a second factor, then call again.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - STATE_CONFLICT (409): Read it again; its state does not allow this step.
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
    errors: {
      ...CODE,
      ...WRITING,
      ...STEP_UP,
      NOT_FOUND: 404,
      STATE_CONFLICT: 409,
      QUOTA_EXCEEDED: 409,
    },
  }),
  /**
   * Unlink an identity from the account.
   *
   * `DELETE /auth/oidc/identities/:id` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - STEP_UP_REQUIRED (403): Answer the challenge by a second factor, then call again.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - STATE_CONFLICT (409): Read it again; its state does not allow this step.
   * @example
   *   await client.unlinkIdentity({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  unlinkIdentity: route("DELETE", "/auth/oidc/identities/:id", {
    security: "bearer",
    params: IdentityParams,
    responses: { 200: IdentityUnlinked },
    errors: { ...WRITING, ...STEP_UP, NOT_FOUND: 404, STATE_CONFLICT: 409 },
  }),
};

/** Notes of {@link openIdRoutes}. A function, so that bundlers drop it from clients. */
export function openIdNotes(): NotesOf<typeof openIdRoutes> {
  const tags = ["sign-in with others"];
  const { id, code, verifier, providers, ...example } = exampleOpenId();
  const identity = {
    ...example.identity,
    created_at: "2026-01-15T12:00:00.000Z",
    last_used_at: null,
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
        "An account is known by issuer and subject, never by an e-mail address: the address that the provider tells is in the list of identities and nowhere else, and makes nobody an admin.",
        "An account has a name and a wallet that no provider knows, so an identity that no account is linked with is 401 OIDC_REGISTRATION_REQUIRED with a code in `registration`: for half an hour POST /auth/register takes it, with the same verifier, as `oidc`.",
        "An account with a second factor is 401 FACTOR_REQUIRED.",
      ],
      example: {
        body: { code, verifier },
        response: {
          access_token: "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.e30.c2lnbmF0dXJl",
          refresh_token: `rt_${id}_bm90LWEtc2VjcmV0LWp1c3QtYW4tZXhhbXBsZQ`,
          token_type: "bearer",
          expires_in: 900,
          user: exampleUser(),
        },
      },
    },
    listIdentities: { tags, example: { response: [identity] } },
    linkIdentity: {
      tags,
      unspecified: [
        "STATE_CONFLICT when an account is linked with the identity already; an account has at most 20.",
        example.stepUpFirst,
        example.resetUnlinks,
        "A wallet that is not proved logs nobody in to an account with an identity: its owner registers with a signed message and takes it over.",
      ],
      example: { body: { code, verifier }, response: identity },
    },
    unlinkIdentity: {
      tags,
      unspecified: [
        "STATE_CONFLICT for the only identity of an account with neither a password nor a proved wallet.",
      ],
      example: { response: { id } },
    },
  };
}
