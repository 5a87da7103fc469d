/** The way of a request through the server: guards, CORS, Polka's router, the compiled route, the reply. */

import type { IncomingMessage, ServerResponse } from "node:http";

import { problemReply, type Outgoing, type ProblemInit } from "@bourse/contract";
import polka, { type Request as PolkaRequest } from "polka";

import { clientAddress, limitKey } from "../guards/client-address.ts";
import type { Cors } from "../guards/cors.ts";
import { checkHostHeader, type Guard } from "../guards/host-guard.ts";
import { createAccessLog } from "../logging/access-log.ts";
import type { Connections } from "./connections.ts";
import type { ResolvedHttpServerOptions } from "./http-server-options.ts";
import { hasUnreadBody } from "./linger.ts";
import { NodeExchange } from "./node-exchange.ts";
import { parseTarget } from "./parse-target.ts";
import { requestId } from "./request-id.ts";
import { allowedMethods, mountOrder } from "./route-table.ts";
import { NO_STORE, SECURITY_HEADERS } from "./security-headers.ts";
import { sendReply } from "./send-reply.ts";
import type { Streams } from "./streams.ts";
import type { ServedRow } from "./table-row.ts";
import { transportProblem, type TransportFault } from "./transport-problem.ts";

/** What the listener reads of its server while serving. */
export interface ServerState {
  readonly options: ResolvedHttpServerOptions;
  readonly connections: Connections;
  readonly streams: Streams;
  readonly cors: Cors | undefined;
  /** Known once the server is bound. */
  hostGuard: Guard | undefined;
  draining: boolean;
}

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

/** Where an exchange travels while Polka has the request in its hands. */
const EXCHANGE = Symbol("exchange");
type Carrier = IncomingMessage & { [EXCHANGE]?: NodeExchange };

/** The listener for `http.createServer`, over every row of `rows`. */
export function createRequestListener(
  state: ServerState,
  rows: readonly ServedRow[],
): RequestListener {
  const { options, connections } = state;
  const table = mountOrder(rows);
  const reply = createReplier(state, options.securityHeaders ? SECURITY_HEADERS : []);
  const replyHardened = createReplier(state, []);
  const accessLog = createAccessLog(options.logger, () => options.clock.monotonic());
  const isOverLimit = createLimitCheck(options);

  const refuse = (
    exchange: NodeExchange,
    fault: TransportFault,
    extra: Pick<ProblemInit, "retryAfterSeconds" | "headers"> = {},
  ): Promise<void> | undefined =>
    reply(exchange, problemReply(options.api.wire, transportProblem(fault, extra)));

  const noMatch = (request: IncomingMessage): Promise<void> | undefined => {
    const exchange = exchangeOf(request);
    const wait = isOverLimit?.(request);
    if (wait !== undefined) return refuse(exchange, "RATE_LIMITED", { retryAfterSeconds: wait });
    const { pathname } = parseTarget(request);
    const allow = pathname === "*" ? ["OPTIONS"] : allowedMethods(table, pathname);
    if (allow.length === 0) return refuse(exchange, "NOT_FOUND");
    const headers = { allow: allow.join(", ") };
    return request.method === "OPTIONS"
      ? reply(exchange, { status: 204, headers, body: undefined })
      : refuse(exchange, "METHOD_NOT_ALLOWED", { headers });
  };

  const onError = (error: unknown, request: IncomingMessage): Promise<void> | undefined => {
    const exchange = exchangeOf(request);
    exchange.failure = error;
    return refuse(exchange, "INTERNAL_ERROR");
  };

  const app = polka({
    onNoMatch: async (request) => noMatch(request),
    onError: async (error, request) => onError(error, request),
  });
  app.parse = parseTarget;
  for (const { row, pattern } of table) {
    const isLimited = row.limited && isOverLimit !== undefined;
    app.add(row.method as "GET", pattern, (request, response) => {
      const exchange = exchangeOf(request);
      exchange.route = row.path;
      if (isLimited) {
        const wait = isOverLimit(request);
        if (wait !== undefined)
          return refuse(exchange, "RATE_LIMITED", { retryAfterSeconds: wait });
      }
      const send = row.harden === undefined ? reply : replyHardened;
      row.harden?.(request, response);
      const outgoing = row.run(exchange);
      if (!(outgoing instanceof Promise)) return send(exchange, outgoing);
      return outgoing.then((settled) => send(exchange, settled));
    });
  }
  const route = app.handler as (request: PolkaRequest, response: ServerResponse) => void;

  return (request, response) => {
    connections.begin(request.socket, response);
    const id = options.requestIds
      ? requestId(request.headers["x-request-id"], () => options.ids.uuid())
      : undefined;
    const exchange = new NodeExchange(request, response, id);
    (request as Carrier)[EXCHANGE] = exchange;
    accessLog?.(exchange);
    const fault =
      checkHostHeader(request) ?? state.hostGuard?.(request) ?? checkEncoding(request.url);
    if (fault !== undefined) return void refuse(exchange, fault);
    if (state.cors?.(request, response) === "answered") return;
    route(request as PolkaRequest, response);
  };
}

function exchangeOf(request: IncomingMessage): NodeExchange {
  return (request as Carrier)[EXCHANGE]!;
}

/** Polka leaves a broken percent-encoding as it is; a route would take it for a name. */
function checkEncoding(url: string | undefined): "PATH_MALFORMED" | undefined {
  if (url === undefined || !url.includes("%")) return undefined;
  try {
    decodeURIComponent(url.replace(/[?#].*$/s, ""));
    return undefined;
  } catch {
    return "PATH_MALFORMED";
  }
}

/** The seconds to wait when the caller of a request is over its limit. */
function createLimitCheck({
  limiter,
  trustProxy,
}: ResolvedHttpServerOptions): ((request: IncomingMessage) => number | undefined) | undefined {
  if (limiter === undefined) return undefined;
  return (request) => {
    const verdict = limiter.take(limitKey(clientAddress(request, trustProxy)));
    return verdict.allowed ? undefined : verdict.retryAfterSeconds;
  };
}

function createReplier(
  state: ServerState,
  constant: readonly string[],
): (exchange: NodeExchange, outgoing: Outgoing) => Promise<void> | undefined {
  const { connections, streams } = state;
  const cacheControl = state.options.securityHeaders ? NO_STORE : [];
  return (exchange, outgoing) => {
    const { request, response } = exchange;
    const unread = hasUnreadBody(request);
    const closing = unread || (state.draining && connections.isNewest(request.socket, response));
    return sendReply(exchange, outgoing, { constant, cacheControl, closing, unread, streams });
  };
}
