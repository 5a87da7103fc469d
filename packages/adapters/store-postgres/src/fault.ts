/** Errors of PostgreSQL and of its connections, as the store's. */

import { StoreError } from "@bourse/kernel";

/** A write that lacks the keys of an index that another release has added, or has those of one that is gone. */
const OUTDATED: ReadonlySet<string> = new Set(["23514", "42703"]);

/**
 * Two transactions collided: a serialization failure, a deadlock, a key that another one took meanwhile, or an index
 * that was added.
 */
const COLLISIONS: ReadonlySet<string> = new Set(["40001", "40P01", "23505", ...OUTDATED]);

/** The session takes no writes. A standby also refuses to read with the isolation of a write: 0A000. */
const READ_ONLY: ReadonlySet<string> = new Set(["25006", "0A000"]);

/** The session has lost its prepared statements, or has others, or its server process is out of memory or order. */
const SPOILED: ReadonlySet<string> = new Set(["26000", "42P05", "53200", "XX000"]);

const DISK_FULL = "53100";
const TOO_MANY_CONNECTIONS = "53300";
const CORRUPT: ReadonlySet<string> = new Set(["XX001", "XX002"]);

/** True when the same work may succeed when it is run again. */
export function isCollision(cause: unknown): boolean {
  return COLLISIONS.has(codeOf(cause));
}

/** True when a table has other indexes than this process knows. */
export function isOutdated(cause: unknown): boolean {
  return OUTDATED.has(codeOf(cause));
}

/** True when the connection is gone, so that nobody knows what became of its last statement. */
export function isConnectionFault(cause: unknown): boolean {
  const code = codeOf(cause);
  // SQLSTATEs have five characters and no class E, unlike EPIPE; what has none never came from a server.
  return !/^(?!E)[0-9A-Z]{5}$/.test(code) || /^(?:08|57P0|25P0[34])/.test(code);
}

/** True when the session takes no writes, though its address may lead to a server by now that does. */
export function isReadOnly(cause: unknown): boolean {
  return READ_ONLY.has(codeOf(cause));
}

/** True when the session is not to be used again, and nothing of its last statement was committed. */
export function isSpoiled(cause: unknown): boolean {
  return SPOILED.has(codeOf(cause));
}

/** True when the server, or its limit for this user or database, has no connection left. */
export function isCrowded(cause: unknown): boolean {
  return codeOf(cause) === TOO_MANY_CONNECTIONS;
}

/** True when nothing was committed, and the same may succeed in another session. */
export function isRepeatable(cause: unknown): boolean {
  return isReadOnly(cause) || isSpoiled(cause);
}

/** True when the client has given up waiting. */
export function isTimeout(cause: unknown): boolean {
  return cause instanceof Error && cause.message.includes("timeout");
}

/** `cause` as the store's error of something that was not committed. */
export function faultOf(cause: unknown, place: string): StoreError {
  if (cause instanceof StoreError) return cause;
  const code = codeOf(cause);
  if (code === DISK_FULL) {
    return new StoreError(
      "STORE_FULL",
      `PostgreSQL has no room for more (${reasonOf(cause)}), and nothing was committed: make room on its disk.`,
      { cause, details: { outcome: "none" } },
    );
  }
  if (code === TOO_MANY_CONNECTIONS) {
    return new StoreError(
      "STORE_IO",
      `PostgreSQL has no connection left for this process (${reasonOf(cause)}), and nothing was committed: make the pools ` +
        "of the processes smaller (poolSize, POOL_SIZE), or raise max_connections.",
      { cause, details: { outcome: "none" } },
    );
  }
  if (CORRUPT.has(code)) {
    return new StoreError(
      "STORE_CORRUPT",
      `The database of "${place}" is damaged (${reasonOf(cause)}). Restore it from a backup.`,
      { cause, details: { path: place } },
    );
  }
  return new StoreError(
    "STORE_IO",
    `PostgreSQL could not be read or written, and nothing was committed: ${reasonOf(cause)}`,
    { cause, details: { outcome: "none" } },
  );
}

/** The error of a commit whose answer never came. */
export function lostAnswer(cause: unknown): StoreError {
  return new StoreError(
    "STORE_IO",
    `The connection to PostgreSQL was lost before it answered to a commit (${reasonOf(cause)}): it may have been made or ` +
      "not. Read again before you repeat it.",
    { cause, details: { outcome: "unknown" } },
  );
}

/** The error of work that collided again and again. */
export function alwaysCollides(attempts: number, cause: unknown): StoreError {
  return new StoreError(
    "STORE_IO",
    `A transaction collided with others ${attempts} times and was given up; nothing was committed. Try again later.`,
    { cause, details: { outcome: "none" } },
  );
}

function codeOf(cause: unknown): string {
  const code = (cause as { readonly code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "";
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  // Node reports a host with several addresses as an AggregateError without a message.
  const inner = cause instanceof AggregateError ? (cause.errors[0] as unknown) : undefined;
  return inner instanceof Error ? inner.message : cause.message || codeOf(cause) || cause.name;
}
