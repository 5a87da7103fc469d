/** The dashboard's own routes, and every other one under `/api`. */

import * as z from "zod";

import type { Routes } from "../route/api.ts";
import { route, type Route } from "../route/route.ts";
import { externalRoutes } from "./external-routes.ts";
import { Count, Text } from "./fields.ts";
import { DashboardHealth } from "./health.ts";
import { internalRoutes } from "./internal-routes.ts";

const Port = z.int().min(1).max(65_535);

export const DashboardInfo = z.object({
  node_id: Text,
  websocket_clients: Count,
  event_history_size: Count,
  api_version: Text,
  ports: z.object({ internal_api: Port, external_api: Port, dashboard: Port }),
});
export type DashboardInfo = z.infer<typeof DashboardInfo>;

/** Whoever may use the dashboard: everybody on loopback, elsewhere who has a key or a session. */
export const DASHBOARD_ACCESS = "dashboard";

export const dashboardRoutes = {
  ...behind(DASHBOARD_ACCESS, {
    ...internalRoutes,
    ...externalRoutes,
    info: route("GET", "/dashboard/info", {
      responses: { 200: DashboardInfo },
      errors: { RATE_LIMITED: 429 },
    }),
  }),
  health: route("GET", "/health", { responses: { 200: DashboardHealth, 503: DashboardHealth } }),
};

/** The same routes behind `scheme`, where they are not behind another one that must be met. */
function behind<R extends Routes>(scheme: string, routes: R): R {
  const guarded = Object.entries<Route>(routes).map(([key, { definition }]) => {
    const errors = { UNAUTHORIZED: 401, ...definition.errors };
    const security = definition.security === "apiKey" ? definition.security : scheme;
    return [key, { definition: { ...definition, errors, security } }] as const;
  });
  return Object.fromEntries(guarded) as Routes as R;
}
