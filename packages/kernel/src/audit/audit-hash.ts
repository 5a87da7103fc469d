/** The hash that chains the rows of the audit trail. */

import { hmacSha256, sha256, toHex } from "@bourse/kernel/platform";

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
  return key === undefined ? sha256(text, "hex") : toHex(hmacSha256(key, text));
}
