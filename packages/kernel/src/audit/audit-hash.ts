/** The hash that chains the rows of the audit trail. */

import { createHash, createHmac } from "node:crypto";

import type { AuditMark, AuditRow } from "./audit-row.ts";

/** Mark before the first row. */
export const GENESIS: AuditMark = Object.freeze({ sequence: 0, hash: "0".repeat(64) });

/**
 * SHA-256 over the fields of a row in a fixed order, the hash of the row before among them; with a key, HMAC-SHA-256,
 * which nobody who can only write the store can compute.
 */
export function hashOfRow(row: Omit<AuditRow, "hash">, key: Uint8Array | undefined): string {
  const details = Object.entries(row.details).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify([
    row.previous,
    row.sequence,
    row.at,
    row.action,
    row.actor,
    row.outcome,
    row.code,
    row.account,
    row.address,
    row.subject,
    details,
  ]);
  const hash = key === undefined ? createHash("sha256") : createHmac("sha256", key);
  return hash.update(text).digest("hex");
}
