/** The three HTTP servers of a node. */

import type { HttpServer } from "@bourse/http";
import { systemClock, systemIds } from "@bourse/kernel";

import { dashboardAccess } from "../access.ts";
import { createSessions, type Sessions } from "../dashboard/sessions.ts";
import type { TermFeed } from "../writer/term-feed.ts";
import { createDashboardFeed } from "./dashboard-feed.ts";
import { createDashboardServer } from "./dashboard-server.ts";
import { createExternalServer } from "./external-server.ts";
import { createInternalServer } from "./internal-server.ts";
import type { ServersOptions } from "./servers-options.ts";

export interface NodeServers {
  readonly internal: HttpServer;
  readonly external: HttpServer;
  readonly dashboard: HttpServer;
  readonly sessions: Sessions;
  /** Event socket of the dashboard; it begins with the node's term as the writer. */
  readonly feed: TermFeed;
}

/** Creates the servers; none of them listens yet. */
export function createServers(options: ServersOptions): NodeServers {
  const { config, node, clock = systemClock } = options;
  const sessions = createSessions(clock, systemIds);
  const access = dashboardAccess(config, sessions);
  const feed = createDashboardFeed(node, access);
  return {
    sessions,
    feed,
    internal: createInternalServer(options),
    external: createExternalServer(options),
    dashboard: createDashboardServer(options, { access, sessions, feed }),
  };
}
