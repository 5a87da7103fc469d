/** Pages of the audit trail. */

import { pageReply, type PageReply } from "@bourse/contract";
import type { AuditOutcome, AuditRow, AuditTrail } from "@bourse/kernel";

import { isoTime } from "../time/iso-time.ts";

/** A search as the routes take it; times are in the form of their API. */
interface WireQuery<Time> {
  readonly action?: string | undefined;
  readonly actor?: string | undefined;
  readonly account?: string | undefined;
  readonly outcome?: AuditOutcome | undefined;
  readonly subject?: string | undefined;
  readonly q?: string | undefined;
  readonly from?: Time | undefined;
  readonly to?: Time | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Format of the audit trail in one API. */
export interface AuditSpelling<Time, WireTime> {
  /** Milliseconds since the epoch of a time in a query. */
  readonly read: (time: Time) => number;
  /** Time of a row. */
  readonly write: (milliseconds: number) => WireTime;
}

/** Spelling of times in ISO 8601, of the three APIs that use it. */
export const isoSpelling: AuditSpelling<string, string> = {
  read: Date.parse,
  write: (milliseconds) => isoTime(milliseconds),
};

/** A row on the wire. */
type WireRow<WireTime> = Omit<AuditRow, "at" | "details"> & {
  readonly details: Record<string, string | number | boolean | null>;
  readonly time: WireTime;
};

/** Answers one page. @throws StoreError STORE_CURSOR_INVALID */
export async function auditReply<Time extends string | number, WireTime>(
  trail: Pick<AuditTrail, "find">,
  query: WireQuery<Time>,
  spelling: AuditSpelling<Time, WireTime>,
): Promise<PageReply<WireRow<WireTime>[]>> {
  const { from, to } = query;
  const { items, next } = await trail.find({
    ...query,
    from: from === undefined ? undefined : spelling.read(from),
    to: to === undefined ? undefined : spelling.read(to),
  });
  return pageReply(
    items.map((row) => wireAuditRow(row, spelling)),
    next,
  );
}

/** A row in the form of one API. */
export function wireAuditRow<Time, WireTime>(
  { at, details, ...row }: AuditRow,
  spelling: AuditSpelling<Time, WireTime>,
): WireRow<WireTime> {
  return { ...row, details: { ...details }, time: spelling.write(at) };
}
