export { dashboardCalls, externalCalls, internalCalls } from "./calls.ts";
export { nodeDashboardService, nodeExternalService, nodeInternalService } from "./services.ts";
