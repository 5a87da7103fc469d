/** The index's rows in the store: records in the order of the chain, each bound to the one before by a hash. */
import { createHash } from "node:crypto";

import { defineCollection, type Collection, type Entity } from "@bourse/kernel";

import type { Address, DataHash, Hex } from "../../address.ts";
import type { ComplianceRecord, LinkedRecord } from "./port.ts";

export interface ComplianceRow extends Entity {
  /** `<chain id>:<contract>`. */
  readonly source: string;
  /** Block and log number with leading zeros: sorts as the chain does. */
  readonly position: string;
  readonly blockHash: Hex;
  readonly eventType: string;
  readonly dataHash: DataHash;
  readonly sender: Address;
  readonly recipient: Address;
  readonly timestamp: number;
  readonly txHash: Hex;
  readonly blockNumber: number;
  readonly logIndex: number;
  /** Null without a payment. */
  readonly token: Address | null;
  readonly amount: string | null;
  /** SHA-256 over the link before and this record, hex. */
  readonly link: string;
}

export const complianceRows: Collection<
  ComplianceRow,
  | "by_position"
  | "by_type"
  | "by_sender"
  | "by_sender_type"
  | "by_hash"
  | "by_hash_sender"
  | "by_share"
> = defineCollection<ComplianceRow>()({
  name: "compliance_records",
  indexes: {
    by_position: { fields: ["source", "position"], unique: true },
    by_type: { fields: ["source", "eventType", "position"] },
    by_sender: { fields: ["source", "sender", "position"] },
    by_sender_type: { fields: ["source", "sender", "eventType", "position"] },
    by_hash: { fields: ["source", "dataHash", "position"] },
    by_hash_sender: { fields: ["source", "dataHash", "sender", "position"] },
    by_share: { fields: ["source", "dataHash", "sender", "recipient", "eventType", "position"] },
  },
});

/** Progress of the index: blocks that it has read, newest last, so that a reorganisation is noticed and undone. */
export interface ComplianceCursor extends Entity {
  readonly blocks: readonly { readonly number: number; readonly hash: Hex }[];
}

export const complianceCursors: Collection<ComplianceCursor> = defineCollection<ComplianceCursor>()(
  { name: "compliance_cursors" },
);

/** The link before the first record. */
export const FIRST_LINK: string = "0".repeat(64);

export function positionOf(blockNumber: number, logIndex: number): string {
  return `${String(blockNumber).padStart(12, "0")}.${String(logIndex).padStart(6, "0")}`;
}

export function rowOf(
  source: string,
  record: ComplianceRecord,
  blockHash: Hex,
  previousLink: string,
): ComplianceRow {
  const { payment, ...facts } = record;
  const position = positionOf(record.blockNumber, record.logIndex);
  return {
    id: `${source}:${position}`,
    source,
    position,
    blockHash,
    ...facts,
    token: payment?.token ?? null,
    amount: payment?.amount ?? null,
    link: linkOf(previousLink, record, blockHash),
  };
}

export function recordOf(row: ComplianceRow): ComplianceRecord {
  const { eventType, dataHash, sender, recipient, timestamp, txHash, blockNumber, logIndex } = row;
  const { token, amount } = row;
  const payment = token === null || amount === null ? null : { token, amount };
  const place = { blockNumber, logIndex, payment };
  return { eventType, dataHash, sender, recipient, timestamp, txHash, ...place };
}

export function linkedRecordOf(row: ComplianceRow): LinkedRecord {
  return { ...recordOf(row), blockHash: row.blockHash, link: row.link };
}

export function linkOf(previous: string, record: ComplianceRecord, blockHash: Hex): string {
  const { eventType, dataHash, sender, recipient, txHash } = record;
  const { blockNumber, logIndex, payment } = record;
  // The documented bytes hold the block's own timestamp, in seconds.
  const seconds = record.timestamp / 1000;
  const place = [previous, blockHash, blockNumber, logIndex, txHash, seconds];
  const fact = [sender, recipient, dataHash, eventType, payment?.token, payment?.amount];
  return createHash("sha256")
    .update(JSON.stringify([place, fact]))
    .digest("hex");
}
