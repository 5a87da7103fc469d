/** The three HTTP servers of a node. */

import {
  conflateNodeEvents,
  createSessions,
  dashboardListeners,
  standbyProblem,
  wireEvent,
  type Sessions,
} from "@bourse/handlers/node";
import type { HttpServer } from "@bourse/http";
import { systemClock, systemIds } from "@bourse/kernel";
import type { EventBus, NodeEvent } from "@bourse/node-core";
import { createChangingFeed, plainDialect } from "@bourse/sockets";

import { dashboardAccess } from "../access.ts";
import { createDashboardServer } from "./dashboard-server.ts";
import { createExternalServer } from "./external-server.ts";
import { createInternalServer } from "./internal-server.ts";
import type { DashboardFeed, ServersOptions } from "./servers-options.ts";

export interface NodeServers {
  readonly internal: HttpServer;
  readonly external: HttpServer;
  readonly dashboard: HttpServer;
  readonly sessions: Sessions;
  readonly feed: DashboardFeed;
}

/** Creates the servers; none of them listens yet. */
export function createServers(options: ServersOptions): NodeServers {
  const { config, node, accountKeys, clock = systemClock } = options;
  const sessions = createSessions(clock, systemIds);
  const access = dashboardAccess(config, sessions, accountKeys);
  const feed = createChangingFeed<NodeEvent, EventBus>({
    path: "/ws",
    dialect: { ...plainDialect, event: wireEvent },
    conflateBy: conflateNodeEvents,
    ...dashboardListeners(node, access),
    refusal: standbyProblem,
  });
  return {
    sessions,
    feed,
    internal: createInternalServer(options),
    external: createExternalServer(options),
    dashboard: createDashboardServer(options, { access, sessions, feed }),
  };
}
