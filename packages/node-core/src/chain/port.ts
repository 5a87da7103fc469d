/** What the node asks of a chain: JSON-RPC underneath, journalled transactions and an index of its contract above. */
import type { Entity, Transaction } from "@bourse/kernel";

import type { Address, DataHash, Hex } from "../address.ts";
import type { NodeError } from "../errors.ts";

/** One JSON-RPC endpoint or several behind each other. Every answer is of the expected chain. */
export interface ChainRpc {
  /**
   * One call; the answer's `result`, unchecked.
   * @throws NodeError CHAIN_UNAVAILABLE (no endpoint answered in time), CHAIN_REJECTED (a JSON-RPC error),
   * CHAIN_MISMATCH (all that answer are of another chain)
   */
  request(
    method: string,
    params: readonly unknown[],
    options?: { readonly signal?: AbortSignal },
  ): Promise<unknown>;
  /**
   * Several calls in one request to one endpoint, so that their answers belong together; outcomes in the order asked.
   * @throws NodeError CHAIN_UNAVAILABLE, CHAIN_MISMATCH
   */
  batch(
    calls: readonly RpcCall[],
    options?: { readonly signal?: AbortSignal },
  ): Promise<readonly RpcOutcome[]>;
}

export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** What became of one call of a batch; `error` is CHAIN_REJECTED. */
export type RpcOutcome = { readonly result: unknown } | { readonly error: NodeError };

/** What a wallet wants done on the chain. Once enqueued it happens once or is told as failed. */
export interface TransactionIntent {
  /** The caller's own id, unique for ever: the same id enqueued twice is one transaction. 1–200 characters. */
  readonly id: string;
  readonly to: Address;
  readonly data: Hex;
  readonly value: bigint;
  /** The ERC-20 `Transfer` log without which a status of 1 is no success. */
  readonly expects?: {
    readonly token: Address;
    readonly from: Address;
    readonly to: Address;
    readonly amount: bigint;
  };
  /**
   * What `spender` must be allowed to take of the wallet's `token` before this can be signed. Where it falls short,
   * the lane first allows exactly what the waiting intents need, in one transaction for all of them; never more.
   */
  readonly allowance?: {
    readonly token: Address;
    readonly spender: Address;
    readonly amount: bigint;
  };
}

/**
 * queued (durable, no nonce) → signed (nonce, bytes and hash durable, never lost) → sent → mined → confirmed | reverted;
 * queued → refused (the simulation failed: no nonce was taken, nothing was sent); signed or sent → refused only when the
 * chain has given the nonce to another transaction for good. A reorg takes mined back to sent.
 */
export type TransactionState =
  | "queued"
  | "signed"
  | "sent"
  | "mined"
  | "confirmed"
  | "reverted"
  | "refused";

/** A transaction as journalled. */
export interface JournalledTransaction extends Entity {
  readonly state: TransactionState;
  /** Of the newest signed version; null before. Replacements keep the nonce and change the hash. */
  readonly hash: Hex | null;
  readonly nonce: number | null;
  readonly blockNumber: number | null;
  /** Timestamp of the block in epoch milliseconds; null before it is mined. */
  readonly blockTimestamp: number | null;
  /** Of `refused` and `reverted`: why, for people. */
  readonly reason: string | null;
}

/** The one writer of one wallet on one chain. */
export interface TransactionLane {
  readonly address: Address;
  /** Journals the intent inside the caller's transaction; it starts when that has been committed and `wake` is called. */
  enqueue(tx: Transaction, intent: TransactionIntent): Promise<void>;
  wake(): void;
  get(id: string): Promise<JournalledTransaction | undefined>;
  /** Takes back an intent that is still queued, as if it had never been; false when it has gone further. */
  withdraw(id: string): Promise<boolean>;
  /** Resolves when the state is confirmed, reverted or refused; rejects only with the signal's reason. */
  settled(id: string, options?: { readonly signal?: AbortSignal }): Promise<JournalledTransaction>;
  /** Resolves as soon as the transaction has a hash (signed), or is refused. */
  hashed(id: string, options?: { readonly signal?: AbortSignal }): Promise<JournalledTransaction>;
  /** Calls back after every durable move. Returns the way to stop it. */
  onMove(listener: (transaction: JournalledTransaction) => void): () => void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** One event of the compliance contract, as indexed. */
export interface ComplianceRecord {
  /** `data_share` and others; 1–64 of letters, digits, `_`, `-`, `.`. */
  readonly eventType: string;
  readonly dataHash: DataHash;
  readonly sender: Address;
  readonly recipient: Address;
  /** Timestamp of the block in epoch milliseconds; blocks count whole seconds. */
  readonly timestamp: number;
  readonly txHash: Hex;
  readonly blockNumber: number;
  readonly logIndex: number;
  /** The payment in the same transaction; null without one. Amount in the smallest unit, decimal digits. */
  readonly payment: { readonly token: Address; readonly amount: string } | null;
}

/** A record with its place in the index's hash chain, which shows every later change. */
export interface LinkedRecord extends ComplianceRecord {
  readonly blockHash: Hex;
  /**
   * SHA-256 in hex of the UTF-8 bytes of this JSON, without a space: `[[previous link, block hash, block number, log
   * index, transaction hash, timestamp in seconds], [sender, recipient, data hash, event type, token, amount]]`; the last two are
   * null without a payment. The link before the first record is 64 zeros.
   */
  readonly link: string;
}

/** A token that the node handles, as listed. */
export interface TokenEntry {
  readonly address: Address;
  readonly type: "native" | "erc20";
  readonly symbol: string;
  /** 18 for the native token. */
  readonly decimals: number;
}

/** The native token and every ERC-20 that was added; kept over restarts. */
export interface TokenList {
  /** The native token first, then the others in the order of their adding. */
  list(): Promise<readonly TokenEntry[]>;
  get(address: Address): Promise<TokenEntry | undefined>;
  /**
   * Adds an ERC-20. `abi` is kept for the caller; calls always go by the standard's own ABI. A known token is answered
   * as it stands, `created` false.
   * @throws NodeError VALIDATION_ERROR (field `abi`), TOKEN_UNSUPPORTED (no code, or no answer as an ERC-20), CHAIN_UNAVAILABLE
   */
  add(
    address: Address,
    abi: readonly unknown[],
  ): Promise<{ readonly token: TokenEntry; readonly created: boolean }>;
  /**
   * In the smallest unit, at the newest block. The token need not be listed.
   * @throws NodeError TOKEN_UNSUPPORTED, CHAIN_UNAVAILABLE
   */
  balanceOf(address: Address, token: Address): Promise<bigint>;
}

export interface TransferRequest {
  /** The caller's own id: the same id twice is one transfer. 1–150 characters. */
  readonly id: string;
  readonly from: Address;
  readonly to: Address;
  /** Smallest unit; 0 < amount < 2^256. */
  readonly amount: bigint;
  /** `NATIVE_TOKEN` or a listed ERC-20. */
  readonly token: Address;
}

/** `pending`: sent, and its fate is not known yet. */
export interface TransferResult {
  readonly status: "settled" | "pending";
  readonly txHash: Hex;
}

export interface Transfers {
  /**
   * Pays. Resolves settled once it is confirmed, or pending when it was sent and time is over.
   * @throws NodeError VALIDATION_ERROR (details.field), INSUFFICIENT_FUNDS, TOKEN_UNSUPPORTED, TRANSACTION_REFUSED
   * (nothing sent), TRANSACTION_REVERTED, CHAIN_UNAVAILABLE (nothing sent, and nothing will be)
   */
  transfer(
    request: TransferRequest,
    options?: { readonly signal?: AbortSignal },
  ): Promise<TransferResult>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface ComplianceQuery {
  /** Event types; empty or absent: all. */
  readonly filters?: readonly string[];
  /** 1–1000. Default 100. */
  readonly limit?: number;
  readonly cursor?: string;
}

export interface CompliancePage {
  /** Newest first. */
  readonly records: readonly ComplianceRecord[];
  /** How many there are in all for these filters. */
  readonly total: number;
  readonly next: string | null;
}

/** The compliance contract's events, kept in the store and fed by a poller. */
export interface ComplianceIndex {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Reads what is new now. @throws NodeError CHAIN_UNAVAILABLE, CHAIN_MISMATCH */
  refresh(): Promise<void>;
  /** @throws NodeError CURSOR_INVALID, VALIDATION_ERROR */
  history(query?: ComplianceQuery): Promise<CompliancePage>;
  /**
   * All records of these types, oldest first, a page at a time; none of them empty. Each page is read when it is asked
   * for: what the chain undoes meanwhile shows as a link that does not follow. @throws NodeError VALIDATION_ERROR
   */
  entries(filters?: readonly string[]): AsyncGenerator<readonly LinkedRecord[]>;
  /** All records of a hash, oldest first, at most 1000. */
  recordsOf(dataHash: DataHash): Promise<readonly ComplianceRecord[]>;
  /** The oldest record of the hash, by `sender` where given; undefined when nobody has recorded it. */
  verify(
    dataHash: DataHash,
    options?: { readonly sender?: Address },
  ): Promise<ComplianceRecord | undefined>;
  /** What the contract itself says now. @throws NodeError CHAIN_UNAVAILABLE */
  isRecorded(sender: Address, dataHash: DataHash): Promise<boolean>;
  /** Whether the rows still are what they were: recomputes the hash chain over all of them. */
  audit(): Promise<{ readonly intact: boolean; readonly records: number }>;
  /** Calls back once for every new record, after it is durable. */
  onRecord(listener: (record: ComplianceRecord) => void): () => void;
}

/** Whether the chain answers. */
export interface ChainHealth {
  /** Answered within the last 10 s, on the expected chain. */
  connected(): boolean;
  snapshot(): {
    readonly id: number;
    readonly development: boolean;
    /** Only of a development chain. */
    readonly rpcUrl: string | null;
    /** The newest block that was seen. */
    readonly block: number | null;
  };
  /** Calls back when `connected` changes. */
  onChange(listener: (connected: boolean) => void): () => void;
  start(): Promise<void>;
  stop(): Promise<void>;
}
