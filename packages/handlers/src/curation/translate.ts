/** Errors of curation as problems on the wire. */

import type { Issue, Problem } from "@bourse/contract";
import type { CurationErrorDetails, FactorChallenge } from "@bourse/curation-core";
import type { BourseError, NoDetails } from "@bourse/kernel";

import {
  createTranslator,
  cursorFault,
  type Translation,
} from "../translation/create-translator.ts";
import { wireName } from "./wire/names.ts";

/** The errors of curation, and the store's own for a cursor that it did not return. */
interface DetailsByCode extends CurationErrorDetails {
  readonly STORE_CURSOR_INVALID: NoDetails;
}

/** A 422 with the issues of the details, else with one issue for the whole body. */
const invalidInput: Translation<string, { readonly issues?: readonly Issue[] }> = {
  status: 422,
  issues: (error) => {
    const { issues = [] } = error.details;
    return issues.length > 0 ? issues.map(placed) : issueAt(error, ["body"]);
  },
};

/** Not a 401: a caller who is logged in and signs the wrong message keeps the token. */
const invalidSignature: Translation<string, object> = {
  status: 422,
  issues: (error) => issueAt(error, ["body", "signature"]),
};

/**
 * Translates an error of curation into the problem that its caller sees; undefined for anything else. The option
 * `translate` of `bindApi`. The challenges are those of RFC 6750, section 3.
 */
export const translateCurationError: (error: unknown) => Problem | undefined =
  createTranslator<DetailsByCode>({
    VALIDATION_ERROR: invalidInput,
    DRAFT_INCOMPLETE: invalidInput,
    CURSOR_INVALID: cursorFault(422, "CURSOR_INVALID"),
    STORE_CURSOR_INVALID: cursorFault(422, "CURSOR_INVALID"),
    UNAUTHORIZED: { status: 401, challenge: "Bearer" },
    INVALID_CREDENTIALS: { status: 401, challenge: "Bearer" },
    FACTOR_REQUIRED: { status: 401, challenge: "Bearer", details: challengeOf },
    STEP_UP_REQUIRED: { status: 403, details: challengeOf },
    CHALLENGE_INVALID: 400,
    TOKEN_EXPIRED: {
      status: 401,
      challenge: 'Bearer error="invalid_token", error_description="expired"',
    },
    INVALID_TOKEN: { status: 401, challenge: 'Bearer error="invalid_token"' },
    WALLET_PROOF_INVALID: invalidSignature,
    WALLET_PROOF_REQUIRED: invalidSignature,
    // Not a 401: the token is good, and a client must not drop it.
    REAUTHENTICATION_REQUIRED: 403,
    FORBIDDEN: 403,
    ACCOUNT_SUSPENDED: 403,
    NOT_FOUND: 404,
    USERNAME_TAKEN: 409,
    EMAIL_TAKEN: 409,
    WALLET_TAKEN: 409,
    STATE_CONFLICT: 409,
    CLAIM_HELD: 409,
    LAST_ADMIN: 409,
    QUOTA_EXCEEDED: 409,
    IDEMPOTENCY_KEY_REUSED: { status: 422, issues: (error) => issueAt(error, ["body"]) },
    VERSION_MISMATCH: 412,
    LINK_INVALID: 400,
    OIDC_UNAVAILABLE: 501,
    OIDC_CODE_INVALID: 400,
    OIDC_REGISTRATION_REQUIRED: {
      status: 401,
      challenge: "Bearer",
      details: ({ registration }) => ({ registration }),
    },
    PASSKEYS_UNAVAILABLE: 501,
    MAIL_UNAVAILABLE: 501,
    WEBHOOKS_UNAVAILABLE: 501,
    RATE_LIMITED: { status: 429, retryAfterSeconds: (details) => details.retryAfterSeconds },
    BUSY: { status: 503, retryAfterSeconds: (details) => details.retryAfterSeconds },
    WALLET_NODE_UNAVAILABLE: {
      status: 503,
      retryAfterSeconds: (details) => details.retryAfterSeconds,
    },
  });

function challengeOf({ challenge, factors }: FactorChallenge): Readonly<Record<string, unknown>> {
  return { challenge, factors };
}

function issueAt({ code, message }: BourseError<string, object>, loc: Issue["loc"]): Issue[] {
  return [{ loc, msg: message, type: code.toLowerCase() }];
}

/** The core's issues begin at the body's root, unless they name another part of the request. */
function placed(issue: Issue): Issue {
  const loc = issue.loc.map((part) => (typeof part === "string" ? wireName(part) : part));
  const isPlaced = loc[0] === "query" || loc[0] === "path" || loc[0] === "body";
  return { ...issue, loc: isPlaced ? loc : ["body", ...loc] };
}
