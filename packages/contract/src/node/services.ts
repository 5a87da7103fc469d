/** Around the routes of each API: its paths, how its replies are read, its key. With `routes`, all that a client needs. */

import type { ApiKeyScheme, ClientApi } from "../route/api.ts";
import { errorReplies } from "../wire/error-replies.ts";
import { DASHBOARD_ACCESS } from "./dashboard-routes.ts";

type Service = Omit<ClientApi, "routes">;

/** Seed 002: the header's name is case-sensitive. */
const key: ApiKeyScheme = { type: "apiKey", header: "X-API-Key", exactCase: true };
const maybeKey: ApiKeyScheme = { ...key, optional: true };

/** For the owner of the node; bound to loopback, and open there. */
export const nodeInternalService: Service = {
  id: "node-internal",
  title: "Bourse node, internal API",
  version: "1",
  basePath: "",
  wire: errorReplies,
  security: {},
};

/** For everybody; sharing and retrieving need a key. */
export const nodeExternalService: Service = {
  ...nodeInternalService,
  id: "node-external",
  title: "Bourse node, external API",
  security: { apiKey: key, maybeApiKey: maybeKey },
};

/** Both under `/api`, for the web page. A browser may prove itself by a session's cookie in place of a key. */
export const nodeDashboardService: Service = {
  ...nodeInternalService,
  id: "node-dashboard",
  title: "Bourse node, dashboard API",
  basePath: "/api",
  security: { apiKey: key, [DASHBOARD_ACCESS]: maybeKey },
};
