/**
 * Domain errors as wire errors: one total map over the core's codes, so that a new code does not compile until it
 * has a status. The codes on the wire are those of the core.
 */

import type { AuthErrorCode } from "@bourse/auth-core";
import { Problem, type Issue } from "@bourse/contract";
import { isBourseError, type BourseError } from "@bourse/kernel";

const statuses: Readonly<Record<AuthErrorCode, number>> = {
  VALIDATION_ERROR: 400,
  UNAUTHORIZED: 401,
  INVALID_CREDENTIALS: 401,
  TOKEN_EXPIRED: 401,
  INVALID_TOKEN: 401,
  INVALID_API_KEY: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  EMAIL_TAKEN: 409,
  CONFLICT: 409,
  RATE_LIMITED: 429,
  BUSY: 503,
};

/** RFC 6750 §3; a route's own challenge stands where none is named here. */
const challenges: Partial<Readonly<Record<AuthErrorCode, string>>> = {
  INVALID_CREDENTIALS: "Bearer",
  TOKEN_EXPIRED: 'Bearer error="invalid_token", error_description="expired"',
  INVALID_TOKEN: 'Bearer error="invalid_token"',
  INVALID_API_KEY: 'ApiKey header="X-API-Key"',
};

/** Translation for `bindApi`: an error of the core as a wire error, undefined for anything else. */
export function translateAuthError(error: unknown): Problem | undefined {
  if (!isBourseError(error)) return undefined;
  if (error.code === "STORE_CURSOR_INVALID") return badCursor(error);
  return isAuthError(error) ? problemOf(error) : undefined;
}

/** An error of the core as a wire error. */
export function problemOf(error: BourseError<AuthErrorCode>): Problem {
  const challenge = challenges[error.code];
  return new Problem(
    {
      code: error.code,
      status: statuses[error.code],
      message: error.message,
      issues: issuesOf(error),
      retryAfterSeconds: retryAfterOf(error),
      headers: challenge === undefined ? undefined : { "www-authenticate": challenge },
    },
    { cause: error },
  );
}

function isAuthError(error: BourseError): error is BourseError<AuthErrorCode> {
  return Object.hasOwn(statuses, error.code);
}

function badCursor(cause: BourseError): Problem {
  const msg = "is not one that this list gave out";
  const issues: readonly Issue[] = [{ loc: ["query", "cursor"], msg, type: "value_error" }];
  return new Problem(
    { code: "VALIDATION_ERROR", status: 400, message: `the cursor ${msg}`, issues },
    { cause },
  );
}

function issuesOf(error: BourseError): readonly Issue[] | undefined {
  const path = error.details["path"];
  return typeof path === "string"
    ? [{ loc: ["body", path], msg: error.message, type: "value_error" }]
    : undefined;
}

function retryAfterOf(error: BourseError): number | undefined {
  const wait = error.details["retryAfterSeconds"];
  return typeof wait === "number" ? wait : undefined;
}
