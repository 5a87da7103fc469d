import { StoreError, type WriterElection } from "@bourse/kernel";

import { loadPostgres } from "./load-postgres.ts";
import { storeLocation, withoutPassword } from "./store-location.ts";

/** Options of {@link openWriterElection}. */
export interface OpenWriterElectionOptions {
  /** Schema of the store, unless the address names one. */
  readonly schema: string;
  /** Called with each failure of an attempt to become the writer; the next attempt follows. Default: nothing. */
  readonly onFault?: (error: unknown) => void;
}

/**
 * Makes this process a candidate for the one writer of the PostgreSQL store at `url`, which was opened with
 * `writerTerm` before.
 *
 * @throws StoreError STORE_URL_INVALID for an address of another engine
 */
export async function openWriterElection(
  url: string,
  { schema, ...options }: OpenWriterElectionOptions,
): Promise<WriterElection> {
  const location = storeLocation(url);
  if (location.engine !== "postgres") {
    throw new StoreError(
      "STORE_URL_INVALID",
      `Only a store in PostgreSQL is shared by several processes, but "${withoutPassword(url)}" is none.`,
    );
  }
  const { createWriterElection } = await loadPostgres();
  return createWriterElection({
    ...options,
    url: location.url,
    schema: location.schema ?? schema,
  });
}
