/** Errors of the store, the same in every engine. */

import { BourseError, type ErrorOptions } from "../errors.ts";

/** Every code that a store engine gives. */
export type StoreErrorCode =
  /** The definition of a collection breaks a rule. */
  | "STORE_COLLECTION_INVALID"
  /** The store was opened without this collection. */
  | "STORE_COLLECTION_UNKNOWN"
  /** Another document holds the id or the values of a unique index. Details: collection, index. */
  | "STORE_DUPLICATE"
  /** The document has another version, or is gone. Details: collection, id, expectedVersion, version (or null). */
  | "STORE_CONFLICT"
  /** Not a JSON object with an id, or an indexed field holds no index value. Details: collection, path. */
  | "STORE_DOCUMENT_INVALID"
  /** The query does not fit its index. */
  | "STORE_QUERY_INVALID"
  /** The cursor was not made by this very query, or was altered. */
  | "STORE_CURSOR_INVALID"
  /** The transaction had ended before this call. */
  | "STORE_TRANSACTION_ENDED"
  /** The transaction did nothing for too long; it was rolled back. */
  | "STORE_TRANSACTION_TIMEOUT"
  /** The store was closed. */
  | "STORE_CLOSED"
  /** There is no store at the address, and none was to be made. */
  | "STORE_NOT_FOUND"
  /** Another process has the store open. */
  | "STORE_LOCKED"
  /** This process is not, or no longer, the one writer of a store that has one; nothing was committed. */
  | "STORE_FENCED"
  /**
   * The data at the address is damaged or no store, and was left as it is; or a document does not match its checksum.
   * Details: path; of a document also collection and id.
   */
  | "STORE_CORRUPT"
  /** The checksums of the store were made under another key, or under none. Details: path. */
  | "STORE_KEY_INVALID"
  /** The file was written by a newer release. */
  | "STORE_FORMAT_UNSUPPORTED"
  /** Reading or writing failed. Details of a write: outcome, `none` (nothing was committed) or `unknown`. */
  | "STORE_IO"
  /**
   * The disk has no room, or the store has reached its bound; nothing was committed. Details of a write: outcome,
   * `none`.
   */
  | "STORE_FULL"
  /** The clocks of this process and of the store's server are too far apart. Details: offsetMilliseconds. */
  | "STORE_CLOCK_WRONG"
  /** The target of a copy already holds documents. */
  | "STORE_NOT_EMPTY"
  /** A copy differs from its source. */
  | "STORE_COPY_DIFFERS"
  /** The address names no engine. */
  | "STORE_URL_INVALID";

/** A fault of a store or of its use; look at `code`. */
export class StoreError extends BourseError<StoreErrorCode> {
  constructor(code: StoreErrorCode, message: string, options: ErrorOptions = {}) {
    super(code, message, options);
  }
}
