export { hasPostgresStore } from "./has-postgres-store.ts";
export {
  createWriterElection,
  type WriterElection,
  type WriterElectionOptions,
  type WriterTerm,
} from "./writer-election.ts";
export { openPostgresStore, type PostgresStoreOptions } from "./open-postgres-store.ts";
