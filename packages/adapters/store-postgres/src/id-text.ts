/**
 * Ids as PostgreSQL's text, so that a person reads them and `COLLATE "C"`, which compares UTF-8 byte by byte, sorts
 * them in the port's order. Text there has neither U+0000 nor lone surrogates, and sorts by code point, not by code
 * unit: so U+0000 and U+0001 are written as two characters, and every unit from U+D800 on as the code point 0x800
 * above it. An id without them, which is nearly every one, is written as it is.
 */

import { AFTER_IDS, idOfBound } from "./id-bound.ts";

// oxlint-disable-next-line no-control-regex -- these two are written in another way
const SPECIAL = /[\0\u0001\ud800-\uffff]/;
const FIRST_MOVED = 0xd800;
const MOVED_BY = 0x800;

/** The text of an id. */
export function idText(id: string): string {
  if (!SPECIAL.test(id)) return id;
  let text = "";
  for (let at = 0; at < id.length; at++) {
    const unit = id.charCodeAt(at);
    if (unit <= 1) text += unit === 0 ? "\u0001\u0001" : "\u0001\u0002";
    else text += unit < FIRST_MOVED ? id[at] : String.fromCodePoint(unit + MOVED_BY);
  }
  return text;
}

/** The id that {@link idText} wrote. */
export function idOfText(text: string): string {
  let id = "";
  let isEscaped = false;
  for (const character of text) {
    const point = character.codePointAt(0)!;
    if (isEscaped) id += point === 1 ? "\0" : "\u0001";
    else if (point >= FIRST_MOVED) id += String.fromCharCode(point - MOVED_BY);
    else if (point !== 1) id += character;
    isEscaped = !isEscaped && point === 1;
  }
  return id;
}

/** The text below which lie the texts of exactly those ids whose key lies below `key`; null when all do. */
export function idBound(key: string): string | null {
  const bound = idOfBound(key);
  return bound === AFTER_IDS ? null : idText(bound);
}
