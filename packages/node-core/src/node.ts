/** A whole node without a server, wired from an identity, a store, a chain and a peer network. */

import {
  createAuditTrail,
  createLifecycle,
  functionOption,
  hasCode,
  optional,
  portOption,
  resolveOptions,
  systemClock,
  systemIds,
  seededRandom,
  type AuditTrail,
  type Clock,
  type Ids,
  type OptionRule,
  type Random,
  type Store,
} from "@bourse/kernel";

import { toAddress, type Address, type Hex } from "./address.ts";
import { isAway } from "./chain/chain-health.ts";
import type { ComplianceIndex } from "./chain/compliance/port.ts";
import { isExecuted } from "./chain/lane/lane-transaction.ts";
import type {
  ChainHealth,
  TokenList,
  JournalledTransaction,
  Lane,
  TransactionIntent,
  TransactionLane,
  Transfers,
} from "./chain/port.ts";
import { checkedParts } from "./checked-parts.ts";
import { createCompliance, type Compliance } from "./compliance/index.ts";
import { NodeError } from "./errors.ts";
import type { EventBus, NodeEvents } from "./events/index.ts";
import { createEncryptionCheck } from "./health/encryption-check.ts";
import { createStatsReporter, type NetworkStats } from "./health/network-stats.ts";
import { createNodeHealth, type HealthReport } from "./health/node-health.ts";
import { createWatch } from "./health/watch.ts";
import { createIdempotency } from "./idempotency/index.ts";
import type { NodeIdentity } from "./identity/port.ts";
import { createInbox, type Inbox, type ReceiveOptions } from "./inbox/index.ts";
import { createApiKeys, type ApiKeys } from "./keys/index.ts";
import type { Peer, PeerNetwork } from "./peers/port.ts";
import { openEnvelope, sealEnvelope } from "./sealing/index.ts";
import { createShares, type SharedData, type ShareProof, type Shares } from "./shares/index.ts";
import { createBalanceWatch } from "./transfers/balance-watch.ts";
import { createNodeTokens, type NodeTokens } from "./transfers/node-tokens.ts";
import { createPaymentWatch } from "./transfers/payment-watch.ts";
import { createPayments, type Payments } from "./transfers/payments.ts";

/** Chain as one wallet uses it; `createChain` creates it over JSON-RPC. */
export interface NodeChain {
  /** Transactions of the node's wallet. */
  readonly lane: Lane;
  /** List of tokens. */
  readonly tokens: TokenList;
  /** Payments from the wallet. */
  readonly transfers: Transfers;
  /** Index of the compliance contract. */
  readonly index: ComplianceIndex;
  /** Availability of the chain. */
  readonly health: ChainHealth;
  /**
   * Returns the intent of a proof's transaction after checking that the wallet can pay it.
   *
   * @throws NodeError INSUFFICIENT_FUNDS, TOKEN_UNSUPPORTED, CHAIN_UNAVAILABLE
   */
  readonly prove: (proof: ShareProof) => Promise<TransactionIntent>;
}

/** Options of {@link createNode}. */
export interface NodeOptions {
  /** Unlocked identity of the node. */
  readonly identity: NodeIdentity;
  /** Store opened with `nodeCollections` and the collections of chain and peers. The node does not close it. */
  readonly store: Store;
  /** Chain of the node, such as `createChain` returns it. */
  readonly chain: NodeChain;
  /** Peer network of the node, created and not started. */
  readonly peers: PeerNetwork;
  /** Event bus that the node writes to. */
  readonly events: NodeEvents & Pick<EventBus, "tell">;
  /** API keys from outside the store, with the scopes `share`, `read` and `transfer`. Default none. */
  readonly apiKeys?: readonly string[];
  /**
   * Rules for shares from other nodes: allow-list, quotas, retention. Default: shares of every wallet within quotas.
   */
  readonly receive?: ReceiveOptions;
  /** Wallets whose compliance records count as verified, in addition to the node's own. Default none. */
  readonly trusted?: readonly string[];
  /** Clock for timers. Default: the system clock. */
  readonly clock?: Clock;
  /** Generator of ids and API keys. Default: random ones. */
  readonly ids?: Ids;
  /** Called when rows of the audit trail cannot be written, once until they can be again. Default: nothing. */
  readonly onAuditFault?: (error: unknown) => void;
  /** Random numbers for the jitter of deliveries. Default: a generator seeded with the node id and the time. */
  readonly random?: Random;
}

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
  /** API keys of the node. */
  readonly keys: ApiKeys;
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

const LOOK_MILLISECONDS = 1000;
const PROBE_MILLISECONDS = 10_000;

/**
 * Creates a node from its parts. It is created stopped; `start` and `stop` also start and stop the chain and the peer
 * network. The store stays open.
 *
 * @throws KernelError OPTION_INVALID for an invalid or unknown option
 */
export function createNode(given: NodeOptions): DataNode {
  const options = resolveOptions<
    Required<Omit<NodeOptions, "random" | "onAuditFault">> &
      Pick<NodeOptions, "random" | "onAuditFault">
  >("createNode", given, RULES);
  const { identity, store, chain, peers, events, clock, ids } = options;
  const random = options.random ?? seededRandom(`${identity.nodeId} ${clock.now()}`);
  const idempotency = createIdempotency(store, clock);
  const trail = createAuditTrail({ store, clock, onFault: options.onAuditFault });
  const wallet = identity.address;
  const compliance = createCompliance({
    index: chain.index,
    events,
    clock,
    trusted: [wallet, ...options.trusted.map((text) => toAddress(text, "trusted"))],
  });
  const encryption = createEncryptionCheck(identity);
  // A node that stands by is never started, and is asked for its health all the same.
  void encryption.probe();
  const health = createNodeHealth({
    chain: chain.health,
    peers,
    store,
    events,
    clock,
    encryption: () => encryption.state(),
  });
  const reporter = createStatsReporter(peers, events, clock);
  const balances = createBalanceWatch({ wallet, tokens: chain.tokens, events, clock });
  chain.lane.onMove(({ id, state, reason }) => {
    if (isExecuted({ state })) balances.look();
    if (state !== "needs_review") return;
    const message = `Transaction ${id} waits for your review: ${reason}`;
    events.emit("system.error", { component: "transactions", message, code: "NEEDS_REVIEW" });
  });
  chain.index.onRecord(({ recipient, payment }) => {
    if (recipient === wallet && payment !== null) balances.look();
  });
  chain.health.onChange(() => health.look());
  const paymentWatch = createPaymentWatch({
    transfers: chain.transfers,
    store,
    events,
    isAway: () => isAway(chain.health),
    isKnown: async (id) => (await chain.lane.get(`transfer:${id}`)) !== undefined,
    reviewed: (id, signal) => reviewed(chain.lane, `transfer:${id}`, signal),
  });
  const keys = createApiKeys({ store, clock, ids, given: options.apiKeys });
  const payments = createPayments({ watch: paymentWatch, idempotency, ids, wallet, keys });
  const inbox = createInbox({
    identity,
    store,
    peers,
    events,
    open: openEnvelope,
    proofs: chain.index,
    clock,
    receive: options.receive,
  });
  const shares = createShares({
    identity,
    store,
    lane: chain.lane,
    peers,
    events,
    idempotency,
    seal: sealEnvelope,
    open: openEnvelope,
    readReceived: (dataHash) => inbox.read(dataHash),
    prove: async (proof) => {
      const { block, fault } = chain.health.snapshot();
      // What the chain is was not looked at yet: nothing may wait for it.
      if (!chain.health.connected() && block === null && fault === null) throw chainAway();
      return chain.prove(proof);
    },
    isAway: () => isAway(chain.health),
    afterProof: (share) => indexed(chain.index, share),
    clock,
    ids,
    random,
  });
  const watch = createWatch(
    clock,
    [
      { everyMilliseconds: LOOK_MILLISECONDS, run: () => health.look() },
      { everyMilliseconds: PROBE_MILLISECONDS, run: () => health.probe() },
      { everyMilliseconds: PROBE_MILLISECONDS, run: () => encryption.probe() },
      { everyMilliseconds: PROBE_MILLISECONDS, run: () => health.remind() },
      { everyMilliseconds: PROBE_MILLISECONDS, run: () => reporter.report() },
    ],
    () => undefined,
  );
  const lifecycle = createLifecycle(
    [
      { name: "encryption", start: () => encryption.probe() },
      { name: "chain health", start: () => chain.health.start(), stop: () => chain.health.stop() },
      { name: "transactions", start: () => chain.lane.start(), stop: () => chain.lane.stop() },
      {
        name: "transfers",
        start: async () => {
          await chain.transfers.start();
          await paymentWatch.start();
        },
        stop: async () => {
          await Promise.all([paymentWatch.stop(), chain.transfers.stop()]);
        },
      },
      {
        name: "compliance index",
        start: () => chain.index.start(),
        stop: () => chain.index.stop(),
      },
      { name: "peer network", start: () => peers.start(), stop: () => peers.stop() },
      { name: "inbox", start: () => inbox.start(), stop: () => inbox.stop() },
      { name: "shares", start: () => shares.start(), stop: () => shares.stop() },
      { name: "balances", start: () => balances.start(), stop: () => balances.stop() },
      { name: "health", start: () => watch.start(), stop: () => watch.stop() },
    ],
    { clock },
  );
  let isStopTold = false;
  const announceStop = (): void => {
    if (isStopTold || lifecycle.state() !== "running") return;
    isStopTold = true;
    events.emit("system.node_stopping", { nodeId: identity.nodeId });
  };
  return Object.freeze({
    self: () => ({
      nodeId: identity.nodeId,
      address: wallet,
      multiaddrs: peers.multiaddrs(),
      encryptionKey: `0x${Buffer.from(identity.encryptionPublicKey).toString("hex")}` as const,
    }),
    ...checkedParts({
      payments,
      transactions: chain.lane,
      tokens: createNodeTokens(chain.tokens, events),
      shares,
      inbox,
      compliance,
      keys,
      trail,
      peers: ({ healthy = false } = {}) => peers.peers().filter((peer) => !healthy || peer.healthy),
    }),
    health: () => health.report(),
    checkHealth: async () => {
      await health.probe();
      return health.report();
    },
    stats: () => reporter.stats(),
    start: async () => {
      await lifecycle.start();
      events.emit("system.node_started", { nodeId: identity.nodeId });
    },
    announceStop,
    stop: async () => {
      announceStop();
      await lifecycle.stop();
      await trail.flush();
    },
  } satisfies DataNode);
}

/** Resolves when the transaction is not parked, or with the signal. */
async function reviewed(lane: TransactionLane, id: string, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = (moved: JournalledTransaction | undefined): void => {
    if (moved?.state !== "needs_review") resolve();
  };
  const leave = lane.onMove((moved) => {
    if (moved.id === id) look(moved);
  });
  signal.addEventListener("abort", () => resolve(), { once: true });
  if (signal.aborted) resolve();
  look(await lane.get(id));
  await promise;
  leave();
}

function chainAway(): NodeError {
  return new NodeError(
    "CHAIN_UNAVAILABLE",
    "The chain has not answered for ten seconds; nothing was sent and nothing is kept. Try again later.",
  );
}

/** Refreshes the index unless it has the proof. An unavailable chain is reported by its health monitor. */
async function indexed(index: ComplianceIndex, { dataHash, txHash }: SharedData): Promise<void> {
  try {
    const records = await index.recordsOf(dataHash);
    if (!records.some((record) => record.txHash === txHash)) await index.refresh();
  } catch (error) {
    if (!hasCode(error, "CHAIN_UNAVAILABLE", "CHAIN_REJECTED", "CHAIN_MISMATCH", "STORE_CLOSED")) {
      throw error;
    }
  }
}

const textList: OptionRule<readonly string[]> = {
  expected: "an array of texts",
  accepts: (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
  absent: () => [],
};

const chainRule: OptionRule<NodeChain> = {
  expected: "a chain with lane, tokens, transfers, index, health and prove",
  accepts: (value) =>
    typeof value === "object" &&
    value !== null &&
    ["lane", "tokens", "transfers", "index", "health", "prove"].every((part) => part in value),
  absent: null,
};

/** The inbox checks its options itself. */
const receiveRule: OptionRule<ReceiveOptions> = {
  expected: "an object",
  accepts: (value) => typeof value === "object" && value !== null,
  absent: () => ({}),
};

const RULES = {
  identity: portOption<NodeIdentity>(["signTransaction", "signTypedData"]),
  store: portOption<Store>(["transaction", "find", "get"]),
  chain: chainRule,
  peers: portOption<PeerNetwork>(["start", "stop", "resolve", "sendShare"]),
  events: portOption<NodeOptions["events"]>(["emit", "tell"]),
  apiKeys: textList,
  receive: receiveRule,
  trusted: textList,
  clock: portOption<Clock>(["now", "monotonic", "sleep"], { default: systemClock }),
  ids: portOption<Ids>(["uuid", "token"], { default: systemIds }),
  onAuditFault: optional(functionOption<(error: unknown) => void>()),
  random: optional(portOption<Random>(["next"])),
};
