export {
  nodeDashboardApi,
  nodeExternalApi,
  nodeInternalApi,
  withAnyKeyCase,
  type NodeDashboardApi,
  type NodeExternalApi,
  type NodeInternalApi,
} from "./api.ts";
export * from "./compliance.ts";
export { DASHBOARD_ACCESS, DashboardInfo, dashboardRoutes } from "./dashboard-routes.ts";
export {
  documentedNodeDashboardApi,
  documentedNodeExternalApi,
  documentedNodeInternalApi,
} from "./docs.ts";
export { externalRoutes } from "./external-routes.ts";
export {
  nodeEventData,
  nodeEventMessage,
  type NodeEventMessage,
  type NodeEventType,
} from "./events.ts";
export * from "./health.ts";
export { internalRoutes } from "./internal-routes.ts";
export * from "./keys.ts";
export * from "./network.ts";
export { nodeDashboardService, nodeExternalService, nodeInternalService } from "./services.ts";
export * from "./shares.ts";
export * from "./tokens.ts";
