/** Facts about each API that a client needs: its paths, how its replies are read, its key, its routes. */

import type { ApiKeyScheme, ClientApi, Routes } from "../route/api.ts";
import type { Route } from "../route/route.ts";
import { errorReplies } from "../wire/error-replies.ts";
import { auditRoutes } from "./audit.ts";
import { complianceRoutes } from "./compliance.ts";
import { dashboardInfoRoutes } from "./dashboard.ts";
import { dashboardHealthRoutes, externalHealthRoutes, internalHealthRoutes } from "./health.ts";
import { keyRoutes } from "./keys.ts";
import { networkRoutes, selfRoutes } from "./network.ts";
import { receivedRoutes } from "./received.ts";
import { ownShareRoutes, shareRoutes } from "./shares.ts";
import { tokenRoutes } from "./tokens.ts";
import { transactionRoutes } from "./transactions.ts";

type Service = Omit<ClientApi, "routes">;

/** The header's name is case-sensitive. */
const key: ApiKeyScheme = { type: "apiKey", header: "X-API-Key", exactCase: true };
const maybeKey: ApiKeyScheme = { ...key, optional: true };

/** The security scheme of the owner's routes: open to direct local callers where no real money moves, else to keys. */
export const OWNER_ACCESS = "owner";

/** The security scheme of the dashboard: open as the owner's routes are; elsewhere a key or a session is needed. */
export const DASHBOARD_ACCESS = "dashboard";

/** The service for the owner of the node; bound to loopback, and open there. */
export const nodeInternalService: Service = {
  basePath: "",
  wire: errorReplies,
  security: { [OWNER_ACCESS]: maybeKey },
};

/** The service for everybody; sharing and retrieving need a key. */
export const nodeExternalService: Service = {
  ...nodeInternalService,
  security: { apiKey: key, maybeApiKey: maybeKey },
};

/** Both under `/api`, for the web page. A browser may prove itself by a session's cookie in place of a key. */
export const nodeDashboardService: Service = {
  ...nodeInternalService,
  basePath: "/api",
  security: { apiKey: key, [DASHBOARD_ACCESS]: maybeKey },
};

type InternalRoutes = typeof internalHealthRoutes &
  typeof tokenRoutes &
  typeof transactionRoutes &
  typeof ownShareRoutes &
  typeof receivedRoutes &
  typeof selfRoutes &
  typeof keyRoutes &
  typeof auditRoutes;

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
  typeof dashboardHealthRoutes;

/** Every route of both, and the dashboard's own. */
export const dashboardRoutes: DashboardRoutes = {
  ...behind(DASHBOARD_ACCESS, { ...internalRoutes, ...externalRoutes, ...dashboardInfoRoutes }),
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
