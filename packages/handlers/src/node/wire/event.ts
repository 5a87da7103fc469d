/** The node's events as the socket spells them. */

import type { NodeEventMessage } from "@bourse/contract/node";
import type { NodeEvent } from "@bourse/node-core";

import { unixSeconds, wireComponents, wireRecord, wireStats } from "./views.ts";

/** Spells an event as its socket message, without the id that the socket adds. */
export function wireEvent(event: NodeEvent): NodeEventMessage {
  const timestamp = unixSeconds(event.timestamp);
  // The compiler does not see that a type and its data belong together; `wireData` keeps them so.
  return { type: event.type, data: wireData(event), timestamp } as NodeEventMessage;
}

function wireData(event: NodeEvent): NodeEventMessage["data"] {
  switch (event.type) {
    case "health.update": {
      const { status, components } = event.data;
      return { status, components: wireComponents(components) };
    }
    case "health.component_change": {
      const { component, from, to } = event.data;
      return { component: component === "peerNetwork" ? "p2p_network" : component, from, to };
    }
    case "token.transfer_completed": {
      const { txHash, ...facts } = event.data;
      return { ...facts, tx_hash: txHash };
    }
    case "token.transfer_failed": {
      const { txHash, ...facts } = event.data;
      return { ...facts, tx_hash: txHash };
    }
    case "data.shared": {
      const { dataHash, recipient, txHash } = event.data;
      return { data_hash: dataHash, recipient, tx_hash: txHash };
    }
    case "data.received": {
      const { dataHash, sender } = event.data;
      return { data_hash: dataHash, sender };
    }
    case "data.verified": {
      const { dataHash, verified, eventType } = event.data;
      return { data_hash: dataHash, verified, event_type: eventType };
    }
    case "compliance.event":
      return wireRecord(event.data);
    case "network.peer_connected":
    case "network.peer_disconnected": {
      const { nodeId, address } = event.data;
      return { node_id: nodeId, address };
    }
    case "network.peer_health": {
      const { nodeId, healthy, latencyMilliseconds } = event.data;
      return { node_id: nodeId, healthy, latency_ms: latencyMilliseconds };
    }
    case "network.stats_update":
      return wireStats(event.data);
    case "system.node_started":
    case "system.node_stopping":
      return { node_id: event.data.nodeId };
    case "token.balance_update":
    case "token.added":
    case "system.error":
      return event.data;
  }
}
