/** Closed candles from Binance's public sockets, with gaps filled from its history. */

import { intervalLabel } from "@bourse/backtest-engine/data";
import { contractName, type JsonClient } from "@bourse/exchange-http";
import {
  createSocketStream,
  type SocketDialect,
  type SocketNews,
  type MarketStreamOptions,
  type SocketVenue,
} from "@bourse/exchange-http/sockets";
import type { ConnectedCandleStream } from "@bourse/trading-core/streams";
import * as z from "zod";

import { createBinancePerpetualProvider } from "./binance-perpetuals.ts";
import { BINANCE_INTERVALS, createBinanceProvider } from "./binance-provider.ts";
import { readBinanceReply } from "./binance-reply.ts";

/**
 * Options of {@link createBinanceCandleStream}. Defaults: `market` `spot`, with `origin` `https://api.binance.com` and
 * `streamOrigin` `wss://stream.binance.com:9443` (`wss://data-stream.binance.vision` serves market data alone); for
 * perpetual contracts `https://fapi.binance.com` and `wss://fstream.binance.com`.
 */
export type BinanceStreamOptions = MarketStreamOptions<"spot" | "perpetual">;

const Price = z.string().transform(Number).pipe(z.number().positive());
const Volume = z.string().transform(Number).pipe(z.number().nonnegative());
const Candle = z.object({
  e: z.literal("kline"),
  E: z.int(),
  s: z.string(),
  k: z.object({
    t: z.int(),
    i: z.string(),
    o: Price,
    h: Price,
    l: Price,
    c: Price,
    v: Volume,
    x: z.boolean(),
  }),
});
/** Wrapping of a message on a combined stream. */
const Combined = z.object({ stream: z.string(), data: z.unknown() });
const Event = z.object({ e: z.string() });
const Accepted = z.object({ id: z.int(), result: z.null() });
const Refused = z.union([
  z.object({ id: z.int().nullish(), code: z.int(), msg: z.string() }),
  z
    .object({ id: z.int().nullish(), error: z.object({ code: z.int(), msg: z.string() }) })
    .transform(({ id, error }) => ({ id, ...error })),
]);
const Time = z.object({ serverTime: z.int() });

/**
 * Creates the stream of `kline` events of Binance under the name `binance`, or `binanceperpetual` for its perpetual
 * contracts. Intervals that Binance has no stream for are made of its history at each close.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createBinanceCandleStream(
  options: BinanceStreamOptions = {},
): ConnectedCandleStream {
  const spot: SocketVenue = {
    exchange: "binance",
    origin: "https://api.binance.com",
    streamOrigin: "wss://stream.binance.com:9443",
    dialect: (streamOrigin) => binanceDialect(true, streamOrigin),
    history: createBinanceProvider,
    time: (client, _, signal) => readTime("/api/v3/time", client, signal),
  };
  const perpetual: SocketVenue = {
    exchange: "binanceperpetual",
    origin: "https://fapi.binance.com",
    streamOrigin: "wss://fstream.binance.com",
    dialect: (streamOrigin) => binanceDialect(false, streamOrigin),
    history: createBinancePerpetualProvider,
    time: (client, _, signal) => readTime("/fapi/v1/time", client, signal),
  };
  return createSocketStream("createBinanceCandleStream", { spot, perpetual }, options);
}

async function readTime(path: string, client: JsonClient, signal: AbortSignal): Promise<number> {
  const { serverTime } = await client.get(path, {}, (reply) => readBinanceReply(Time, reply), {
    signal,
  });
  return serverTime;
}

function binanceDialect(isSpot: boolean, streamOrigin: string): SocketDialect {
  return {
    exchange: isSpot ? "binance" : "binanceperpetual",
    url: `${streamOrigin}${isSpot ? "" : "/market"}/ws`,
    topicsPerRequest: 50,
    topicsPerSocket: 200,
    // Five messages a second from us are allowed on the spot market, heartbeats among them; ten elsewhere.
    requestGapMilliseconds: 350,
    lifeMilliseconds: 23 * 3_600_000,
    topicOf: ({ symbol, interval }) =>
      BINANCE_INTERVALS.includes(interval) || (isSpot && interval === "1s")
        ? topicOf(contractName(symbol), intervalLabel(interval))
        : undefined,
    request: (kind, params, id) => JSON.stringify({ method: kind.toUpperCase(), params, id }),
    read: readBinanceMessage,
  };
}

function topicOf(symbol: string, interval: string): string {
  return `${symbol.toLowerCase()}@kline_${interval}`;
}

function readBinanceMessage(message: unknown): readonly SocketNews[] | undefined {
  const combined = Combined.safeParse(message);
  const body = combined.success ? combined.data.data : message;
  const candle = Candle.safeParse(body);
  if (candle.success) {
    const { E: venueTime, s: symbol, k } = candle.data;
    const { t: time, i: interval, o: open, h: high, l: low, c: close, v: volume, x } = k;
    const reading = { candle: { time, open, high, low, close, volume }, isClosed: x, venueTime };
    return [{ kind: "candle", topic: topicOf(symbol, interval), reading }];
  }
  const event = Event.safeParse(body);
  if (event.success) {
    if (event.data.e === "kline") return undefined;
    return event.data.e === "serverShutdown" ? [{ kind: "ending" }] : [];
  }
  const accepted = Accepted.safeParse(body);
  if (accepted.success) return [{ kind: "accepted", id: accepted.data.id }];
  const refused = Refused.safeParse(body);
  if (!refused.success) return undefined;
  return [{ kind: "refused", id: refused.data.id ?? undefined, message: refused.data.msg }];
}
