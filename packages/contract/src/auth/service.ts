/**
 * Facts about the service that a client needs: its paths, how its replies are read, its two credentials, its routes.
 */

import type { ClientApi } from "../route/api.ts";
import { envelopeReplies } from "../wire/envelope-replies.ts";
import { accountRoutes } from "./accounts.ts";
import { apiKeyRoutes } from "./api-keys.ts";
import { auditRoutes } from "./audit.ts";
import { recordRoutes } from "./records.ts";
import { sessionRoutes } from "./sessions.ts";

/** The service without its routes; add `routes` to create a client of some of them. */
export const authService: Omit<ClientApi, "routes"> = {
  basePath: "/api/v1",
  wire: envelopeReplies,
  security: {
    bearer: { type: "bearer", bearerFormat: "JWT" },
    apiKey: { type: "apiKey", header: "X-API-Key" },
  },
};

/** Every route of access control, by operation id. */
export const authRoutes: typeof accountRoutes &
  typeof sessionRoutes &
  typeof apiKeyRoutes &
  typeof recordRoutes &
  typeof auditRoutes = {
  ...accountRoutes,
  ...sessionRoutes,
  ...apiKeyRoutes,
  ...recordRoutes,
  ...auditRoutes,
};
