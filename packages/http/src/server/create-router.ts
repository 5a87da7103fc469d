/** Finds the row of a request, runs it, and has its reply sent; what matches no row goes to Polka. */

import type { ServerResponse } from "node:http";

import { problemReply, type ProblemInit } from "@bourse/contract";
import polka, { type Request as PolkaRequest } from "polka";

import { createLimitCheck } from "../guards/limit-check.ts";
import { createReplier } from "./create-replier.ts";
import { NodeExchange } from "./node-exchange.ts";
import { parseTarget } from "./parse-target.ts";
import { createRouteIndex } from "./route-index.ts";
import { NO_STORE, SECURITY_HEADERS } from "./security-headers.ts";
import type { ServerState } from "./server-state.ts";
import type { ServedRow } from "./table-row.ts";
import { transportProblem, type TransportFault } from "./transport-problem.ts";

export interface Router {
  /** Answers the exchange, now or later. */
  route(exchange: NodeExchange): void;
  /** Answers it with a fault of the transport. */
  refuse(
    exchange: NodeExchange,
    fault: TransportFault,
    extra?: Pick<ProblemInit, "retryAfterSeconds" | "headers">,
  ): Sending;
}

/** Undefined when the reply is handed over already. */
type Sending = Promise<void> | undefined;

/** @throws HttpError ROUTE_INVALID */
export function createRouter(state: ServerState, rows: readonly ServedRow[]): Router {
  const { api, limiter, trustProxy, securityHeaders, logger } = state.options;
  const isOverLimit = createLimitCheck(limiter, trustProxy);
  const constant = securityHeaders ? SECURITY_HEADERS : [];
  const reply = createReplier(state, constant, securityHeaders ? NO_STORE : []);
  const replyHardened = createReplier(state, [], NO_STORE);

  const refuse: Router["refuse"] = (exchange, fault, extra) =>
    reply(exchange, problemReply(api.wire, transportProblem(fault, extra)));

  const serve = (exchange: NodeExchange, row: ServedRow): Sending => {
    const { request, response } = exchange;
    exchange.route = row.path;
    const wait = row.limited ? isOverLimit?.(request) : undefined;
    if (wait !== undefined) return refuse(exchange, "RATE_LIMITED", { retryAfterSeconds: wait });
    row.harden?.(request, response);
    const send = row.harden === undefined ? reply : replyHardened;
    const outgoing = row.run(exchange);
    if (!(outgoing instanceof Promise)) return send(exchange, outgoing);
    return outgoing.then((settled) => send(exchange, settled));
  };

  const serveNothing = (exchange: NodeExchange): Sending => {
    const { request } = exchange;
    const wait = isOverLimit?.(request);
    if (wait !== undefined) return refuse(exchange, "RATE_LIMITED", { retryAfterSeconds: wait });
    const { pathname } = parseTarget(request);
    const allow = pathname === "*" ? ["OPTIONS"] : index.allowed(pathname);
    if (allow.length === 0) return refuse(exchange, "NOT_FOUND");
    const headers = { allow: allow.join(", ") };
    return request.method === "OPTIONS"
      ? reply(exchange, { status: 204, headers, body: undefined })
      : refuse(exchange, "METHOD_NOT_ALLOWED", { headers });
  };

  const index = createRouteIndex(rows);

  /** Nothing below throws; should it all the same, the caller gets its answer and the log the reason. */
  const fail = (exchange: NodeExchange, error: unknown): Sending => {
    logger.error({ err: error }, "a request failed in the transport");
    return refuse(exchange, "INTERNAL_ERROR");
  };

  // Polka calls its handlers before it returns, so the exchange under way needs no look-up.
  let current: NodeExchange;
  const app = polka({
    onNoMatch: () => serveNothing(current),
    onError: (error, request, response) =>
      fail(new NodeExchange(request, response, undefined), error),
  });
  app.parse = parseTarget;
  // Only what matches no row comes this far.
  app.find = () => ({ params: {}, handlers: [] });
  const serveByPolka = app.handler as (request: PolkaRequest, response: ServerResponse) => void;
  return {
    route: (exchange) => {
      const { pathname, search } = parseTarget(exchange.request);
      const match = index.find(exchange.method, pathname);
      if (match === undefined) {
        current = exchange;
        serveByPolka(exchange.request as PolkaRequest, exchange.response);
        return;
      }
      // Polka's chain of handlers costs a tenth of a small request, and each row has one handler only.
      exchange.search = search;
      exchange.params = pathname.includes("%") ? decoded(match.params) : match.params;
      try {
        serve(exchange, match.row)?.catch((error: unknown) => fail(exchange, error));
      } catch (error) {
        void fail(exchange, error);
      }
    },
    refuse,
  };
}

/** The encoding of the whole path is known to be good. */
function decoded(params: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]),
  );
}
