/**
 * Cursors: the key of the last document of a page, with a check sum over it and the query that made it.
 *
 * A cursor hides nothing (it holds the index values of a document that the caller has seen) and gives no right:
 * a forged one can only move within its own query.
 */

import { fromBase64, toBase64url } from "@bourse/kernel/platform";

import { StoreError } from "./errors.ts";

/** Makes a cursor: a place in a list, `key`, that is valid for the list of that `signature` only. */
export function writeCursor(key: string, signature: string): string {
  return `${digest(signature, key)}${toBase64url(bytesOf(key))}`;
}

/**
 * Reads the place that {@link writeCursor} put into a cursor. Whoever knows the check sum can forge a cursor: `form` is
 * what every place of the list looks like.
 *
 * @throws STORE_CURSOR_INVALID
 */
export function readCursor(cursor: string, signature: string, form: RegExp = /^/): string {
  if (typeof cursor === "string" && cursor.length > DIGEST_LENGTH) {
    const key = textOf(fromBase64(cursor.slice(DIGEST_LENGTH)));
    if (writeCursor(key, signature) === cursor && form.test(key)) return key;
  }
  throw cursorInvalid();
}

/** A check sum that stands before the cursors of a query whose filters its index does not hold. */
export function cursorPrefix(filters: string): string {
  return digest(filters, "");
}

/** The error of a cursor that is none of its query. */
export function cursorInvalid(): StoreError {
  return new StoreError(
    "STORE_CURSOR_INVALID",
    "A cursor must be the `next` of a page of this very query; begin again without one.",
  );
}

/** Code units of a text, two bytes each, the lower one first: any text has them, also one with lone surrogates. */
function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(2 * text.length);
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    bytes[2 * at] = unit & 0xff;
    bytes[2 * at + 1] = unit >> 8;
  }
  return bytes;
}

function textOf(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    text += String.fromCharCode(bytes[at]! | (bytes[at + 1]! << 8));
  }
  return text;
}

const DIGEST_LENGTH = 14;

/** Two FNV-1a sums of 32 bits over both texts, in base 36. */
function digest(signature: string, key: string): string {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (const text of [signature, key]) {
    for (let i = 0; i < text.length; i += 1) {
      a = Math.imul(a ^ text.charCodeAt(i), 0x01000193);
      b = Math.imul(b ^ text.charCodeAt(i), 0x85ebca6b);
    }
    // Where one text ends is part of the sum.
    a = Math.imul(a ^ text.length, 0x01000193);
    b = Math.imul(b ^ text.length, 0x85ebca6b);
  }
  return [a, b].map((sum) => (sum >>> 0).toString(36).padStart(DIGEST_LENGTH / 2, "0")).join("");
}
