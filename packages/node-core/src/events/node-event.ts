/** The seventeen events with their data; the event bus adds time, epoch and sequence. */
import type { Address, DataHash, Hex } from "../address.ts";
import type { Components, HealthStatus } from "./components.ts";

/** Data of each event by its type. Amounts are decimal strings in the token's smallest unit. */
export interface NodeEventPayloads {
  /** Health of the node, sent when it changes and every 10 s. */
  "health.update": {
    /** Overall health. */
    readonly status: HealthStatus;
    /** State of each component. */
    readonly components: Components;
  };
  /** State change of one component. */
  "health.component_change": {
    /** Name of the component. */
    readonly component: keyof Components;
    /** State before the change. */
    readonly from: string;
    /** State after the change. */
    readonly to: string;
  };
  /** Changed balance of the node's wallet. */
  "token.balance_update": {
    /** Address of the wallet. */
    readonly address: Address;
    /** Address of the token; the zero address is the native token. */
    readonly token: Address;
    /** New balance. */
    readonly balance: string;
  };
  /** Payment that the chain has confirmed. */
  "token.transfer_completed": {
    /** Address of the payer. */
    readonly from: Address;
    /** Address of the payee. */
    readonly to: Address;
    /** Amount paid. */
    readonly amount: string;
    /** Amount that arrived at the payee; null where no endpoint can tell. */
    readonly received: string | null;
    /** Address of the token; the zero address is the native token. */
    readonly token: Address;
    /** Hash of the transaction. */
    readonly txHash: Hex;
  };
  /** Payment that was not made: it was refused, or reverted on the chain. */
  "token.transfer_failed": {
    /** Address of the payer. */
    readonly from: Address;
    /** Address of the payee. */
    readonly to: Address;
    /** Amount that was to be paid. */
    readonly amount: string;
    /** Address of the token; the zero address is the native token. */
    readonly token: Address;
    /** Reason as a sentence. */
    readonly reason: string;
    /** Hash of the reverted transaction; null when nothing was sent. */
    readonly txHash: Hex | null;
  };
  /** Token that was added to the list. */
  "token.added": {
    /** Address of the token. */
    readonly address: Address;
    /** Kind of the token. */
    readonly type: "native" | "erc20";
    /** Symbol of the token, such as `DEMO`. */
    readonly symbol: string;
  };
  /** Share whose proof the chain has confirmed. */
  "data.shared": {
    /** SHA-256 of the data. */
    readonly dataHash: DataHash;
    /** Wallet address of the recipient. */
    readonly recipient: Address;
    /** Hash of the proof's transaction. */
    readonly txHash: Hex;
  };
  /** Data that another node has shared with this one. */
  "data.received": {
    /** SHA-256 of the data. */
    readonly dataHash: DataHash;
    /** Wallet address of the sender. */
    readonly sender: Address;
  };
  /** Changed result of a verification for the wallets that the node trusts. */
  "data.verified": {
    /** SHA-256 of the data. */
    readonly dataHash: DataHash;
    /** True when the chain has a record of the hash by a trusted wallet. */
    readonly verified: boolean;
    /** Event type of the oldest such record; null without one. */
    readonly eventType: string | null;
  };
  /** New record of the compliance contract. */
  "compliance.event": {
    /** Event type, such as `data_share`. */
    readonly eventType: string;
    /** SHA-256 of the data. */
    readonly dataHash: DataHash;
    /** Wallet that made the record. */
    readonly sender: Address;
    /** Wallet address of the recipient. */
    readonly recipient: Address;
    /** Timestamp of the block in epoch milliseconds. */
    readonly timestamp: number;
    /** Hash of the record's transaction. */
    readonly txHash: Hex;
  };
  /** First open connection to a peer. */
  "network.peer_connected": {
    /** Node id of the peer. */
    readonly nodeId: string;
    /** Wallet address of the peer. */
    readonly address: Address;
  };
  /** End of the last connection to a peer. */
  "network.peer_disconnected": {
    /** Node id of the peer. */
    readonly nodeId: string;
    /** Wallet address of the peer. */
    readonly address: Address;
  };
  /** Changed health of a peer. */
  "network.peer_health": {
    /** Node id of the peer. */
    readonly nodeId: string;
    /** Health of the peer; see `Peer.healthy`. */
    readonly healthy: boolean;
    /** Round-trip time of the last probe in milliseconds; null before the first one. */
    readonly latencyMilliseconds: number | null;
  };
  /** Changed counters of the peer network. */
  "network.stats_update": {
    /** Number of known peers. */
    readonly totalPeers: number;
    /** Number of healthy peers. */
    readonly healthyPeers: number;
    /** Payload bytes sent since the start. */
    readonly bytesSent: number;
    /** Payload bytes received since the start. */
    readonly bytesReceived: number;
    /** Whole seconds since the node was created. */
    readonly uptimeSeconds: number;
  };
  /** Start of the node. */
  "system.node_started": {
    /** Node id of this node. */
    readonly nodeId: string;
  };
  /** Stop of the node, sent before its sockets close. */
  "system.node_stopping": {
    /** Node id of this node. */
    readonly nodeId: string;
  };
  /** Error that no caller was waiting for. */
  "system.error": {
    /** Part of the node that failed, such as `shares` or `store`. */
    readonly component: string;
    /** Description as a sentence. */
    readonly message: string;
    /** Error code, such as `TRANSACTION_REVERTED` or `STORE_UNWRITABLE`. */
    readonly code: string;
  };
}

/** Type of an event. */
export type NodeEventType = keyof NodeEventPayloads;

/** One event of the bus, deeply frozen. The type narrows its data. */
export type NodeEvent = {
  [Type in NodeEventType]: {
    /** Type of the event. */
    readonly type: Type;
    /** Data of the event. */
    readonly data: NodeEventPayloads[Type];
    /** Time of the event in epoch milliseconds. */
    readonly timestamp: number;
    /** Random id of the process; a sequence is comparable only within one epoch. */
    readonly epoch: string;
    /** Position in the epoch, from 1 without a gap. */
    readonly sequence: number;
  };
}[NodeEventType];

/** Event sink of the node's parts. */
export interface NodeEvents {
  /** Records an event and sends it to every subscriber. Never throws and never waits. */
  emit<Type extends NodeEventType>(type: Type, data: NodeEventPayloads[Type]): void;
}
