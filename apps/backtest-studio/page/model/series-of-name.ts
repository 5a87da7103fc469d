/** Series that a file's name tells of. */

/** Symbol and interval that a file's name tells: `BTCUSDT-1h.csv`, `bybit-BTC-USDT_60.csv`. */
export function seriesOfName(name: string): { readonly symbol: string; readonly interval: string } {
  const base = name.replace(/\.[^.]*$/u, "").replace(/^(?:bybit|binance)[-_ ]/u, "");
  const [, symbol, interval] =
    /^(.+?)[-_ ,](1M|\d{1,3}(?:mo|[smhdwHDW])?|[DWM])$/u.exec(base) ?? [];
  const word = interval?.replace(/[HDW]$/u, (unit) => unit.toLowerCase()).replace("mo", "M");
  return {
    symbol: (symbol ?? base)
      .toUpperCase()
      .replace(/[^\p{L}\p{M}\p{N}._/:^=&-]/gu, "")
      .slice(0, 64),
    interval: word?.replace(/^[dwM]$/u, "1$&") ?? "1h",
  };
}
