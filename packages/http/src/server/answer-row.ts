/** The handler of one row of the table. */

import { paramsOf, type RouteEntry } from "@bourse/contract";

import { prefersHtml } from "../page/start-page.ts";
import type { ServedRow } from "../request/table-row.ts";
import { EXCHANGE, type AppParts, type RoutedRequest, type Sending } from "./app-parts.ts";

export function answerRow(
  { reply, replyHardened, refuse, limitWait, wrongKeyWait, sendStartPage }: AppParts,
  entry: RouteEntry<ServedRow>,
): (request: RoutedRequest) => Sending {
  const { row, pattern, overlaps } = entry;
  const sendAnswer = row.harden === undefined ? reply : replyHardened;
  const send: typeof sendAnswer = (exchange, outgoing) => {
    const wait = wrongKeyWait?.(exchange, outgoing.status, row.operation);
    if (wait === undefined) return sendAnswer(exchange, outgoing);
    return refuse(exchange, "RATE_LIMITED", { retryAfterSeconds: wait });
  };
  // A built page is for browsers; programs get the facts of the start page.
  const sendData = row.operation === "page" && row.path === "/" ? sendStartPage : undefined;
  return (request) => {
    const exchange = request[EXCHANGE];
    if (sendData !== undefined && !prefersHtml(request.headers.accept)) return sendData(exchange);
    exchange.route = row.path;
    exchange.operation = row.operation;
    exchange.search = request.search;
    // Polka merges the parameters of all matches; where two templates match, a row reads its own.
    if (overlaps) exchange.params = paramsOf(entry, request.path);
    else if (pattern.names.length > 0) exchange.params = request.params;
    const wait = row.limited ? limitWait?.(request) : undefined;
    if (wait !== undefined) return refuse(exchange, "RATE_LIMITED", { retryAfterSeconds: wait });
    row.harden?.(request, exchange.response);
    const outgoing = row.run(exchange);
    if (!(outgoing instanceof Promise)) return send(exchange, outgoing);
    return outgoing.then((settled) => send(exchange, settled));
  };
}
