/** The seventeen events of seed 002, each with its payload as spec'd; the bus gives them time, epoch and sequence. */
import type { Address, DataHash, Hex } from "../address.ts";
import type { Components, HealthStatus } from "../health/components.ts";

export interface NodeEventPayloads {
  "health.update": {
    readonly status: HealthStatus;
    readonly components: Components;
  };
  "health.component_change": {
    readonly component: keyof Components;
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
    readonly txHash: Hex;
  };
  "token.transfer_failed": {
    readonly from: Address;
    readonly to: Address;
    readonly amount: string;
    readonly token: Address;
    readonly reason: string;
    readonly txHash: Hex | null;
  };
  "token.added": {
    readonly address: Address;
    readonly type: "native" | "erc20";
    readonly symbol: string;
  };
  "data.shared": {
    readonly dataHash: DataHash;
    readonly recipient: Address;
    readonly txHash: Hex;
  };
  "data.received": { readonly dataHash: DataHash; readonly sender: Address };
  "data.verified": {
    readonly dataHash: DataHash;
    readonly verified: boolean;
    readonly eventType: string | null;
  };
  "compliance.event": {
    readonly eventType: string;
    readonly dataHash: DataHash;
    readonly recipient: Address;
    readonly timestamp: number;
    readonly txHash: Hex;
  };
  "network.peer_connected": { readonly nodeId: string; readonly address: Address };
  "network.peer_disconnected": { readonly nodeId: string; readonly address: Address };
  "network.peer_health": {
    readonly nodeId: string;
    readonly healthy: boolean;
    readonly latencyMilliseconds: number | null;
  };
  "network.stats_update": {
    readonly totalPeers: number;
    readonly healthyPeers: number;
    readonly bytesSent: number;
    readonly bytesReceived: number;
    readonly uptimeSeconds: number;
  };
  "system.node_started": { readonly nodeId: string };
  "system.node_stopping": { readonly nodeId: string };
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
    /** Time of the event in epoch milliseconds. */
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
