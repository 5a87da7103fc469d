/** An API as one function from Request to Response: for any platform with fetch, for tests, and for mocks. */

import * as z from "zod";

import { bindApi, type BindOptions, type BoundRoute } from "../bind/bind-api.ts";
import { problemReply } from "../bind/failure.ts";
import type { Handlers } from "../bind/handlers.ts";
import { anyFunction, anyWire, checkGiven } from "../check-given.ts";
import type { Api, Routes } from "../route/api.ts";
import type { Outgoing } from "../route/exchange.ts";
import { createRouteTable, isWellEncoded } from "../route/route-table.ts";
import type { WireFormat } from "../wire/wire-format.ts";
import { runOnRequest, toResponse } from "./exchange.ts";
import * as refusals from "./refusals.ts";

/** Answers one request. Never rejects. */
export type FetchHandler = (request: Request) => Promise<Response>;

/** Facts of a request that its transport knows and a Request does not hold. */
export interface FetchOptions {
  /**
   * Returns the IP address of a request's caller without a port, as the platform or a trusted proxy tells it. Throttles
   * count by it. Default: unknown, and failed logins only delay all callers of an account.
   */
  readonly clientAddress?: (request: Request) => string | undefined;
}

/**
 * Binds an API and serves it: routing, HEAD, OPTIONS, 404, 405 with `Allow`, and every fault in the API's format.
 *
 * @throws ContractError as bindApi does
 */
export function fetchHandler<R extends Routes, Identity = undefined>(
  api: Api<R>,
  handlers: Handlers<R, Identity>,
  options: BindOptions<Identity> = {},
  fetchOptions: FetchOptions = {},
): FetchHandler {
  const routes = bindApi(api, handlers, options);
  return serveFetch(api.wire, routes, fetchOptions);
}

/** {@link fetchHandler} of routes that are bound already, of one wire format. @throws ContractError ARGUMENT_INVALID */
export function serveFetch(
  wire: WireFormat,
  routes: readonly BoundRoute[],
  options: FetchOptions = {},
): FetchHandler {
  checkGiven("serveFetch", "wire", anyWire, wire);
  checkGiven("serveFetch", "routes", anyRoutes, routes);
  checkGiven("serveFetch", "options", anyOptions, options);
  const { clientAddress } = options;
  const table = createRouteTable(routes);
  const answer = async (request: Request): Promise<Outgoing> => {
    const { pathname } = new URL(request.url);
    if (!isWellEncoded(pathname)) return problemReply(wire, refusals.pathMalformed());
    const match = table.find(request.method, pathname);
    if (match !== undefined) {
      return await runOnRequest(match.row, request, match.params, clientAddress?.(request));
    }
    const allow = table.allowed(pathname).join(", ");
    if (allow === "") return problemReply(wire, refusals.notFound());
    return request.method === "OPTIONS"
      ? { status: 204, headers: { allow }, body: undefined }
      : problemReply(wire, refusals.methodNotAllowed(allow));
  };
  return async (request) => {
    const outgoing = await answer(request);
    return toResponse(request.method === "HEAD" ? { ...outgoing, body: undefined } : outgoing);
  };
}

const anyRoutes = z.array(
  z.looseObject({ method: z.string(), path: z.string(), run: anyFunction }),
);

const anyOptions = z.strictObject({ clientAddress: anyFunction.optional() });
