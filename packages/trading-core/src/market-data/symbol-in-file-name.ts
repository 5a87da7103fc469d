/** Symbols as parts of the names of files. */

import { EngineError } from "@bourse/backtest-engine/data";
import { anyText } from "@bourse/kernel";

import { canonicalSymbol, isSymbol } from "./canonical-symbol.ts";

/** Characters but those that no file system gives a meaning, and no two of which differ in case alone. */
const ENCODED = /[^\p{Lu}\p{Lo}\p{M}\p{N}._-]/gu;
/** Names of Windows' devices, which a file keeps whatever follows its first dot. */
const DEVICE = /^(CON|PRN|AUX|NUL|COM\d|LPT\d)\./u;
/** A file's name has at most 255 bytes, an exchange and an interval among them. */
const MAX_BYTES = 200;

/**
 * Returns a symbol as a part of a file's name that every system takes: other characters are percent-encoded, so that
 * none leaves its folder, and no two symbols are one file where case does not count.
 *
 * @throws EngineError SYMBOL_UNKNOWN for more than 200 bytes
 */
export function symbolInFileName(symbol: string): string {
  anyText("symbol", symbol);
  const text = symbol
    .replaceAll(ENCODED, (char) => encodeURIComponent(char))
    .replace(DEVICE, "$1%2E");
  const { length } = new TextEncoder().encode(text);
  if (length <= MAX_BYTES) return text;
  throw new EngineError(
    "SYMBOL_UNKNOWN",
    `A symbol must take at most ${MAX_BYTES} bytes in the name of a file; ${JSON.stringify(symbol)} takes ${length}.`,
  );
}

/**
 * Returns the canonical symbol that a part of a file's name stands for, as {@link symbolInFileName} or a person wrote
 * it; undefined for what is no symbol in capitals.
 */
export function symbolOfFileName(text: string): string | undefined {
  anyText("text", text);
  try {
    const symbol = decodeURIComponent(text).normalize("NFC");
    // What need not be encoded is not: a file has one such name.
    const isOurs = isSymbol(symbol) && (!text.includes("%") || symbolInFileName(symbol) === text);
    return isOurs ? canonicalSymbol(symbol) : undefined;
  } catch {
    return undefined;
  }
}
