/** The database of an app that uses Drizzle with node-postgres. */

import { sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";

import type { SqlDatabase } from "./database.ts";

type Schema = Record<string, unknown>;
type Work<S extends Schema> = Parameters<NodePgDatabase<S>["transaction"]>[0];
export type DrizzleTransaction<S extends Schema> = Parameters<Work<S>>[0];

export function drizzleDatabase<S extends Schema>(
  db: NodePgDatabase<S>,
): SqlDatabase<DrizzleTransaction<S>> {
  return {
    dialect: "postgres",
    run: async (text, values, tx) => {
      const [first = "", ...others] = text.split("?");
      const parts = others.map((part, at) => sql`${values[at]}${sql.raw(part)}`);
      const query = sql.join([sql.raw(first), ...parts]);
      return (await (tx ?? db).execute(query)).rows;
    },
    transaction: (work) => db.transaction(work),
  };
}
