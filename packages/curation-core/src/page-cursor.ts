/** Cursors of in-memory lists: the id of the last item, with a digest of the query that it is valid for. */

import { fromBase64, sha256, toBase64url } from "@bourse/kernel/platform";

import { CurationError } from "./errors.ts";

/** A cursor to the items after `id`, valid for the same `query` only. */
export function writePageCursor(query: object, id: string): string {
  return toBase64url(utf8.encode(`${digestOf(query)}:${id}`));
}

/** The id in a cursor. @throws CurationError CURSOR_INVALID when it was issued for another query */
export function readPageCursor(query: object, cursor: string): string {
  const text = new TextDecoder().decode(fromBase64(cursor));
  const digest = digestOf(query);
  if (text.startsWith(`${digest}:`)) return text.slice(digest.length + 1);
  throw cursorInvalid();
}

export function cursorInvalid(cause?: unknown): CurationError {
  const message = "The cursor does not belong to this query; start again without a cursor.";
  return new CurationError("CURSOR_INVALID", message, { cause });
}

const utf8 = new TextEncoder();

/** Cached digest of the last query: a page reads one cursor and writes one, both for the same query. */
let last = { text: "", digest: "" };

function digestOf(query: object): string {
  const text = JSON.stringify(query);
  if (text !== last.text) {
    last = { text, digest: sha256(text, "base64url").slice(0, 12) };
  }
  return last.digest;
}
