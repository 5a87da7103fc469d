import {
  BourseError,
  hasCode,
  type CodeGuard,
  type ErrorArguments,
  type NoDetails,
} from "@bourse/kernel";

/** The details of each error code of the node. A server maps each code to a status in its `translate.ts`. */
export interface NodeErrorDetails {
  /** A part of the input is not acceptable; `field` names it. */
  readonly VALIDATION_ERROR: {
    /** Name of the field at fault. */
    readonly field: string;
  };
  /** No API key was sent, or it is unknown, revoked or expired. */
  readonly UNAUTHORIZED: NoDetails;
  /** The key is valid and its scopes do not allow the call; `scope` names the missing one. */
  readonly FORBIDDEN: {
    /** The missing scope. */
    readonly scope?: string | undefined;
  };
  /** The API key has used up its shares or its gas of this UTC day; nothing was sent. */
  readonly KEY_LIMIT_REACHED: {
    /** Seconds until the next UTC day. */
    readonly retryAfterSeconds: number;
  };
  /** The data, key or transaction does not exist for this caller. */
  readonly NOT_FOUND: NoDetails;
  /** The caller has as many webhooks as it may have. */
  readonly QUOTA_EXCEEDED: NoDetails;
  /** The webhook was changed in between, or its delivery has not ended. */
  readonly CONFLICT: NoDetails;
  /** The node sends no webhooks. */
  readonly WEBHOOKS_UNAVAILABLE: NoDetails;
  /** The cursor was not returned by the same query. */
  readonly CURSOR_INVALID: NoDetails;
  /** The wallet cannot pay; amounts are decimal integers in the token's smallest unit. */
  readonly INSUFFICIENT_FUNDS: {
    /** Name of the field at fault. */
    readonly field?: string;

    /** Amount the transaction needs. */
    readonly needed?: string;

    /** Amount that is available. */
    readonly available?: string;
  };
  /** The contract at the address does not answer as an ERC-20 token, or the token is not on the list. */
  readonly TOKEN_UNSUPPORTED: {
    /** Name of the field at fault. */
    readonly field?: string;
    /** Address of the token's contract. */
    readonly token?: string;
  };
  /**
   * The transaction was not executed and paid nothing: a simulation on the chain failed or showed that less than the
   * amount would arrive, it was cancelled, or another transaction has used its nonce.
   */
  readonly TRANSACTION_REFUSED: {
    /** Reason given, when one is known. */
    readonly reason?: string | null;
  };
  /** The transaction is on the chain and failed there. */
  readonly TRANSACTION_REVERTED: {
    /** Hash of the transaction. */
    readonly txHash?: string | null;

    /** Reason given, when one is known. */
    readonly reason?: string | null;
  };
  /** The transaction of a share succeeded on the chain without a record of the contract; what it paid stays paid. */
  readonly PROOF_MISSING: {
    /** Hash of the transaction. */
    readonly txHash?: string | null;
  };
  /** The store was set back, and the payment waits for the operator's review: it may have been made already. */
  readonly NEEDS_REVIEW: {
    /** Hash of the transaction on the chain that may be the payment; null for none. */
    readonly txHash?: string | null;
  };
  /** The state of the transaction does not allow the command. */
  readonly ACTION_NOT_POSSIBLE: NoDetails;
  /** No endpoint answered in time; nothing is known to have been sent. */
  readonly CHAIN_UNAVAILABLE: NoDetails;
  /** An endpoint answered with a JSON-RPC error: its `code` and, when it is text, its `data`. */
  readonly CHAIN_REJECTED: {
    /** Error code of JSON-RPC. */
    readonly code?: number;
    /** Data of the JSON-RPC error. */
    readonly data?: string;
  };
  /** The endpoint serves another chain, or another nonce, than expected. */
  readonly CHAIN_MISMATCH: {
    /** Expected value. */
    readonly expected?: number;
    /** Value found instead. */
    readonly found?: number;
  };
  /** The compliance contract is not at its address on this chain; nothing is proved or paid. */
  readonly CONTRACT_MISMATCH: {
    /** Address at which the contract was expected. */
    readonly contract?: string;
  };
  /** This process stands by: another one of the same wallet is the writer. */
  readonly STANDBY: NoDetails;
  /** The same Idempotency-Key came with another request body. */
  readonly IDEMPOTENCY_MISMATCH: {
    /** Name of the field at fault. */
    readonly field?: string;
  };
  /** The first request with this Idempotency-Key is still in progress. */
  readonly IDEMPOTENCY_RUNNING: NoDetails;
  /** The keystore's password is missing or wrong. */
  readonly KEYSTORE_LOCKED: {
    /** Path of the file. */
    readonly path?: string;
  };
  /** The keystore file is not a key file of this node, or is damaged. */
  readonly KEYSTORE_INVALID: {
    /** Path of the file. */
    readonly path?: string;
  };
  /** The envelope was changed, or is addressed to somebody else. */
  readonly ENVELOPE_INVALID: NoDetails;
  /** Nobody has announced this address, or the announcement was revoked or has expired. */
  readonly RECIPIENT_UNKNOWN: {
    /** Address of the recipient. */
    readonly address?: string;
  };
  /** The peer does not answer; the delivery is tried again. */
  readonly PEER_UNREACHABLE: {
    /** Node id of the peer. */
    readonly nodeId?: string;
  };
  /** A peer's frame breaks the protocol; the peer is disconnected. */
  readonly FRAME_INVALID: {
    /** Name of the field at fault. */
    readonly field?: string;
  };
}

/** Every way in which the node refuses or fails; {@link NodeErrorDetails} describes each. */
export type NodeErrorCode = keyof NodeErrorDetails;

/** An error of the node; its code determines the type of its details. */
export class NodeError<Code extends NodeErrorCode = NodeErrorCode> extends BourseError<
  Code,
  NodeErrorDetails[Code]
> {
  constructor(code: Code, message: string, ...options: ErrorArguments<NodeErrorDetails[Code]>) {
    super(code, message, ...options);
  }

  /** Narrows `error instanceof NodeError` to all codes; for a generic class TypeScript would infer `any`. */
  static override [Symbol.hasInstance](value: unknown): value is NodeError {
    return super[Symbol.hasInstance](value);
  }
}

/** Tells whether a caught value is an error of the node with one of the codes, and narrows its details. */
export const isNodeError: CodeGuard<NodeErrorDetails> = hasCode as CodeGuard<NodeErrorDetails>;
