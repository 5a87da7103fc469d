/** Health handlers of the three APIs. */

import { reply, type Handlers } from "@bourse/contract";
import type {
  InternalHealth,
  NodeDashboardApi,
  NodeExternalApi,
  NodeInternalApi,
} from "@bourse/contract/node";
import type { DataNode } from "@bourse/node-core";

import type { NodeCaller } from "./authenticate.ts";
import { wireComponents } from "./wire/views.ts";

export function internalHealthHandler(
  node: DataNode,
  version: string,
): Pick<Handlers<NodeInternalApi["routes"], NodeCaller>, "health"> {
  return { health: () => healthReply(healthOf(node, version)) };
}

export function externalHealthHandler(
  node: DataNode,
): Pick<Handlers<NodeExternalApi["routes"], NodeCaller>, "health"> {
  return {
    health: () => {
      const { status, components } = node.health();
      const running = components.peerNetwork === "running";
      return healthReply({ status, p2p: { running, peers: node.stats().totalPeers } });
    },
  };
}

export function dashboardHealthHandler(
  node: DataNode,
  version: string,
): Pick<Handlers<NodeDashboardApi["routes"], NodeCaller>, "health"> {
  return {
    health: () => healthReply({ ...healthOf(node, version), node_id: node.self().nodeId }),
  };
}

function healthOf(node: DataNode, version: string): InternalHealth {
  const { status, components, chain } = node.health();
  const { id, development, rpcUrl, block, fault } = chain;
  return {
    status,
    components: wireComponents(components),
    version,
    chain: { id, development, rpc_url: rpcUrl, block, fault },
  };
}

/** Answers 503 for an unhealthy node, 200 otherwise. */
function healthReply<Health extends { readonly status: string }>(health: Health) {
  return health.status === "unhealthy" ? reply(503, health) : reply(200, health);
}
