export { authAccess } from "./access.ts";
export {
  bindAuthApi,
  createAuthHandlers,
  type AuthHandlers,
  type BindAuthOptions,
} from "./auth-handlers.ts";
export { createAuthAuthenticator } from "./authenticate.ts";
export { createAuthDiscoveryHandlers, type AuthServiceIdentity } from "./discovery-handlers.ts";
export type { OperatorKeys } from "./operator.ts";
export { translateAuthError } from "./translate.ts";
export type { HealthFault } from "../health/refuse-unhealthy.ts";
