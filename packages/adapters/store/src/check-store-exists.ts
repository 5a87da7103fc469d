/** Checks for commands that must not create a store. */

import { existsSync } from "node:fs";

import { anyText, checkArguments, StoreError } from "@bourse/kernel";

import { loadPostgres } from "./load-postgres.ts";
import { storeLocation } from "./store-location.ts";

/**
 * Rejects when there is no store at `url`; in a database, in `schema` unless the address names another. Default
 * `bourse`.
 *
 * @throws StoreError STORE_NOT_FOUND, STORE_URL_INVALID, STORE_IO
 */
export async function checkStoreExists(url: string, schema: string = "bourse"): Promise<void> {
  checkArguments("checkStoreExists", { url: anyText, schema: anyText }, [url, schema]);
  const location = storeLocation(url);
  if (location.engine === "memory") return;
  if (location.engine === "postgres") {
    const named = location.schema ?? schema;
    const { hasPostgresStore } = await loadPostgres();
    if (await hasPostgresStore(location.url, named)) return;
    throw notFound(`schema "${named}" of the database`);
  }
  if (!existsSync(location.path)) throw notFound(`"${location.path}"`);
}

function notFound(place: string): StoreError {
  return new StoreError(
    "STORE_NOT_FOUND",
    `There is no store at ${place}: set DATA_DIR or the store's URL as for the server.`,
  );
}
