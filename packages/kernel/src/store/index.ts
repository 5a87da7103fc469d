export type { BackendReader, StoreBackend, WriteOutcome } from "./backend.ts";
export { copyStore, type CopyReport } from "./copy-store.ts";
export { collectionMap, createStore } from "./create-store.ts";
export {
  checkCollection,
  defineCollection,
  type CollectionDefinition,
  type IndexDefinition,
} from "./define-collection.ts";
export { deleteFound } from "./delete-found.ts";
export { everyDocument } from "./every-document.ts";
export { StoreError, type StoreErrorCode } from "./errors.ts";
export { lockFile, type FileLock } from "./file-lock.ts";
export type { FindPlan, KeyRange } from "./find-plan.ts";
export { encodeId } from "./index-key.ts";
export {
  MemoryBackend,
  type CollectionState,
  type MemoryState,
  type Persist,
} from "./memory/memory-backend.ts";
export { collectionState } from "./memory/memory-state.ts";
export { createMemoryStore } from "./memory/memory-store.ts";
export type * from "./port.ts";
export { storedDocument, type StoredDocument } from "./stored-document.ts";
export { STORE_OPTION_RULES, type StoreOptions } from "./store-options.ts";
