import { createServerState, rowsOf } from "./create-server-state.ts";
import { resolveHttpServerOptions, type HttpServerOptions } from "./http-server-options.ts";
import type { Middleware } from "./middleware.ts";
import { createRequestListener, toMiddleware } from "./request-listener.ts";

/** Options of {@link createMiddleware}: those of a server, without what concerns its connections. */
export type MiddlewareOptions = Omit<
  HttpServerOptions,
  | "sockets"
  | "onDrain"
  | "startPage"
  | "headersTimeoutMilliseconds"
  | "requestTimeoutMilliseconds"
  | "keepAliveTimeoutMilliseconds"
  | "maxConnections"
  | "maxHeaderBytes"
>;

/**
 * Makes a handler that serves an API inside another Polka, Express or Connect application: `app.use(handler)`, or
 * `app.use("/market", handler)` below a prefix. It answers every path of the API, of the probes and of the docs page,
 * with a 405 where only the method is wrong, and calls `next` for every other path. Mount it before body parsers: it
 * reads and limits bodies itself. Host names are checked only when `allowedHosts` lists them; timeouts, WebSockets and
 * the drain are the surrounding server's. The docs page works at the root only.
 *
 * @throws KernelError OPTION_INVALID; HttpError ROUTE_INVALID, PAGE_INVALID
 */
export function createMiddleware(options: MiddlewareOptions): Middleware {
  const state = createServerState(resolveHttpServerOptions(options));
  return toMiddleware(createRequestListener(state, rowsOf(state)));
}
