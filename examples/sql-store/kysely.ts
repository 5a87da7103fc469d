/** The database of an app that uses Kysely. */

import { CompiledQuery, type Kysely, type Transaction } from "kysely";

import type { SqlDatabase } from "./database.ts";

/**
 * `reads` is a second connection for SQLite, of which Kysely has but one: reads
 * would wait for a transaction of their own caller.
 */
export function kyselyDatabase<DB>(
  dialect: SqlDatabase<unknown>["dialect"],
  db: Kysely<DB>,
  reads: Kysely<DB> = db,
): SqlDatabase<Transaction<DB>> {
  return {
    dialect,
    run: async (sql, values, tx) => {
      let at = 0;
      const text = dialect === "sqlite" ? sql : sql.replaceAll("?", () => `$${++at}`);
      const query = CompiledQuery.raw(text, values);
      const { rows } = await (tx ?? reads).executeQuery(query);
      return rows as Record<string, unknown>[];
    },
    transaction: (work) => db.transaction().execute(work),
  };
}
