/** Second factors of an account, the second step of a login, and step-up. */

import * as z from "zod";

import { PasskeyAssertion } from "../passkeys/forms.ts";
import type { NotesOf } from "../route/docs.ts";
import { list, object, oneOf, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import {
  BODY,
  bodyLimit,
  COOKIE,
  Count,
  MaybeTime,
  STEP_UP,
  text,
  Text,
  Timestamp,
  TOKEN,
  WRITING,
} from "./fields.ts";
import { SignedIn } from "./signed-in.ts";
import { exampleUser } from "./user.ts";

const factorFields = {
  /** Factor id, a UUID. */
  id: Text,
  /** Kind of the factor: `totp`, an authenticator app, or `passkey`. */
  kind: oneOf(["totp", "passkey"]),
  /** Name that its owner gave it; null in an authenticator app. */
  name: Text.nullable(),
  /** Time at which it was confirmed, ISO 8601 in UTC. */
  created_at: Timestamp,
  /** Time at which it or a recovery code of it was last accepted, ISO 8601 in UTC; null before. */
  last_used_at: MaybeTime,
  /** Number of its recovery codes that were not used, 0–10. */
  recovery_codes: Count,
};
/** A second factor of an account. */
export interface Factor extends Fields<typeof factorFields> {}
export const Factor: ObjectSchema<Factor> = object(factorFields);

const newTotpFields = {
  /** Factor id, a UUID, for the confirmation. */
  id: Text,
  /** Secret in base32, for typing into an authenticator app; only this answer shows it. */
  secret: Text,
  /** The same as an `otpauth://` address, for a QR code. */
  uri: Text,
};
/** An authenticator app that waits for its first code. */
export interface NewTotp extends Fields<typeof newTotpFields> {}
export const NewTotp: ObjectSchema<NewTotp> = object(newTotpFields);

const confirmationFields = {
  /** Factor id, a UUID. */
  id: text(1, 64),
  /** Six digits that the authenticator app shows. */
  code: text(1, 64),
};
/** The first code of an authenticator app. */
export interface TotpConfirmation extends Fields<typeof confirmationFields> {}
export const TotpConfirmation: ObjectSchema<TotpConfirmation> = object(confirmationFields);

const confirmedFields = {
  /** Ten codes that each replace the app once; only this answer shows them. */
  recovery_codes: list(Text),
};
/** The recovery codes of an authenticator app. */
export interface RecoveryCodes extends Fields<typeof confirmedFields> {}
export const RecoveryCodes: ObjectSchema<RecoveryCodes> = object(confirmedFields);

const factorParams = {
  /** Factor id, a UUID. */
  id: Text,
};
interface FactorParams extends Fields<typeof factorParams> {}
const FactorParams: ObjectSchema<FactorParams> = object(factorParams);

/** The id of a factor that was removed. */
export interface FactorRemoved extends Fields<typeof factorParams> {}
export const FactorRemoved: ObjectSchema<FactorRemoved> = object(factorParams);

const answerFields = {
  /** Token of the challenge that the refusal names, 1–200 characters. */
  challenge: text(1, 200),
  /** Six digits of the authenticator app, or a recovery code in any case, with or without hyphens. */
  code: text(1, 64).optional(),
  /** Use of a passkey for this challenge, in place of a code. */
  credential: PasskeyAssertion.optional(),
};
/** The answer to a challenge by a code or a passkey. */
export interface FactorAnswer extends Fields<typeof answerFields> {}
export const FactorAnswer: ObjectSchema<FactorAnswer> = object(answerFields);

const loginFields = {
  ...answerFields,
  /** True to remember this device, so that its next logins need no second factor. Default false. */
  remember: z.boolean().optional(),
  /** Secret that this device has of an earlier time, 1–200 characters; it ends with a new one. Default: none. */
  device_secret: text(1, 200).optional(),
  /** `cookie` keeps the tokens in a cookie, for pages of the service's own site. Default: they are in the answer. */
  session: z.literal("cookie").optional(),
};
/** The answer to the challenge of a login by a code or a passkey. */
export interface FactorLogin extends Fields<typeof loginFields> {}
export const FactorLogin: ObjectSchema<FactorLogin> = object(loginFields);

/** An empty object. */
const Done = z.object({});
const CODE = { INVALID_CREDENTIALS: 401, RATE_LIMITED: 429 } as const;
const ANSWER = { ...BODY, CHALLENGE_INVALID: 400, ...CODE, PASSKEYS_UNAVAILABLE: 501 } as const;
const security = "bearer";

export const factorRoutes = {
  /**
   * Exchange the challenge of a login and a second factor for tokens.
   *
   * `POST /auth/login/factor`.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - JSON_MALFORMED (400): Send valid JSON.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - CHALLENGE_INVALID (400): Begin again: log in, or repeat the change.
   * - INVALID_CREDENTIALS (401): Check name and password, then log in again.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - PASSKEYS_UNAVAILABLE (501): Use another factor, or ask the operator for what the message
   * names.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - COOKIES_UNAVAILABLE (501): Log in without `session`, or ask the operator to set
   * COOKIE_SESSIONS.
   * @example
   *   await client.loginWithFactor({
   *     body: { challenge: "fc_bm90LWEtc2VjcmV0LWp1c3QtYW4tZXhhbXBsZQ-_-_-", code: "492039" },
   *   });
   */
  loginWithFactor: route("POST", "/auth/login/factor", {
    body: FactorLogin,
    bodyLimit,
    responses: { 200: SignedIn },
    errors: { ...ANSWER, ...COOKIE },
  }),
  /**
   * List the caller's second factors.
   *
   * `GET /auth/factors` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * @example
   *   await client.listFactors();
   */
  listFactors: route("GET", "/auth/factors", {
    security,
    responses: { 200: list(Factor) },
    errors: TOKEN,
  }),
  /**
   * Begin an authenticator app; only this answer shows its secret.
   *
   * `POST /auth/factors/totp` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - STEP_UP_REQUIRED (403): Answer the challenge by a second factor, then call again.
   * - QUOTA_EXCEEDED (409): Delete or finish something first, or ask the operator for more.
   * @example
   *   await client.addTotp();
   */
  addTotp: route("POST", "/auth/factors/totp", {
    security,
    responses: { 201: NewTotp },
    errors: { ...WRITING, ...STEP_UP, QUOTA_EXCEEDED: 409 },
  }),
  /**
   * Confirm an authenticator app by its first code; only this answer shows the recovery codes.
   *
   * `POST /auth/factors/totp/confirm` with an access token.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - JSON_MALFORMED (400): Send valid JSON.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - INVALID_CREDENTIALS (401): Check name and password, then log in again.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.confirmTotp({
   *     body: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11", code: "492039" },
   *   });
   */
  confirmTotp: route("POST", "/auth/factors/totp/confirm", {
    security,
    body: TotpConfirmation,
    bodyLimit,
    responses: { 200: RecoveryCodes },
    errors: { ...BODY, ...WRITING, ...CODE, NOT_FOUND: 404 },
  }),
  /**
   * Remove a second factor.
   *
   * `DELETE /auth/factors/:id` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - STEP_UP_REQUIRED (403): Answer the challenge by a second factor, then call again.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.removeFactor({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  removeFactor: route("DELETE", "/auth/factors/:id", {
    security,
    params: FactorParams,
    responses: { 200: FactorRemoved },
    errors: { ...WRITING, ...STEP_UP, NOT_FOUND: 404 },
  }),
  /**
   * Step the session up for ten minutes by a second factor.
   *
   * `POST /auth/step-up` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - JSON_MALFORMED (400): Send valid JSON.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - CHALLENGE_INVALID (400): Begin again: log in, or repeat the change.
   * - INVALID_CREDENTIALS (401): Check name and password, then log in again.
   * - PASSKEYS_UNAVAILABLE (501): Use another factor, or ask the operator for what the message
   * names.
   * @example
   *   await client.stepUp({
   *     body: { challenge: "fc_bm90LWEtc2VjcmV0LWp1c3QtYW4tZXhhbXBsZQ-_-_-", code: "492039" },
   *   });
   */
  stepUp: route("POST", "/auth/step-up", {
    security,
    body: FactorAnswer,
    bodyLimit,
    responses: { 200: Done },
    errors: { ...WRITING, ...ANSWER },
  }),
};

/** Notes of {@link factorRoutes}. A function, so that bundlers drop it from clients. */
export function factorNotes(): NotesOf<typeof factorRoutes> {
  const tags = ["accounts"];
  const user = exampleUser();
  const { id } = user;
  const challenge = "fc_bm90LWEtc2VjcmV0LWp1c3QtYW4tZXhhbXBsZQ-_-_-";
  const code = "492039";
  const once =
    "A challenge works once, for five minutes and at most four wrong codes; then it is 400 CHALLENGE_INVALID. A code works once: a wrong or used one is 401 INVALID_CREDENTIALS.";
  const limits =
    "Ten wrong codes of an account in 15 minutes, or 50 in a week, block it from every address; a recovery code opens it. Fifty block their address: 429 with Retry-After.";
  return {
    loginWithFactor: {
      tags,
      unspecified: [
        "A login whose proof is right and whose account has a factor is 401 with {detail, code: FACTOR_REQUIRED, challenge, factors}; factors names `totp`, `passkey` and `recovery_code`, as the account has them. A wallet that proves its account for the first time is not asked: factors from before are removed.",
        once,
        limits,
        "The challenge ends when a credential of the account changes.",
      ],
      example: {
        body: { challenge, code },
        response: {
          access_token: "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.e30.c2lnbmF0dXJl",
          refresh_token: `rt_${id}_bm90LWEtc2VjcmV0LWp1c3QtYW4tZXhhbXBsZQ`,
          token_type: "bearer",
          expires_in: 900,
          user,
        },
      },
    },
    listFactors: {
      tags,
      unspecified: ["A factor that was not confirmed is not in the list."],
      example: {
        response: [
          {
            id,
            kind: "totp",
            name: null,
            created_at: "2026-01-01T00:00:00.000Z",
            last_used_at: "2026-01-20T12:00:00.000Z",
            recovery_codes: 9,
          },
        ],
      },
    },
    ...setupNotes(id, code),
    removeFactor: {
      tags,
      unspecified: [
        "Needs a step-up. Its recovery codes pass to another factor of the account unless one has codes of its own.",
      ],
      example: { response: { id } },
    },
    stepUp: {
      tags,
      unspecified: [
        "In an account with a factor the changes of wallet, e-mail address, password, factors and roles are 403 with {detail, code: STEP_UP_REQUIRED, challenge, factors}, until the session is stepped up: for ten minutes, in no other session. A login by a factor is none.",
        once,
        limits,
      ],
      example: { body: { challenge, code }, response: {} },
    },
  };
}

function setupNotes(
  id: string,
  code: string,
): NotesOf<Pick<typeof factorRoutes, "addTotp" | "confirmTotp">> {
  const tags = ["accounts"];
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  return {
    addTotp: {
      tags,
      unspecified: [
        "Codes are those of RFC 6238: SHA-1, six digits, 30 s. Nothing changes until one of them is confirmed, within 15 minutes; a second call replaces the first.",
        "An account has at most ten factors. One that has a factor needs a step-up for another.",
      ],
      example: {
        response: {
          id,
          secret,
          uri: `otpauth://totp/Bourse:ada?secret=${secret}&issuer=Bourse&algorithm=SHA1&digits=6&period=30`,
        },
      },
    },
    confirmTotp: {
      tags,
      unspecified: [
        "Every login asks for a code from then on; sessions stay.",
        "A wrong code is 401 INVALID_CREDENTIALS; an unknown, foreign or confirmed factor 404.",
      ],
      example: {
        body: { id, code },
        response: {
          recovery_codes: Array.from("abcdefghij", (sign) => `abcd-efgh-ijkl-mno${sign}`),
        },
      },
    },
  };
}
