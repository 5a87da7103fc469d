/** The routes of access control for accounts as one table; those of the operator are in `users.ts`. */

import { accountRoutes } from "./accounts.ts";
import { apiKeyRoutes } from "./api-keys.ts";
import { auditRoutes } from "./audit.ts";
import { recordRoutes } from "./records.ts";
import { sessionRoutes } from "./sessions.ts";

/** Every route of access control but those of users, which only the operator may call, by operation id. */
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
