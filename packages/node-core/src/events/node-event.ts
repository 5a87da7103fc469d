/** The seventeen events of seed 002, each with its payload as spec'd; the bus gives them time, epoch and sequence. */
import type { Address, DataHash, Hex } from "../address.ts";

export interface NodeEventPayloads {
  "health.update": {
    readonly status: "healthy" | "degraded" | "unhealthy";
    readonly components: Readonly<Record<string, string>>;
  };
  "health.component_change": {
    readonly component: string;
    readonly from: string;
    readonly to: string;
  };
  "token.balance_update": {
    readonly address: Address;
    readonly token: Address;
    readonly balance: string;
  };
  "token.transfer_completed": {
    readonly from: Address;
    readonly to: Address;
    readonly amount: string;
    readonly token: Address;
    readonly tx_hash: Hex;
  };
  "token.transfer_failed": {
    readonly from: Address;
    readonly to: Address;
    readonly amount: string;
    readonly token: Address;
    readonly reason: string;
    readonly tx_hash: Hex | null;
  };
  "token.added": {
    readonly address: Address;
    readonly type: "native" | "erc20";
    readonly symbol: string;
  };
  "data.shared": {
    readonly data_hash: DataHash;
    readonly recipient: Address;
    readonly tx_hash: Hex;
  };
  "data.received": { readonly data_hash: DataHash; readonly sender: Address };
  "data.verified": {
    readonly data_hash: DataHash;
    readonly verified: boolean;
    readonly event_type: string | null;
  };
  "compliance.event": {
    readonly event_type: string;
    readonly data_hash: DataHash;
    readonly recipient: Address;
    readonly timestamp: number;
    readonly tx_hash: Hex;
  };
  "network.peer_connected": { readonly node_id: string; readonly address: Address };
  "network.peer_disconnected": { readonly node_id: string; readonly address: Address };
  "network.peer_health": {
    readonly node_id: string;
    readonly healthy: boolean;
    readonly latency_ms: number | null;
  };
  "network.stats_update": {
    readonly total_peers: number;
    readonly healthy_peers: number;
    readonly data_sent: number;
    readonly data_received: number;
    readonly uptime: number;
  };
  "system.node_started": { readonly node_id: string };
  "system.node_stopping": { readonly node_id: string };
  "system.error": {
    readonly component: string;
    readonly message: string;
    readonly code: string;
  };
}

export type NodeEventType = keyof NodeEventPayloads;

/** One event as it stands in the ring: frozen, with its place in the order. */
export type NodeEvent = {
  [Type in NodeEventType]: {
    readonly type: Type;
    readonly data: NodeEventPayloads[Type];
    /** Unix seconds with fraction. */
    readonly timestamp: number;
    /** Random, one a process: a sequence only means something beside its epoch. */
    readonly epoch: string;
    /** From 1, without a gap. */
    readonly sequence: number;
  };
}[NodeEventType];

/** Where the parts of the node tell what happened. Emitting never throws and never waits. */
export interface NodeEvents {
  emit<Type extends NodeEventType>(type: Type, data: NodeEventPayloads[Type]): void;
}
