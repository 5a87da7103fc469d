/** The engine for PostgreSQL is installed by those who use it: its driver brings a dozen packages. */

import { StoreError } from "@bourse/kernel";
import type * as Postgres from "@bourse/store-postgres";

const PACKAGE = "@bourse/store-postgres";

/**
 * The engine for PostgreSQL.
 *
 * @throws StoreError STORE_URL_INVALID when its package is not installed
 */
export async function loadPostgres(): Promise<typeof Postgres> {
  try {
    return await import("@bourse/store-postgres");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND" || !message.includes(`'${PACKAGE}'`)) throw error;
    throw new StoreError(
      "STORE_URL_INVALID",
      `A store in PostgreSQL needs the package ${PACKAGE}, which is not installed: run npm install ${PACKAGE}.`,
      { cause: error, details: { package: PACKAGE } },
    );
  }
}
