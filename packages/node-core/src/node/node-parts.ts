/** The parts of a node over its store, its chain and its peer network. */

import { createAuditTrail, type AuditTrail } from "@bourse/kernel";

import { toAddress } from "../address.ts";
import { isAway } from "../chain/chain-health.ts";
import { transferIntentId } from "../chain/tokens/transfers.ts";
import { createCompliance, type Compliance } from "../compliance/index.ts";
import { createEncryptionCheck, type EncryptionCheck } from "../health/encryption-check.ts";
import { createStatsReporter, type StatsReporter } from "../health/network-stats.ts";
import { createNodeHealth, type NodeHealth } from "../health/node-health.ts";
import { createNodeHistory, HistoryRecorder, type NodeHistory } from "../history/index.ts";
import { createIdempotency } from "../idempotency/index.ts";
import { createInbox, type Inbox } from "../inbox/index.ts";
import { createApiKeys, type ApiKeys } from "../keys/index.ts";
import { openEnvelope, sealEnvelope } from "../sealing/index.ts";
import { createShares, type Shares } from "../shares/index.ts";
import { createBalanceWatch, type BalanceWatch } from "../transfers/balance-watch.ts";
import { createNodeFees, type NodeFees } from "../transfers/fees.ts";
import { createNodeTokens, type NodeTokens } from "../transfers/node-tokens.ts";
import { createPaymentWatch, type PaymentWatch } from "../transfers/payment-watch.ts";
import { createPayments, type Payments } from "../transfers/payments.ts";
import { afterReview } from "./after-review.ts";
import { createGasCount, type GasCount } from "./count-gas.ts";
import { followChain } from "./follow-chain.ts";
import { indexProof } from "./index-proof.ts";
import type { NodeSettings } from "./node-options.ts";
import { proveOnChain } from "./prove-on-chain.ts";

/** Parts of a node; none of them is started. */
export interface NodeParts {
  readonly trail: AuditTrail;
  readonly compliance: Compliance;
  readonly encryption: EncryptionCheck;
  readonly health: NodeHealth;
  readonly reporter: StatsReporter;
  readonly balances: BalanceWatch;
  readonly paymentWatch: PaymentWatch;
  readonly payments: Payments;
  readonly keys: ApiKeys;
  readonly gas: GasCount;
  readonly tokens: NodeTokens;
  readonly inbox: Inbox;
  readonly shares: Shares;
  readonly history: NodeHistory;
  readonly fees: NodeFees;
  readonly recorder: HistoryRecorder;
}

/** Creates the parts, each over those before it, and lets them follow the chain and the peers. */
export function createNodeParts(options: NodeSettings): NodeParts {
  const { identity, store, chain, peers, events, clock, ids, random } = options;
  const wallet = identity.address;
  const { webhooks: acts, receive } = options;
  const common = { identity, store, peers, events, acts, clock, open: openEnvelope };
  const idempotency = createIdempotency(store, clock);
  const trail = createAuditTrail({ store, clock, onFault: options.onAuditFault });
  const trusted = [wallet, ...options.trusted.map((text) => toAddress(text, "trusted"))];
  const compliance = createCompliance({ index: chain.index, events, clock, trusted });
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
  followChain({ chain, wallet, events, balances, health });
  const paymentWatch = createPaymentWatch({
    transfers: chain.transfers,
    store,
    events,
    acts,
    isAway: () => isAway(chain.health),
    isKnown: async (id) => (await chain.lane.get(`transfer:${id}`)) !== undefined,
    reviewed: (id, signal) => afterReview(chain.lane, `transfer:${id}`, signal),
  });
  const keys = createApiKeys({
    store,
    clock,
    ids,
    given: options.apiKeys,
    sharesPerDay: options.keySharesPerDay,
    gasPerDay: options.keyGasPerDay,
  });
  const gas = createGasCount({ store, lane: chain.lane, events });
  const counted: Pick<ApiKeys, "spend" | "unspend"> = {
    spend: (by, payment) => keys.spend(by, payment),
    unspend: async (id) => {
      await keys.unspend(id);
      await gas.settle(transferIntentId(id));
    },
  };
  const payments = createPayments({ watch: paymentWatch, idempotency, ids, wallet, keys: counted });
  const inbox = createInbox({ ...common, proofs: chain.index, receive });
  const shares = createShares({
    ...common,
    lane: chain.lane,
    idempotency,
    seal: sealEnvelope,
    readReceived: (dataHash) => inbox.read(dataHash),
    prove: (proof) => proveOnChain(chain, proof),
    isAway: () => isAway(chain.health),
    afterProof: (share) => indexProof(chain.index, share),
    ids,
    random,
  });
  const tokens = createNodeTokens(chain.tokens, events, acts);
  return {
    ...figuresOf(options),
    trail,
    compliance,
    encryption,
    health,
    reporter,
    balances,
    paymentWatch,
    payments,
    keys,
    gas,
    tokens,
    inbox,
    shares,
  };
}

/** History and fees of the node. */
function figuresOf({
  identity,
  store,
  chain,
  peers,
  clock,
}: NodeSettings): Pick<NodeParts, "history" | "recorder" | "fees"> {
  const { tokens, lane, health, quote } = chain;
  const wallet = identity.address;
  return {
    history: createNodeHistory({ store, clock }),
    recorder: new HistoryRecorder({ store, clock, wallet, tokens, lane, health, peers }),
    fees: createNodeFees({ quote, balanceOf: (token) => tokens.balanceOf(wallet, token) }),
  };
}
