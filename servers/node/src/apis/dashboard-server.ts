import type { BoundRoute } from "@bourse/contract";
import { nodeDashboardApi } from "@bourse/contract/node";
import { dashboardDirectory } from "@bourse/dashboard";
import { nodeDashboardDocument, nodeDashboardFeedsDocument } from "@bourse/documents/node";
import {
  bindNodeDashboardApi,
  gateStandby,
  withDashboardEntry,
  type NodeAccess,
  type Sessions,
} from "@bourse/handlers/node";
import { builtPage, createHttpServer, type HttpServer } from "@bourse/http";

import {
  bindOptions,
  commonOptions,
  namesOf,
  type DashboardFeed,
  type ServersOptions,
} from "./servers-options.ts";

/** Parts of the dashboard's server that other parts of the process use as well. */
export interface DashboardParts {
  readonly access: NodeAccess;
  readonly sessions: Sessions;
  readonly feed: DashboardFeed;
}

/** Creates the server of the dashboard: its API, the entry for browsers, the event socket and the web page. */
export function createDashboardServer(options: ServersOptions, parts: DashboardParts): HttpServer {
  const { config, isWriter, version, pageDirectory = dashboardDirectory } = options;
  return createHttpServer({
    ...commonOptions(options, { limit: 50, burst: 100 }),
    api: nodeDashboardApi,
    document: () => nodeDashboardDocument({ version }),
    asyncDocument: () => nodeDashboardFeedsDocument({ version }),
    routes: gateStandby(nodeDashboardApi, isWriter, routesOf(options, parts)),
    sockets: [parts.feed.route],
    startPage: {
      firstCall: "info",
      proof:
        "Programs that call directly on this machine need no proof where no real money moves. Browsers enter by the link that the node prints at its start, programs by an API key in the header X-API-Key.",
    },
    // Looked for once: a page that is built later is served after the next start.
    ...builtPage(pageDirectory),
    allowedHosts: namesOf(config.DASHBOARD_API_HOST, config),
  });
}

function routesOf(
  options: ServersOptions,
  { access, sessions, feed }: DashboardParts,
): readonly BoundRoute[] {
  const { node, logger, ports } = options;
  const api = bindNodeDashboardApi(node, {
    ...bindOptions(options),
    access,
    info: () => ({
      websocket_clients: feed.clients(),
      event_history_size: feed.source()?.size ?? 0,
      api_version: nodeDashboardApi.version,
      ports: ports(),
    }),
  });
  return withDashboardEntry(api, { node, access, sessions, logger });
}
