/** A request's way through a server: guards, CORS, then the Polka application. */

import type { IncomingMessage, ServerResponse } from "node:http";

import { checkHostHeader } from "../guards/host-guard.ts";
import { createAccessLog } from "../logging/access-log.ts";
import { NodeExchange } from "../request/node-exchange.ts";
import { checkAuthority, checkEncoding } from "../request/parse-target.ts";
import { createRequestIds, requestId } from "../request/request-id.ts";
import type { ServedRow } from "../request/table-row.ts";
import { createRequestTracer } from "../tracing/trace-requests.ts";
import { createApp } from "./create-app.ts";
import type { Middleware } from "./middleware.ts";
import type { ServerState } from "./server-state.ts";

/** Answers a request. With `passOn`, a request whose path no row has is handed on instead of answered with 404. */
export type RequestListener = (
  request: IncomingMessage,
  response: ServerResponse,
  passOn?: () => void,
) => void;

/** The listener for `http.createServer`, over every row of `rows`. @throws HttpError ROUTE_INVALID */
export function createRequestListener(
  state: ServerState,
  rows: readonly ServedRow[],
): RequestListener {
  const { options, connections, cors } = state;
  const app = createApp(state, rows);
  const accessLog = createAccessLog(options.logger, () => options.clock.monotonic());
  const makeId = createRequestIds(options.ids);
  const traceRequest = createRequestTracer(options.trustTraceparent);
  return (request, response, passOn) => {
    connections.begin(request.socket, response);
    const id = options.requestIds ? requestId(request.headers["x-request-id"], makeId) : undefined;
    const exchange = new NodeExchange(request, response, id, options.trustProxy);
    exchange.passOn = passOn;
    accessLog?.(exchange);
    state.metrics?.request(exchange);
    traceRequest(exchange, () => {
      const fault =
        checkHostHeader(request) ??
        checkAuthority(request) ??
        state.hostGuard?.(request) ??
        checkEncoding(request.url);
      if (fault !== undefined) void app.refuse(exchange, fault);
      else if (cors?.(request, response) !== "answered") app.handle(exchange);
    });
  };
}

/** Properties that Polka assigns on a request. Express defines `path` and `query` as getters without a setter. */
const ASSIGNED = ["path", "query", "params", "search", "url", "originalUrl"] as const;

/** Makes the listener a handler inside another application, which gets every path that no row has. */
export function toMiddleware(listener: RequestListener): Middleware {
  return (request, response, next) => {
    const before = ASSIGNED.map((name) => Object.getOwnPropertyDescriptor(request, name));
    for (const name of ["path", "query"]) {
      Object.defineProperty(request, name, {
        value: undefined,
        writable: true,
        configurable: true,
      });
    }
    listener(request, response, () => {
      ASSIGNED.forEach((name, at) => {
        const property = before[at];
        if (property === undefined) Reflect.deleteProperty(request, name);
        else Object.defineProperty(request, name, property);
      });
      next();
    });
  };
}
