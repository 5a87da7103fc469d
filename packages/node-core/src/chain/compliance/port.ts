/** Index of the compliance contract's events. */
import type { Address, DataHash, Hex } from "../../address.ts";

/** One event of the compliance contract in the index. */
export interface ComplianceRecord {
  /** Event type, such as `data_share`: 1–64 letters, digits, `_`, `-` or `.`. */
  readonly eventType: string;
  /** SHA-256 of the data. */
  readonly dataHash: DataHash;
  /** Wallet that made the record. */
  readonly sender: Address;
  /** Wallet that the data was shared with. */
  readonly recipient: Address;
  /** Timestamp of the block in epoch milliseconds; blocks count whole seconds. */
  readonly timestamp: number;
  /** Hash of the record's transaction. */
  readonly txHash: Hex;
  /** Number of the block. */
  readonly blockNumber: number;
  /** Position of the log in its block. */
  readonly logIndex: number;
  /** Payment in the same transaction; null without one. */
  readonly payment: {
    /** Address of the token; the zero address is the native token. */
    readonly token: Address;
    /** Amount in the token's smallest unit, decimal digits. */
    readonly amount: string;
  } | null;
}

/** Record with its place in the index's hash chain, which reveals every later change. */
export interface LinkedRecord extends ComplianceRecord {
  /** Hash of the block. */
  readonly blockHash: Hex;
  /**
   * Link of the hash chain: SHA-256 in hex of the UTF-8 bytes of this JSON without spaces: `[[previous link, block
   * hash, block number, log index, transaction hash, timestamp in seconds], [sender, recipient, data hash, event type,
   * token, amount]]`. Token and amount are null without a payment. The link before the first record is 64 zeros.
   */
  readonly link: string;
}

/** Filter of compliance records. */
export interface ComplianceFilter {
  /** Event types to return, at most 50. Default: all. */
  readonly filters?: readonly string[];
  /** Wallet that made the records. Default: any. */
  readonly sender?: Address;
}

/** Share that the contract may have a record of. */
export interface ShareFact {
  /** SHA-256 of the data. */
  readonly dataHash: DataHash;
  /** Wallet that shared the data. */
  readonly sender: Address;
  /** Wallet that the data was shared with. */
  readonly recipient: Address;
  /** Event type of the record. */
  readonly eventType: string;
}

/** Query for one page of the compliance history. */
export interface ComplianceQuery extends ComplianceFilter {
  /** Maximum number of records. 1–1000, default 100. */
  readonly limit?: number;
  /** Cursor of the previous page. Default: the newest records. */
  readonly cursor?: string;
}

/** One page of the compliance history. */
export interface CompliancePage {
  /** Records of the page, newest first. */
  readonly records: readonly ComplianceRecord[];
  /** Number of all records that match the filters. */
  readonly total: number;
  /** Cursor of the next page; null on the last one. */
  readonly next: string | null;
}

/** The compliance contract's events, kept in the store and updated by a poller. */
export interface ComplianceIndex {
  /** Starts the poller. */
  start(): Promise<void>;
  /** Stops the poller and waits for the current read. */
  stop(): Promise<void>;
  /** Reads the newest events now. @throws NodeError CHAIN_UNAVAILABLE, CHAIN_MISMATCH */
  refresh(): Promise<void>;
  /**
   * Reads the newest events without waiting for the poller, because a record is expected: at most ten times a second,
   * however often it is called. Does nothing where records wait for further confirmations, or before `start`.
   */
  refreshSoon(): void;
  /** Returns one page of records. @throws NodeError CURSOR_INVALID, VALIDATION_ERROR */
  history(query?: ComplianceQuery): Promise<CompliancePage>;
  /**
   * Iterates over all records that match, oldest first, one page at a time; no page is empty. A page is read when it is
   * requested, so a reorganisation in between shows as a link that does not follow.
   *
   * @throws NodeError VALIDATION_ERROR
   */
  entries(filter?: ComplianceFilter): AsyncGenerator<readonly LinkedRecord[]>;
  /** Returns the records of a hash, oldest first, at most `limit` (1–1000, default 1000). */
  recordsOf(
    dataHash: DataHash,
    options?: { readonly limit?: number },
  ): Promise<readonly ComplianceRecord[]>;
  /** Returns the oldest record of the hash, made by `sender` where given; undefined without a record. */
  verify(
    dataHash: DataHash,
    options?: { readonly sender?: Address },
  ): Promise<ComplianceRecord | undefined>;
  /** Returns the oldest record of a share between two wallets; undefined without a record. */
  shareRecord(share: ShareFact): Promise<ComplianceRecord | undefined>;
  /** Asks the contract itself for a record of this sender and hash. @throws NodeError CHAIN_UNAVAILABLE */
  isRecorded(sender: Address, dataHash: DataHash): Promise<boolean>;
  /** Recomputes the hash chain over all stored records and reports if it is intact, and how many records fit. */
  audit(): Promise<{ readonly intact: boolean; readonly records: number }>;
  /** Calls `listener` once for every new record after it is durable; returns the function that removes it. */
  onRecord(listener: (record: ComplianceRecord) => void): () => void;
  /**
   * Calls `listener` after a reorganisation has removed every record behind block `lastBlock` (−1: all records) from
   * the index; returns the function that removes it.
   */
  onRewind(listener: (lastBlock: number) => void): () => void;
}
