/** Binance: spot under /api, perpetual contracts under /fapi, and the account behind the private routes. */

import { text } from "node:stream/consumers";

import { openBinanceExchange } from "../../../packages/adapters/execution-ccxt/test/binance-exchange.ts";
import {
  candlesBefore,
  fundingBetween,
  isMarket,
  LISTED_AT,
  MARKETS,
  type Hole,
} from "./series.ts";
import type { Answer, Venue } from "./venue.ts";

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

export function openBinance(holes: readonly Hole[] = []): Venue {
  const account = openBinanceExchange();
  return {
    owns: (path) => /^\/(?:api|fapi|sapi)\//u.test(path),
    orderPath: "/api/v3/order",
    weightOf: ({ pathname }) => (pathname.endsWith("/exchangeInfo") ? 20 : 2),
    publicAnswer: (url, now) => publicAnswer(url, now, holes),
    async serveAccount(url, request, response, isLost) {
      const method = request.method ?? "GET";
      if (isLost) account.mischief.set(`${method} ${url.pathname}`, ["lose-answer"]);
      const body = await text(request);
      const headers = Object.entries(request.headersDistinct).map(
        ([name, values]): [string, string] => [name, (values ?? []).join(", ")],
      );
      try {
        const reply = await account.fetch(url, {
          method,
          headers: headers.filter(([name]) => !HOP.has(name)),
          ...(body !== "" && { body }),
        });
        response.writeHead(reply.status, { "content-type": "application/json" });
        response.end(await reply.text());
      } catch {
        request.socket.destroy();
      }
    },
    refusal: (kind, waitMilliseconds) => ({
      status: kind === "banned" ? 418 : 429,
      headers: { "retry-after": String(Math.ceil(waitMilliseconds / 1000)) },
      body: { code: -1003, msg: "Too much request weight used; please use websocket streams." },
    }),
    close: () => Promise.resolve(),
  };
}

/** Headers of the connection, which a Request must not have. */
const HOP = new Set(["connection", "content-length", "host", "keep-alive", "transfer-encoding"]);

function publicAnswer(
  { pathname, searchParams: query }: URL,
  now: number,
  holes: readonly Hole[],
): Answer | undefined {
  const symbol = query.get("symbol") ?? "";
  const isUnknown = !isMarket(symbol);
  switch (pathname) {
    case "/api/v3/time":
    case "/fapi/v1/time":
      return told({ serverTime: now });
    case "/api/v3/klines":
    case "/fapi/v1/klines":
      return isUnknown ? wrong(-1121, "Invalid symbol.") : klines(symbol, query, now, holes);
    case "/fapi/v1/fundingRate": {
      if (isUnknown) return wrong(-1121, "Invalid symbol.");
      const limit = Math.min(Number(query.get("limit") ?? 100), 1000);
      const { start, end } = rangeOf(query, now);
      const oldest = fundingBetween(start, Math.min(end, now)).slice(0, limit);
      return told(
        oldest.map(({ time, rate }) => ({
          symbol,
          fundingTime: time,
          fundingRate: rate,
          markPrice: "",
        })),
      );
    }
    case "/fapi/v1/exchangeInfo":
      return told({
        symbols: Object.keys(MARKETS).map((name) => ({
          symbol: name,
          status: "TRADING",
          contractType: "PERPETUAL",
        })),
      });
    default:
      return undefined;
  }
}

function klines(
  symbol: keyof typeof MARKETS,
  query: URLSearchParams,
  now: number,
  holes: readonly Hole[],
): Answer {
  const [, count = "", unit = ""] = /^(\d+)([mhd])$/u.exec(query.get("interval") ?? "") ?? [];
  const step = Number(count) * (UNITS[unit] ?? 0);
  if (step === 0) return wrong(-1120, "Invalid interval.");
  const limit = Number(query.get("limit") ?? 500);
  if (!(limit >= 1 && limit <= 1000))
    return wrong(-1130, "Data sent for parameter 'limit' is not valid.");
  const { start, end } = rangeOf(query, now);
  // With a start the limit counts from there, else from the end.
  const until = query.has("startTime")
    ? Math.min(end, Math.ceil(Math.max(start, LISTED_AT) / step) * step + (limit - 1) * step)
    : end;
  return told(
    candlesBefore(symbol, step, { start, end: until, limit }, now, holes).map((candle) => {
      const { time, open, high, low, close, volume, turnover } = candle;
      return [time, open, high, low, close, volume, time + step - 1, turnover, 1, "0", "0", "0"];
    }),
  );
}

function rangeOf(query: URLSearchParams, now: number) {
  return { start: Number(query.get("startTime") ?? 0), end: Number(query.get("endTime") ?? now) };
}

function told(body: unknown): Answer {
  return { status: 200, body };
}

function wrong(code: number, msg: string): Answer {
  return { status: 400, body: { code, msg } };
}
