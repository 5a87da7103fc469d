/** Queries of the index: pages newest first by cursor, and all records oldest first. */

import {
  hasCode,
  readCursor,
  writeCursor,
  type FindQuery,
  type StoreReader,
  type Versioned,
} from "@bourse/kernel";

import type { Address } from "../../address.ts";
import { NodeError } from "../../errors.ts";
import { cursorInvalid } from "../../internal/find-page.ts";
import { complianceRows, linkedRecordOf, recordOf, type ComplianceRow } from "./compliance-rows.ts";
import type { ComplianceFilter, CompliancePage, ComplianceQuery, LinkedRecord } from "./port.ts";
import { EVENT_TYPE } from "./proof-intent.ts";

const MOST_FILTERS = 50;
const MOST_RECORDS = 1000;
/** Number of records in one page of entries. */
const ENTRIES_AT_A_TIME = 500;

/** Position of a row: numbers of its block and of its log. */
const POSITION = /^\d{12}\.\d{6}$/;

/** @throws NodeError CURSOR_INVALID, VALIDATION_ERROR (details.field) */
export async function readHistory(
  store: StoreReader,
  source: string,
  { filters = [], sender, limit = 100, cursor }: ComplianceQuery,
): Promise<CompliancePage> {
  const types = typesOf(filters);
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > MOST_RECORDS) {
    throw invalid("limit", `a whole number from 1 to ${MOST_RECORDS}`);
  }
  const list = JSON.stringify(["compliance", source, types, sender]);
  const below = cursor === undefined ? undefined : positionIn(cursor, list);
  const scans = scansOf(source, types, sender);
  // One row more than asked tells whether there is a next page.
  const found = await Promise.all(scans.map((scan) => firstRows(store, scan, below, limit + 1)));
  const rows = found
    .flat()
    .toSorted(newestFirst)
    .slice(0, limit + 1);
  const counts = await Promise.all(scans.map((scan) => store.count(complianceRows, scan)));
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    records: page.map(({ value }) => recordOf(value)),
    total: counts.reduce((sum, count) => sum + count, 0),
    next: last === undefined ? null : writeCursor(last.value.position, list),
  };
}

/** See `ComplianceIndex.entries`. */
export async function* readEntries(
  store: StoreReader,
  source: string,
  { filters = [], sender }: ComplianceFilter,
): AsyncGenerator<readonly LinkedRecord[]> {
  const scans = scansOf(source, typesOf(filters), sender);
  let above = "";
  for (;;) {
    const query = { range: { gt: above }, limit: ENTRIES_AT_A_TIME };
    const found = await Promise.all(
      scans.map((scan) => store.find(complianceRows, { ...scan, ...query })),
    );
    const rows = found
      .flatMap(({ items }) => items)
      .toSorted((one, other) => newestFirst(other, one))
      .slice(0, ENTRIES_AT_A_TIME);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(({ value }) => linkedRecordOf(value));
    if (rows.length < ENTRIES_AT_A_TIME) return;
    above = last.value.position;
  }
}

/** Each once, in order. @throws NodeError VALIDATION_ERROR */
function typesOf(filters: readonly string[]): readonly string[] {
  const types = [...new Set(filters)].toSorted();
  if (types.length <= MOST_FILTERS && types.every((type) => EVENT_TYPE.test(type))) return types;
  throw invalid("filters", `at most ${MOST_FILTERS} names of 1 to 64 letters, digits, _, - or .`);
}

type Scan = Pick<
  FindQuery<"by_position" | "by_type" | "by_sender" | "by_sender_type">,
  "index" | "equals"
>;

function scansOf(
  source: string,
  types: readonly string[],
  sender: Address | undefined,
): readonly Scan[] {
  if (sender === undefined) {
    if (types.length === 0) return [{ index: "by_position", equals: [source] }];
    return types.map((type) => ({ index: "by_type", equals: [source, type] }));
  }
  if (types.length === 0) return [{ index: "by_sender", equals: [source, sender] }];
  return types.map((type) => ({ index: "by_sender_type", equals: [source, sender, type] }));
}

async function firstRows(
  store: StoreReader,
  scan: Scan,
  below: string | undefined,
  count: number,
): Promise<readonly Versioned<ComplianceRow>[]> {
  const range = below === undefined ? {} : { range: { lt: below } };
  const query = { ...scan, ...range, order: "desc" } as const;
  const { items, next } = await store.find(complianceRows, {
    ...query,
    limit: Math.min(count, 1000),
  });
  if (count <= 1000 || next === null) return items;
  const more = await store.find(complianceRows, { ...query, limit: 1000, cursor: next });
  return [...items, ...more.items];
}

function newestFirst(one: Versioned<ComplianceRow>, other: Versioned<ComplianceRow>): number {
  return one.value.position < other.value.position ? 1 : -1;
}

/** @throws NodeError CURSOR_INVALID */
function positionIn(cursor: string, list: string): string {
  try {
    return readCursor(cursor, list, POSITION);
  } catch (error) {
    throw hasCode(error, "STORE_CURSOR_INVALID") ? cursorInvalid(error) : error;
  }
}

function invalid(field: string, expected: string): NodeError {
  return new NodeError("VALIDATION_ERROR", `${field}: expected ${expected}.`, {
    details: { field },
  });
}
