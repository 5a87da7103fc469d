import { loadPostgres } from "./load-postgres.ts";
import { storeLocation } from "./store-location.ts";

/**
 * Passes when the engine of the store at `url` is installed; nothing is opened.
 *
 * @throws StoreError STORE_URL_INVALID for an address that names no engine, and when the package of the engine is not
 * installed
 */
export async function checkStoreEngine(url: string): Promise<void> {
  if (storeLocation(url).engine === "postgres") await loadPostgres();
}
