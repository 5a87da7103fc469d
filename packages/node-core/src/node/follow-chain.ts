/** Reactions of a node to its chain. */

import type { Address } from "../address.ts";
import { isExecuted } from "../chain/lane/lane-transaction.ts";
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

/** Looks at balances and health when they may have changed, and tells of transactions that wait for a review. */
export function followChain({
  chain,
  wallet,
  events,
  balances,
  health,
}: FollowingChainParts): void {
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
}
