/** What the node asks of a chain: JSON-RPC underneath, journalled transactions and an index of its contract above. */
import type { Entity, Transaction } from "@bourse/kernel";

import type { Address, DataHash, Hex } from "../address.ts";

/** One JSON-RPC endpoint or several behind each other. */
export interface ChainRpc {
  /**
   * One call; the answer's `result`, unchecked.
   * @throws NodeError CHAIN_UNAVAILABLE (no endpoint answered in time), CHAIN_REJECTED (a JSON-RPC error)
   */
  request(
    method: string,
    params: readonly unknown[],
    options?: { readonly signal?: AbortSignal },
  ): Promise<unknown>;
}

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
}

/**
 * queued (durable, no nonce) → signed (nonce, bytes and hash durable, never lost) → sent → mined → confirmed | reverted;
 * queued → refused (the simulation failed: no nonce was taken, nothing was sent). A reorg takes mined back to sent.
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
  /** Unix seconds of the block. */
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
  /** Unix seconds of the block. */
  readonly timestamp: number;
  readonly txHash: Hex;
  readonly blockNumber: number;
  readonly logIndex: number;
  /** The payment in the same transaction; null without one. Amount in the smallest unit, decimal digits. */
  readonly payment: { readonly token: Address; readonly amount: string } | null;
}
