/** The routes of access control as one table. */

import { accountRoutes } from "./accounts.ts";
import { apiKeyRoutes } from "./api-keys.ts";
import { auditRoutes } from "./audit.ts";
import { recordRoutes } from "./records.ts";
import { sessionRoutes } from "./sessions.ts";

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
