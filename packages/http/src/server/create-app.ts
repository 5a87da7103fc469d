/** The Polka application of a server: middleware first, then every row, literal segments before parameters. */

import type { IncomingMessage, ServerResponse } from "node:http";

import { createRouteTable, isProblem, problemReply } from "@bourse/contract";
import polka, { type Middleware as PolkaHandler } from "polka";

import { createLimitCheck } from "../guards/limit-check.ts";
import { createWrongKeyCheck } from "../guards/wrong-key-check.ts";
import { createStartPage } from "../page/start-page.ts";
import { readinessOf } from "../probes/probe-rows.ts";
import type { NodeExchange } from "../request/node-exchange.ts";
import { parseTarget } from "../request/parse-target.ts";
import { NO_STORE, SECURITY_HEADERS } from "../request/security-headers.ts";
import type { ServedRow } from "../request/table-row.ts";
import { transportProblem } from "../request/transport-problem.ts";
import { answerRow } from "./answer-row.ts";
import { answerUnmatched } from "./answer-unmatched.ts";
import { EXCHANGE, type AppParts, type RoutedRequest, type Sending } from "./app-parts.ts";
import { checkRows } from "./check-rows.ts";
import { createReplier, type Replier } from "./create-replier.ts";
import type { ServerState } from "./server-state.ts";

export interface App extends Pick<AppParts, "refuse"> {
  /** Runs the middleware and the row of a request; without a row it answers 404, 405 or `OPTIONS`. */
  handle(exchange: NodeExchange): void;
}

/** @throws HttpError ROUTE_INVALID */
export function createApp(state: ServerState, rows: readonly ServedRow[]): App {
  const { middleware } = state.options;
  checkRows(rows);
  const parts = createAppParts(state);
  const table = createRouteTable(rows);
  const app = polka<RoutedRequest>({
    onNoMatch: answerUnmatched(parts, table),
    onError: (error, request) => answerError(state, parts, error, request),
  });
  app.parse = parseTarget;
  if (middleware.length > 0) app.use(...(middleware as readonly PolkaHandler[]));
  for (const entry of table.entries) {
    app.add(entry.row.method as "GET", entry.pattern, answerRow(parts, entry));
  }
  const run = app.handler as (request: IncomingMessage, response: ServerResponse) => void;
  return {
    handle: (exchange) => {
      (exchange.request as RoutedRequest)[EXCHANGE] = exchange;
      run(exchange.request, exchange.response);
    },
    refuse: parts.refuse,
  };
}

function createAppParts(state: ServerState): AppParts {
  const { api, limiter, trustProxy, securityHeaders } = state.options;
  const constant = securityHeaders ? SECURITY_HEADERS : [];
  const reply = createReplier(state, constant, securityHeaders ? NO_STORE : []);
  return {
    reply,
    replyHardened: createReplier(state, [], NO_STORE),
    refuse: (exchange, fault, extra) =>
      reply(exchange, problemReply(api.wire, transportProblem(fault, extra))),
    limitWait: createLimitCheck(limiter, trustProxy),
    wrongKeyWait: createWrongKeyCheck(state.options.wrongKeys),
    sendStartPage: createStartPageSender(state, reply),
  };
}

function createStartPageSender(state: ServerState, reply: Replier): AppParts["sendStartPage"] {
  const { startPage, document, asyncDocument, ready } = state.options;
  if (startPage === undefined || document === undefined) return undefined;
  const answer = createStartPage(startPage, document, asyncDocument !== undefined, () =>
    readinessOf(ready, () => state.draining),
  );
  return async (exchange) => {
    exchange.route = "/";
    exchange.operation = "startPage";
    return reply(exchange, await answer(exchange));
  };
}

/** No row throws; middleware may, with a Problem as its answer. */
function answerError(
  { options: { api, logger } }: ServerState,
  { reply, refuse }: Pick<AppParts, "reply" | "refuse">,
  error: unknown,
  request: RoutedRequest,
): Sending {
  const exchange = request[EXCHANGE];
  if (isProblem(error)) return reply(exchange, problemReply(api.wire, error));
  exchange.failure = error;
  logger.error({ err: error }, "unhandled error in request handler");
  return refuse(exchange, "INTERNAL_ERROR");
}
