import {
  addIntervals,
  intervalLabel,
  type Candles,
  type Interval,
} from "@bourse/backtest-engine/data";

/** An error as Binance sends it. */
export function refusal(status: number, code: number, msg: string, headers = {}): Response {
  return Response.json({ code, msg }, { status, headers });
}

/** A Binance that holds one series and answers as the real one does: oldest first, `endTime` inclusive. */
export function binanceWorld(symbol: string, interval: Interval, candles: Candles) {
  return (url: URL): Response => {
    const query = url.searchParams;
    if (url.pathname === "/api/v3/exchangeInfo") {
      return Response.json({
        timezone: "UTC",
        symbols: [
          { symbol, status: "TRADING" },
          { symbol: "OLDUSDT", status: "BREAK" },
          { symbol: "AAAUSDT", status: "TRADING" },
        ],
      });
    }
    if (url.pathname !== "/api/v3/klines") return new Response("not found", { status: 404 });
    if (query.get("symbol") !== symbol) return refusal(400, -1121, "Invalid symbol.");
    if (query.get("interval") !== intervalLabel(interval)) {
      return refusal(400, -1120, "Invalid interval.");
    }
    const limit = Math.min(Number(query.get("limit") ?? "500"), 1_000);
    const end = Number(query.get("endTime") ?? String(Number.MAX_SAFE_INTEGER));
    const { time, open, high, low, close, volume, turnover } = candles;
    const rows: (string | number)[][] = [];
    for (let index = candles.length - 1; index >= 0 && rows.length < limit; index -= 1) {
      if (time[index]! > end) continue;
      const amounts = [open, high, low, close, volume].map((column) => String(column[index]));
      const closeTime = addIntervals(interval, time[index]!, 1) - 1;
      rows.unshift([
        time[index]!,
        ...amounts,
        closeTime,
        String(turnover![index]),
        7,
        "1",
        "1",
        "0",
      ]);
    }
    return Response.json(rows);
  };
}
