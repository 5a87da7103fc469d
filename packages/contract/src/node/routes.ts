/** The routes of each API of the node as one table. */

import type { Routes } from "../route/api.ts";
import type { Route } from "../route/route.ts";
import { auditRoutes } from "./audit.ts";
import { complianceRoutes } from "./compliance.ts";
import { dashboardInfoRoutes } from "./dashboard.ts";
import { feeRoutes } from "./fee-quotes.ts";
import { dashboardHealthRoutes, externalHealthRoutes, internalHealthRoutes } from "./health.ts";
import { keyRoutes } from "./keys.ts";
import { networkRoutes, selfRoutes } from "./network.ts";
import { ownShareRoutes } from "./own-shares.ts";
import { receivedRoutes } from "./received.ts";
import { DASHBOARD_ACCESS, OWNER_ACCESS } from "./services.ts";
import { shareRoutes } from "./shares.ts";
import { statsHistoryRoutes } from "./stats-history.ts";
import { tokenRoutes } from "./tokens.ts";
import { transactionRoutes } from "./transactions.ts";
import { webhookRoutes } from "./webhooks.ts";

type InternalRoutes = typeof internalHealthRoutes &
  typeof tokenRoutes &
  typeof transactionRoutes &
  typeof ownShareRoutes &
  typeof receivedRoutes &
  typeof selfRoutes &
  typeof keyRoutes &
  typeof auditRoutes &
  typeof webhookRoutes;

/** The routes of the node's owner: tokens, transfers, shares, keys. */
export const internalRoutes: InternalRoutes = {
  ...internalHealthRoutes,
  ...behind(OWNER_ACCESS, {
    ...tokenRoutes,
    ...transactionRoutes,
    ...ownShareRoutes,
    ...receivedRoutes,
    ...selfRoutes,
    ...keyRoutes,
    ...auditRoutes,
    ...webhookRoutes,
  }),
};

type ExternalRoutes = typeof externalHealthRoutes &
  typeof shareRoutes &
  typeof complianceRoutes &
  typeof networkRoutes;

/** The routes for everybody: sharing, verification, history, network. */
export const externalRoutes: ExternalRoutes = {
  ...externalHealthRoutes,
  ...shareRoutes,
  ...complianceRoutes,
  ...networkRoutes,
};

type DashboardRoutes = Omit<InternalRoutes & ExternalRoutes, "health"> &
  typeof dashboardInfoRoutes &
  typeof statsHistoryRoutes &
  typeof feeRoutes &
  typeof dashboardHealthRoutes;

/** Every route of both, and the dashboard's own. */
export const dashboardRoutes: DashboardRoutes = {
  ...behind(DASHBOARD_ACCESS, {
    ...internalRoutes,
    ...externalRoutes,
    ...dashboardInfoRoutes,
    ...statsHistoryRoutes,
    ...feeRoutes,
  }),
  ...dashboardHealthRoutes,
};

/** The same routes behind `scheme`, except those behind a key of their own. */
function behind<R extends Routes>(scheme: string, routes: R): R {
  const guarded = Object.entries<Route>(routes).map(([operation, { definition }]) => {
    const errors = { UNAUTHORIZED: 401, FORBIDDEN: 403, ...definition.errors };
    const security = definition.security === "apiKey" ? definition.security : scheme;
    return [operation, { definition: { ...definition, errors, security } }] as const;
  });
  return Object.fromEntries(guarded) as Routes as R;
}
