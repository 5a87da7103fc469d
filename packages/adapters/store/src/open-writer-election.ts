import { StoreError } from "@bourse/kernel";
import type { WriterElection, WriterElectionOptions } from "@bourse/store-postgres";

import { storeLocation, withoutPassword } from "./store-location.ts";

/** Options of {@link openWriterElection}; `schema` counts unless the address names one. */
export type OpenWriterElectionOptions = Omit<WriterElectionOptions, "url">;

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
  const { createWriterElection } = await import("@bourse/store-postgres");
  return createWriterElection({
    ...options,
    url: location.url,
    schema: location.schema ?? schema,
  });
}
