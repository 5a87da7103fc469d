export { authAccess } from "./access.ts";
export type { Admission, JudgeRequest, RequestFacts } from "./admit-request.ts";
export {
  bindAuthApi,
  createAuthHandlers,
  type AuthHandlers,
  type BindAuthOptions,
} from "./auth-handlers.ts";
export { createAuth, type Auth, type AuthOptions } from "./create-auth.ts";
export { createAuthAuthenticator } from "./authenticate.ts";
export { createAuthDiscoveryHandlers, type AuthServiceIdentity } from "./discovery-handlers.ts";
export type { OperatorKeys } from "./operator.ts";
export type { CallerFacts, ExpressGuard, Next, RouteAnswers } from "./route-answers.ts";
export { translateAuthError } from "./translate.ts";
export type { HealthFault } from "../health/refuse-unhealthy.ts";
export type { FaultLogger } from "../host/console-logger.ts";
export type { NodeRequest, NodeResponse } from "../host/node-message.ts";
export type { OwnOrigins } from "../cookies/judge-cookie.ts";
