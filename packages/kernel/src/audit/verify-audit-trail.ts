/** Verification of the audit trail: no row was changed, removed or put in between. */

import { everyDocument } from "../store/every-document.ts";
import type { StoreReader } from "../store/port.ts";
import { GENESIS, hashOfRow } from "./audit-hash.ts";
import {
  auditEnds,
  auditRows,
  ENDS_ID,
  MEMORY_ID,
  trailMemory,
  type AuditDocument,
  type AuditMark,
} from "./audit-row.ts";

/** Result of a verification. */
export interface AuditVerdict {
  /** True when the chain holds from its first kept row to its head. */
  readonly ok: boolean;
  /** Number of rows that were checked. */
  readonly rows: number;
  /** Number of rows that retention had removed before the first kept one. */
  readonly removed: number;
  /** Newest row: note it elsewhere, and a later verification can tell whether it is still there. */
  readonly head: AuditMark;
  /** Sentence that names the first row that is wrong; null when none is. */
  readonly fault: string | null;
}

/** Checks every row, both ends, and that the row `noted` earlier is still there, if one is given. */
export async function verifyAuditTrail(
  store: StoreReader,
  key: Uint8Array | undefined,
  noted?: AuditMark,
): Promise<AuditVerdict> {
  const ends = (await store.get(auditEnds, ENDS_ID))?.value;
  const { head, anchor } = ends ?? { head: GENESIS, anchor: GENESIS };
  let last: AuditMark = anchor;
  let rows = 0;
  const verdict = (fault: string | null): AuditVerdict => ({
    ok: fault === null,
    rows,
    removed: anchor.sequence,
    head,
    fault,
  });
  for await (const { value } of everyDocument(store, auditRows)) {
    const fault = faultOf(value, last, key);
    if (fault !== null) return verdict(fault);
    if (noted?.sequence === value.sequence && noted.hash !== value.hash)
      return verdict(ANOTHER(noted));
    last = value;
    rows += 1;
  }
  if (last.sequence !== head.sequence || last.hash !== head.hash) {
    return verdict(
      `The trail ends at row ${last.sequence}, but its head is row ${head.sequence}: rows were removed or the head was changed.`,
    );
  }
  if (noted !== undefined && noted.sequence > last.sequence) return verdict(GONE(noted, last));
  const memory = (await store.get(trailMemory, MEMORY_ID))?.value;
  if (memory !== undefined && ends === undefined) return verdict(REMOVED(memory.since));
  if (memory !== undefined && memory.begunAnew !== null) {
    return verdict(ANEW(memory.since, memory.begunAnew));
  }
  return verdict(null);
}

const ANOTHER = ({ sequence, hash }: AuditMark): string =>
  `Row ${sequence} has another hash than the one that was noted, ${hash}: the trail was written anew.`;

const REMOVED = (since: number): string =>
  `The store has had a trail since ${timeOf(since)}, but neither a row nor the head is left: the trail was removed.`;

const ANEW = (since: number, again: number): string =>
  `The store has had a trail since ${timeOf(since)}, but this one began at ${timeOf(again)}: the earlier one was removed.`;

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

const GONE = ({ sequence }: AuditMark, last: AuditMark): string =>
  `Row ${sequence} was noted, but the trail ends at row ${last.sequence}: rows were removed.`;

function faultOf(
  row: AuditDocument,
  before: AuditMark,
  key: Uint8Array | undefined,
): string | null {
  if (row.sequence !== before.sequence + 1) {
    return `Row ${before.sequence + 1} is missing: the row after row ${before.sequence} is row ${row.sequence}.`;
  }
  if (row.previous !== before.hash) {
    return `Row ${row.sequence} does not follow row ${before.sequence}: it names another hash of the row before.`;
  }
  const { hash, ...rest } = row;
  if (hashOfRow(rest, key) !== hash) {
    return `Row ${row.sequence} was changed: its contents do not have its hash.`;
  }
  return null;
}
