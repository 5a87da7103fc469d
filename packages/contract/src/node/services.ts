/** The services around the routes of each API of the node: its paths, how its replies are read, its key. */

import type { ApiKeyScheme, Service } from "../route/api.ts";
import { errorReplies } from "../wire/error-replies.ts";

/** The header's name is case-sensitive. */
const key: ApiKeyScheme = { type: "apiKey", header: "X-API-Key", exactCase: true };
const maybeKey: ApiKeyScheme = { ...key, optional: true };

/** The security scheme of the owner's routes: open to direct local callers where no real money moves, else to keys. */
export const OWNER_ACCESS = "owner";

/** The security scheme of the dashboard: open as the owner's routes are; elsewhere a key or a session is needed. */
export const DASHBOARD_ACCESS = "dashboard";

/** The service for the owner of the node; bound to loopback, and open there. */
export const nodeInternalService: Service = {
  id: "node-internal",
  basePath: "",
  wire: errorReplies,
  security: { [OWNER_ACCESS]: maybeKey },
};

/** The service for everybody; sharing and retrieving need a key. */
export const nodeExternalService: Service = {
  ...nodeInternalService,
  id: "node-external",
  security: { apiKey: key, maybeApiKey: maybeKey },
};

/** Both under `/api`, for the web page. A browser may prove itself by a session's cookie in place of a key. */
export const nodeDashboardService: Service = {
  ...nodeInternalService,
  id: "node-dashboard",
  basePath: "/api",
  security: { apiKey: key, [DASHBOARD_ACCESS]: maybeKey },
};
