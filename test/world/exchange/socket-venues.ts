/** Addresses, requests and messages of the exchanges' sockets of candles. */

import { isMarket, type Candle, type Market } from "./series.ts";

/** A series that a client asked for. */
export interface Topic {
  readonly name: string;
  readonly symbol: Market;
  readonly interval: string;
  readonly step: number;
  /** True where a message is wrapped with the name of its stream. */
  readonly isCombined: boolean;
}

interface Reply {
  readonly answer?: object;
  readonly add?: readonly Topic[];
  readonly drop?: readonly string[];
}

export interface SocketVenue {
  /** Tells whether the path is one of this exchange's. */
  owns(path: string): boolean;
  /** Series that the address itself asks for. */
  topicsOf(url: URL): readonly Topic[];
  /** Answers a client's message. */
  answer(text: string, refused: readonly string[]): Reply;
  /** The message of a candle. */
  message(topic: Topic, candle: Candle, isClosed: boolean, now: number): string;
  /** A message of the topic in a shape that no document has. */
  otherShape(topic: Topic): string;
  /** Time in milliseconds between two pings from the exchange. */
  readonly pingMilliseconds: number;
  /** Time in milliseconds without a word of the client after which the exchange cuts it. */
  readonly patienceMilliseconds: number;
}

const MINUTE = 60_000;

export const BYBIT_SOCKET: SocketVenue = {
  owns: (path) => path === "/v5/public/spot" || path === "/v5/public/linear",
  topicsOf: () => [],
  answer(text, refused) {
    const {
      op,
      args = [],
      req_id = "",
    } = parsed<{
      op: string;
      args?: string[];
      req_id?: string;
    }>(text);
    if (op === "ping") return { answer: { success: true, ret_msg: "pong", conn_id: "c", op } };
    if (op === "unsubscribe") return { answer: bybitAnswer(true, "", req_id, op), drop: args };
    const topics = args.map(bybitTopic);
    const bad = topics.findIndex((topic) => topic === undefined || refused.includes(topic.symbol));
    if (bad >= 0 || op !== "subscribe" || args.length > 10) {
      return {
        answer: bybitAnswer(false, `error:handler not found,topic:${args[bad]}`, req_id, op),
      };
    }
    return {
      answer: bybitAnswer(true, "subscribe", req_id, op),
      add: topics.filter((topic) => topic !== undefined),
    };
  },
  message: ({ name, interval, step }, candle, confirm, ts) =>
    JSON.stringify({
      topic: name,
      type: "snapshot",
      ts,
      data: [
        {
          ...candle,
          start: candle.time,
          end: candle.time + step - 1,
          interval,
          confirm,
          timestamp: ts,
        },
      ],
    }),
  otherShape: ({ name }) => JSON.stringify({ topic: name, type: "snapshot", data: "none" }),
  pingMilliseconds: Infinity,
  patienceMilliseconds: 600_000,
};

export const BINANCE_SOCKET: SocketVenue = {
  owns: (path) => /^(?:\/market)?\/(?:ws(?:\/.*)?|stream)$/u.test(path),
  topicsOf: ({ pathname, searchParams }) => {
    const isCombined = pathname.endsWith("/stream");
    const names = isCombined
      ? (searchParams.get("streams") ?? "").split("/")
      : pathname.replace(/^.*\/ws\/?/u, "").split("/");
    return names.flatMap((name) => binanceTopic(name, isCombined) ?? []);
  },
  answer(text, refused) {
    const { method, params, id } = parsed<{ method: string; params: string[]; id: number }>(text);
    if (method === "UNSUBSCRIBE") return { answer: { result: null, id }, drop: params };
    const topics = params.flatMap((name) => binanceTopic(name, false) ?? []);
    if (topics.some(({ symbol }) => refused.includes(symbol))) {
      return { answer: { code: 2, msg: "Invalid request: refused", id } };
    }
    return { answer: { result: null, id }, add: topics };
  },
  message({ name, symbol, interval, step, isCombined }, candle, x, E) {
    const { time: t, open: o, high: h, low: l, close: c, volume: v, turnover: q } = candle;
    const trades = { f: 1, L: 2, n: 2, V: "0", Q: "0", B: "0" };
    const k = { t, T: t + step - 1, s: symbol, i: interval, o, c, h, l, v, q, x, ...trades };
    const data = { e: "kline", E, s: symbol, k };
    return JSON.stringify(isCombined ? { stream: name, data } : data);
  },
  otherShape: () => JSON.stringify({ e: "kline", k: [] }),
  pingMilliseconds: 20_000,
  patienceMilliseconds: 60_000,
};

function bybitAnswer(success: boolean, text: string, id: string, op: string): object {
  return { success, ret_msg: text, conn_id: "c", req_id: id, op };
}

function bybitTopic(name: string): Topic | undefined {
  const [, interval = "", symbol = ""] = /^kline\.(\w+)\.(\w+)$/u.exec(name) ?? [];
  const step = interval === "D" ? 1440 * MINUTE : Number(interval) * MINUTE;
  return isMarket(symbol) && step > 0
    ? { name, symbol, interval, step, isCombined: false }
    : undefined;
}

function binanceTopic(name: string, isCombined: boolean): Topic | undefined {
  const [, pair = "", count = "", unit = ""] = /^(\w+)@kline_(\d+)([mhd])$/u.exec(name) ?? [];
  const symbol = pair.toUpperCase();
  const step = Number(count) * (unit === "m" ? MINUTE : unit === "h" ? 60 * MINUTE : 1440 * MINUTE);
  return isMarket(symbol)
    ? { name, symbol, interval: `${count}${unit}`, step, isCombined }
    : undefined;
}

function parsed<T>(text: string): T {
  return JSON.parse(text) as T;
}
