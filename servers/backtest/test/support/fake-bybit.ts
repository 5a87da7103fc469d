/** An exchange on this machine: Bybit's documented replies over plain HTTP, or none at all. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { onTestFinished } from "vitest";

export interface FakeBybit {
  readonly origin: string;
  /** Paths with their queries, in the order of arrival. */
  readonly requests: string[];
}

const hour = 3_600_000;

/** Answers hourly candles of BTCUSDT up to now, newest first, as the exchange does. */
export async function answeringBybit(): Promise<FakeBybit> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    const url = new URL(request.url ?? "", "http://exchange");
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        retCode: 0,
        retMsg: "OK",
        result: resultOf(url),
        retExtInfo: {},
        time: Date.now(),
      }),
    );
  });
  return { origin: await listen(server), requests };
}

/** Takes connections and never says a word. */
export async function silentBybit(): Promise<FakeBybit> {
  const requests: string[] = [];
  const server = createServer((request) => void requests.push(request.url ?? ""));
  return { origin: await listen(server), requests };
}

/** A port at which nobody listens. */
export async function absentBybit(): Promise<string> {
  const server = createServer();
  const origin = await listen(server);
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return origin;
}

function resultOf(url: URL): object {
  if (!url.pathname.endsWith("/kline")) {
    const list = ["BTCUSDT", "ETHUSDT"].map((symbol) => ({ symbol, status: "Trading" }));
    return { category: "spot", list, nextPageCursor: "" };
  }
  const limit = Number(url.searchParams.get("limit") ?? 200);
  const end = Number(url.searchParams.get("end") ?? Date.now());
  const newest = Math.floor(end / hour) * hour;
  const list = Array.from({ length: limit }, (_, back) => {
    const time = newest - back * hour;
    const price = 100 + ((time / hour) % 50);
    return [time, price, price + 1, price - 1, price + 0.5, 10, 1000].map(String);
  });
  return { symbol: url.searchParams.get("symbol"), category: "spot", list };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
