/**
 * Domain errors as wire errors: one total map over the core's codes, so that a new code does not compile until it
 * has a status.
 */

import { Problem, type Issue } from "@bourse/contract";
import type { CurationErrorCode } from "@bourse/curation-core";
import { isBourseError, type BourseError } from "@bourse/kernel";

import { wireName } from "./wire/names.ts";

const statuses: Readonly<Record<CurationErrorCode, number>> = {
  VALIDATION_ERROR: 422,
  DRAFT_INCOMPLETE: 422,
  CURSOR_INVALID: 422,
  UNAUTHORIZED: 401,
  INVALID_CREDENTIALS: 401,
  TOKEN_EXPIRED: 401,
  INVALID_TOKEN: 401,
  // Not 401: who is logged in and signs the wrong thing keeps the token.
  WALLET_PROOF_INVALID: 422,
  WALLET_PROOF_REQUIRED: 422,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  USERNAME_TAKEN: 409,
  EMAIL_TAKEN: 409,
  WALLET_TAKEN: 409,
  STATE_CONFLICT: 409,
  CLAIM_HELD: 409,
  LAST_ADMIN: 409,
  VERSION_MISMATCH: 412,
  RATE_LIMITED: 429,
  BUSY: 503,
  WALLET_NODE_UNAVAILABLE: 503,
};

/** RFC 6750 §3. */
const challenges: Partial<Readonly<Record<CurationErrorCode, string>>> = {
  UNAUTHORIZED: "Bearer",
  INVALID_CREDENTIALS: "Bearer",
  TOKEN_EXPIRED: 'Bearer error="invalid_token", error_description="expired"',
  INVALID_TOKEN: 'Bearer error="invalid_token"',
};

/** Where a refusal that names no place belongs. */
const places: Partial<Readonly<Record<CurationErrorCode, Issue["loc"]>>> = {
  CURSOR_INVALID: ["query", "cursor"],
  WALLET_PROOF_INVALID: ["body", "signature"],
  WALLET_PROOF_REQUIRED: ["body", "signature"],
};

/** For `bindApi`: the problem that an error of the core is to a caller, or undefined for anything else. */
export function translateCurationError(error: unknown): Problem | undefined {
  if (!isBourseError(error) || !isCurationCode(error.code)) return undefined;
  const status = statuses[error.code];
  const challenge = challenges[error.code];
  return new Problem(
    {
      code: error.code,
      status,
      message: error.message,
      issues: status === 422 ? issuesOf(error, error.code) : undefined,
      retryAfterSeconds: retryAfterOf(error),
      headers: challenge === undefined ? undefined : { "www-authenticate": challenge },
    },
    { cause: error },
  );
}

function isCurationCode(code: string): code is CurationErrorCode {
  return Object.hasOwn(statuses, code);
}

function issuesOf(error: BourseError, code: CurationErrorCode): readonly Issue[] {
  const { issues } = error.details;
  if (Array.isArray(issues) && issues.length > 0) return (issues as Issue[]).map(placed);
  return [{ loc: places[code] ?? ["body"], msg: error.message, type: code.toLowerCase() }];
}

/** The core counts from the body's root, or names another part. */
function placed(issue: Issue): Issue {
  const loc = issue.loc.map((part) => (typeof part === "string" ? wireName(part) : part));
  const isPlaced = loc[0] === "query" || loc[0] === "path" || loc[0] === "body";
  return { ...issue, loc: isPlaced ? loc : ["body", ...loc] };
}

function retryAfterOf(error: BourseError): number | undefined {
  const wait = error.details["retryAfterSeconds"];
  return typeof wait === "number" ? wait : undefined;
}
