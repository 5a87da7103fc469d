export {
  createNodeDashboardClient,
  createNodeExternalClient,
  createNodeInternalClient,
  type NodeClientOptions,
  type NodeDashboardClient,
  type NodeExternalClient,
  type NodeInternalClient,
} from "./node-clients.ts";
export type * from "@bourse/contract/node";
export type * from "../shared-names.ts";
export type * from "./operations.ts";
