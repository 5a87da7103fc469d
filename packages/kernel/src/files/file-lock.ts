/**
 * A lock on a path that one holder has at a time and that dies with its process, however that dies.
 *
 * Node has no flock, and a file with a process id in it can be stale or raced for. SQLite, which is built into
 * Node, takes a real lock of the operating system on the files that it has open, on every platform, so an empty
 * SQLite file with a transaction held open is the lock. The file is never deleted: whoever deletes a lock file
 * may delete one that somebody has just locked.
 */

import { closeSync, openSync } from "node:fs";

import { anyText } from "../checked-calls.ts";
import { StoreError } from "../store/errors.ts";

/** A lock that is held. */
export interface FileLock {
  /** Gives the lock back. Idempotent. */
  release(): void;
}

/** SQLite's code for a file that somebody else has locked. */
const SQLITE_BUSY = 5;

/**
 * Locks `path`, an empty file of its own that is made (0600) when it is missing.
 *
 * @throws STORE_LOCKED when another process, or another holder in this one, has it; STORE_IO; ARGUMENT_INVALID
 */
export async function lockFile(path: string): Promise<FileLock> {
  anyText("path", path);
  // Imported here so that whoever needs no lock meets no warning on a Node that calls the module experimental.
  const { DatabaseSync } = await import("node:sqlite");
  try {
    createPrivately(path);
    const holder = new DatabaseSync(path);
    try {
      // Nothing is ever written, so the journal need not be a file.
      holder.exec("PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE;");
    } catch (error) {
      holder.close();
      throw error;
    }
    return { release: () => void (holder.isOpen && holder.close()) };
  } catch (cause) {
    throw lockFault(path, cause);
  }
}

/**
 * Never opens a file that exists: closing it again would drop the lock that this very process may hold on it,
 * as POSIX locks go.
 */
function createPrivately(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function lockFault(path: string, cause: unknown): StoreError {
  if ((cause as { errcode?: number }).errcode === SQLITE_BUSY) {
    return new StoreError(
      "STORE_LOCKED",
      `Another process has the store open (it holds "${path}"); stop it, or give this one a store of its own.`,
      { cause, details: { path } },
    );
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StoreError("STORE_IO", `The lock file "${path}" could not be locked: ${reason}`, {
    cause,
    details: { path },
  });
}
