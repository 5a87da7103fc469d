/** The data-sharing node as three tables: snake_case, no envelope, errors as `{error, field?, retry_after?}`. */

import { defineApi, type Api, type Routes } from "../route/api.ts";
import { errorFormat } from "../wire/error-format.ts";
import { dashboardRoutes } from "./dashboard-routes.ts";
import { externalRoutes } from "./external-routes.ts";
import { internalRoutes } from "./internal-routes.ts";
import { nodeDashboardService, nodeExternalService, nodeInternalService } from "./services.ts";

/** For the owner of the node; bound to loopback, and open there. */
export const nodeInternalApi = defineApi({
  ...nodeInternalService,
  wire: errorFormat,
  routes: internalRoutes,
});
export type NodeInternalApi = typeof nodeInternalApi;

/** For everybody; sharing and retrieving need a key. */
export const nodeExternalApi = defineApi({
  ...nodeExternalService,
  wire: errorFormat,
  routes: externalRoutes,
});
export type NodeExternalApi = typeof nodeExternalApi;

/** Both under `/api`, for the web page. */
export const nodeDashboardApi = defineApi({
  ...nodeDashboardService,
  wire: errorFormat,
  routes: dashboardRoutes,
});
export type NodeDashboardApi = typeof nodeDashboardApi;

/** The same API, for a place behind proxies that change the case of header names: `x-api-key` will do. */
export function withAnyKeyCase<A extends Api<Routes>>(api: A): A {
  const schemes = Object.entries(api.security).map(([name, scheme]) => [
    name,
    scheme.type === "apiKey" ? { ...scheme, exactCase: false } : scheme,
  ]);
  return { ...api, security: Object.fromEntries(schemes) as Api["security"] };
}
