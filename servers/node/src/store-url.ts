/** Location of the node's store. */

import { StoreError } from "@bourse/kernel";
import { storeLocation } from "@bourse/store";

import type { NodeEnvironment } from "./environment.ts";
import { NodeServerError } from "./errors.ts";

/** Schema of the store in a database that other servers use as well. */
export const STORE_SCHEMA = "node";

type StoreSettings = Pick<NodeEnvironment, "NODE_STORE_URL" | "STORE_URL">;

/**
 * URL of the PostgreSQL store, with its password; undefined for a node that keeps its data in files.
 *
 * @throws NodeServerError SETTINGS_CONFLICT when NODE_STORE_URL names a file; StoreError STORE_URL_INVALID
 */
export function sharedStoreUrl({ NODE_STORE_URL, STORE_URL }: StoreSettings): string | undefined {
  const url = NODE_STORE_URL ?? STORE_URL;
  if (url === undefined) return undefined;
  if (storeLocation(url).engine === "postgres") return url;
  if (NODE_STORE_URL === undefined) return undefined;
  throw new NodeServerError(
    "SETTINGS_CONFLICT",
    "NODE_STORE_URL: expected postgres://USER:PASSWORD@HOST:PORT/DATABASE; without it the node keeps its data in the " +
      "folder DATA_DIR/node.",
  );
}

/** Number of connections that one process opens at most: as a reader, as the writer, and one to become it. */
export function connectionsOf({ POOL_SIZE }: Pick<NodeEnvironment, "POOL_SIZE">): number {
  return 2 * (POOL_SIZE + 1) + 1;
}

/** True when STORE_URL is set for the other servers and names a store that the node does not use. */
export function ignoresStoreUrl({ NODE_STORE_URL, STORE_URL }: StoreSettings): boolean {
  if (NODE_STORE_URL !== undefined || STORE_URL === undefined) return false;
  try {
    return storeLocation(STORE_URL).engine !== "postgres";
  } catch (error) {
    if (error instanceof StoreError) return false;
    throw error;
  }
}
