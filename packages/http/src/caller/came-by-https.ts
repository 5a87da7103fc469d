/** Detection of callers that came by HTTPS: this server speaks plain HTTP, so only a proxy in front of it can know. */

import type { IncomingMessage } from "node:http";

import { plainAddress } from "./client-address.ts";
import type { TrustProxy } from "./trust-proxy.ts";

/** True when `X-Forwarded-Proto` of a trusted proxy says that the caller's own connection uses HTTPS. */
export function cameByHttps(request: IncomingMessage, trust: TrustProxy): boolean {
  const nearest = plainAddress(request.socket.remoteAddress ?? "");
  if (nearest === undefined || !trust(nearest, 0)) return false;
  const [outermost = ""] = request.headersDistinct["x-forwarded-proto"]?.join(",").split(",") ?? [];
  return outermost.trim().toLowerCase() === "https";
}
