/** One name for one instrument: pairs are written in many ways, and each way must mean the same books and prices. */

import { anyText } from "@bourse/kernel";

/** Usual quote assets, longest first, so that `FDUSD` is not taken for `USD`. */
export const QUOTE_ASSETS: readonly string[] = Object.freeze([
  "FDUSD",
  "USDT",
  "USDC",
  "BUSD",
  "TUSD",
  "DAI",
  "USD",
  "EUR",
  "GBP",
  "BTC",
  "ETH",
]);

const SYMBOL = /^[\p{L}\p{M}\p{N}._/:^=&-]{1,64}$/u;
const SEPARATED = /^([A-Z0-9.]+)[-_/]([A-Z0-9.]+)$/u;

/**
 * Returns the one name under which an instrument is known here: `btcusdt`, `BTC/USDT`, `BTC-USDT` and `BTC_USDT` are
 * `BTCUSDT`.
 *
 * Latin letters become capitals, all letters take their composed form (NFC), and the separator before a usual quote
 * asset is left out. Any other `-`, `_` or `/` belongs to the name, as in `BRK-B` or `BTC-26SEP25`, and so does what
 * marks another market: `^GSPC`, `EURUSD=X`, `BTC/USDT:USDT`.
 */
export function canonicalSymbol(symbol: string): string {
  const capitals = capitalsOf(symbol);
  const [, base, quote] = SEPARATED.exec(capitals) ?? [];
  return base !== undefined && quote !== undefined && QUOTE_ASSETS.includes(quote)
    ? `${base}${quote}`
    : capitals;
}

function capitalsOf(symbol: string): string {
  anyText("symbol", symbol);
  return symbol.normalize("NFC").replaceAll(/\p{Script=Latin}/gu, (letter) => {
    const capital = letter.toUpperCase();
    // That of `ı` is the one of `i`, and that of `ß` two letters.
    return capital.toLowerCase() === letter ? capital : letter;
  });
}

/** True for 1–64 letters and digits of any script and `. _ / - : ^ = &`, its Latin letters capitals, in NFC. */
export function isSymbol(text: string): boolean {
  anyText("text", text);
  return SYMBOL.test(text) && capitalsOf(text) === text;
}

/**
 * Splits a pair into its base and its quote asset; undefined for a symbol that is no pair. Without a separator the
 * longest usual quote asset at its end is the quote.
 */
export function splitPair(
  symbol: string,
): { readonly base: string; readonly quote: string } | undefined {
  const name = canonicalSymbol(symbol);
  const [, base, quote] = SEPARATED.exec(name) ?? [];
  if (base !== undefined && quote !== undefined)
    return base === quote ? undefined : { base, quote };
  const ending = QUOTE_ASSETS.find((asset) => name.endsWith(asset) && name.length > asset.length);
  if (ending === undefined) return undefined;
  const asset = name.slice(0, -ending.length);
  return asset !== ending && /^[A-Z0-9.]{1,32}$/u.test(asset)
    ? { base: asset, quote: ending }
    : undefined;
}
