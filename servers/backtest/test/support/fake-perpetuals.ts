/** Exchanges of perpetual contracts on this machine: the documented replies of Bybit and Binance over plain HTTP. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface FakePerpetuals {
  /** Origin of both exchanges. */
  readonly origin: string;
  /** Paths with their queries, in the order of arrival. */
  readonly requests: string[];
  readonly close: () => void;
}

const HOUR = 3_600_000;
const NUMBER_OF = { BTCUSDT: 1, ETHUSDT: 2, SOLUSDT: 3 } as const;

/** Hourly candles and payments every eight hours of three symbols, for all times. */
export async function answeringPerpetuals(): Promise<FakePerpetuals> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    const url = new URL(request.url ?? "", "http://exchange");
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(replyTo(url)));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function replyTo({ pathname, searchParams: query }: URL): unknown {
  const symbol = query.get("symbol") as keyof typeof NUMBER_OF;
  const limit = Number(query.get("limit"));
  const at = (name: string): number => Number(query.get(name));
  if (pathname === "/fapi/v1/klines") return rows(symbol, at("endTime"), limit).toReversed();
  if (pathname === "/fapi/v1/fundingRate") {
    return payments(at("startTime"), at("endTime"))
      .slice(0, limit)
      .map((time) => ({
        symbol,
        fundingTime: time,
        fundingRate: rateAt(symbol, time),
        markPrice: String(priceAt(symbol, time) + 0.25),
      }));
  }
  const list =
    pathname === "/v5/market/funding/history"
      ? payments(at("startTime"), at("endTime"))
          .toReversed()
          .slice(0, limit)
          .map((time) => ({
            symbol,
            fundingRate: rateAt(symbol, time),
            fundingRateTimestamp: String(time),
          }))
      : rows(symbol, at("end"), limit).map((row) => row.slice(0, 7).map(String));
  return { retCode: 0, retMsg: "OK", result: { list }, retExtInfo: {}, time: Date.now() };
}

/** Candles as Binance's rows, newest first. */
function rows(symbol: keyof typeof NUMBER_OF, end: number, limit: number): (string | number)[][] {
  const newest = Math.floor(Math.min(end, Date.now()) / HOUR) * HOUR;
  return Array.from({ length: limit }, (_, back) => {
    const time = newest - back * HOUR;
    const [open, close] = [priceAt(symbol, time), priceAt(symbol, time + HOUR)];
    const [high, low] = [Math.max(open, close) + 1, Math.min(open, close) - 1];
    const texts = [open, high, low, close, 10].map(String);
    return [time, ...texts, time + HOUR - 1, String(10 * close)];
  });
}

function payments(start: number, end: number): number[] {
  const first = Math.ceil(start / (8 * HOUR)) * 8 * HOUR;
  const count = Math.max(0, Math.floor((end - first) / (8 * HOUR)) + 1);
  return Array.from({ length: count }, (_, k) => first + k * 8 * HOUR);
}

function priceAt(symbol: keyof typeof NUMBER_OF, time: number): number {
  const hour = time / HOUR;
  return Math.round(100 * (100 + 30 * Math.sin(hour / (20 + 3 * NUMBER_OF[symbol])))) / 100;
}

function rateAt(symbol: keyof typeof NUMBER_OF, time: number): string {
  return String(((((time / HOUR) % 11) - 4) * NUMBER_OF[symbol]) / 10_000);
}
