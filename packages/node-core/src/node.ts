/** A node in one piece: wired from an identity, a store, a chain and a peer network, without a server. */

import {
  createLifecycle,
  hasCode,
  optional,
  portOption,
  resolveOptions,
  systemClock,
  systemIds,
  seededRandom,
  type Clock,
  type Ids,
  type OptionRule,
  type Random,
  type Store,
} from "@bourse/kernel";

import type { Address, Hex } from "./address.ts";
import type {
  ChainHealth,
  ComplianceIndex,
  TokenList,
  TransactionIntent,
  TransactionLane,
  Transfers,
} from "./chain/port.ts";
import { createCompliance, type Compliance } from "./compliance/index.ts";
import { NodeError } from "./errors.ts";
import type { EventBus, NodeEvents } from "./events/index.ts";
import { createStatsReporter, type NetworkStats } from "./health/network-stats.ts";
import { createNodeHealth, type HealthReport } from "./health/node-health.ts";
import { createWatch } from "./health/watch.ts";
import { createIdempotency } from "./idempotency/index.ts";
import type { NodeIdentity } from "./identity/port.ts";
import { createApiKeys, type ApiKeys } from "./keys/index.ts";
import type { Peer, PeerNetwork } from "./peers/port.ts";
import { openEnvelope, sealEnvelope } from "./sealing/index.ts";
import { createShares, type SharedData, type ShareProof, type Shares } from "./shares/index.ts";
import { createBalanceWatch } from "./transfers/balance-watch.ts";
import { createNodeTokens, type NodeTokens } from "./transfers/node-tokens.ts";
import { createPaymentWatch } from "./transfers/payment-watch.ts";
import { createPayments, type Payments } from "./transfers/payments.ts";

/** One chain as one wallet uses it. `createChain` makes it from JSON-RPC. */
export interface NodeChain {
  readonly lane: TransactionLane;
  readonly tokens: TokenList;
  readonly transfers: Transfers;
  readonly index: ComplianceIndex;
  readonly health: ChainHealth;
  /**
   * The transaction that makes a proof, after a look at whether it can be paid.
   * @throws NodeError INSUFFICIENT_FUNDS, TOKEN_UNSUPPORTED, CHAIN_UNAVAILABLE
   */
  readonly prove: (proof: ShareProof) => Promise<TransactionIntent>;
}

export interface NodeOptions {
  readonly identity: NodeIdentity;
  /** Opened with `nodeCollections` and with those of chain and peers. The node does not close it. */
  readonly store: Store;
  readonly chain: NodeChain;
  readonly peers: PeerNetwork;
  readonly events: NodeEvents & Pick<EventBus, "tell">;
  /** API keys from outside the store, good for everything. Default none. */
  readonly apiKeys?: readonly string[];
  readonly clock?: Clock;
  readonly ids?: Ids;
  /** For the jitter of deliveries. Default: seeded by the node's id and the time. */
  readonly random?: Random;
}

/** Who this node is to others. */
export interface NodeSelf {
  readonly nodeId: string;
  readonly address: Address;
  readonly multiaddrs: readonly string[];
  /** X25519, 32 bytes in hex. */
  readonly encryptionKey: Hex;
}

export interface DataNode {
  self(): NodeSelf;
  readonly payments: Payments;
  readonly tokens: NodeTokens;
  readonly shares: Shares;
  readonly compliance: Compliance;
  readonly keys: ApiKeys;
  health(): HealthReport;
  stats(): NetworkStats;
  /** Known peers; only healthy ones when asked so. */
  peers(query?: { readonly healthy?: boolean }): readonly Peer[];
  /** Starts degraded when the chain is away. @throws KernelError LIFECYCLE_START_FAILED (such as a port in use) */
  start(): Promise<void>;
  /** Tells `system.node_stopping`, once: for a server that must tell it before its sockets close. */
  announceStop(): void;
  /** Tells `system.node_stopping` if nobody did, then stops everything in reverse. Idempotent. */
  stop(): Promise<void>;
}

const LOOK_MILLISECONDS = 1000;
const PROBE_MILLISECONDS = 10_000;

/** @throws KernelError OPTION_INVALID */
export function createNode(given: NodeOptions): DataNode {
  const options = resolveOptions<
    Required<Omit<NodeOptions, "random">> & Pick<NodeOptions, "random">
  >("createNode", given, RULES);
  const { identity, store, chain, peers, events, clock, ids } = options;
  const random = options.random ?? seededRandom(`${identity.nodeId} ${clock.now()}`);
  const idempotency = createIdempotency(store, clock);
  const wallet = identity.address;
  const compliance = createCompliance(chain.index, events);
  const health = createNodeHealth({
    chain: chain.health,
    peers,
    store,
    events,
    clock,
    encryption: () => "initialized",
  });
  const reporter = createStatsReporter(peers, events, clock);
  const balances = createBalanceWatch({ wallet, tokens: chain.tokens, events, clock });
  chain.lane.onMove(({ state }) => {
    if (state === "confirmed" || state === "reverted") balances.look();
  });
  chain.index.onRecord(({ recipient, payment }) => {
    if (recipient === wallet && payment !== null) balances.look();
  });
  chain.health.onChange(() => health.look());
  const paymentWatch = createPaymentWatch({
    transfers: chain.transfers,
    store,
    events,
    isKnown: async (id) => (await chain.lane.get(`transfer:${id}`)) !== undefined,
  });
  const payments = createPayments({ watch: paymentWatch, idempotency, ids, wallet });
  const shares = createShares({
    identity,
    store,
    lane: chain.lane,
    peers,
    events,
    idempotency,
    seal: sealEnvelope,
    open: openEnvelope,
    prove: async (proof) => {
      if (!chain.health.connected()) throw chainAway();
      return chain.prove(proof);
    },
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
      { everyMilliseconds: PROBE_MILLISECONDS, run: () => health.remind() },
      { everyMilliseconds: PROBE_MILLISECONDS, run: () => reporter.report() },
    ],
    () => undefined,
  );
  const lifecycle = createLifecycle(
    [
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
    payments,
    tokens: createNodeTokens(chain.tokens, events),
    shares,
    compliance,
    keys: createApiKeys({ store, clock, ids, given: options.apiKeys }),
    health: () => health.report(),
    stats: () => reporter.stats(),
    peers: ({ healthy = false } = {}) => peers.peers().filter((peer) => !healthy || peer.healthy),
    start: async () => {
      await lifecycle.start();
      events.emit("system.node_started", { nodeId: identity.nodeId });
    },
    announceStop,
    stop: () => {
      announceStop();
      return lifecycle.stop();
    },
  } satisfies DataNode);
}

function chainAway(): NodeError {
  return new NodeError(
    "CHAIN_UNAVAILABLE",
    "The chain has not answered for ten seconds; nothing was sent and nothing is kept. Try again later.",
  );
}

/** Lets the index see the proof, unless it has. A chain that is away has its own way of being told. */
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

const RULES = {
  identity: portOption<NodeIdentity>(["signTransaction", "signTypedData"]),
  store: portOption<Store>(["transaction", "find", "get"]),
  chain: chainRule,
  peers: portOption<PeerNetwork>(["start", "stop", "resolve", "sendShare"]),
  events: portOption<NodeOptions["events"]>(["emit", "tell"]),
  apiKeys: textList,
  clock: portOption<Clock>(["now", "monotonic", "sleep"], { default: systemClock }),
  ids: portOption<Ids>(["uuid", "token"], { default: systemIds }),
  random: optional(portOption<Random>(["next"])),
};
