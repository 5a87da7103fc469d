export { checkStoreEngine } from "./check-store-engine.ts";
export { checkStoreExists } from "./check-store-exists.ts";
export { examineStore, type ExamineStoreOptions, type StoreFinding } from "./examine-store.ts";
export { openStore, type OpenStoreOptions } from "./open-store.ts";
export { openWriterElection, type OpenWriterElectionOptions } from "./open-writer-election.ts";
export { storeWatermark, type StoreWatermark } from "./store-watermark.ts";
export { storeLocation, withoutPassword, type StoreLocation } from "./store-location.ts";
