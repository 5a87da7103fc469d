/** Reactions of a node to its chain. */

import type { Address } from "../address.ts";
import { isExecuted, isFinal } from "../chain/lane/lane-transaction.ts";
import type { NodeEvents } from "../events/index.ts";
import type { NodeHealth } from "../health/node-health.ts";
import type { BalanceWatch } from "../transfers/balance-watch.ts";
import type { NodeChain } from "./node-options.ts";

export interface FollowingChainParts {
  readonly chain: NodeChain;
  readonly wallet: Address;
  readonly events: NodeEvents;
  readonly balances: Pick<BalanceWatch, "look">;
  readonly health: Pick<NodeHealth, "look">;
}

const GOES_ON = "it is open again under the same nonce, and GET /transactions tells how it ends.";

/** Looks at balances and health when they may have changed, and tells of transactions that wait for a review. */
export function followChain({
  chain,
  wallet,
  events,
  balances,
  health,
}: FollowingChainParts): void {
  const tell = (code: string, message: string): void => {
    events.emit("system.error", { component: "transactions", message, code });
  };
  const told = new Set<string>();
  chain.lane.onMove(({ id, state, reason, lostBlock = null }) => {
    const isOpen = !isFinal({ state });
    if (isExecuted({ state }) || lostBlock !== null) balances.look();
    if (state === "needs_review") {
      tell("NEEDS_REVIEW", `Transaction ${id} waits for your review: ${reason}`);
    }
    if (lostBlock === null || !isOpen) told.delete(id);
    if (lostBlock === null || told.has(id)) return;
    if (isOpen) told.add(id);
    const loss = `Transaction ${id} was final in block ${lostBlock}, and a reorganisation of the chain has replaced that block`;
    tell("TRANSACTION_REOPENED", isOpen ? `${loss}: ${GOES_ON}` : `${loss} for good: ${reason}`);
  });
  chain.index.onRecord(({ recipient, payment }) => {
    if (recipient === wallet && payment !== null) balances.look();
  });
  chain.health.onChange(() => health.look());
}
