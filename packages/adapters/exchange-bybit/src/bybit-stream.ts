/** Closed candles from Bybit's v5 public sockets, with gaps filled from its history. */

import { INTERVALS } from "@bourse/backtest-engine/data";
import { contractName } from "@bourse/exchange-http";
import {
  createSocketStream,
  type SocketDialect,
  type SocketNews,
  type MarketStreamOptions,
  type SocketVenue,
} from "@bourse/exchange-http/sockets";
import type { ConnectedCandleStream } from "@bourse/trading-core/streams";
import * as z from "zod";

import { createBybitPerpetualProvider } from "./bybit-perpetuals.ts";
import { createBybitProvider } from "./bybit-provider.ts";
import { readBybitReply } from "./bybit-reply.ts";

/**
 * Defaults: `market` `spot`, `origin` `https://api.bybit.com`, `streamOrigin` `wss://stream.bybit.com` (regions and the
 * testnet have their own).
 */
export type BybitStreamOptions = MarketStreamOptions<"spot" | "linear">;

const Price = z.string().transform(Number).pipe(z.number().positive());
const Volume = z.string().transform(Number).pipe(z.number().nonnegative());
const Candles = z.object({
  topic: z.string().startsWith("kline."),
  ts: z.int(),
  data: z.array(
    z.object({
      start: z.int(),
      open: Price,
      high: Price,
      low: Price,
      close: Price,
      volume: Volume,
      confirm: z.boolean(),
    }),
  ),
});
const Answer = z.object({
  op: z.string(),
  success: z.boolean().optional(),
  ret_msg: z.string().optional(),
  req_id: z.string().optional(),
});
const NAMES = { spot: "bybit", linear: "bybitperpetual" };
const Time = z.object({ timeNano: z.string() });

/**
 * Creates the stream of `kline` topics of Bybit under the name `bybit`, or `bybitperpetual` for its linear contracts.
 * Intervals that Bybit has no topic for are made of its history at each close.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createBybitCandleStream(options: BybitStreamOptions = {}): ConnectedCandleStream {
  const venues = { spot: venueOf("spot"), linear: venueOf("linear") };
  return createSocketStream("createBybitCandleStream", venues, options);
}

function venueOf(market: "spot" | "linear"): SocketVenue {
  return {
    exchange: NAMES[market],
    origin: "https://api.bybit.com",
    streamOrigin: "wss://stream.bybit.com",
    dialect: (streamOrigin) => bybitDialect(market, streamOrigin),
    history: market === "spot" ? createBybitProvider : createBybitPerpetualProvider,
    time: async (client, { clock }, signal) => {
      const { timeNano } = await client.get(
        "/v5/market/time",
        {},
        (reply) => readBybitReply(Time, reply, clock.now()),
        { signal },
      );
      return Math.floor(Number(timeNano) / 1e6);
    },
  };
}

function bybitDialect(market: "spot" | "linear", streamOrigin: string): SocketDialect {
  return {
    exchange: NAMES[market],
    url: `${streamOrigin}/v5/public/${market}`,
    topicsPerRequest: 10,
    // All arguments of a connection together have at most 21,000 characters.
    topicsPerSocket: 250,
    requestGapMilliseconds: 100,
    lifeMilliseconds: 23 * 3_600_000,
    heartbeat: '{"op":"ping"}',
    topicOf: ({ symbol, interval }) =>
      INTERVALS.includes(interval) ? `kline.${interval}.${contractName(symbol)}` : undefined,
    request: (op, args, id) => JSON.stringify({ req_id: String(id), op, args }),
    read: readBybitMessage,
  };
}

function readBybitMessage(message: unknown): readonly SocketNews[] | undefined {
  const candles = Candles.safeParse(message);
  if (candles.success) {
    const { topic, ts, data } = candles.data;
    return data.map(({ start, confirm, ...numbers }) => ({
      kind: "candle",
      topic,
      reading: { candle: { time: start, ...numbers }, isClosed: confirm, venueTime: ts },
    }));
  }
  const answer = Answer.safeParse(message);
  if (!answer.success) return undefined;
  const { op, success, ret_msg: text = "", req_id: request = "" } = answer.data;
  if (op !== "subscribe") return [];
  const id = request === "" ? undefined : Number(request);
  // A topic that is told already is refused, and goes on.
  const isAccepted = success === true || /already/iu.test(text);
  return [isAccepted ? { kind: "accepted", id } : { kind: "refused", id, message: text }];
}
