/** Options of a node. */

import {
  functionOption,
  integerOption,
  optional,
  portOption,
  resolveOptions,
  seededRandom,
  systemClock,
  systemIds,
  type Clock,
  type Ids,
  type OptionRule,
  type Random,
  type Store,
} from "@bourse/kernel";

import type { ComplianceIndex } from "../chain/compliance/port.ts";
import type { QuoteRequest } from "../chain/create-chain.ts";
import type {
  ChainHealth,
  FeeQuote,
  Lane,
  TokenList,
  TransactionIntent,
  Transfers,
} from "../chain/port.ts";
import type { EventBus, NodeEvents } from "../events/index.ts";
import type { NodeIdentity } from "../identity/port.ts";
import type { ReceiveOptions } from "../inbox/index.ts";
import { DEFAULT_QUOTAS } from "../keys/api-keys.ts";
import { QUOTA_BOUNDS } from "../keys/check-new-key.ts";
import type { PeerNetwork } from "../peers/port.ts";
import type { ShareProof } from "../shares/index.ts";
import type { NodeWebhooks } from "../webhooks/index.ts";

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
  /**
   * Returns the fee that a payment or a proof would cost now. Absent: no fees are told.
   *
   * @throws NodeError TRANSACTION_REFUSED, TOKEN_UNSUPPORTED, CHAIN_UNAVAILABLE
   */
  readonly quote?: (request: QuoteRequest) => Promise<FeeQuote>;
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
  /** Maximum number of shares in a UTC day by an API key without a number of its own. 1–1,000,000,000, default 1000. */
  readonly keySharesPerDay?: number;
  /**
   * Maximum units of gas in a UTC day, of shares and transfers together, by an API key without a number of its own.
   * 21,000–1,000,000,000,000, default 100,000,000.
   */
  readonly keyGasPerDay?: number;
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
  /** Webhooks, as `openNodeWebhooks` opens them over the same store; the node starts and closes them. Default: none. */
  readonly webhooks?: NodeWebhooks | undefined;
  /** Called when rows of the audit trail cannot be written, once until they can be again. Default: nothing. */
  readonly onAuditFault?: (error: unknown) => void;
  /** Random numbers for the jitter of deliveries. Default: a generator seeded with the node id and the time. */
  readonly random?: Random;
}

/** Options with their defaults. */
export type NodeSettings = Required<Omit<NodeOptions, "onAuditFault" | "webhooks">> &
  Pick<NodeOptions, "onAuditFault" | "webhooks">;

/** @throws KernelError OPTION_INVALID for an invalid or unknown option */
export function resolveNodeOptions(given: NodeOptions): NodeSettings {
  const options = resolveOptions<Omit<NodeSettings, "random"> & Pick<NodeOptions, "random">>(
    "createNode",
    given,
    RULES,
  );
  const { identity, clock } = options;
  const random = options.random ?? seededRandom(`${identity.nodeId} ${clock.now()}`);
  return { ...options, random };
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
  keySharesPerDay: integerOption({
    ...QUOTA_BOUNDS.sharesPerDay,
    default: DEFAULT_QUOTAS.sharesPerDay,
  }),
  keyGasPerDay: integerOption({ ...QUOTA_BOUNDS.gasPerDay, default: DEFAULT_QUOTAS.gasPerDay }),
  receive: receiveRule,
  trusted: textList,
  clock: portOption<Clock>(["now", "monotonic", "sleep"], { default: systemClock }),
  ids: portOption<Ids>(["uuid", "token"], { default: systemIds }),
  webhooks: optional(portOption<NodeWebhooks>(["create", "list", "tell", "start", "close"])),
  onAuditFault: optional(functionOption<(error: unknown) => void>()),
  random: optional(portOption<Random>(["next"])),
};
