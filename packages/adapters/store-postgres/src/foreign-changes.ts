/**
 * Changes that another cluster has numbered. A dump that was restored into a younger cluster brings numbers of
 * transactions that this one has not reached: they would be news at every look, until it has.
 *
 * A statement sees only what was committed before its snapshot, so whatever of this cluster it sees has a lower number
 * than the next one of the snapshot.
 */

import type { QueryResult } from "pg";

import { quoted } from "./table.ts";

const NEXT = "pg_snapshot_xmax(pg_current_snapshot())";

/** Condition in SQL, over the row `store` of `_store`: the schema has numbers of another cluster. */
export function hasForeignChanges(schema: string): string {
  return (
    `(store.trimmed >= ${NEXT} OR ` +
    `EXISTS (SELECT 1 FROM ${quoted(schema)}._changes AS foreign_change WHERE foreign_change.xid >= ${NEXT}))`
  );
}

/** Deletes the numbers of another cluster; a schema that has none is not written to. */
export async function forgetForeignChanges(
  run: (text: string) => Promise<QueryResult>,
  schema: string,
): Promise<void> {
  const name = quoted(schema);
  const found = `SELECT 1 FROM ${name}._store AS store WHERE ${hasForeignChanges(schema)}`;
  if ((await run(found)).rowCount === 0) return;
  await run(
    `WITH foreign_change AS (DELETE FROM ${name}._changes WHERE xid >= ${NEXT}) ` +
      `UPDATE ${name}._store SET trimmed = '0' WHERE trimmed >= ${NEXT}`,
  );
}
