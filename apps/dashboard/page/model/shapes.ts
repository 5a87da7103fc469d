/** What the node's routes answer, as far as the page reads it. Enumerations stay open: a newer node may know more. */

export interface Health {
  readonly status: string;
  readonly components: Readonly<Record<string, string>>;
  readonly version?: string;
  readonly node_id?: string;
  readonly chain?: {
    readonly id: number;
    readonly development: boolean;
    readonly rpc_url: string | null;
    readonly block: number | null;
  };
}

export interface Info {
  readonly node_id: string;
  readonly websocket_clients: number;
  readonly event_history_size: number;
  readonly api_version: string;
  readonly ports: Readonly<Record<string, number>>;
}

export interface Self {
  readonly node_id: string;
  readonly address: string;
  readonly multiaddrs: readonly string[];
  readonly encryption_key: string;
}

export interface Token {
  readonly address: string;
  readonly type: string;
  readonly symbol: string;
  readonly decimals?: number;
}

export interface Balance {
  readonly address: string;
  readonly balance: string;
  readonly token: string;
}

export interface TransferResult {
  readonly success: boolean;
  readonly tx_hash: string;
  readonly status?: string;
}

export interface ShareResult {
  readonly success: boolean;
  readonly tx_hash: string;
  readonly recipient: string;
}

export interface Share {
  readonly data_hash: string;
  readonly recipient: string;
  readonly status: string;
  readonly tx_hash: string | null;
  readonly created_at: number | string;
}

export interface ComplianceItem {
  readonly event_type: string;
  readonly data_hash: string;
  readonly recipient: string;
  readonly timestamp: number;
  readonly tx_hash: string;
}

export interface History {
  readonly history: readonly ComplianceItem[];
  readonly count: number;
  readonly next_cursor: string | null;
}

export interface Verification {
  readonly hash: string;
  readonly verified: boolean;
  readonly event_type: string | null;
}

export interface Stats {
  readonly total_peers: number;
  readonly healthy_peers: number;
  readonly data_sent: number;
  readonly data_received: number;
  readonly uptime: number;
}

export interface Peer {
  readonly node_id: string;
  readonly address: string;
  readonly healthy: boolean;
  readonly last_seen: number | string | null;
  readonly latency_ms: number | null;
  readonly success_rate: number | null;
}

/** One event of the stream; `data` is the type's own. */
export interface NodeEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Unix seconds with fraction. */
  readonly timestamp: number;
  /** `<epoch>:<sequence>`. */
  readonly id?: string;
}

export const NATIVE = "0x0000000000000000000000000000000000000000";
