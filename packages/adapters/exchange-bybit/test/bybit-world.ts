import type { Candles, Interval } from "@bourse/backtest-engine/data";

/** An answer in Bybit's envelope. */
export function envelope(result: unknown, retCode = 0, retMsg = "OK"): Response {
  return Response.json({ retCode, retMsg, result, retExtInfo: {}, time: 1_672_025_956_592 });
}

/** A Bybit that holds one series and answers as the real one does: newest first, `end` inclusive, text for numbers. */
export function bybitWorld(symbol: string, interval: Interval, candles: Candles) {
  return (url: URL): Response => {
    const query = url.searchParams;
    if (query.get("category") !== "spot") return envelope({}, 10_001, "Illegal category");
    if (url.pathname === "/v5/market/instruments-info") {
      const list = [
        { symbolId: 9, symbol, baseCoin: "BTC", quoteCoin: "USDT", status: "Trading" },
        { symbolId: 8, symbol: "OLDUSDT", status: "Closed" },
        { symbolId: 7, symbol: "AAAUSDT", status: "Trading" },
      ];
      return envelope({ category: "spot", list });
    }
    if (url.pathname !== "/v5/market/kline") return new Response("not found", { status: 404 });
    if (query.get("symbol") !== symbol) return envelope({}, 10_001, "Not supported symbols");
    if (query.get("interval") !== interval) return envelope({}, 10_001, "Invalid period!");
    const limit = Number(query.get("limit") ?? "200");
    if (!(limit >= 1 && limit <= 1_000)) return envelope({}, 10_001, "params error: limit");
    const end = Number(query.get("end") ?? String(Number.MAX_SAFE_INTEGER));
    const list: string[][] = [];
    for (let index = candles.length - 1; index >= 0 && list.length < limit; index -= 1) {
      if (candles.time[index]! > end) continue;
      const { time, open, high, low, close, volume, turnover } = candles;
      const columns = [time, open, high, low, close, volume, turnover!];
      list.push(columns.map((column) => String(column[index])));
    }
    return envelope({ symbol, category: "spot", list });
  };
}
