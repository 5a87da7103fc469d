/** The handler of requests that no row matches: start page, `OPTIONS`, 404, 405, or the application around this one. */

import type { IncomingMessage } from "node:http";

import type { RouteTable } from "@bourse/contract";

import { parseTarget } from "../request/parse-target.ts";
import type { ServedRow } from "../request/table-row.ts";
import { EXCHANGE, type AppParts, type RoutedRequest, type Sending } from "./app-parts.ts";

/** Methods of the start page, where no row of the table is the root. */
const PAGE_METHODS = ["GET", "HEAD", "OPTIONS"];

export function answerUnmatched(
  { reply, refuse, limitWait, sendStartPage }: Omit<AppParts, "replyHardened" | "wrongKeyWait">,
  table: RouteTable<ServedRow>,
): (request: RoutedRequest) => Sending {
  return (request) => {
    const exchange = request[EXCHANGE];
    const { pathname } = parseTarget(request);
    const hasPage = sendStartPage !== undefined && pathname === "/";
    const found = pathname === "*" ? ["OPTIONS"] : table.allowed(pathname);
    const allow = found.length === 0 && hasPage ? PAGE_METHODS : found;
    if (found.length === 0 && exchange.passOn !== undefined) {
      exchange.isPassedOn = true;
      exchange.passOn();
      return undefined;
    }
    if (hasPage && isRead(request)) return sendStartPage(exchange);
    const wait = limitWait?.(request);
    if (wait !== undefined) return refuse(exchange, "RATE_LIMITED", { retryAfterSeconds: wait });
    if (allow.length === 0) return refuse(exchange, "NOT_FOUND");
    const headers = { allow: allow.join(", ") };
    return request.method === "OPTIONS"
      ? reply(exchange, { status: 204, headers, body: undefined })
      : refuse(exchange, "METHOD_NOT_ALLOWED", { headers });
  };
}

/** No row has the root, so a change there is answered as one of an unknown path. */
const isRead = ({ method }: IncomingMessage): boolean => method === "GET" || method === "HEAD";
