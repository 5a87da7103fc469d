import type { IncomingMessage } from "node:http";

import { limitKey } from "@bourse/kernel";

import type { RequestLimiter } from "../server/http-server-options.ts";
import { clientAddress } from "./client-address.ts";
import type { TrustProxy } from "./trust-proxy.ts";

/** The seconds to wait when the caller of a request is over its limit, else undefined. */
export type LimitCheck = (request: IncomingMessage) => number | undefined;

/** Counts by the caller's address; undefined without a limiter. */
export function createLimitCheck(
  limiter: RequestLimiter | undefined,
  trustProxy: TrustProxy,
): LimitCheck | undefined {
  if (limiter === undefined) return undefined;
  return (request) => {
    // A caller that has gone already has no address; nobody hears the reply.
    const key = limitKey(clientAddress(request, trustProxy)) || "unknown";
    const { allowed, retryAfterSeconds } = limiter.take(key);
    return allowed ? undefined : retryAfterSeconds;
  };
}
