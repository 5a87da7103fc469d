/** Cursors of in-memory lists: the id of the last item, with a digest of the query that it is valid for. */

import { hash } from "node:crypto";

import { CurationError } from "./errors.ts";

/** A cursor to the items after `id`, valid for the same `query` only. */
export function writePageCursor(query: object, id: string): string {
  return Buffer.from(`${digestOf(query)}:${id}`).toString("base64url");
}

/** The id in a cursor. @throws CurationError CURSOR_INVALID when it was issued for another query */
export function readPageCursor(query: object, cursor: string): string {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const digest = digestOf(query);
  if (text.startsWith(`${digest}:`)) return text.slice(digest.length + 1);
  throw cursorInvalid();
}

export function cursorInvalid(cause?: unknown): CurationError {
  const message = "The cursor does not belong to this query; start again without a cursor.";
  return new CurationError("CURSOR_INVALID", message, { cause });
}

/** Cached digest of the last query: a page reads one cursor and writes one, both for the same query. */
let last = { text: "", digest: "" };

function digestOf(query: object): string {
  const text = JSON.stringify(query);
  if (text !== last.text) {
    last = { text, digest: hash("sha256", text, "base64url").slice(0, 12) };
  }
  return last.digest;
}
