/** Addresses of databases: postgres://user:password@host:port/database. */

import { StoreError } from "@bourse/kernel";

/**
 * Checks an address.
 *
 * @throws StoreError STORE_URL_INVALID
 */
export function checkAddress(url: string): void {
  let parsed: URL;
  try {
    parsed = new URL(url);
    decodeURIComponent(parsed.username + parsed.password + parsed.pathname);
  } catch {
    throw invalid(
      url,
      "it is no URL; escape characters such as @ : / ? # in a password, as in %40 for @",
    );
  }
  if (parsed.protocol !== "postgres:" && parsed.protocol !== "postgresql:") {
    throw invalid(url, "it does not begin with postgres://");
  }
  if (!/^\/[^/]+$/.test(parsed.pathname)) throw invalid(url, "it names no database");
}

/** The address without its password, for messages. */
export function withoutPassword(url: string): string {
  return url.replace(/\/\/.*@/s, "//***@").replace(/([?&]password=)[^&]*/g, "$1***");
}

function invalid(url: string, why: string): StoreError {
  return new StoreError(
    "STORE_URL_INVALID",
    "A PostgreSQL store's address must be postgres://USER:PASSWORD@HOST:PORT/DATABASE, but " +
      `"${withoutPassword(url)}" is not one: ${why}.`,
  );
}
