export { nodeAccess, type NodeAccess } from "./access.ts";
export { createListenerCheck, createNodeAuthenticator, type NodeCaller } from "./authenticate.ts";
export {
  bindNodeDashboardApi,
  bindNodeExternalApi,
  bindNodeInternalApi,
  type BindNodeDashboardOptions,
  type BindNodeOptions,
} from "./bind-node-apis.ts";
export { wireEvent } from "./wire/event.ts";
export { translateNodeError } from "./translate.ts";
