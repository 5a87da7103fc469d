/**
 * Domain errors as wire errors: one total map over the core's codes, so that a new code does not compile until it has
 * a status.
 */

import { Problem, type Issue } from "@bourse/contract";
import { isBourseError, type BourseError } from "@bourse/kernel";
import type { NodeErrorCode } from "@bourse/node-core";

import { withWireNames } from "./wire/field-names.ts";

/** null: a fault of the inside, which callers learn nothing of. */
const statuses: Readonly<Record<NodeErrorCode, number | null>> = {
  VALIDATION_ERROR: 422,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CURSOR_INVALID: 422,
  INSUFFICIENT_FUNDS: 422,
  TOKEN_UNSUPPORTED: 422,
  TRANSACTION_REFUSED: 422,
  TRANSACTION_REVERTED: 409,
  CHAIN_UNAVAILABLE: 503,
  CHAIN_REJECTED: 503,
  CHAIN_MISMATCH: 503,
  IDEMPOTENCY_MISMATCH: 422,
  IDEMPOTENCY_RUNNING: 409,
  KEYSTORE_LOCKED: null,
  KEYSTORE_INVALID: null,
  ENVELOPE_INVALID: null,
  RECIPIENT_UNKNOWN: null,
  PEER_UNREACHABLE: null,
  FRAME_INVALID: null,
};

/** Where a refusal that names no field belongs. */
const places: Partial<Readonly<Record<NodeErrorCode, Issue["loc"]>>> = {
  CURSOR_INVALID: ["query", "cursor"],
  IDEMPOTENCY_MISMATCH: ["header", "Idempotency-Key"],
};

/** What the chain's endpoints say of themselves may hold their addresses, keys included. */
const CHAIN_SENTENCE = "The chain does not answer as it should; nothing was sent. Try again later.";

/** For `bindApi`: the problem that an error of the core is to a caller, or undefined for anything else. */
export function translateNodeError(error: unknown): Problem | undefined {
  if (!isBourseError(error) || !isNodeCode(error.code)) return undefined;
  const { code } = error;
  const status = statuses[code];
  if (status === null) return undefined;
  return new Problem(
    {
      code,
      status,
      message: status === 503 ? CHAIN_SENTENCE : withWireNames(error.message),
      issues: status === 422 ? issuesOf(error, code) : undefined,
      retryAfterSeconds: code === "IDEMPOTENCY_RUNNING" ? 1 : undefined,
    },
    { cause: error },
  );
}

function isNodeCode(code: string): code is NodeErrorCode {
  return Object.hasOwn(statuses, code);
}

function issuesOf(error: BourseError, code: NodeErrorCode): readonly Issue[] {
  const { field } = error.details;
  const loc = typeof field === "string" ? ["body", withWireNames(field)] : places[code];
  return loc === undefined
    ? []
    : [{ loc, msg: withWireNames(error.message), type: code.toLowerCase() }];
}
