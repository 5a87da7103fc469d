/** Checks for commands that must not create a store. */

import { existsSync } from "node:fs";

import { StoreError } from "@bourse/kernel";

import { storeLocation } from "./store-location.ts";

/** Throws when there is no store at `url`. @throws StoreError STORE_NOT_FOUND, STORE_URL_INVALID */
export function checkStoreExists(url: string): void {
  const location = storeLocation(url);
  if (location.engine === "memory" || existsSync(location.path)) return;
  throw new StoreError(
    "STORE_NOT_FOUND",
    `There is no store at "${location.path}": set DATA_DIR or the store's URL as for the server.`,
  );
}
