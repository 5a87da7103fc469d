/** Passkeys: set up by an account, used alone or beside another proof. */

import * as z from "zod";

import {
  examplePasskey,
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from "../passkeys/forms.ts";
import type { NotesOf } from "../route/docs.ts";
import { line } from "../route/free-text.ts";
import { list, object, oneOf, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { TokenPair } from "./accounts.ts";
import {
  BODY,
  bodyLimit,
  COOKIE,
  opaque,
  STEP_UP,
  Text,
  Timestamp,
  TOKEN,
  narrowingFields,
} from "./fields.ts";

const newFields = {
  /** The browser's answer to the options. */
  credential: PasskeyRegistration,
  /** Name by which its owner knows it, one line of 1–100 characters. Default `Passkey`. */
  name: line(1, 100).optional(),
};
/** A passkey that a browser has made. */
export interface NewPasskey extends Fields<typeof newFields> {}
export const NewPasskey: ObjectSchema<NewPasskey> = object(newFields);

const addedFields = {
  /** Factor id, a UUID. */
  id: Text,
  /** Kind of the factor. */
  kind: oneOf(["passkey"]),
  /** Name by which its owner knows it. */
  name: Text,
  /** Time at which it was added, ISO 8601 in UTC. */
  createdAt: Timestamp,
  /** Ten codes that each replace a factor once, with the first factor of an account; else none. Shown only here. */
  recoveryCodes: list(Text),
};
/** A passkey that the account has from now on. */
export interface AddedPasskey extends Fields<typeof addedFields> {}
export const AddedPasskey: ObjectSchema<AddedPasskey> = object(addedFields);

const useFields = {
  /** Token of the challenge that a refusal names, 1–200 characters. Default: none, for a login by a passkey alone. */
  challenge: opaque(200).optional(),
};
/** The use that options are asked for. */
export interface PasskeyUse extends Fields<typeof useFields> {}
export const PasskeyUse: ObjectSchema<PasskeyUse> = object(useFields);

const loginFields = {
  /** The browser's answer to the options. */
  credential: PasskeyAssertion,
  /** `cookie` keeps the tokens in a cookie, for pages of the service's own site. Default: they are in the answer. */
  session: z.literal("cookie").optional(),
  ...narrowingFields,
};
/** A login by a passkey alone. */
export interface PasskeyLogin extends Fields<typeof narrowingFields>, Fields<typeof loginFields> {}
export const PasskeyLogin: ObjectSchema<PasskeyLogin> = object(loginFields);

const ABSENT = { PASSKEYS_UNAVAILABLE: 501 } as const;
const PROVED = { CHALLENGE_INVALID: 400, INVALID_CREDENTIALS: 401 } as const;

export const passkeyRoutes = {
  /**
   * Begin a passkey: options for the browser.
   *
   * `POST /auth/passkeys/options` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - STEP_UP_REQUIRED (403): Answer the challenge by a second factor, then call again.
   * - QUOTA_EXCEEDED (409): Delete or finish something first, or ask the operator for more.
   * - PASSKEYS_UNAVAILABLE (501): Use another factor, or ask the operator for what the message
   * names.
   * @example
   *   await client.beginPasskey();
   */
  beginPasskey: route("POST", "/auth/passkeys/options", {
    security: "bearer",
    responses: { 200: PasskeyCreationOptions },
    errors: { ...TOKEN, ...STEP_UP, QUOTA_EXCEEDED: 409, ...ABSENT },
  }),
  /**
   * Add the passkey that a browser has made; with the first factor only this answer shows the
   * recovery codes.
   *
   * `POST /auth/passkeys` with an access token.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - STEP_UP_REQUIRED (403): Answer the challenge by a second factor, then call again.
   * - CHALLENGE_INVALID (400): Begin again: log in, or repeat the change.
   * - INVALID_CREDENTIALS (401): Check name and password, then log in again.
   * - QUOTA_EXCEEDED (409): Delete or finish something first, or ask the operator for more.
   * - PASSKEYS_UNAVAILABLE (501): Use another factor, or ask the operator for what the message
   * names.
   * @example
   *   await client.addPasskey({
   *     body: {
   *       credential: {
   *         id: "bm90LWEtcmVhbC1wYXNza2V5LWp1c3QtYW4tZXhhbXBsZQ",
   *         rawId: "bm90LWEtcmVhbC1wYXNza2V5LWp1c3QtYW4tZXhhbXBsZQ",
   *         type: "public-key",
   *         response: {
   *           clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
   *           attestationObject: "o2NmbXRkbm9uZQ",
   *           transports: ["internal"],
   *         },
   *       },
   *       name: "Laptop",
   *     },
   *   });
   */
  addPasskey: route("POST", "/auth/passkeys", {
    security: "bearer",
    body: NewPasskey,
    bodyLimit,
    responses: { 201: AddedPasskey },
    errors: { ...BODY, ...TOKEN, ...STEP_UP, ...PROVED, QUOTA_EXCEEDED: 409, ...ABSENT },
  }),
  /**
   * Begin the use of a passkey: options for the browser.
   *
   * `POST /auth/passkeys/login/options`.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - CHALLENGE_INVALID (400): Begin again: log in, or repeat the change.
   * - PASSKEYS_UNAVAILABLE (501): Use another factor, or ask the operator for what the message
   * names.
   * @example
   *   await client.beginPasskeyLogin({ body: {} });
   */
  beginPasskeyLogin: route("POST", "/auth/passkeys/login/options", {
    body: PasskeyUse,
    bodyLimit,
    responses: { 200: PasskeyRequestOptions },
    errors: { ...BODY, CHALLENGE_INVALID: 400, ...ABSENT },
  }),
  /**
   * Exchange a passkey alone for tokens.
   *
   * `POST /auth/passkeys/login`.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - CHALLENGE_INVALID (400): Begin again: log in, or repeat the change.
   * - INVALID_CREDENTIALS (401): Check name and password, then log in again.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - COOKIES_UNAVAILABLE (501): Log in without `session`, or ask the operator to set
   * COOKIE_SESSIONS.
   * - PASSKEYS_UNAVAILABLE (501): Use another factor, or ask the operator for what the message
   * names.
   * @example
   *   await client.loginWithPasskey({
   *     body: {
   *       credential: {
   *         id: "bm90LWEtcmVhbC1wYXNza2V5LWp1c3QtYW4tZXhhbXBsZQ",
   *         rawId: "bm90LWEtcmVhbC1wYXNza2V5LWp1c3QtYW4tZXhhbXBsZQ",
   *         type: "public-key",
   *         response: {
   *           clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
   *           authenticatorData: "SZYN5YgOjGh0NBcPZHZgW4",
   *           signature: "MEUCIGisVZOBapCWbnJJ",
   *           userHandle: "M2YyYjhhNTI",
   *         },
   *       },
   *     },
   *   });
   */
  loginWithPasskey: route("POST", "/auth/passkeys/login", {
    body: PasskeyLogin,
    bodyLimit,
    responses: { 200: TokenPair },
    errors: { ...BODY, ...PROVED, RATE_LIMITED: 429, ...COOKIE, ...ABSENT },
  }),
};

/** Notes of {@link passkeyRoutes}. A function, so that bundlers drop it from clients. */
export function passkeyNotes(): NotesOf<typeof passkeyRoutes> {
  const tags = ["second factors"];
  const id = "3f2b8a52-6a0f-8a8e-9d7c-0b1f6c3f4e11";
  const token = "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6Ii4uLiJ9.e30.c2lnbmF0dXJl";
  const { creation, request, registration, assertion } = examplePasskey();
  const once =
    "A challenge works once, for five minutes; then it is 400 CHALLENGE_INVALID. A passkey of another origin or site than PUBLIC_URL, of another account, with a wrong signature or a counter that went back is 401 INVALID_CREDENTIALS.";
  const absent =
    "501 PASSKEYS_UNAVAILABLE names what is missing: PUBLIC_URL, which alone says which site passkeys belong to, or the package @simplewebauthn/server.";
  return {
    beginPasskey: {
      tags,
      unspecified: [
        "The options are for PublicKeyCredential.parseCreationOptionsFromJSON and navigator.credentials.create. An account has at most ten factors; one that has a factor needs a step-up for another.",
        absent,
      ],
      example: { response: creation },
    },
    addPasskey: {
      tags,
      unspecified: [
        "Needs a step-up in an account with a factor. Every login by another proof asks for a factor from then on; sessions stay. A mail tells of it where mails are set up.",
        once,
        "Ten recovery codes come with the first factor; they end with the last one.",
      ],
      example: {
        body: { credential: registration, name: "Laptop" },
        response: {
          id,
          kind: "passkey",
          name: "Laptop",
          createdAt: "2026-01-01T00:00:00.000Z",
          recoveryCodes: Array.from("abcdefghij", (sign) => `abcd-efgh-ijkl-mno${sign}`),
        },
      },
    },
    beginPasskeyLogin: {
      tags,
      unspecified: [
        "The options are for PublicKeyCredential.parseRequestOptionsFromJSON and navigator.credentials.get. With the challenge of FACTOR_REQUIRED or STEP_UP_REQUIRED they name the account's passkeys, and the answer goes to POST /auth/login/factor or POST /auth/step-up as `credential`; without one, to POST /auth/passkeys/login.",
        absent,
      ],
      example: { body: {}, response: request },
    },
    loginWithPasskey: {
      tags,
      unspecified: [
        "A passkey alone logs in where its authenticator has verified the person and names the account; no other factor is asked for.",
        once,
        "Fifty refused passkeys in 15 minutes block their address: 429 with Retry-After.",
      ],
      example: {
        body: { credential: assertion },
        response: {
          token,
          refreshToken: `rt_${id}_bm90LWEtc2VjcmV0LWp1c3QtYW4tZXhhbXBsZQ`,
          expiresIn: 900,
        },
      },
    },
  };
}
