/** Requests to one exchange: rate-limited, and repeated where that helps. */

import { anyText } from "@bourse/kernel";
import { Agent } from "undici";

import type { Attempt } from "./attempt.ts";
import { checkResolvedOptions, type ResolvedExchangeOptions } from "./exchange-options.ts";
import { fetchJson, type JsonReply } from "./fetch-json.ts";
import { createPace } from "./pace.ts";
import type { RequestCaller } from "./request-caller.ts";
import { retry } from "./retry.ts";

/** Reads a value from a reply, or a failure with the advice whether to repeat the request. */
export type ReadReply<T> = (reply: JsonReply) => Attempt<T>;

/** A client of one exchange's public JSON interface. */
export interface JsonClient {
  /**
   * Requests `path` with `query` by GET; undefined values are left out.
   *
   * @throws EngineError MARKET_DATA_UNAVAILABLE when the exchange cannot be reached, or what `read` made of its reply;
   * the reason of the caller's signal
   */
  get<T>(
    path: string,
    query: Readonly<Record<string, string | number | undefined>>,
    read: ReadReply<T>,
    caller?: RequestCaller,
  ): Promise<T>;
  /** Closes the connections that the client opened itself; requests under way fail at once. Idempotent. */
  close(): Promise<void>;
}

/** Maximum size of an answer in bytes. The largest known is Binance's list of symbols, some megabytes. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;
/** Maximum number of connections. The rate limit of an exchange is reached with fewer. */
const CONNECTIONS = 4;

/**
 * Creates a client of the exchange named `exchange`, which errors name.
 *
 * @throws KernelError ARGUMENT_INVALID, OPTION_INVALID
 */
export function createJsonClient(exchange: string, options: ResolvedExchangeOptions): JsonClient {
  anyText("exchange", exchange);
  checkResolvedOptions("createJsonClient", options);
  const { origin, clock, requestsPerSecond } = options;
  const own =
    options.dispatcher === undefined
      ? new Agent({
          allowH2: false,
          connections: CONNECTIONS,
          connect: { timeout: options.connectTimeoutMilliseconds },
        })
      : undefined;
  const dispatcher = options.dispatcher ?? own!;
  const pace = createPace(clock, requestsPerSecond, Math.max(1, Math.floor(requestsPerSecond)));
  const limits = {
    timeoutMilliseconds: options.requestTimeoutMilliseconds,
    maxBodyBytes: MAX_BODY_BYTES,
  };
  return {
    async get<T>(
      path: string,
      query: Readonly<Record<string, string | number | undefined>>,
      read: ReadReply<T>,
      caller: RequestCaller = {},
    ) {
      caller.signal?.throwIfAborted();
      const url = new URL(path, origin);
      for (const [name, value] of Object.entries(query)) {
        if (value !== undefined) url.searchParams.set(name, String(value));
      }
      const once = async (): Promise<Attempt<T>> => {
        await pace(caller);
        const outcome = await fetchJson(exchange, url, dispatcher, limits, caller.signal);
        return "reply" in outcome ? read(outcome.reply) : outcome;
      };
      return await retry(options, once, caller);
    },
    async close() {
      await own?.destroy();
    },
  };
}
