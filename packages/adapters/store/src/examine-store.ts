import { anyText, integerOption, isBourseError, resolveOptions } from "@bourse/kernel";

import { loadPostgres } from "./load-postgres.ts";
import { storeLocation } from "./store-location.ts";

/** A fact about the database of a store. */
export interface StoreFinding {
  /** State of the fact: `ok`, `note` for what somebody should know, `problem` for what has to be mended. */
  readonly kind: "ok" | "note" | "problem";
  /** The fact in words, without a password. */
  readonly sentence: string;
}

/** Options of {@link examineStore}. */
export interface ExamineStoreOptions {
  /** Number of connections that one process opens at most. */
  readonly connections: number;
}

/**
 * Asks the database of the store at `url` for its connections and its clock; nothing is made. Resolves to what is
 * found, a database that cannot be asked included, and to nothing for a store that is no database. Never rejects with
 * a StoreError.
 *
 * @throws KernelError ARGUMENT_INVALID, OPTION_INVALID
 */
export async function examineStore(
  url: string,
  options: ExamineStoreOptions,
): Promise<readonly StoreFinding[]> {
  anyText("url", url);
  resolveOptions<ExamineStoreOptions>("examineStore", options, {
    connections: integerOption({ min: 1 }),
  });
  try {
    const location = storeLocation(url);
    if (location.engine !== "postgres") return [];
    const { examinePostgres } = await loadPostgres();
    return await examinePostgres(location.url, options);
  } catch (error) {
    if (!isBourseError(error)) throw error;
    return [{ kind: "problem", sentence: error.message }];
  }
}
