export type { Warn } from "./document-file.ts";
export type { FileSystem } from "./file-system.ts";
export { openLowdbStore, type LowdbStoreOptions } from "./open-lowdb-store.ts";
