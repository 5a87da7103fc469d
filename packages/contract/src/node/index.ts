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
export { DASHBOARD_ACCESS, DashboardInfo } from "./dashboard-routes.ts";
export {
  documentedNodeDashboardApi,
  documentedNodeExternalApi,
  documentedNodeInternalApi,
} from "./docs.ts";
export * from "./health.ts";
export * from "./keys.ts";
export * from "./network.ts";
export * from "./shares.ts";
export * from "./tokens.ts";
