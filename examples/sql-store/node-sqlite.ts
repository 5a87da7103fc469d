/** SQLite of Node.js for Kysely, which calls it as better-sqlite3. */

import { DatabaseSync } from "node:sqlite";

import type { SqliteDatabase } from "kysely";

/** SQLite of Node.js, as Kysely calls better-sqlite3. */
export function nodeSqlite(file: string): SqliteDatabase {
  const database = new DatabaseSync(file);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 5000");
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const statement = database.prepare(sql);
      return {
        reader: statement.columns().length > 0,
        all: (values) => statement.all(...(values as string[])),
        run: (values) => statement.run(...(values as string[])),
        iterate: (values) => statement.iterate(...(values as string[])),
      };
    },
  };
}
