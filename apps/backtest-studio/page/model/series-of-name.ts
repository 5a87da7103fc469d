/** Series that a file's name tells of. */

/** Symbol and interval that a file's name tells: `BTCUSDT-1h.csv`, `bybit-BTC-USDT_60.csv`. */
export function seriesOfName(name: string): { readonly symbol: string; readonly interval: string } {
  const base = name.replace(/\.[^.]*$/u, "").replace(/^(?:bybit|binance)[-_ ]/u, "");
  const [, symbol, interval] = /^(.+?)[-_ ,](1M|\d{1,3}|\d{1,2}[mhdwHDW]|[DW])$/u.exec(base) ?? [];
  const word =
    interval === "1M" ? interval : interval?.replace(/[HDW]$/u, (unit) => unit.toLowerCase());
  return {
    symbol: (symbol ?? base)
      .toUpperCase()
      .replace(/[^\p{L}\p{M}\p{N}._/:^=&-]/gu, "")
      .slice(0, 64),
    interval: word === "d" || word === "w" ? `1${word}` : (word ?? "1h"),
  };
}
