export type { WriterElection, WriterTerm } from "@bourse/kernel";
export {
  examinePostgres,
  type ExaminePostgresOptions,
  type ServerFinding,
} from "./examine-postgres.ts";
export { hasPostgresStore } from "./has-postgres-store.ts";
export { createWriterElection, type WriterElectionOptions } from "./writer-election.ts";
export { openPostgresStore, type PostgresStoreOptions } from "./open-postgres-store.ts";
