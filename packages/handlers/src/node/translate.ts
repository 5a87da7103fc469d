/** Errors of the node as problems on the wire. */

import type { Issue, Problem } from "@bourse/contract";
import type { BourseError, NoDetails } from "@bourse/kernel";
import type { NodeErrorDetails } from "@bourse/node-core";

import {
  createTranslator,
  cursorFault,
  type Translation,
} from "../translation/create-translator.ts";
import { withWireNames } from "./wire/field-names.ts";

/** The errors of the node, and the store's own for a cursor that it did not return and a writer that is none. */
interface DetailsByCode extends NodeErrorDetails {
  readonly STORE_CURSOR_INVALID: NoDetails;
  readonly STORE_FENCED: NoDetails;
}

/** A node that another one has taken over from while it worked has committed nothing of the request. */
const standbyFault: Translation<string, object> = {
  status: 503,
  code: "STANDBY",
  message:
    "This node stands by: another process of the same wallet is the writer. Nothing was changed; send the request to " +
    "that one, or try again later.",
  retryAfterSeconds: () => 1,
};

/** Error messages of the chain's endpoints may contain their URLs, API keys included; callers get this instead. */
const chainFault = {
  status: 503,
  message: "The chain does not answer as it should; nothing was sent. Try again later.",
};

/** A 422 that names the field of the details, when there is one. */
const invalidField: Translation<string, { readonly field?: string }> = {
  status: 422,
  issues: (error) =>
    error.details.field === undefined
      ? []
      : issueAt(error, ["body", withWireNames(error.details.field)]),
};

/**
 * Translates an error of the node into the problem that its caller sees; undefined for an internal error and for
 * anything else. The option `translate` of `bindApi`.
 */
export const translateNodeError: (error: unknown) => Problem | undefined =
  createTranslator<DetailsByCode>(
    {
      VALIDATION_ERROR: invalidField,
      UNAUTHORIZED: 401,
      FORBIDDEN: 403,
      KEY_LIMIT_REACHED: {
        status: 429,
        code: "RATE_LIMITED",
        retryAfterSeconds: ({ retryAfterSeconds }) => retryAfterSeconds,
      },
      NOT_FOUND: 404,
      QUOTA_EXCEEDED: 409,
      CONFLICT: 409,
      WEBHOOKS_UNAVAILABLE: 501,
      CURSOR_INVALID: cursorFault(422, "CURSOR_INVALID"),
      STORE_CURSOR_INVALID: cursorFault(422, "CURSOR_INVALID"),
      INSUFFICIENT_FUNDS: invalidField,
      TOKEN_UNSUPPORTED: invalidField,
      TRANSACTION_REFUSED: { status: 422, issues: () => [] },
      TRANSACTION_REVERTED: 409,
      PROOF_MISSING: 409,
      NEEDS_REVIEW: 409,
      ACTION_NOT_POSSIBLE: 409,
      CHAIN_UNAVAILABLE: chainFault,
      CHAIN_REJECTED: chainFault,
      CHAIN_MISMATCH: chainFault,
      CONTRACT_MISMATCH: 503,
      IDEMPOTENCY_MISMATCH: {
        status: 422,
        issues: (error) => issueAt(error, ["header", "Idempotency-Key"]),
      },
      STANDBY: standbyFault,
      STORE_FENCED: standbyFault,
      IDEMPOTENCY_RUNNING: { status: 409, retryAfterSeconds: () => 1 },
      KEYSTORE_LOCKED: null,
      KEYSTORE_INVALID: null,
      ENVELOPE_INVALID: null,
      RECIPIENT_UNKNOWN: null,
      PEER_UNREACHABLE: null,
      FRAME_INVALID: null,
    },
    withWireNames,
  );

function issueAt({ code, message }: BourseError<string, object>, loc: Issue["loc"]): Issue[] {
  return [{ loc, msg: withWireNames(message), type: code.toLowerCase() }];
}
