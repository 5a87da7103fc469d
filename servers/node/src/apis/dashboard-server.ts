import type { BoundRoute, Incoming } from "@bourse/contract";
import { nodeDashboardApi } from "@bourse/contract/node";
import { dashboardDirectory } from "@bourse/dashboard";
import { nodeDashboardDocument, nodeDashboardFeedsDocument } from "@bourse/documents/node";
import { bindNodeDashboardApi, type NodeAccess } from "@bourse/handlers/node";
import { builtPage, createHttpServer, type HttpServer } from "@bourse/http";
import type { ApiKeys } from "@bourse/node-core";

import { keySessionRow, sessionRow } from "../dashboard/dashboard-rows.ts";
import { guardChanges } from "../dashboard/same-site-guard.ts";
import type { Sessions } from "../dashboard/sessions.ts";
import { gateStandby } from "../writer/standby-gate.ts";
import type { TermFeed } from "../writer/term-feed.ts";
import { bindOptions, commonOptions, namesOf, type ServersOptions } from "./servers-options.ts";

/** Parts of the dashboard's server that other parts of the process use as well. */
export interface DashboardParts {
  readonly access: NodeAccess;
  readonly sessions: Sessions;
  readonly feed: TermFeed;
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
  const sessionParts = { sessions, logger, trail: node.trail };
  const api = bindNodeDashboardApi(node, {
    ...bindOptions(options),
    access,
    info: () => ({
      websocket_clients: feed.clients(),
      event_history_size: feed.historySize(),
      api_version: nodeDashboardApi.version,
      ports: ports(),
    }),
  });
  return [
    ...guardChanges(api),
    sessionRow(sessionParts),
    ...guardChanges([
      keySessionRow(sessionParts, (incoming) => operatorOf(node.keys, access, incoming)),
    ]),
  ];
}

/**
 * The operator, by the operator's own key or by an API key with the scope `admin`, with which a session then ends.
 *
 * @throws NodeError UNAUTHORIZED, FORBIDDEN
 */
async function operatorOf(
  keys: Pick<ApiKeys, "authorize">,
  { isKey }: Pick<NodeAccess, "isKey">,
  { headers }: Pick<Incoming, "headers">,
): Promise<{ readonly actor: string; readonly key: string | null }> {
  const key = headers["x-api-key"];
  const credential = typeof key === "string" ? key : undefined;
  if (credential !== undefined && isKey(credential)) return { actor: "operator", key: null };
  const holder = await keys.authorize(credential, "admin");
  return { actor: `key:${holder.id}`, key: credential ?? null };
}
