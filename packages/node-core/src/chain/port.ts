/** The node's view of a chain: JSON-RPC below; journalled transactions, tokens and payments above. */
import type { Entity, Transaction } from "@bourse/kernel";

import type { Address, DataHash, Hex } from "../address.ts";
import type { NodeError } from "../errors.ts";

/**
 * One JSON-RPC endpoint, or several in order of preference. Every answer is verified to come from the expected chain.
 */
export interface ChainRpc {
  /**
   * Sends one call and returns its `result` unchecked.
   *
   * @throws NodeError CHAIN_UNAVAILABLE (no endpoint answered in time), CHAIN_REJECTED (a JSON-RPC error),
   * CHAIN_MISMATCH (every endpoint that answers serves another chain)
   */
  request(
    method: string,
    params: readonly unknown[],
    options?: { readonly signal?: AbortSignal },
  ): Promise<unknown>;
  /**
   * Sends several calls in one request to one endpoint, so that the answers belong together. Returns the outcomes in
   * the order of the calls.
   *
   * @throws NodeError CHAIN_UNAVAILABLE, CHAIN_MISMATCH
   */
  batch(
    calls: readonly RpcCall[],
    options?: { readonly signal?: AbortSignal },
  ): Promise<readonly RpcOutcome[]>;
}

/** One JSON-RPC call. */
export interface RpcCall {
  /** Name of the method, such as `eth_call`. */
  readonly method: string;
  /** Parameters by position. */
  readonly params: readonly unknown[];
}

/** Outcome of one call in a batch: its result, or an error with the code CHAIN_REJECTED. */
export type RpcOutcome =
  | {
      /** Result of the call, unchecked. */
      readonly result: unknown;
    }
  | {
      /** Error with the code CHAIN_REJECTED. */
      readonly error: NodeError;
    };

/** Transaction that a wallet should make. Once enqueued, it happens once or is reported as failed. */
export interface TransactionIntent {
  /** Id chosen by the caller, unique for ever: the same id enqueued twice is one transaction. 1–200 characters. */
  readonly id: string;
  /** Address that the transaction calls. */
  readonly to: Address;
  /** Call data; `0x` for a plain payment. */
  readonly data: Hex;
  /** Amount of the native token in wei. */
  readonly value: bigint;
  /**
   * Payment in an ERC-20 that the transaction makes. It is not signed when a simulation shows that less would arrive,
   * and what has arrived is measured by the payee's balance; the token's logs prove nothing.
   */
  readonly expects?: {
    /** Address of the ERC-20. */
    readonly token: Address;
    /** Address of the payer. */
    readonly from: Address;
    /** Address of the payee. */
    readonly to: Address;
    /** Amount in the token's smallest unit. */
    readonly amount: bigint;
  };
  /**
   * Proof that the compliance contract must record: it is signed only where the contract has this release's code, and
   * without the contract's event it ends as unproved.
   */
  readonly proof?: {
    /** Address of the contract. */
    readonly contract: Address;
    /** Wallet that records. */
    readonly sender: Address;
    /** SHA-256 of the data. */
    readonly dataHash: DataHash;
    /** Wallet address of the recipient. */
    readonly recipient: Address;
  };
  /**
   * ERC-20 allowance that must exist before this transaction is signed. When it is too small, the lane first approves
   * exactly the sum that the waiting intents need, in one transaction.
   */
  readonly allowance?: {
    /** Address of the ERC-20. */
    readonly token: Address;
    /** Address that may take the tokens. */
    readonly spender: Address;
    /** Amount in the token's smallest unit. */
    readonly amount: bigint;
  };
}

/**
 * State of a journalled transaction: queued (durable, no nonce) → signed (nonce, bytes and hash are durable) → sent →
 * mined → confirmed | unproved | reverted. Confirmed and unproved ones have succeeded on the chain; an unproved one has
 * no event of the compliance contract, and what it paid stays paid. A queued one becomes refused when its simulation
 * fails (nothing was sent); a signed or sent one only when the chain has given its nonce to another transaction for
 * good. A reorganisation can take mined back to sent, and one deeper than the confirmations even a final one back to
 * signed. In a store that was set back, such as a restored backup, what was
 * open is parked as needs_review: it is compared with the chain and sent only on the operator's command.
 */
export type TransactionState =
  | "queued"
  | "signed"
  | "sent"
  | "mined"
  | "confirmed"
  | "unproved"
  | "reverted"
  | "refused"
  | "needs_review";

/** Transaction in the journal; its id is the intent's. */
export interface JournalledTransaction extends Entity {
  /** Current state. */
  readonly state: TransactionState;
  /** Hash of the newest signed version; null before signing. A replacement keeps the nonce and changes the hash. */
  readonly hash: Hex | null;
  /** Nonce of the wallet; null before signing. */
  readonly nonce: number | null;
  /** Number of the block that holds it; null before it is mined. */
  readonly blockNumber: number | null;
  /** Timestamp of the block in epoch milliseconds; null before it is mined. */
  readonly blockTimestamp: number | null;
  /**
   * Number of the block in which it was final and which the chain has replaced since, by a reorganisation deeper than
   * the confirmations; it is open again then. Null or absent for every other transaction.
   */
  readonly lostBlock?: number | null;
  /** Explanation of `refused`, `reverted`, `unproved` or `needs_review` as a sentence; null in other states. */
  readonly reason: string | null;
  /**
   * Amount of a payment that arrived, in the token's smallest unit, decimal digits: for an ERC-20 the growth of the
   * payee's balance in the block. Null before, for shares, and where no endpoint can tell.
   */
  readonly received: string | null;
  /** Units of gas that it has used; null before it is mined, and where the endpoint does not tell. */
  readonly gasUsed: number | null;
  /**
   * Fee that it has cost, wei, decimal digits; null or absent before it is mined, and where the endpoint does not tell
   * the price.
   */
  readonly feePaid?: string | null;
}

/** The single writer of one wallet on one chain. */
export interface TransactionLane {
  /** Address of the wallet. */
  readonly address: Address;
  /** Journals the intent inside the caller's store transaction; work on it starts after the commit and `wake`. */
  enqueue(tx: Transaction, intent: TransactionIntent): Promise<void>;
  /** Starts work on newly enqueued intents at once. */
  wake(): void;
  /** Returns the transaction of an intent; undefined for an unknown id. */
  get(id: string): Promise<JournalledTransaction | undefined>;
  /** Removes an intent that is still queued, and reports if it was. */
  withdraw(id: string): Promise<boolean>;
  /** Resolves when the state is confirmed, unproved, reverted or refused. Rejects only with the signal's reason. */
  settled(id: string, options?: { readonly signal?: AbortSignal }): Promise<JournalledTransaction>;
  /** Resolves as soon as the transaction has a hash or is refused. Rejects only with the signal's reason. */
  hashed(id: string, options?: { readonly signal?: AbortSignal }): Promise<JournalledTransaction>;
  /** Calls `listener` after every durable state change; returns the function that removes it. */
  onMove(listener: (transaction: JournalledTransaction) => void): () => void;
  /** Starts signing, sending and following transactions. */
  start(): Promise<void>;
  /** Stops and waits for the current step. Open transactions continue after the next start. */
  stop(): Promise<void>;
}

/**
 * Command of the operator on a transaction that is not final. `send`: a parked one is sent. `accept`: a parked one is
 * the transaction that the chain has. `replace`: the fees of a sent one are raised. `cancel`: it is not executed; the
 * nonce of a sent one is used for nothing.
 */
export type TransactionAction = "send" | "accept" | "replace" | "cancel";

/** Transaction of the lane as its operator sees it. */
export interface LaneEntry extends JournalledTransaction {
  /** Address of the payee, or of the contract that is called. */
  readonly to: Address;
  /** Address of the token; the zero address is the native token. */
  readonly token: Address;
  /** Amount in the token's smallest unit, decimal digits. */
  readonly amount: string;
  /** Number of blocks since it was mined, its own included, up to the number needed; 0 before. */
  readonly confirmations: number;
  /** Number of confirmations from which it is final. */
  readonly confirmationsNeeded: number;
  /**
   * Cause of waiting, of a refusal or of a failure as a sentence; null when it is confirmed, unless less than the
   * amount has arrived.
   */
  readonly cause: string | null;
  /** Hash of the transaction on the chain that a parked one may be; null for none. */
  readonly candidate: Hex | null;
  /** Time of enqueueing in epoch milliseconds. */
  readonly createdAt: number;
  /** Time at which an endpoint was last handed it, in epoch milliseconds; null or absent before. */
  readonly sentAt?: number | null;
}

/** Query for transactions of the lane. */
export interface LaneQuery {
  /** Maximum number of transactions. 1–1000, default 100. */
  readonly limit?: number;
  /** True for those that are not final only. Default false. */
  readonly open?: boolean;
  /** Cursor that the page before gave. Default: the newest transactions. */
  readonly cursor?: string | undefined;
}

/** Page of the lane's transactions. */
export interface LanePage {
  /** Transactions, newest first. */
  readonly transactions: readonly LaneEntry[];
  /** Cursor of the next page; null on the last page. */
  readonly next: string | null;
}

/** Lane with the operator's view of its transactions. */
export interface Lane extends TransactionLane {
  /** Lists transactions, newest first. @throws NodeError CURSOR_INVALID */
  list(query?: LaneQuery): Promise<LanePage>;
  /**
   * Returns the time on the monotonic clock, in milliseconds, since which every step has failed; null while steps
   * succeed. Absent: not known.
   */
  failingSince?(): number | null;
  /**
   * Tells that the chain was reorganised: final transactions whose block it has replaced become open again, with the
   * nonce and the bytes that they had. Absent: the lane compares them at its start only.
   */
  chainRewound?(): void;
  /** Applies a command of the operator. @throws NodeError NOT_FOUND, ACTION_NOT_POSSIBLE */
  act(id: string, action: TransactionAction): Promise<LaneEntry>;
}

/** Token of the node's list. */
export interface TokenEntry {
  /** Address of the token; the zero address is the native token. */
  readonly address: Address;
  /** Kind of the token. */
  readonly type: "native" | "erc20";
  /**
   * Symbol of the token, such as `ETH`. A short address is behind it when the token calls itself as another one of the
   * list does, or hides characters in its symbol or name: `ETH 0x5fbd…0aa3`.
   */
  readonly symbol: string;
  /** Number of decimals; 18 for the native token, 0 for a token that names none. */
  readonly decimals: number;
  /** Remark on what the token says of itself, as sentences; absent for none. */
  readonly note?: string;
}

/** The native token and every ERC-20 that was added; kept over restarts. */
export interface TokenList {
  /** Lists the native token first, then the others in the order in which they were added. */
  list(): Promise<readonly TokenEntry[]>;
  /** Returns a listed token; undefined for any other. */
  get(address: Address): Promise<TokenEntry | undefined>;
  /**
   * Adds an ERC-20. `abi` is stored, but calls always use the standard's own ABI. A known token is returned unchanged
   * with `created` false. `also` runs in the transaction that adds the token.
   *
   * @throws NodeError VALIDATION_ERROR (field `abi`), TOKEN_UNSUPPORTED (field `token`: no code, or no answer as an
   * ERC-20), CHAIN_UNAVAILABLE
   */
  add(
    address: Address,
    abi: readonly unknown[],
    also?: (tx: Transaction, token: TokenEntry) => Promise<void>,
  ): Promise<{ readonly token: TokenEntry; readonly created: boolean }>;
  /**
   * Returns a balance in the smallest unit at the newest block. The token need not be listed.
   *
   * @throws NodeError TOKEN_UNSUPPORTED, CHAIN_UNAVAILABLE
   */
  balanceOf(address: Address, token: Address): Promise<bigint>;
}

/** Fee that a transaction would cost now. */
export interface FeeQuote {
  /** Units of gas that it may use at most. */
  readonly gas: number;
  /** True when the chain has tried it; false for the usual gas, where an allowance has to be given first. */
  readonly isTried: boolean;
  /** Maximum fee for a unit of gas, wei. */
  readonly maximumFeePerGas: bigint;
  /** Maximum fee, wei: `gas` times `maximumFeePerGas`. */
  readonly fee: bigint;
  /** Balance of the wallet at the newest block, wei. */
  readonly balance: bigint;
}

/** Payment from the node's wallet. */
export interface TransferRequest {
  /** Id chosen by the caller: the same id twice is one transfer. 1–150 characters. */
  readonly id: string;
  /** Address of the payer. */
  readonly from: Address;
  /** Address of the payee. */
  readonly to: Address;
  /** Amount in the token's smallest unit, 1 to 2^256 − 1. */
  readonly amount: bigint;
  /** Address of a listed ERC-20, or `NATIVE_TOKEN`. */
  readonly token: Address;
}

/** Result of a payment. */
export type TransferResult =
  | {
      /** The chain has confirmed the payment. */
      readonly status: "settled";
      /** Hash of the transaction. */
      readonly txHash: Hex;
      /**
       * Amount that arrived, in the token's smallest unit: for an ERC-20 the growth of the payee's balance in the
       * block, null where no endpoint can tell.
       */
      readonly received: bigint | null;
    }
  | {
      /** The payment is signed, is sent until the chain takes it, and was not confirmed within the wait. */
      readonly status: "pending";
      /** Hash of the transaction. */
      readonly txHash: Hex;
    }
  | {
      /** The chain is away: the payment is durable, not sent yet, and sent when the chain is back. */
      readonly status: "queued";
      /** Always null: nothing is signed yet. */
      readonly txHash: null;
    };

/** Payments of the node's wallet. */
export interface Transfers {
  /**
   * Pays. Resolves as settled when the payment is confirmed, as pending when it is signed and the wait is over, or as
   * queued when the chain is away and was checked before in this process. A queued one stays queued over restarts until
   * the chain takes it or the operator cancels it.
   *
   * @throws NodeError VALIDATION_ERROR (details.field), INSUFFICIENT_FUNDS, TOKEN_UNSUPPORTED, TRANSACTION_REFUSED
   * (nothing paid, such as for a token that would bring the payee less), TRANSACTION_REVERTED, CHAIN_UNAVAILABLE
   * (nothing sent, and nothing will be), NEEDS_REVIEW (the store was set back: the operator decides)
   */
  transfer(
    request: TransferRequest,
    options?: { readonly signal?: AbortSignal },
  ): Promise<TransferResult>;
  /** Accepts calls; the lane is started on its own. */
  start(): Promise<void>;
  /**
   * Ends every wait: callers get `pending` or `queued`, or CHAIN_UNAVAILABLE when nothing was sent and nothing will be.
   */
  stop(): Promise<void>;
}

/** Availability of the chain. */
export interface ChainHealth {
  /**
   * Reports if the chain has answered within the last 10 s with the expected chain id, and the wallet's transactions
   * have not failed for so long for want of other answers.
   */
  connected(): boolean;
  /** Returns what is known of the chain now, without a request. */
  snapshot(): {
    /** Chain id. */
    readonly id: number;
    /** True for a development chain. */
    readonly development: boolean;
    /** JSON-RPC URL of a development chain; null for any other. */
    readonly rpcUrl: string | null;
    /** Number of the newest block seen; null before the first answer. */
    readonly block: number | null;
    /** Cause for which the chain cannot be used, as a sentence; null without one. */
    readonly fault: string | null;
  };
  /** Calls `listener` when `connected` changes; returns the function that removes it. */
  onChange(listener: (connected: boolean) => void): () => void;
  /** Starts polling the chain. */
  start(): Promise<void>;
  /** Stops polling. */
  stop(): Promise<void>;
}
