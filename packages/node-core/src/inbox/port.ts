/** Inbox of a node: the shares that other nodes have sent to it. */

import type { Clock, Store } from "@bourse/kernel";

import type { Address, DataHash, Hex } from "../address.ts";
import type { ComplianceIndex } from "../chain/compliance/port.ts";
import type { ActEvents } from "../events/act-events.ts";
import type { NodeEvents } from "../events/node-event.ts";
import type { NodeIdentity } from "../identity/port.ts";
import type { PeerNetwork } from "../peers/port.ts";
import type { OpenEnvelope } from "../sealing/port.ts";
import type { ReceiveOptions } from "./options.ts";

/** Received share in a list. */
export interface ReceivedShare {
  /** Id of the row: sender and data hash joined by a hyphen. */
  readonly id: string;
  /** SHA-256 of the data. */
  readonly dataHash: DataHash;
  /** Wallet address of the sender. */
  readonly sender: Address;
  /** Hash of the transaction that records the share. */
  readonly txHash: Hex;
  /**
   * False after a reorganisation has removed the record, until the chain has it again; the data cannot be read then.
   */
  readonly verified: boolean;
  /** Length of the sealed data in bytes. */
  readonly bytes: number;
  /** Time of arrival in epoch milliseconds. */
  readonly receivedAt: number;
}

/** Query for one page of the received shares. */
export interface ReceivedQuery {
  /** Wallet address of the sender. Default: any. */
  readonly sender?: string | undefined;
  /** Only shares whose record is, or is not, on the chain. Default: both. */
  readonly verified?: boolean | undefined;
  /** Maximum number of shares. 1–1000, default 100. */
  readonly limit?: number | undefined;
  /** Cursor of the page before. Default: the newest shares. */
  readonly cursor?: string | undefined;
}

/** One page of the received shares. */
export interface ReceivedPage {
  /** Shares of the page, newest first. */
  readonly received: readonly ReceivedShare[];
  /** Number of all shares that match. */
  readonly total: number;
  /** Cursor of the next page; null on the last one. */
  readonly next: string | null;
}

/** Shares that other nodes have sent to this one. */
export interface Inbox {
  /** Returns one page, newest first. @throws NodeError VALIDATION_ERROR (field sender or limit), CURSOR_INVALID */
  list(query?: ReceivedQuery): Promise<ReceivedPage>;
  /** Deletes a received share and its data. @throws NodeError NOT_FOUND */
  remove(id: string): Promise<ReceivedShare>;
  /** Returns verified data by its hash; undefined without any. */
  read(dataHash: DataHash): Promise<Uint8Array | undefined>;
  /** Compares the rows with the chain's records and deletes the rows that are too old, now and every hour. */
  start(): void;
  /** Stops and waits for running steps; senders of waiting shares try again later. */
  stop(): Promise<void>;
}

/** Parts that an inbox is made of. */
export interface InboxParts {
  /** Identity of the node. */
  readonly identity: NodeIdentity;
  /** Store opened with `nodeCollections`. */
  readonly store: Store;
  /** Peer network of the node, not started yet. */
  readonly peers: Pick<PeerNetwork, "onShare">;
  /** Event sink. */
  readonly events: NodeEvents;
  /** Receiver of the events in the transactions that keep shares. Default: none. */
  readonly acts?: ActEvents | undefined;
  /** Opening function. */
  readonly open: OpenEnvelope;
  /** Records of the compliance contract. */
  readonly proofs: Pick<ComplianceIndex, "shareRecord" | "refreshSoon" | "onRecord" | "onRewind">;
  /** Clock of the wait for proofs and of the retention. */
  readonly clock: Clock;
  /** Rules for shares from other nodes. */
  readonly receive?: ReceiveOptions | undefined;
}
