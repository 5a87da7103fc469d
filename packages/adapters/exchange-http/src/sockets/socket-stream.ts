/** The candle stream of an exchange: its socket, its history and its clock. */

import {
  anyFunction,
  anyText,
  choiceOption,
  functionOption,
  optional,
  portOption,
  resolveOptions,
  shapedOption,
  objectOf,
  recordOf,
  systemClock,
  type Clock,
  type OptionRules,
} from "@bourse/kernel";
import {
  createLinkedCandleStream,
  type ConnectedCandleStream,
  type FollowBounds,
} from "@bourse/trading-core/streams";

import {
  resolveExchangeOptions,
  type ExchangeOptions,
  type ResolvedExchangeOptions,
} from "../exchange-options.ts";
import type { ExchangeProvider } from "../exchange-provider.ts";
import { createJsonClient, type JsonClient } from "../json-client.ts";
import type { SocketDialect } from "./dialect.ts";
import { createSocketLink } from "./socket-link.ts";
import type { SocketOptions, SocketProblem } from "./socket-options.ts";

/** Options of an exchange's candle stream. */
export interface SocketStreamOptions {
  /** Scheme and host of the exchange's history, without a path. Each adapter states its default. */
  readonly origin?: string;
  /** Scheme (`wss` or `ws`) and host of the exchange's sockets, without a path. Each adapter states its default. */
  readonly streamOrigin?: string;
  /** Source of time. Default: the system's clock. */
  readonly clock?: Clock;
  /** Random number in [0, 1) for the jitter of pauses. Default `Math.random`. */
  readonly random?: () => number;
  /** Called with each problem of a socket; the stream goes on. Default: no-op. */
  readonly onProblem?: (problem: SocketProblem) => void;
  /** Bounds of the connections. Default: those of `SocketOptions`. */
  readonly socket?: Omit<SocketOptions, "clock" | "random" | "onProblem">;
  /** Bounds of how a series is followed. Default: those of `FollowBounds`. */
  readonly follow?: Omit<FollowBounds, "clock" | "random" | "time">;
}

/** The part of a candle stream that differs between exchanges. */
export interface SocketVenue {
  /** Name of the stream. */
  readonly exchange: string;
  /** Scheme and host of the history, when the options have none. */
  readonly origin: string;
  /** Scheme and host of the sockets, when the options have none. */
  readonly streamOrigin: string;
  /** Dialect of the sockets at a scheme and host. */
  dialect(streamOrigin: string): SocketDialect;
  /** Opens the history. */
  history(options: ExchangeOptions): ExchangeProvider;
  /** Reads the time by the exchange's clock, milliseconds UTC. */
  time(client: JsonClient, options: ResolvedExchangeOptions, signal: AbortSignal): Promise<number>;
}

/** Options of a stream of an exchange with several markets. */
export interface MarketStreamOptions<Market extends string> extends SocketStreamOptions {
  /** Market of the candles. Default: the exchange's first one, spot. */
  readonly market?: Market;
}

/**
 * Creates the candle stream of an exchange, for the adapter `owner`; `venues` by the names of the markets, the first of
 * which is the default.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createSocketStream<Market extends string>(
  owner: string,
  venues: Readonly<Record<Market, SocketVenue>>,
  options: MarketStreamOptions<Market>,
): ConnectedCandleStream {
  anyText("owner", owner);
  recordOf(ANY_VENUE)("venues", venues);
  const markets = Object.keys(venues) as [Market, ...Market[]];
  const { clock, random, market, ...given } = resolveOptions<Resolved & { market: Market }>(
    owner,
    options,
    { ...RULES, market: choiceOption(markets, { default: markets[0] }) },
  );
  const venue = venues[market];
  const origin = given.origin ?? venue.origin;
  const resolved = resolveExchangeOptions(
    owner,
    { origin, clock, random },
    { origin, requestsPerSecond: 1 },
  );
  const client = createJsonClient(venue.exchange, resolved);
  let provider: ExchangeProvider | undefined;
  const stream = createLinkedCandleStream({
    ...given.follow,
    exchange: venue.exchange,
    clock,
    random,
    time: (signal) => venue.time(client, resolved, signal),
    history: (venueClock) => (provider = venue.history({ origin, clock: venueClock, random })),
    link: createSocketLink(venue.dialect(given.streamOrigin ?? venue.streamOrigin), {
      ...given.socket,
      clock,
      random,
      ...(given.onProblem && { onProblem: given.onProblem }),
    }),
  });
  return {
    exchange: stream.exchange,
    follow: (series, signal) => stream.follow(series, signal),
    async close() {
      await Promise.all([stream.close(), provider?.close(), client.close()]);
    },
  };
}

type Resolved = Required<Pick<SocketStreamOptions, "clock" | "random">> & {
  readonly [K in "origin" | "streamOrigin" | "onProblem" | "socket" | "follow"]:
    | NonNullable<SocketStreamOptions[K]>
    | undefined;
};

const ANY_VENUE = objectOf({
  exchange: anyText,
  origin: anyText,
  streamOrigin: anyText,
  dialect: anyFunction,
  history: anyFunction,
  time: anyFunction,
});
const RULES: OptionRules<Resolved> = {
  origin: optional(originOption(/^https?:$/u, "an http or https address without a path")),
  streamOrigin: optional(originOption(/^wss?:$/u, "a ws or wss address without a path")),
  clock: portOption<Clock>(["now", "monotonic", "sleep"], { default: systemClock }),
  random: functionOption<() => number>({ default: Math.random }),
  onProblem: optional(functionOption<(problem: SocketProblem) => void>()),
  socket: optional(
    shapedOption<NonNullable<SocketStreamOptions["socket"]>>("an object", objectOf({})),
  ),
  follow: optional(
    shapedOption<NonNullable<SocketStreamOptions["follow"]>>("an object", objectOf({})),
  ),
};

function originOption(scheme: RegExp, expected: string) {
  const accepts = (value: unknown): boolean => {
    if (typeof value !== "string" || !URL.canParse(value)) return false;
    const { protocol, pathname, search } = new URL(value);
    return scheme.test(protocol) && pathname === "/" && search === "" && !value.endsWith("/");
  };
  return { expected, accepts, absent: null } as const;
}
