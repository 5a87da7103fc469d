/** Whether a file is a whole store of ours, before anything is written to it. */

import { closeSync, openSync, readSync } from "node:fs";

import { StoreError } from "@bourse/kernel";

import { corrupt, corruptionOr, type Database } from "./database.ts";
import { APPLICATION_ID, FORMAT_VERSION } from "./schema.ts";

const MAGIC = "SQLite format 3\0";

/**
 * Whether there is a file that isn't empty.
 *
 * @throws STORE_CORRUPT when it begins like no SQLite file
 */
export function checkMagic(path: string): boolean {
  const found = firstBytes(path);
  if (found === null || found === "") return false;
  if (found !== MAGIC) throw corrupt(path, "it begins like another kind of file");
  return true;
}

/**
 * @throws STORE_CORRUPT, STORE_FORMAT_UNSUPPORTED
 */
export function checkDatabase(database: Database, path: string, integrity: boolean): void {
  try {
    const tables = numberOf(database, "SELECT count(*) AS n FROM sqlite_schema");
    const application = numberOf(database, "PRAGMA application_id", "application_id");
    const version = numberOf(database, "PRAGMA user_version", "user_version");
    if (tables > 0 && application !== APPLICATION_ID) {
      throw corrupt(path, "it is the SQLite file of another program");
    }
    if (version > FORMAT_VERSION) throw newer(path, version);
    if (integrity) checkIntegrity(database, path);
  } catch (cause) {
    throw corruptionOr(cause, path);
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

function checkIntegrity(database: Database, path: string): void {
  const { quick_check: found } = database.prepare("PRAGMA quick_check(1)").get() as {
    quick_check: string;
  };
  if (found !== "ok") throw corrupt(path, found);
}

function newer(path: string, version: number): StoreError {
  return new StoreError(
    "STORE_FORMAT_UNSUPPORTED",
    `"${path}" has format ${version}, but this release reads up to ${FORMAT_VERSION}; run the newer release. ` +
      "The file was left as it is.",
    { details: { path, version } },
  );
}
