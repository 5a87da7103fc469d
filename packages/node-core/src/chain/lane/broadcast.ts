/** Hands signed bytes to the chain, as often as it takes, and notes what it says to them. */
import type { ChainRpc } from "../port.ts";
import type { LaneTransaction } from "./lane-transaction.ts";
import { sendOutcome } from "./send-outcome.ts";

/** True when the newest bytes of the transaction should be sent now. */
export function isDue(
  transaction: LaneTransaction,
  now: number,
  rebroadcastMilliseconds: number,
): boolean {
  const newest = transaction.versions.at(-1);
  if (newest === undefined || newest.raw === "0x" || !transaction.open) return false;
  if (transaction.state === "mined") return false;
  // Given up, but not yet signed away: the old bytes are not helped any more.
  if (transaction.reason !== null && !newest.cancels) return false;
  if (transaction.state === "signed" || transaction.sentAt === null) return true;
  return now - transaction.sentAt >= rebroadcastMilliseconds;
}

/**
 * Sends the newest bytes of each, in the order of their nonces; what they have come to, in the same order.
 * @throws NodeError CHAIN_UNAVAILABLE, CHAIN_MISMATCH: some may have been sent
 */
export async function broadcast(
  rpc: ChainRpc,
  due: readonly LaneTransaction[],
  now: () => number,
  signal: AbortSignal,
): Promise<readonly LaneTransaction[]> {
  const outcomes = await rpc.batch(
    due.map(({ versions }) => ({
      method: "eth_sendRawTransaction",
      params: [versions.at(-1)?.raw],
    })),
    { signal },
  );
  return due.map((transaction, index) => {
    const outcome = outcomes[index];
    if (outcome === undefined) return transaction;
    if ("result" in outcome) return sent(transaction, now());
    return answered(transaction, outcome.error.message, now());
  });
}

function sent(transaction: LaneTransaction, now: number): LaneTransaction {
  return { ...transaction, state: "sent", sentAt: now };
}

/** Number of immediate fee increases after "underpriced"; later ones wait. */
const HASTY_VERSIONS = 8;

function answered(transaction: LaneTransaction, message: string, now: number): LaneTransaction {
  switch (sendOutcome(message)) {
    case "accepted":
    case "used":
      return sent(transaction, now);
    case "underpriced":
      if (transaction.versions.length > HASTY_VERSIONS) return sent(transaction, now);
      return { ...sent(transaction, now), signedAt: 0 };
    case "invalid":
      return { ...transaction, reason: `The chain does not take this transaction: ${message}` };
    case "unpayable":
    case "later":
      return transaction;
  }
}
