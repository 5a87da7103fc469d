/** The routes of the service as tables, one for each kind of caller. */

import { joinRoutes } from "../route/join-routes.ts";
import { auditRoutes } from "./audit.ts";
import { backtestRoutes } from "./backtests.ts";
import { ownDataRoutes } from "./data.ts";
import { importRoutes } from "./imports.ts";
import { ownJobRoutes } from "./jobs.ts";
import { killSwitchRoutes } from "./kill-switch.ts";
import { orderRoutes } from "./orders.ts";
import { positionRoutes } from "./positions.ts";
import { traceRoutes } from "./run-traces.ts";
import { sessionRoutes } from "./sessions.ts";
import { strategyRoutes } from "./strategies.ts";
import { strategySourceRoutes } from "./strategy-sources.ts";
import { sweepRoutes } from "./sweeps.ts";
import { systemRoutes } from "./system.ts";
import { webhookRoutes } from "./webhooks.ts";

/** The routes of the service, its backtests and its jobs, and of webhooks about jobs. */
export const jobRoutes: typeof systemRoutes &
  typeof backtestRoutes &
  typeof ownJobRoutes &
  typeof webhookRoutes = joinRoutes(systemRoutes, backtestRoutes, ownJobRoutes, webhookRoutes);

/** The routes that start many runs at once, and those to the traces of a finished one. */
export const researchRoutes: typeof sweepRoutes & typeof traceRoutes = joinRoutes(
  sweepRoutes,
  traceRoutes,
);

/** The routes of market data and strategies. */
export const dataRoutes: typeof ownDataRoutes &
  typeof importRoutes &
  typeof strategyRoutes &
  typeof strategySourceRoutes = joinRoutes(
  ownDataRoutes,
  importRoutes,
  strategyRoutes,
  strategySourceRoutes,
);

/** The routes of orders, positions, balances, the kill switch, trading sessions and the audit trail. */
export const executionRoutes: typeof orderRoutes &
  typeof positionRoutes &
  typeof killSwitchRoutes &
  typeof sessionRoutes &
  typeof auditRoutes = joinRoutes(
  orderRoutes,
  positionRoutes,
  joinRoutes(killSwitchRoutes, sessionRoutes),
  auditRoutes,
);
