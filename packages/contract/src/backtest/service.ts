/** Facts about the service that a client needs: its paths, how its replies are read, its key, its routes. */

import type { ClientApi } from "../route/api.ts";
import { joinRoutes } from "../route/join-routes.ts";
import { detailReplies } from "../wire/detail-replies.ts";
import { auditRoutes } from "./audit.ts";
import { backtestRoutes } from "./backtests.ts";
import { ownDataRoutes } from "./data.ts";
import { ownJobRoutes } from "./jobs.ts";
import { orderRoutes } from "./orders.ts";
import { positionRoutes } from "./positions.ts";
import { traceRoutes } from "./run-traces.ts";
import { strategyRoutes } from "./strategies.ts";
import { sweepRoutes } from "./sweeps.ts";
import { systemRoutes } from "./system.ts";

/** The service without its routes; add `routes` to create a client of some of them. */
export const backtestService: Omit<ClientApi, "routes"> = {
  basePath: "/api",
  wire: detailReplies,
  security: { apiKey: { type: "apiKey", header: "X-API-Key", optional: true } },
};

/** The routes of the service, its backtests and its jobs. */
export const jobRoutes: typeof systemRoutes & typeof backtestRoutes & typeof ownJobRoutes =
  joinRoutes(systemRoutes, backtestRoutes, ownJobRoutes);

/** The routes that start many runs at once, and those to the traces of a finished one. */
export const researchRoutes: typeof sweepRoutes & typeof traceRoutes = joinRoutes(
  sweepRoutes,
  traceRoutes,
);

/** The routes of market data and strategies. */
export const dataRoutes: typeof ownDataRoutes & typeof strategyRoutes = joinRoutes(
  ownDataRoutes,
  strategyRoutes,
);

/** The routes of orders, positions, balances and the audit trail. */
export const executionRoutes: typeof orderRoutes & typeof positionRoutes & typeof auditRoutes =
  joinRoutes(orderRoutes, positionRoutes, auditRoutes);
