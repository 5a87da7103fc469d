/** Bybit's v5 interface: public routes for both categories, and the accounts behind the private ones. */

import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";

import {
  openBybitExchange,
  openLinearExchange,
} from "../../../packages/adapters/exchange-bybit/test/bybit-exchange.ts";
import { candlesBefore, fundingBetween, isMarket, MARKETS, type Hole } from "./series.ts";
import type { Answer, Venue } from "./venue.ts";

const MINUTES = ["1", "3", "5", "15", "30", "60", "120", "240", "360", "720"];

export async function openBybit(holes: readonly Hole[] = []): Promise<Venue> {
  const accounts = { spot: await openBybitExchange(), linear: await openLinearExchange() };
  return {
    owns: (path) => path.startsWith("/v5/"),
    orderPath: "/v5/order/create",
    weightOf: () => 1,
    publicAnswer: (url, now) => publicAnswer(url, now, holes),
    async serveAccount(url, request, response, isLost, now) {
      const body = await text(request);
      const category = url.searchParams.get("category") ?? /"category":"(\w+)"/u.exec(body)?.[1];
      const account = accounts[category === "linear" ? "linear" : "spot"];
      account.clockLead = now - Date.now();
      if (isLost) account.mischief.set(url.pathname, ["lose-answer"]);
      account.serve(withBody(request, body), response);
    },
    refusal: (kind, waitMilliseconds, now) =>
      kind === "banned"
        ? { status: 403, body: envelope({}, now, 10_006, "access too frequent") }
        : {
            status: 200,
            headers: { "x-bapi-limit-reset-timestamp": String(now + waitMilliseconds) },
            body: envelope({}, now, 10_006, "Too many visits!"),
          },
    async close() {
      await Promise.all([accounts.spot.close(), accounts.linear.close()]);
    },
  };
}

/** The request again, whose body was read to find its account. */
function withBody(
  { method, url, headers, socket }: IncomingMessage,
  body: string,
): IncomingMessage {
  return Object.assign(Readable.from([Buffer.from(body)]), {
    method,
    url,
    headers,
    socket,
  }) as IncomingMessage;
}

function publicAnswer(
  { pathname, searchParams: query }: URL,
  now: number,
  holes: readonly Hole[],
): Answer | undefined {
  const told = (result: unknown): Answer => ({ status: 200, body: envelope(result, now) });
  const wrong = (code: number, text: string): Answer => ({
    status: 200,
    body: envelope({}, now, code, text),
  });
  const category = query.get("category") ?? "linear";
  const symbol = query.get("symbol") ?? "";
  switch (pathname) {
    case "/v5/market/time":
      return told({ timeSecond: String(Math.floor(now / 1000)), timeNano: `${now}000000` });
    case "/v5/market/kline": {
      if (!isMarket(symbol)) return wrong(10_001, "Not supported symbols");
      const step = stepOf(query.get("interval") ?? "");
      if (step === undefined) return wrong(10_001, "Invalid period!");
      const limit = Number(query.get("limit") ?? 200);
      if (!(limit >= 1 && limit <= 1000)) return wrong(10_001, "params error: limit");
      const candles = candlesBefore(
        symbol,
        step,
        { ...rangeOf(query, "start", "end"), limit },
        now,
        holes,
      );
      const list = candles.toReversed().map(({ time, ...numbers }) => {
        const { open, high, low, close, volume, turnover } = numbers;
        return [String(time), open, high, low, close, volume, turnover];
      });
      return told({ symbol, category, list });
    }
    case "/v5/market/funding/history": {
      const { start, end } = rangeOf(query, "startTime", "endTime");
      const limit = Math.min(Number(query.get("limit") ?? 200), 200);
      const newest = fundingBetween(start, Math.min(end, now)).slice(-limit).toReversed();
      const list = newest.map(({ time, rate }) => ({
        symbol,
        fundingRate: rate,
        fundingRateTimestamp: String(time),
      }));
      return told({ category, list });
    }
    case "/v5/market/instruments-info": {
      // One that is named is an account's question, with its steps.
      if (symbol !== "") return undefined;
      const list = Object.keys(MARKETS).map((name) => ({ symbol: name, status: "Trading" }));
      return told({ category, list, nextPageCursor: "" });
    }
    default:
      return undefined;
  }
}

function stepOf(interval: string): number | undefined {
  if (interval === "D") return 86_400_000;
  return MINUTES.includes(interval) ? Number(interval) * 60_000 : undefined;
}

function rangeOf(query: URLSearchParams, from: string, to: string) {
  return {
    start: Number(query.get(from) ?? 0),
    end: Number(query.get(to) ?? Number.MAX_SAFE_INTEGER),
  };
}

function envelope(result: unknown, time: number, retCode = 0, retMsg = "OK"): object {
  return { retCode, retMsg, result, retExtInfo: {}, time };
}
