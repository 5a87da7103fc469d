/** The currency that a run's amounts are in. */

import type { Job, ListedJob } from "@bourse/contract/backtest";

/** Quote currencies that pairs end with, the longer ones before those that they end with. */
const QUOTES = "USDT USDC FDUSD TUSD BUSD DAI USD EUR GBP JPY TRY BRL BTC ETH BNB".split(" ");

/** The currency that the result names, or that its pair is quoted in; undefined where neither tells. */
export function currencyOf({ result, payload }: ListedJob | Job): string | undefined {
  const { currency, symbol } = { ...payload, ...result } as {
    readonly currency?: unknown;
    readonly symbol?: unknown;
  };
  if (typeof currency === "string") return currency;
  if (typeof symbol !== "string") return undefined;
  const quotes = new Set(symbol.split(",").map(quoteOf));
  return quotes.size === 1 ? [...quotes][0] : undefined;
}

/** The quote currency of a pair such as `BTCUSDT` or `BTC/USDT`; undefined for a symbol that is no such pair. */
export function quoteOf(symbol: string): string | undefined {
  const [base = "", quote] = symbol.split(/[/:_-]/u);
  if (quote !== undefined) return QUOTES.includes(quote) ? quote : undefined;
  return QUOTES.find((one) => base.endsWith(one) && base.length > one.length);
}

/** True where amounts can be compared: their currency is known, and the same. */
export function areOneCurrency(currencies: readonly (string | undefined)[]): boolean {
  return !currencies.includes(undefined) && new Set(currencies).size < 2;
}
