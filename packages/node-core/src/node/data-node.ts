/** A node without a server, as its callers see it. */

import type { AuditTrail } from "@bourse/kernel";
import type { Webhooks } from "@bourse/outbox";

import type { Address, Hex } from "../address.ts";
import type { Lane } from "../chain/port.ts";
import type { Compliance } from "../compliance/index.ts";
import type { NetworkStats } from "../health/network-stats.ts";
import type { HealthReport } from "../health/node-health.ts";
import type { NodeHistory } from "../history/index.ts";
import type { Inbox } from "../inbox/index.ts";
import type { ApiKeys } from "../keys/index.ts";
import type { Peer } from "../peers/port.ts";
import type { Shares } from "../shares/index.ts";
import type { NodeFees } from "../transfers/fees.ts";
import type { NodeTokens } from "../transfers/node-tokens.ts";
import type { Payments } from "../transfers/payments.ts";

/** Identity of a node as others see it. */
export interface NodeSelf {
  /** Node id: the peer id of the wallet's key. */
  readonly nodeId: string;
  /** Address of the wallet. */
  readonly address: Address;
  /** Addresses at which other nodes reach this one. */
  readonly multiaddrs: readonly string[];
  /** X25519 public key, 32 bytes in hex. */
  readonly encryptionKey: Hex;
}

/** Running node without a server; created by {@link createNode}. */
export interface DataNode {
  /** Returns the identity of this node as others see it. */
  self(): NodeSelf;
  /** Payments from the node's wallet. */
  readonly payments: Payments;
  /** Transactions of the node's wallet, and the operator's commands on them. */
  readonly transactions: Pick<Lane, "list" | "act">;
  /** Tokens and balances. */
  readonly tokens: NodeTokens;
  /** Shares: encrypted data for one recipient, proved on the chain. */
  readonly shares: Shares;
  /** Shares that other nodes have sent to this one. */
  readonly inbox: Inbox;
  /** Compliance history and verification. */
  readonly compliance: Compliance;
  /** Fees of payments and shares before they are sent. */
  readonly fees: NodeFees;
  /** Figures of the node over the last seven days. */
  readonly history: NodeHistory;
  /** API keys of the node. */
  readonly keys: ApiKeys;
  /** Webhooks by the id of the API key that owns them, or `operator`; they are sent while the node runs. */
  readonly webhooks: Webhooks;
  /** Audit trail in the store: searches and verification. */
  readonly trail: AuditTrail;
  /** Returns the health of the node now; the store was last looked at up to 10 s ago. */
  health(): HealthReport;
  /**
   * Writes to the store to see whether it can be written, at most once a second (four times a second while it fails)
   * and for at most 5 s, and returns the health of the node. Never rejects.
   */
  checkHealth(): Promise<HealthReport>;
  /** Returns the counters of the peer network. */
  stats(): NetworkStats;
  /** Lists the known peers, with `healthy` only the healthy ones. */
  peers(query?: { readonly healthy?: boolean }): readonly Peer[];
  /**
   * Starts the node; without an answer of the chain it starts degraded.
   *
   * @throws KernelError LIFECYCLE_START_FAILED (such as a port in use)
   */
  start(): Promise<void>;
  /** Emits `system.node_stopping` once, for a server that must send it before its sockets close. */
  announceStop(): void;
  /** Emits `system.node_stopping` unless it was emitted, then stops every part in reverse order. Idempotent. */
  stop(): Promise<void>;
}
