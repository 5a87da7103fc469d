/** The data-sharing node as three tables: snake_case, no envelope, errors as `{error, field?, retry_after?}`. */

import { defineApi, type Api, type ApiKeyScheme, type Routes } from "../route/api.ts";
import { errorFormat } from "../wire/error-format.ts";
import { DASHBOARD_ACCESS, dashboardRoutes } from "./dashboard-routes.ts";
import { externalHealth, externalRoutes } from "./external-routes.ts";
import { internalHealth, internalRoutes } from "./internal-routes.ts";

/** Seed 002: the header's name is case-sensitive. */
const key: ApiKeyScheme = { type: "apiKey", header: "X-API-Key", exactCase: true };

/** For the owner of the node; bound to loopback, and open there. */
export const nodeInternalApi = defineApi({
  id: "node-internal",
  title: "Bourse node, internal API",
  version: "1",
  basePath: "",
  wire: errorFormat,
  security: {},
  routes: { ...internalHealth, ...internalRoutes },
});
export type NodeInternalApi = typeof nodeInternalApi;

/** For everybody; sharing and retrieving need a key. */
export const nodeExternalApi = defineApi({
  id: "node-external",
  title: "Bourse node, external API",
  version: "1",
  basePath: "",
  wire: errorFormat,
  security: { apiKey: key, maybeApiKey: { ...key, optional: true } },
  routes: { ...externalHealth, ...externalRoutes },
});
export type NodeExternalApi = typeof nodeExternalApi;

/** Both under `/api`, for the web page. A browser may prove itself by a session's cookie in place of a key. */
export const nodeDashboardApi = defineApi({
  id: "node-dashboard",
  title: "Bourse node, dashboard API",
  version: "1",
  basePath: "/api",
  wire: errorFormat,
  security: { apiKey: key, [DASHBOARD_ACCESS]: { ...key, optional: true } },
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
