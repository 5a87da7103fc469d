/** The way of a request through the server: guards, CORS, then the router. */

import type { IncomingMessage, ServerResponse } from "node:http";

import { checkHostHeader } from "../guards/host-guard.ts";
import { createAccessLog } from "../logging/access-log.ts";
import { createRouter } from "./create-router.ts";
import { NodeExchange } from "./node-exchange.ts";
import { checkEncoding } from "./parse-target.ts";
import { createRequestIds, requestId } from "./request-id.ts";
import type { ServerState } from "./server-state.ts";
import type { ServedRow } from "./table-row.ts";

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

/** The listener for `http.createServer`, over every row of `rows`. @throws HttpError ROUTE_INVALID */
export function createRequestListener(
  state: ServerState,
  rows: readonly ServedRow[],
): RequestListener {
  const { options, connections, cors } = state;
  const router = createRouter(state, rows);
  const accessLog = createAccessLog(options.logger, () => options.clock.monotonic());
  const makeId = createRequestIds(options.ids);
  return (request, response) => {
    connections.begin(request.socket, response);
    const id = options.requestIds ? requestId(request.headers["x-request-id"], makeId) : undefined;
    const exchange = new NodeExchange(request, response, id, options.trustProxy);
    accessLog?.(exchange);
    const fault =
      checkHostHeader(request) ?? state.hostGuard?.(request) ?? checkEncoding(request.url);
    if (fault !== undefined) void router.refuse(exchange, fault);
    else if (cors?.(request, response) !== "answered") router.route(exchange);
  };
}
