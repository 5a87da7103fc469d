export type { Database, OpenDatabase, SqlValue, Statement } from "./database.ts";
export { openSqliteStore, type SqliteStoreOptions } from "./open-sqlite-store.ts";
