/** Addresses of stores, as STORE_URL gives them. */

import { StoreError } from "@bourse/kernel";

/** An engine, and the file that it keeps. */
export type StoreLocation =
  | { readonly engine: "memory" }
  | { readonly engine: "lowdb" | "sqlite"; readonly path: string };

const FORMS = "memory:, lowdb:PATH or sqlite:PATH";

/**
 * What `url` names: `memory:`, `lowdb:./data/store.json`, `sqlite:./data/store.db`. A path is taken as it stands,
 * relative ones from the working folder; `sqlite:///abs/path` is the same as `sqlite:/abs/path`.
 *
 * @throws STORE_URL_INVALID
 */
export function storeLocation(url: string): StoreLocation {
  const colon = url.indexOf(":");
  const engine = url.slice(0, Math.max(colon, 0));
  const rest = url.slice(colon + 1).replace(/^\/\/(?=\/)/, "");
  if (engine === "memory") {
    if (rest === "") return { engine };
    throw invalid(url, "a store in memory has no path");
  }
  if (engine !== "lowdb" && engine !== "sqlite") throw invalid(url, "it names no engine");
  if (rest === "") throw invalid(url, "its path is missing");
  if (rest.startsWith("//"))
    throw invalid(url, "it names a host; a path begins with one slash or none");
  if (rest.endsWith("/") || rest.includes("\0")) throw invalid(url, "its path names no file");
  return { engine, path: rest };
}

function invalid(url: string, why: string): StoreError {
  return new StoreError(
    "STORE_URL_INVALID",
    `A store's address must be ${FORMS}, but "${withoutPassword(url)}" is not one: ${why}.`,
  );
}

/** An address of another engine may hold a secret, and messages reach logs. */
function withoutPassword(url: string): string {
  return url.replace(/\/\/[^/@]*@/, "//***@");
}
