/** Series of candles that were imported. */

import type { ImportList } from "@bourse/contract/backtest";
import { loaded } from "@bourse/ui";

import { clients } from "./session.ts";
import { wordsOf } from "./words.ts";

const list = loaded<ImportList>(async () => {
  try {
    return await clients.peek().backtest.listImports();
  } catch (error) {
    throw new Error(wordsOf(error));
  }
});

export const imports = list.value;
export const loadImports = list.refresh;

/** Symbol and interval that a file's name tells: `BTCUSDT-1h.csv`, `bybit-BTC-USDT_60.csv`. */
export function seriesOfName(name: string): { readonly symbol: string; readonly interval: string } {
  const base = name.replace(/\.[^.]*$/u, "").replace(/^(?:bybit|binance)[-_ ]/u, "");
  const [, symbol, interval] = /^(.+?)[-_ ,](1M|\d{1,3}|\d{1,2}[mhdwHDW]|[DW])$/u.exec(base) ?? [];
  const word =
    interval === "1M" ? interval : interval?.replace(/[HDW]$/u, (unit) => unit.toLowerCase());
  return {
    symbol: (symbol ?? base)
      .toUpperCase()
      .replace(/[^A-Z0-9._/-]/gu, "")
      .slice(0, 32),
    interval: word === "d" || word === "w" ? `1${word}` : (word ?? "1h"),
  };
}
