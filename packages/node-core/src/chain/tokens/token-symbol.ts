/** The name by which a token is shown: its own symbol, marked by its address where that could deceive a reader. */
import type { Address } from "../../address.ts";

/** Texts that a token's contract says about itself; undefined for none. */
interface TokenTexts {
  readonly symbol: string | undefined;
  readonly name: string | undefined;
}

const LONGEST = 32;

/**
 * Returns the symbol of at most 32 printable ASCII characters and a short address, and the reason of the address. The
 * address stands behind a symbol that another listed token has, in any case, and where the symbol or the name holds
 * characters that are not shown.
 */
export function shownSymbol(
  { symbol = "", name = "" }: TokenTexts,
  address: Address,
  others: readonly string[],
): { readonly symbol: string; readonly note: string | null } {
  const printable = symbol.replaceAll(/[^\x20-\x7e]/g, "").trim();
  const plain = printable.slice(0, LONGEST) || "?";
  const note = reasonToMark(symbol, printable, name, others);
  return note === null ? { symbol: plain, note } : { symbol: marked(plain, address), note };
}

function reasonToMark(
  symbol: string,
  printable: string,
  name: string,
  others: readonly string[],
): string | null {
  const taken = others.find((other) => isAlike(other, printable));
  if (taken !== undefined) {
    return `The token calls itself ${taken}, as another token of the list does, so its symbol is shown with its address.`;
  }
  const isHiding = /[\p{Cc}\p{Cf}]/u.test(name);
  if (/^[\x20-\x7e]*$/.test(symbol) && !isHiding) return null;
  return `The token's ${isHiding ? "name" : "symbol"} holds characters that are not shown, so its symbol is shown with its address.`;
}

function isAlike(one: string, other: string): boolean {
  const bare = (text: string): string => text.replaceAll(/[^0-9a-z]/gi, "").toLowerCase();
  return bare(one) !== "" && bare(one) === bare(other);
}

function marked(symbol: string, address: Address): string {
  const short = `${address.slice(0, 6)}…${address.slice(-4)}`;
  return `${symbol.slice(0, LONGEST - short.length - 1).trim()} ${short}`;
}
