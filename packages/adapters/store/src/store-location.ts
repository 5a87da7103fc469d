/** Addresses of stores, as STORE_URL gives them. */

import { StoreError } from "@bourse/kernel";

/** Parsed address of a store: its engine and its file. */
export type StoreLocation =
  | {
      /** Name of the engine. */
      readonly engine: "memory";
    }
  | {
      /** Name of the engine. */
      readonly engine: "lowdb" | "sqlite";
      /** Path of the store's file. */
      readonly path: string;
    };

const FORMS = "memory:, lowdb:PATH or sqlite:PATH";

/**
 * Parses the address of a store: `memory:`, `lowdb:./data/store.json` or `sqlite:./data/store.db`. Relative paths start
 * at the working folder; `sqlite:///abs/path` is the same as `sqlite:/abs/path`.
 *
 * @throws StoreError STORE_URL_INVALID
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
