/** An API as one function from Request to Response: for any platform with fetch, for tests, and for mocks. */

import { bindApi, type BindOptions, type BoundRoute } from "../bind/bind-api.ts";
import { problemReply } from "../bind/failure.ts";
import type { Handlers } from "../bind/handlers.ts";
import type { Api, Routes } from "../route/api.ts";
import type { Outgoing } from "../route/exchange.ts";
import type { WireFormat } from "../wire/wire-format.ts";
import { runOnRequest, toResponse } from "./exchange.ts";
import * as refusals from "./refusals.ts";
import { createRouter } from "./router.ts";

/** Answers one request. Never rejects. */
export type FetchHandler = (request: Request) => Promise<Response>;

/**
 * Binds an API and serves it: routing, HEAD, OPTIONS, 404, 405 with `Allow`, and every fault in the API's format.
 *
 * @throws ContractError as bindApi does
 */
export function fetchHandler<R extends Routes, Identity = undefined>(
  api: Api<R>,
  handlers: Handlers<R, Identity>,
  options: BindOptions<Identity> = {},
): FetchHandler {
  return serveFetch(api.wire, bindApi(api, handlers, options));
}

/** {@link fetchHandler} of routes that are bound already, of one wire format. */
export function serveFetch(wire: WireFormat, routes: readonly BoundRoute[]): FetchHandler {
  const find = createRouter(routes);
  return async (request) => {
    const { pathname } = new URL(request.url);
    const match = find(request.method, pathname);
    if (match === "not-found") return toResponse(problemReply(wire, refusals.notFound()));
    if (match === "bad-encoding") return toResponse(problemReply(wire, refusals.pathMalformed()));
    if (match.route !== undefined) {
      const outgoing = await runOnRequest(match.route, request, match.params);
      return toResponse(request.method === "HEAD" ? withoutBody(outgoing) : outgoing);
    }
    const allow = match.allow.join(", ");
    return request.method === "OPTIONS"
      ? new Response(null, { status: 204, headers: { allow } })
      : toResponse(problemReply(wire, refusals.methodNotAllowed(allow)));
  };
}

function withoutBody(outgoing: Outgoing): Outgoing {
  return { ...outgoing, body: undefined };
}
