/**
 * The history that a server goes on with: a database that was restored, or a standby that was promoted, begins a new
 * timeline, whose transactions have numbers that others had before.
 */

import type { QueryResult } from "pg";

import type { Statement } from "./table.ts";

/** Asks for the history. */
export const HISTORY: Statement = {
  name: "history",
  text:
    "SELECT (SELECT system_identifier FROM pg_control_system())::text || '-' || " +
    "substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) AS history",
};

/** Asks for the history, and the schema in it: one that a dump was restored into is another one than before. */
export function historyOf(schema: string): Statement {
  const oid = `(SELECT oid FROM pg_namespace WHERE nspname = '${schema}')`;
  const text = HISTORY.text.replace(" AS history", ` || '-' || ${oid} AS history`);
  return { name: `history_${schema}`, text };
}

/** The answer to {@link HISTORY} and {@link historyOf}. */
export function historyIn({ rows }: QueryResult): string {
  return (rows[0] as { readonly history: string }).history;
}
