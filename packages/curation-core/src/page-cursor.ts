/** Cursors over lists that are kept in memory: the last item's id, bound to the query by a digest. */

import { hash } from "node:crypto";

import { CurationError } from "./errors.ts";

/** A cursor for what follows `id` in the very same `query`. */
export function writePageCursor(query: object, id: string): string {
  return Buffer.from(`${digestOf(query)}:${id}`).toString("base64url");
}

/** The id. @throws CurationError CURSOR_INVALID */
export function readPageCursor(query: object, cursor: string): string {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const digest = digestOf(query);
  if (text.startsWith(`${digest}:`)) return text.slice(digest.length + 1);
  throw cursorInvalid();
}

export function cursorInvalid(cause?: unknown): CurationError {
  const message = "The cursor is not one of this query; begin without one.";
  return new CurationError("CURSOR_INVALID", message, { cause });
}

/** Of the last query: a page reads a cursor and writes one, both of the same. */
let last = { text: "", digest: "" };

function digestOf(query: object): string {
  const text = JSON.stringify(query);
  if (text !== last.text) {
    last = { text, digest: hash("sha256", text, "base64url").slice(0, 12) };
  }
  return last.digest;
}
