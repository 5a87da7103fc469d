/** A query as what engines run: a half-open interval of keys of one index. */

import { readCursor } from "./cursor.ts";
import { StoreError } from "./errors.ts";
import { AFTER, encodeValue, encodeValues, isIndexValue } from "./index-key.ts";
import type { Collection, Entity, FindQuery, IndexValue } from "./port.ts";

/** A half-open interval of index keys: `from ≤ key < to` of index number `index` (0 is the id, then as defined). */
export interface KeyRange {
  /** Number of the index: 0 is the id, then the indexes in the order of their definition. */
  readonly index: number;
  /** First key of the interval, inclusive. */
  readonly from: string;
  /** End of the interval, exclusive. */
  readonly to: string;
}

/** A key range, walked in an order, at most `limit` documents far. */
export interface FindPlan extends KeyRange {
  /** Direction of the walk. */
  readonly order: "asc" | "desc";
  /** Maximum number of documents. */
  readonly limit: number;
  /** Identity of the query without its limit; a cursor is valid for the same signature only. */
  readonly signature: string;
}

/** Returns the key range of a query; the order of definition numbers its index. @throws STORE_QUERY_INVALID */
export function planRange(
  collection: Collection<Entity>,
  query: Pick<FindQuery, "index" | "equals" | "range">,
): KeyRange {
  checkParts(collection, query);
  const { index, fields } = indexOf(collection, query.index);
  const { equals = [] } = query;
  if (!Array.isArray(equals) || equals.length > fields.length) {
    throw invalid(collection, `equals must be a list of at most ${fields.length} values`);
  }
  for (const value of equals) checkValue(collection, "equals", value);
  const prefix = encodeValues(equals);
  if (query.range === undefined) return { index, from: prefix, to: prefix + AFTER };
  if (equals.length === fields.length) {
    throw invalid(collection, "a range needs a field of the index after those of equals");
  }
  return { index, ...planBounds(collection, prefix, query.range) };
}

/** Returns the walk that a query asks for, from its cursor on. @throws STORE_QUERY_INVALID, STORE_CURSOR_INVALID */
export function planFind(collection: Collection<Entity>, query: FindQuery): FindPlan {
  checkParts(collection, query);
  const { order = "asc", limit = 100, cursor } = query;
  if (order !== "asc" && order !== "desc") {
    throw invalid(collection, `order must be "asc" or "desc"`);
  }
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000) {
    throw invalid(collection, `limit must be a whole number from 1 to 1000, not ${String(limit)}`);
  }
  const range = planRange(collection, query);
  const { from, to } = range;
  const signature = [collection.name, query.index ?? "id", order, from, to].join("\uffff");
  if (cursor === undefined) return { ...range, order, limit, signature };
  const last = readCursor(cursor, signature);
  // Even a forged cursor stays within its query.
  const rest = order === "asc" ? { from: highest(from, `${last}\0`) } : { to: lowest(to, last) };
  return { ...range, ...rest, order, limit, signature };
}

function checkParts(collection: Collection<Entity>, query: object): void {
  if (!isRecord(query)) throw invalid(collection, "it must be an object");
  for (const key of Object.keys(query)) {
    if (!QUERY_KEYS.has(key)) throw invalid(collection, `it has no part named "${key}"`);
  }
}

const isRecord = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const QUERY_KEYS: ReadonlySet<string> = new Set<keyof FindQuery>([
  "index",
  "equals",
  "range",
  "order",
  "limit",
  "cursor",
]);

const BOUNDS: ReadonlySet<string> = new Set(["gt", "gte", "lt", "lte"]);

function indexOf(
  collection: Collection<Entity>,
  name: string | undefined,
): { readonly index: number; readonly fields: readonly string[] } {
  if (name === undefined) return { index: 0, fields: ["id"] };
  const names = Object.keys(collection.indexes);
  const at = names.indexOf(name);
  if (at < 0) {
    throw invalid(collection, `it has no index "${name}", only ${names.join(", ") || "its id"}`);
  }
  return { index: at + 1, fields: collection.indexes[name]!.fields };
}

function planBounds(
  collection: Collection<Entity>,
  prefix: string,
  range: NonNullable<FindQuery["range"]>,
): { readonly from: string; readonly to: string } {
  if (!isRecord(range)) throw invalid(collection, "a range must be an object");
  let from = prefix;
  let to = prefix + AFTER;
  for (const [name, value] of Object.entries(range)) {
    if (!BOUNDS.has(name)) throw invalid(collection, `a range has no bound "${name}"`);
    if (value === undefined) continue;
    checkValue(collection, `range.${name}`, value);
    const key = prefix + encodeValue(value);
    if (name === "gte") from = highest(from, key);
    if (name === "gt") from = highest(from, key + AFTER);
    if (name === "lt") to = lowest(to, key);
    if (name === "lte") to = lowest(to, key + AFTER);
  }
  return { from, to };
}

function highest(a: string, b: string): string {
  return a > b ? a : b;
}

function lowest(a: string, b: string): string {
  return a < b ? a : b;
}

function checkValue(
  collection: Collection<Entity>,
  where: string,
  value: unknown,
): asserts value is IndexValue {
  if (!isIndexValue(value)) {
    throw invalid(collection, `${where} must hold a text, a finite number, a boolean or null`);
  }
}

function invalid(collection: Collection<Entity>, why: string): StoreError {
  return new StoreError(
    "STORE_QUERY_INVALID",
    `A query of "${collection.name}" was refused: ${why}.`,
    { details: { collection: collection.name } },
  );
}
