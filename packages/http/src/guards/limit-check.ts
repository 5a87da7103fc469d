import type { IncomingMessage } from "node:http";

import { limitKey } from "@bourse/kernel";

import { clientAddress } from "../caller/client-address.ts";
import type { TrustProxy } from "../caller/trust-proxy.ts";

/** Counts requests; the kernel's limiter fits. */
export interface RequestLimiter {
  /** Takes one request of `key`: allowed, or refused with an honest wait. */
  take(key: string): { readonly allowed: boolean; readonly retryAfterSeconds: number };
}

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
