/** Metrics of the node: transactions of its wallet by state, peers, and the availability of the chain. */

import { absentOr, allOf, checkArguments, objectOf, type Instruments } from "@bourse/kernel";

import { portOf } from "../argument-rules.ts";
import type { TransactionLane } from "../chain/port.ts";
import type { DataNode } from "./data-node.ts";

/** Maximum number of open transactions that are counted one by one. */
const MOST_COUNTED = 1000;

/**
 * Registers the metrics of a node: its open transactions by state, its peers, and whether the chain answers. Returns
 * the function that counts the moves of a lane, to be called with each one of the node; without metrics it does
 * nothing.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export function measureNode(
  metrics: Instruments | undefined,
  node: Pick<DataNode, "health" | "stats" | "transactions">,
): (lane: Pick<TransactionLane, "onMove">) => void {
  checkArguments("measureNode", RULES, [metrics, node]);
  if (metrics === undefined) return () => undefined;
  const countMove = metrics.counter({
    name: "bourse_chain_transaction_moves_total",
    help: "Changes of a transaction of the wallet to this state since the start.",
    labels: ["state"],
  });
  metrics.gauge(
    {
      name: "bourse_chain_transactions_open",
      help: "Transactions of the wallet that are not final, by state; at most 1000 are counted.",
      labels: ["state"],
    },
    async (set) => {
      const counts = new Map(OPEN_STATES.map((state) => [state, 0]));
      const query = { limit: MOST_COUNTED, open: true };
      for (const { state } of (await node.transactions.list(query)).transactions) {
        counts.set(state, (counts.get(state) ?? 0) + 1);
      }
      for (const [state, count] of counts) set({ state }, count);
    },
  );
  metrics.gauge(
    { name: "bourse_peers", help: "Known peers by health.", labels: ["healthy"] },
    (set) => {
      const { totalPeers, healthyPeers } = node.stats();
      set({ healthy: "true" }, healthyPeers);
      set({ healthy: "false" }, totalPeers - healthyPeers);
    },
  );
  metrics.gauge(
    { name: "bourse_chain_connected", help: "1 while the chain answers, else 0." },
    (set) => set({}, node.health().components.blockchain === "connected" ? 1 : 0),
  );
  return (lane) => void lane.onMove(({ state }) => countMove({ state }));
}

const RULES = {
  metrics: absentOr(portOf("counter", "gauge", "histogram")),
  node: allOf(portOf("health", "stats"), objectOf({ transactions: portOf("list") })),
};

const OPEN_STATES: readonly string[] = ["queued", "signed", "sent", "mined", "needs_review"];
