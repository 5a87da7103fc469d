export { nodeAccess, type NodeAccess, type NodeAccountKeys } from "./access.ts";
export { createListenerCheck, createNodeAuthenticator, type NodeCaller } from "./authenticate.ts";
export {
  bindNodeDashboardApi,
  bindNodeExternalApi,
  bindNodeInternalApi,
  type BindNodeDashboardOptions,
  type BindNodeOptions,
} from "./bind-node-apis.ts";
export { withDashboardEntry, type DashboardEntryParts } from "./dashboard/dashboard-entry.ts";
export {
  conflateNodeEvents,
  dashboardListeners,
  type DashboardListeners,
  type NodeHandshake,
} from "./dashboard/dashboard-listeners.ts";
export { createSessions, type Sessions } from "./dashboard/sessions.ts";
export { gateStandby, STANDBY_REASON, standbyProblem } from "./standby-gate.ts";
export { wireEvent } from "./wire/event.ts";
export { translateNodeError } from "./translate.ts";
