export { checkStoreExists } from "./check-store-exists.ts";
export { runStoreCommand, type ExitCode } from "./copy-command.ts";
export { openStore, type OpenStoreOptions } from "./open-store.ts";
export { storeLocation, withoutPassword, type StoreLocation } from "./store-location.ts";
