/** Addresses of stores, as STORE_URL gives them. */

import { anyText, StoreError } from "@bourse/kernel";

/** Parsed address of a store: its engine and its file, or its database and schema. */
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
    }
  | {
      /** Name of the engine. */
      readonly engine: "postgres";
      /** Address of the database, with its password. */
      readonly url: string;
      /** Schema that the address names; undefined for the default of whoever opens it. */
      readonly schema: string | undefined;
    };

const FORMS = "memory:, lowdb:PATH, sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE";

/**
 * Parses the address of a store: `memory:`, `lowdb:./data/store.json`, `sqlite:./data/store.db` or
 * `postgres://user:password@host:5432/database?schema=auth`. Relative paths start at the working folder;
 * `sqlite:///abs/path` is the same as `sqlite:/abs/path`.
 *
 * @throws StoreError STORE_URL_INVALID; KernelError ARGUMENT_INVALID
 */
export function storeLocation(url: string): StoreLocation {
  anyText("url", url);
  const colon = url.indexOf(":");
  const engine = url.slice(0, Math.max(colon, 0));
  const rest = url.slice(colon + 1).replace(/^\/\/(?=\/)/, "");
  if (engine === "memory") {
    if (rest === "") return { engine };
    throw invalid(url, "a store in memory has no path");
  }
  if (engine === "postgres" || engine === "postgresql") return databaseOf(url);
  if (engine !== "lowdb" && engine !== "sqlite") throw invalid(url, "it names no engine");
  if (rest === "") throw invalid(url, "its path is missing");
  if (rest.startsWith("//"))
    throw invalid(url, "it names a host; a path begins with one slash or none");
  if (rest.endsWith("/") || rest.includes("\0")) throw invalid(url, "its path names no file");
  return { engine, path: rest };
}

/** The address of a store as logs may show it: without its password. */
export function withoutPassword(url: string): string {
  anyText("url", url);
  return url.replace(/\/\/.*@/s, "//***@").replace(/([?&]password=)[^&]*/g, "$1***");
}

/** The schema is ours to read; whatever else stands in the address is the driver's. */
function databaseOf(url: string): StoreLocation {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw invalid(
      url,
      "it is no URL; write characters such as @ : / ? # in a password as %40 %3A %2F %3F %23",
    );
  }
  if (parsed.hostname === "" || !/^\/[^/]+$/.test(parsed.pathname)) {
    throw invalid(url, "it names no host or no database");
  }
  const schema = parsed.searchParams.get("schema") ?? undefined;
  if (schema !== undefined && !/^[a-z][a-z0-9_]{0,39}$/.test(schema)) {
    throw invalid(
      url,
      "its schema is no name such as auth: a letter, then at most 39 letters, digits or _",
    );
  }
  parsed.searchParams.delete("schema");
  return { engine: "postgres", url: parsed.href, schema };
}

function invalid(url: string, why: string): StoreError {
  return new StoreError(
    "STORE_URL_INVALID",
    `A store's address must be ${FORMS}, but "${withoutPassword(url)}" is not one: ${why}.`,
  );
}
