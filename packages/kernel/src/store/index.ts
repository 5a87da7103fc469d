export { ChangeFeed } from "./change-feed.ts";
export type { BackendReader, StoreBackend, WriteOutcome } from "./backend.ts";
export { copyStore, type CopyReport } from "./copy-store.ts";
export { collectionMap, createStore } from "./create-store.ts";
export { readCursor, writeCursor } from "./cursor.ts";
export {
  checkCollection,
  defineCollection,
  type CollectionDefinition,
  type IndexDefinition,
} from "./define-collection.ts";
export { deleteFound } from "./delete-found.ts";
export { everyDocument } from "./every-document.ts";
export { StoreError, type StoreErrorCode } from "./errors.ts";
export { planFind, planRange, type FindPlan, type KeyRange } from "./find-plan.ts";
export { createDocumentSums, SUM_LENGTH, type DocumentSums } from "./document-sums.ts";
export { encodeId } from "./index-key.ts";
export { keyBlob, keyOfBlob } from "./key-blob.ts";
export { checkReadId, knownCollection, pageOf } from "./read-checks.ts";
export { RowCheck, type BytesRow, type DefinitionRow, type DocumentRow } from "./row-check.ts";
export { isFault, storeFault } from "./store-fault.ts";
export {
  runWatched,
  separateIdleTimers,
  transactionEnded,
  type IdleLimit,
  type TransactionRun,
  type TransactionWatch,
} from "./transaction-watch.ts";
export { writeRefusal } from "./write-refusal.ts";
export {
  MemoryBackend,
  type CollectionState,
  type MemoryBackendOptions,
  type MemoryState,
  type Persist,
} from "./memory/memory-backend.ts";
export { collectionState } from "./memory/memory-state.ts";
export { createMemoryStore } from "./memory/memory-store.ts";
export type * from "./port.ts";
export { verifyStore } from "./verify-store.ts";
export { keyAt, storedDocument, type StoredDocument } from "./stored-document.ts";
export { checkStore, type StoreCheckOptions } from "./store-check.ts";
export {
  checksumKeyOf,
  STORE_OPTION_RULES,
  type ChecksumKeySource,
  type ResolvedStoreOptions,
  type StoreOptions,
} from "./store-options.ts";
export type { WriterElection, WriterTerm } from "./writer-election.ts";
