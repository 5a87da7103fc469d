import { BourseError, type ErrorOptions } from "@bourse/kernel";

/** Every way in which curation refuses. A server maps each to a status in its `translate.ts`. */
export type CurationErrorCode =
  /** details.issues: `{loc, msg, type}[]`, one for each part that does not fit. */
  | "VALIDATION_ERROR"
  /** Errors of the rule engine stop a submission or an approval; details.issues as above. */
  | "DRAFT_INCOMPLETE"
  /** A cursor that this very query did not hand out. */
  | "CURSOR_INVALID"
  /** No credentials where some are needed. */
  | "UNAUTHORIZED"
  /** Unknown account, wrong password: one answer for both. */
  | "INVALID_CREDENTIALS"
  | "TOKEN_EXPIRED"
  | "INVALID_TOKEN"
  /** The message or signature proves nothing here; details.reason says why. */
  | "WALLET_PROOF_INVALID"
  /** A contract wallet cannot be asked, for its node does not answer; details.retryAfterSeconds. */
  | "WALLET_NODE_UNAVAILABLE"
  /** A proof is asked for and none was sent. */
  | "WALLET_PROOF_REQUIRED"
  /** The role is missing, or the draft is one's own. */
  | "FORBIDDEN"
  | "NOT_FOUND"
  | "USERNAME_TAKEN"
  | "EMAIL_TAKEN"
  /** Somebody holds the address; details.verified says whether by proof. */
  | "WALLET_TAKEN"
  /** The move is not one of this state's; details.status, and details.market_id of an approved draft. */
  | "STATE_CONFLICT"
  /** Another curator holds a live lease; details.claim_expires_at. */
  | "CLAIM_HELD"
  /** Nobody would be left to administrate. */
  | "LAST_ADMIN"
  /** Another version stands than the one that was seen; details.version. */
  | "VERSION_MISMATCH"
  /** details.retryAfterSeconds. */
  | "RATE_LIMITED"
  /** Too many passwords are being hashed; details.retryAfterSeconds. */
  | "BUSY";

export class CurationError extends BourseError<CurationErrorCode> {
  constructor(code: CurationErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
  }
}
