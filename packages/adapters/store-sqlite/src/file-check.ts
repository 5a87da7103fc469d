/** Checks that a file is an intact store of this engine before anything is written to it. */

import { closeSync, openSync, readSync, statSync } from "node:fs";

import { StoreError } from "@bourse/kernel";

import { corrupt, storeErrorOr, type Database } from "./database.ts";
import { APPLICATION_ID, FORMAT_VERSION } from "./schema.ts";

const MAGIC = "SQLite format 3\0";

/**
 * True when the file exists and is not empty.
 *
 * @throws STORE_CORRUPT when it begins like no SQLite file
 */
export function checkMagic(path: string): boolean {
  const found = firstBytes(path);
  if (found === null || found === "") return false;
  if (found !== MAGIC) throw corrupt(path, "it begins like another kind of file");
  return true;
}

/** Extent of the check of a file: nothing, the structure of its pages, or every index against the rows as well. */
export type FileCheck = "none" | "pages" | "indexes";

/** Size up to which the indexes are checked at every opening: about a second. */
const SMALL_BYTES = 128 * 2 ** 20;

/**
 * The check that an opening needs: a large file only has its indexes checked when its last process did not close it.
 */
export function checkFor(path: string): FileCheck {
  const size = sizeOf(path);
  const isUnclean = sizeOf(`${path}-wal`) > 0;
  return isUnclean || size <= SMALL_BYTES ? "indexes" : "pages";
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * @throws STORE_CORRUPT, STORE_FORMAT_UNSUPPORTED
 */
export function checkDatabase(database: Database, path: string, check: FileCheck): void {
  try {
    const tables = numberOf(database, "SELECT count(*) AS n FROM sqlite_schema");
    const application = numberOf(database, "PRAGMA application_id", "application_id");
    const version = numberOf(database, "PRAGMA user_version", "user_version");
    if (tables > 0 && application !== APPLICATION_ID) {
      throw corrupt(path, "it is the SQLite file of another program");
    }
    if (tables > 0 && version !== FORMAT_VERSION) throw unsupported(path, version);
    if (check !== "none") checkIntegrity(database, path, check);
  } catch (cause) {
    throw storeErrorOr(cause, path);
  }
}

function firstBytes(path: string): string | null {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  try {
    const bytes = Buffer.alloc(MAGIC.length);
    return bytes.toString("latin1", 0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}

function numberOf(database: Database, sql: string, column = "n"): number {
  return (database.prepare(sql).get() as Record<string, number>)[column]!;
}

function checkIntegrity(database: Database, path: string, check: "pages" | "indexes"): void {
  const pragma = check === "pages" ? "quick_check" : "integrity_check";
  const row = database.prepare(`PRAGMA ${pragma}(1)`).get() as Record<string, string>;
  const found = row[pragma];
  if (found !== "ok") throw corrupt(path, found);
}

function unsupported(path: string, version: number): StoreError {
  return new StoreError(
    "STORE_FORMAT_UNSUPPORTED",
    `"${path}" has format ${version}, but this release reads format ${FORMAT_VERSION}; ` +
      `${version > FORMAT_VERSION ? "run the newer release" : "open it with the release that wrote it"}. ` +
      "The file was left as it is.",
    { details: { path, version } },
  );
}
