export { hasPostgresStore } from "./has-postgres-store.ts";
export { openPostgresStore, type PostgresStoreOptions } from "./open-postgres-store.ts";
