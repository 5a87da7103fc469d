/** Errors of access control as problems on the wire; the codes are the documented ones. */

import type { AuthErrorDetails, FactorChallenge } from "@bourse/auth-core";
import type { Problem } from "@bourse/contract";
import type { NoDetails } from "@bourse/kernel";

import { createTranslator, cursorFault } from "../translation/create-translator.ts";

/** The core's own errors, and the store's for a cursor that it did not return. */
interface DetailsByCode extends AuthErrorDetails {
  readonly STORE_CURSOR_INVALID: NoDetails;
}

/**
 * Translates an error of access control into the problem that its caller sees; undefined for anything else. The option
 * `translate` of `bindApi`. A route's own challenge stands where no other is named here (RFC 6750, section 3).
 */
export const translateAuthError: (error: unknown) => Problem | undefined =
  createTranslator<DetailsByCode>({
    VALIDATION_ERROR: {
      status: 400,
      issues: ({ details: { path }, message }) =>
        path === undefined
          ? undefined
          : [{ loc: ["body", path], msg: message, type: "value_error" }],
    },
    UNAUTHORIZED: 401,
    INVALID_CREDENTIALS: { status: 401, challenge: "Bearer" },
    FACTOR_REQUIRED: { status: 401, challenge: "Bearer", details: challengeOf },
    STEP_UP_REQUIRED: { status: 403, details: challengeOf },
    CHALLENGE_INVALID: 400,
    TOKEN_EXPIRED: {
      status: 401,
      challenge: 'Bearer error="invalid_token", error_description="expired"',
    },
    INVALID_TOKEN: { status: 401, challenge: 'Bearer error="invalid_token"' },
    INVALID_API_KEY: { status: 401, challenge: 'ApiKey header="X-API-Key"' },
    LINK_INVALID: 400,
    AUTHORIZATION_PENDING: 400,
    SLOW_DOWN: 400,
    EXPIRED_TOKEN: 400,
    ACCESS_DENIED: 400,
    FORBIDDEN: 403,
    NOT_FOUND: 404,
    EMAIL_TAKEN: 409,
    CONFLICT: 409,
    LAST_OWNER: 409,
    REGISTRATION_CLOSED: 403,
    QUOTA_EXCEEDED: 409,
    RATE_LIMITED: { status: 429, retryAfterSeconds: (details) => details.retryAfterSeconds },
    PASSKEYS_UNAVAILABLE: 501,
    MAIL_UNAVAILABLE: 501,
    WEBHOOKS_UNAVAILABLE: 501,
    DEVICE_LOGIN_UNAVAILABLE: 501,
    OIDC_UNAVAILABLE: 501,
    OIDC_CODE_INVALID: 400,
    OIDC_REFUSED: 403,
    BUSY: { status: 503, retryAfterSeconds: (details) => details.retryAfterSeconds },
    STORE_CURSOR_INVALID: cursorFault(400, "VALIDATION_ERROR"),
  });

function challengeOf({ challenge, factors }: FactorChallenge): Readonly<Record<string, unknown>> {
  return { challenge, factors };
}
