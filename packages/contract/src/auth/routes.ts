/** The routes of access control for accounts as one table; those of the operator are in `users.ts`. */

import { accountRoutes } from "./accounts.ts";
import { apiKeyRoutes } from "./api-keys.ts";
import { auditRoutes } from "./audit.ts";
import { deploymentRoutes } from "./deployments.ts";
import { deviceRoutes } from "./devices.ts";
import { factorRoutes } from "./factors.ts";
import { invitationRoutes } from "./invitations.ts";
import { managedKeyRoutes } from "./managed-keys.ts";
import { openIdRoutes } from "./openid.ts";
import { organizationRoutes } from "./organizations.ts";
import { ownAccountRoutes } from "./own-account.ts";
import { passkeyRoutes } from "./passkeys.ts";
import { personalDataRoutes } from "./personal-data.ts";
import { recoveryRoutes } from "./recovery.ts";
import { rememberedDeviceRoutes } from "./remembered-devices.ts";
import { sessionRoutes } from "./sessions.ts";
import { transactionRoutes } from "./transactions.ts";
import { usageRoutes } from "./usage.ts";
import { webhookRoutes } from "./webhooks.ts";

/** Every route of access control but those of users, which only the operator may call, by operation id. */
export const authRoutes: typeof accountRoutes &
  typeof ownAccountRoutes &
  typeof recoveryRoutes &
  typeof factorRoutes &
  typeof rememberedDeviceRoutes &
  typeof passkeyRoutes &
  typeof personalDataRoutes &
  typeof deviceRoutes &
  typeof openIdRoutes &
  typeof sessionRoutes &
  typeof apiKeyRoutes &
  typeof managedKeyRoutes &
  typeof deploymentRoutes &
  typeof transactionRoutes &
  typeof usageRoutes &
  typeof webhookRoutes &
  typeof organizationRoutes &
  typeof invitationRoutes &
  typeof auditRoutes = {
  ...accountRoutes,
  ...ownAccountRoutes,
  ...recoveryRoutes,
  ...factorRoutes,
  ...rememberedDeviceRoutes,
  ...passkeyRoutes,
  ...personalDataRoutes,
  ...deviceRoutes,
  ...openIdRoutes,
  ...sessionRoutes,
  ...apiKeyRoutes,
  ...managedKeyRoutes,
  ...deploymentRoutes,
  ...transactionRoutes,
  ...usageRoutes,
  ...webhookRoutes,
  ...organizationRoutes,
  ...invitationRoutes,
  ...auditRoutes,
};
