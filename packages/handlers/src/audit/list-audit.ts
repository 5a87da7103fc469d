/** Pages of the audit trail. */

import { Problem, reply, type Reply } from "@bourse/contract";
import {
  hasCode,
  type AuditOutcome,
  type AuditQuery,
  type AuditRow,
  type AuditTrail,
} from "@bourse/kernel";

import { isoTime } from "../time/iso-time.ts";

/** A search as the routes take it; times are in the form of their API. */
interface WireQuery<Time> {
  readonly action?: string | undefined;
  readonly actor?: string | undefined;
  readonly account?: string | undefined;
  readonly outcome?: AuditOutcome | undefined;
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
  /** Status and code of a cursor that the list has not given out. */
  readonly cursorFault: { readonly status: number; readonly code: string };
}

/** Spelling of times in ISO 8601, of the three APIs that use it. */
export function isoSpelling(
  cursorFault: AuditSpelling<string, string>["cursorFault"],
): AuditSpelling<string, string> {
  return { read: Date.parse, write: (milliseconds) => isoTime(milliseconds), cursorFault };
}

/** A row on the wire. */
type WireRow<WireTime> = Omit<AuditRow, "at" | "details"> & {
  readonly details: Record<string, string | number | boolean | null>;
  readonly time: WireTime;
};

/** Answers one page; the header `Link` (RFC 8288) names the next one, relative to the list. */
export async function auditReply<Time extends string | number, WireTime>(
  trail: Pick<AuditTrail, "find">,
  query: WireQuery<Time>,
  spelling: AuditSpelling<Time, WireTime>,
): Promise<Reply<200, WireRow<WireTime>[]>> {
  const { from, to } = query;
  const { items, next } = await findOrRefuse(
    trail,
    {
      ...query,
      from: from === undefined ? undefined : spelling.read(from),
      to: to === undefined ? undefined : spelling.read(to),
    },
    spelling.cursorFault,
  );
  const rows = items.map(({ at, details, ...row }) => {
    return { ...row, details: { ...details }, time: spelling.write(at) };
  });
  return reply(200, rows, next === null ? {} : { link: `<?${searchOf(query, next)}>; rel="next"` });
}

async function findOrRefuse(
  trail: Pick<AuditTrail, "find">,
  query: AuditQuery,
  { status, code }: AuditSpelling<never, never>["cursorFault"],
) {
  try {
    return await trail.find(query);
  } catch (error) {
    if (!hasCode(error, "STORE_CURSOR_INVALID")) throw error;
    const msg = "is not one that this list gave out";
    throw new Problem(
      {
        code,
        status,
        message: `the cursor ${msg}`,
        issues: [{ loc: ["query", "cursor"], msg, type: "value_error" }],
      },
      { cause: error },
    );
  }
}

function searchOf(query: WireQuery<string | number>, cursor: string): string {
  const given = Object.entries<string | number | undefined>({ ...query, cursor });
  const search = new URLSearchParams();
  for (const [name, value] of given) if (value !== undefined) search.set(name, String(value));
  return search.toString();
}
