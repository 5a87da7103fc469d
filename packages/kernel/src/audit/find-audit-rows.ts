/** Searches in the audit trail. */

import { cursorInvalid, cursorPrefix } from "../store/cursor.ts";
import type { FindQuery, StoreReader } from "../store/port.ts";
import { auditRows, type AuditDocument, type AuditOutcome, type AuditRow } from "./audit-row.ts";

/** A search; every filter that is given must match. */
export interface AuditQuery {
  /** Name of the act. Default: every act. */
  readonly action?: string | undefined;
  /** Caller that acted. Default: every caller. */
  readonly actor?: string | undefined;
  /** Id of the account concerned. Default: every account. */
  readonly account?: string | undefined;
  /** Verdict. Default: every verdict. */
  readonly outcome?: AuditOutcome | undefined;
  /** Id or name of the thing that the act changed. Default: every thing. */
  readonly subject?: string | undefined;
  /** Part of the action, actor, address, code, subject or a detail, in any case. Default: every row. */
  readonly q?: string | undefined;
  /** Earliest time in milliseconds since the epoch, inclusive. Default: no bound. */
  readonly from?: number | undefined;
  /** Latest time in milliseconds since the epoch, exclusive. Default: no bound. */
  readonly to?: number | undefined;
  /** Maximum number of rows. 1–1000. Default 50. */
  readonly limit?: number | undefined;
  /** Value of `next` of the page before. Default: the first page. */
  readonly cursor?: string | undefined;
}

/** One page of a search, newest first. It may be short of `limit`, or empty, while `next` leads on. */
export interface AuditPage {
  /** Rows of the page. */
  readonly items: readonly AuditRow[];
  /** Cursor of the next page; null on the last page. */
  readonly next: string | null;
}

type Index = keyof typeof auditRows.indexes;

/** Filters with an index, the most selective first. */
const INDEXES = [
  ["actor", "by_actor"],
  ["account", "by_account"],
  ["action", "by_action"],
  ["outcome", "by_outcome"],
] as const;

/** Bound of the store pages that one search reads; what is left comes with the next page. */
const MAX_READS = 50;

/** @throws StoreError STORE_CURSOR_INVALID */
export async function findAuditRows(store: StoreReader, query: AuditQuery): Promise<AuditPage> {
  const { from, to, limit = 50 } = query;
  const [field, index] = INDEXES.find(([name]) => query[name] !== undefined) ?? [null, "by_time"];
  const range = {
    ...(from === undefined ? {} : { gte: from }),
    ...(to === undefined ? {} : { lt: to }),
  };
  const found: FindQuery<Index> = {
    index,
    order: "desc",
    ...(field === null ? {} : { equals: [query[field] ?? null] }),
    ...(from === undefined && to === undefined ? {} : { range }),
  };
  const items: AuditRow[] = [];
  const searched = [INDEXES.map(([name]) => query[name]), from, to, ...unindexed(query)];
  const bound = cursorPrefix(JSON.stringify(searched));
  if (query.cursor !== undefined && !query.cursor.startsWith(bound)) throw cursorInvalid();
  let cursor = query.cursor?.slice(bound.length) ?? null;
  for (let read = 0; read < MAX_READS; read++) {
    const page = await store.find(auditRows, {
      ...found,
      limit: limit - items.length,
      ...(cursor === null ? {} : { cursor }),
    });
    items.push(
      ...page.items
        .map(({ value }) => value)
        .filter((row) => matches(row, query))
        .map(rowOf),
    );
    cursor = page.next;
    if (cursor === null || items.length === limit) break;
  }
  return { items, next: cursor === null ? null : bound + cursor };
}

/** The filters without an index that are given: a cursor of a release without them stays valid. */
function unindexed({ subject, q }: AuditQuery): readonly (string | null)[] {
  return subject === undefined && q === undefined ? [] : [subject ?? null, q ?? null];
}

function matches(row: AuditDocument, query: AuditQuery): boolean {
  const { subject, q } = query;
  return (
    INDEXES.every(([name]) => query[name] === undefined || query[name] === row[name]) &&
    (subject === undefined || subject === row.subject) &&
    (q === undefined || hasText(row, q.toLowerCase()))
  );
}

function hasText(row: AuditDocument, text: string): boolean {
  const { action, actor, address, code, subject, details } = row;
  return [action, actor, address, code, subject, ...Object.values(details)].some(
    (value) => value !== null && String(value).toLowerCase().includes(text),
  );
}

/** A row without the store's own id. */
function rowOf(document: AuditDocument): AuditRow {
  const { id: _, ...row } = document;
  return row;
}
