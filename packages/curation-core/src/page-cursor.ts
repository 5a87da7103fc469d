/** Cursors of in-memory lists: the place of the last item, valid for the query that it was given out for. */

import { hasCode, readCursor, writeCursor } from "@bourse/kernel";

import { CurationError } from "./errors.ts";

/** A cursor to the items behind `place`, valid for the same `query` only. */
export function writePageCursor(query: object, place: string): string {
  return writeCursor(place, JSON.stringify(query));
}

/** The place in a cursor. @throws CurationError CURSOR_INVALID when it was issued for another query */
export function readPageCursor(query: object, cursor: string): string {
  try {
    return readCursor(cursor, JSON.stringify(query));
  } catch (error) {
    throw hasCode(error, "STORE_CURSOR_INVALID") ? cursorInvalid(error) : error;
  }
}

export function cursorInvalid(cause?: unknown): CurationError {
  const message = "The cursor does not belong to this query; start again without a cursor.";
  return new CurationError("CURSOR_INVALID", message, { cause });
}
