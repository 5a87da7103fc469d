/** The Polka application of a server: middleware first, then every row, literal segments before parameters. */

import type { IncomingMessage, ServerResponse } from "node:http";

import {
  createRouteTable,
  isProblem,
  paramsOf,
  problemReply,
  type ProblemInit,
  type RouteEntry,
} from "@bourse/contract";
import polka, { type Middleware as PolkaHandler, type Request as PolkaRequest } from "polka";

import { createLimitCheck } from "../guards/limit-check.ts";
import { createStartPage, prefersHtml } from "../page/start-page.ts";
import { readinessOf } from "../probes/probe-rows.ts";
import { checkRows } from "./check-rows.ts";
import { createReplier } from "./create-replier.ts";
import type { NodeExchange } from "./node-exchange.ts";
import { parseTarget } from "./parse-target.ts";
import { NO_STORE, SECURITY_HEADERS } from "./security-headers.ts";
import type { ServerState } from "./server-state.ts";
import type { ServedRow } from "./table-row.ts";
import { transportProblem, type TransportFault } from "./transport-problem.ts";

export interface App {
  /** Runs the middleware and the row of a request; without a row it answers 404, 405 or `OPTIONS`. */
  handle(exchange: NodeExchange): void;
  /** Answers a request with a fault of the transport. */
  refuse(
    exchange: NodeExchange,
    fault: TransportFault,
    extra?: Pick<ProblemInit, "retryAfterSeconds" | "headers">,
  ): Sending;
}

/** Undefined when the reply is handed over already. */
type Sending = Promise<void> | undefined;

/** No row has the root, so a change there is answered as one of an unknown path. */
const isRead = ({ method }: IncomingMessage): boolean => method === "GET" || method === "HEAD";

const EXCHANGE: unique symbol = Symbol("exchange");

/** A request on its way through Polka, with what the listener knows about it. */
interface RoutedRequest extends PolkaRequest {
  [EXCHANGE]: NodeExchange;
}

/** Methods of the start page, where no row of the table is the root. */
const PAGE_METHODS = ["GET", "HEAD", "OPTIONS"];

/** @throws HttpError ROUTE_INVALID */
export function createApp(state: ServerState, rows: readonly ServedRow[]): App {
  const { api, limiter, trustProxy, securityHeaders, logger, middleware } = state.options;
  const isOverLimit = createLimitCheck(limiter, trustProxy);
  const constant = securityHeaders ? SECURITY_HEADERS : [];
  const reply = createReplier(state, constant, securityHeaders ? NO_STORE : []);
  const replyHardened = createReplier(state, [], NO_STORE);
  checkRows(rows);
  const table = createRouteTable(rows);
  const { startPage, document, asyncDocument } = state.options;
  const answerRoot =
    startPage &&
    document &&
    createStartPage(startPage, document, asyncDocument !== undefined, () =>
      readinessOf(state.options.ready, () => state.draining),
    );

  const refuse: App["refuse"] = (exchange, fault, extra) =>
    reply(exchange, problemReply(api.wire, transportProblem(fault, extra)));

  const handlerOf = (entry: RouteEntry<ServedRow>) => {
    const { row, pattern, overlaps } = entry;
    const send = row.harden === undefined ? reply : replyHardened;
    // A built page is for browsers; programs get the facts of the start page.
    const answerData = row.operation === "page" && row.path === "/" ? answerRoot : undefined;
    return (request: RoutedRequest): Sending => {
      const exchange = request[EXCHANGE];
      if (answerData !== undefined && !prefersHtml(request.headers.accept)) {
        exchange.route = row.path;
        exchange.operation = "startPage";
        return answerData(exchange).then((answer) => reply(exchange, answer));
      }
      exchange.route = row.path;
      exchange.operation = row.operation;
      exchange.search = request.search;
      // Polka merges the parameters of all matches; where two templates match, a row reads its own.
      if (overlaps) exchange.params = paramsOf(entry, request.path);
      else if (pattern.names.length > 0) exchange.params = request.params;
      const wait = row.limited ? isOverLimit?.(request) : undefined;
      if (wait !== undefined) return refuse(exchange, "RATE_LIMITED", { retryAfterSeconds: wait });
      row.harden?.(request, exchange.response);
      const outgoing = row.run(exchange);
      if (!(outgoing instanceof Promise)) return send(exchange, outgoing);
      return outgoing.then((settled) => send(exchange, settled));
    };
  };

  const serveNothing = (request: RoutedRequest): Sending => {
    const exchange = request[EXCHANGE];
    const { pathname } = parseTarget(request);
    const hasPage = answerRoot !== undefined && pathname === "/";
    const found = pathname === "*" ? ["OPTIONS"] : table.allowed(pathname);
    const allow = found.length === 0 && hasPage ? PAGE_METHODS : found;
    if (found.length === 0 && exchange.passOn !== undefined) {
      exchange.isPassedOn = true;
      exchange.passOn();
      return undefined;
    }
    if (hasPage && isRead(request)) {
      exchange.route = "/";
      exchange.operation = "startPage";
      return answerRoot(exchange).then((answer) => reply(exchange, answer));
    }
    const wait = isOverLimit?.(request);
    if (wait !== undefined) return refuse(exchange, "RATE_LIMITED", { retryAfterSeconds: wait });
    if (allow.length === 0) return refuse(exchange, "NOT_FOUND");
    const headers = { allow: allow.join(", ") };
    return request.method === "OPTIONS"
      ? reply(exchange, { status: 204, headers, body: undefined })
      : refuse(exchange, "METHOD_NOT_ALLOWED", { headers });
  };

  /** No row throws; middleware may, with a Problem as its answer. */
  const fail = (error: unknown, request: RoutedRequest): Sending => {
    const exchange = request[EXCHANGE];
    if (isProblem(error)) return reply(exchange, problemReply(api.wire, error));
    exchange.failure = error;
    logger.error({ err: error }, "unhandled error in request handler");
    return refuse(exchange, "INTERNAL_ERROR");
  };

  const app = polka<RoutedRequest>({ onNoMatch: serveNothing, onError: fail });
  app.parse = parseTarget;
  if (middleware.length > 0) app.use(...(middleware as readonly PolkaHandler[]));
  for (const entry of table.entries) {
    app.add(entry.row.method as "GET", entry.pattern, handlerOf(entry));
  }
  const run = app.handler as (request: IncomingMessage, response: ServerResponse) => void;
  return {
    handle: (exchange) => {
      (exchange.request as RoutedRequest)[EXCHANGE] = exchange;
      run(exchange.request, exchange.response);
    },
    refuse,
  };
}
