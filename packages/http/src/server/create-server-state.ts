/** The parts of one server, and every row that it answers. */

import { isLoopback } from "@bourse/kernel";

import { docsRows, documentRow } from "../docs/docs-rows.ts";
import { createCors } from "../guards/cors.ts";
import { createHostGuard } from "../guards/host-guard.ts";
import { createOriginCheck, createOriginGuard } from "../guards/origin-guard.ts";
import { createHttpMetrics } from "../metrics/http-metrics.ts";
import { pageRows } from "../page/page-rows.ts";
import { probeRows } from "../probes/probe-rows.ts";
import type { ServedRow } from "../request/table-row.ts";
import { socketRows } from "./answer-upgrades.ts";
import { createConnections } from "./connections.ts";
import type { ResolvedHttpServerOptions } from "./http-server-options.ts";
import type { ServerState } from "./server-state.ts";
import { createStreams } from "./streams.ts";

export function createServerState(options: ResolvedHttpServerOptions): ServerState {
  const connections = createConnections();
  const { api, clock, metrics } = options;
  return {
    options,
    connections,
    metrics: metrics && createHttpMetrics(metrics, api.id, connections, () => clock.monotonic()),
    streams: createStreams(),
    cors: createCors(options.corsOrigins),
    ...guardsFor(options, ""),
    draining: false,
  };
}

export function rowsOf(state: ServerState): readonly ServedRow[] {
  const { api, routes, ready, document, asyncDocument, pageDirectory, unlimitedRoutes } =
    state.options;
  return [
    ...routes.map(({ key, method, path, run }) => {
      return { method, path, run, operation: key, limited: !unlimitedRoutes.includes(key) };
    }),
    ...socketRows(state),
    ...probeRows(ready, () => state.draining),
    ...(document === undefined ? [] : docsRows(api.title, document)),
    ...(asyncDocument === undefined ? [] : [documentRow("/asyncapi.json", asyncDocument)]),
    ...(pageDirectory === undefined ? [] : pageRows(pageDirectory)),
  ];
}

export function guardsFor(
  { allowedHosts, corsOrigins, trustProxy }: ResolvedHttpServerOptions,
  host: string,
): Pick<ServerState, "hostGuard" | "originGuard"> {
  const names = allowedHosts === "any" ? [] : allowedHosts;
  const originGuard = createOriginGuard(createOriginCheck(names, corsOrigins, trustProxy));
  const isOpen = allowedHosts === "any" || (names.length === 0 && !isLoopback(host));
  return {
    hostGuard: isOpen ? undefined : createHostGuard(names, originGuard),
    originGuard,
  };
}
