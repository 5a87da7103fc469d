/** The part of `node:sqlite` that this package uses, injectable so that a test can make any call fail. */

import type * as Sqlite from "node:sqlite";

import { StoreError } from "@bourse/kernel";
import { nodeVersionFault } from "@bourse/kernel/node-version";

// An import that an old Node.js cannot resolve would end the process without a word about the version.
const sqlite = process.getBuiltinModule?.("node:sqlite") as typeof Sqlite | undefined;
if (sqlite === undefined) {
  const fault = nodeVersionFault("@bourse/store-sqlite", process.versions.node);
  throw new Error(
    fault ?? "@bourse/store-sqlite needs node:sqlite, which this runtime does not have.",
  );
}
const { DatabaseSync } = sqlite;

/** A value of a statement parameter or of a column. */
export type SqlValue = string | number | null | Uint8Array;

/** A prepared statement. */
export interface Statement {
  /** Runs the statement and returns its first row. */
  get(...values: SqlValue[]): unknown;
  /** Runs the statement and returns all rows. */
  all(...values: SqlValue[]): unknown[];
  /** Runs the statement and returns the number of changed rows. */
  run(...values: SqlValue[]): {
    /** Number of rows inserted, updated or deleted. */
    readonly changes: number | bigint;
    /** Number of the row that was inserted last. */
    readonly lastInsertRowid: number | bigint;
  };
}

/** An open database. */
export interface Database {
  /** True while a transaction is open; SQLite ends one by itself after some errors. */
  readonly isTransaction: boolean;
  /** Runs SQL without results. */
  exec(sql: string): void;
  /** Compiles a statement. */
  prepare(sql: string): Statement;
  /** Closes the database. */
  close(): void;
}

/** Function that opens a database file, and creates it unless `readOnly`. */
export type OpenDatabase = (path: string, readOnly: boolean) => Database;

export const openDatabase: OpenDatabase = (path, readOnly) => new DatabaseSync(path, { readOnly });

/** SQLite's primary result codes that mean more than "it failed". */
const SQLITE_FULL = 13;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_CONSTRAINT = 19;
const SQLITE_NOTADB = 26;

/** True when `error` says that a unique key is taken. */
export function isConstraintFault(error: unknown): boolean {
  return primaryCode(error) === SQLITE_CONSTRAINT;
}

/** `cause` as the store's error when the file is damaged or has no room; otherwise as it is. */
export function storeErrorOr(cause: unknown, path: string): unknown {
  const code = primaryCode(cause);
  if (code === SQLITE_FULL) return full(cause);
  const isCorrupt = code === SQLITE_CORRUPT || code === SQLITE_NOTADB || isOutOfRange(cause);
  return isCorrupt ? corrupt(path, cause) : cause;
}

/** A number in a row that no store writes. */
function isOutOfRange(error: unknown): boolean {
  return (error as { readonly code?: unknown } | null)?.code === "ERR_OUT_OF_RANGE";
}

/** The refusal of a probe on a disk that is about to be full. */
export function noRoom(free: number): StoreError {
  return full(new Error(`only ${free} bytes are free on its disk`));
}

function full(cause: unknown): StoreError {
  return new StoreError(
    "STORE_FULL",
    `The store has no room for more (${(cause as Error).message}), and nothing was committed: make room on its disk, ` +
      "or raise maxBytes.",
    { cause, details: { outcome: "none" } },
  );
}

/**
 * `cause` as the store's error when a COMMIT could not reach the disk: its pages may lie in the log already, where
 * only the next commit overwrites them. Otherwise as it is.
 */
export function commitFault(cause: unknown): unknown {
  if (primaryCode(cause) === SQLITE_FULL) return full(cause);
  if (primaryCode(cause) !== SQLITE_IOERR) return cause;
  return new StoreError(
    "STORE_IO",
    `The store could not write (${(cause as Error).message}). It goes on without this commit, but a crash before ` +
      "the next one might bring it back.",
    { cause, details: { outcome: "unknown" } },
  );
}

/** The refusal of a file that is damaged. */
export function corrupt(path: string, cause: unknown): StoreError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StoreError(
    "STORE_CORRUPT",
    `"${path}" is damaged, or no SQLite file at all (${reason}). It was left as it is: restore it from a backup, ` +
      "or move it away to begin with an empty store.",
    { cause, details: { path } },
  );
}

/** The low byte of an extended result code. */
function primaryCode(error: unknown): number {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === "number" ? code & 0xff : 0;
}
