import { BourseError, type ErrorOptions } from "@bourse/kernel";

/** Every way in which the node refuses. A server maps each to a status in its `translate.ts`. */
export type NodeErrorCode =
  /** details.field names what does not fit. */
  | "VALIDATION_ERROR"
  | "UNAUTHORIZED"
  /** The key is good, its scopes are not; details.scope is the one that is missing. */
  | "FORBIDDEN"
  /** No such data, key or transaction for this caller. */
  | "NOT_FOUND"
  /** A cursor that this very query did not hand out. */
  | "CURSOR_INVALID"
  /** The wallet cannot pay; details.field, details.needed and details.available in the token's smallest unit. */
  | "INSUFFICIENT_FUNDS"
  /** The contract at the address does not answer as an ERC-20, or the token is not on the list. */
  | "TOKEN_UNSUPPORTED"
  /** The chain refused in a simulation, nothing was sent; details.reason. */
  | "TRANSACTION_REFUSED"
  /** The transaction is on the chain and failed there; details.txHash. */
  | "TRANSACTION_REVERTED"
  /** No answer from any endpoint in time; nothing is known to have been sent. */
  | "CHAIN_UNAVAILABLE"
  /** A JSON-RPC error; details.code, details.data. */
  | "CHAIN_REJECTED"
  /** The endpoint is of another chain than the one expected; details.expected, details.found. */
  | "CHAIN_MISMATCH"
  /** The same Idempotency-Key came with another body. */
  | "IDEMPOTENCY_MISMATCH"
  /** The first request with this Idempotency-Key is still under way. */
  | "IDEMPOTENCY_RUNNING"
  /** No password or a wrong one. */
  | "KEYSTORE_LOCKED"
  /** The file is no key of ours or is damaged. */
  | "KEYSTORE_INVALID"
  /** The envelope was changed, or is for somebody else. */
  | "ENVELOPE_INVALID"
  /** Nobody has announced this address, or the announcement is revoked or over. */
  | "RECIPIENT_UNKNOWN"
  /** The peer does not answer; the delivery is tried again. */
  | "PEER_UNREACHABLE"
  /** A frame of a peer that breaks the protocol: costs the peer its connection. */
  | "FRAME_INVALID";

export class NodeError extends BourseError<NodeErrorCode> {
  constructor(code: NodeErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
  }
}
