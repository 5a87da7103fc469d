/** Whether the caller came by HTTPS: this server speaks plain HTTP, so only a proxy before it can know. */

import type { IncomingMessage } from "node:http";

import { plainAddress } from "./client-address.ts";
import type { TrustProxy } from "./trust-proxy.ts";

/** What `X-Forwarded-Proto` says of the caller's own connection, where a trusted proxy has sent it; else false. */
export function cameByHttps(request: IncomingMessage, trust: TrustProxy): boolean {
  const nearest = plainAddress(request.socket.remoteAddress ?? "");
  if (nearest === undefined || !trust(nearest, 0)) return false;
  const [outermost = ""] = request.headersDistinct["x-forwarded-proto"]?.join(",").split(",") ?? [];
  return outermost.trim().toLowerCase() === "https";
}
