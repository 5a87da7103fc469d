/** The part of a socket of candles that differs between exchanges. */

import type { CandleReading, StreamedSeries } from "@bourse/trading-core/streams";

/** A candle that an exchange told. */
export interface SocketCandle {
  /** Kind of the news. */
  readonly kind: "candle";
  /** Topic of the series. */
  readonly topic: string;
  /** The candle, and whether it has closed. */
  readonly reading: CandleReading;
}

/** The answer of an exchange to a request for topics. */
export interface SocketAnswer {
  /** Kind of the news. */
  readonly kind: "accepted" | "refused";
  /** Id of the request; undefined where the exchange names none. */
  readonly id: number | undefined;
  /** Reason of a refusal in the exchange's words. Default: none. */
  readonly message?: string;
}

/** The announcement of an exchange that it will end the connection. */
export interface SocketEnding {
  /** Kind of the news. */
  readonly kind: "ending";
}

/** News from an exchange on a socket. */
export type SocketNews = SocketCandle | SocketAnswer | SocketEnding;

/** Words and limits of an exchange's socket of candles. */
export interface SocketDialect {
  /** Name of the exchange. */
  readonly exchange: string;
  /** Address of the socket. */
  readonly url: string;
  /** Maximum number of topics in one request. */
  readonly topicsPerRequest: number;
  /** Maximum number of topics on one connection; further ones open another. */
  readonly topicsPerSocket: number;
  /** Pause in milliseconds between two requests on one connection. */
  readonly requestGapMilliseconds: number;
  /** Age in milliseconds at which a connection is replaced, before the exchange ends it. */
  readonly lifeMilliseconds: number;
  /** Text of the heartbeat. Default: a ping frame. */
  readonly heartbeat?: string;
  /** Topic of a series; undefined for an interval that the exchange does not tell. */
  topicOf(series: Pick<StreamedSeries, "symbol" | "interval">): string | undefined;
  /** Text of a request for topics, or for their end. */
  request(kind: "subscribe" | "unsubscribe", topics: readonly string[], id: number): string;
  /** Reads a parsed message; undefined for one in another shape, an empty list for one that says nothing of candles. */
  read(message: unknown): readonly SocketNews[] | undefined;
}
