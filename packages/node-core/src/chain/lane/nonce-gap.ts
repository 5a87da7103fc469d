/** Nonces that the chain waits for and no open transaction has. */
import { NodeError } from "../../errors.ts";
import type { LaneTransaction } from "./lane-transaction.ts";

/**
 * Number of nonces that are missing between the chain's next nonce and the first open transaction; 0 when none is open.
 */
export function missingNonces(next: number, open: readonly LaneTransaction[]): number {
  let first = Infinity;
  for (const { nonce, state } of open) {
    if (nonce !== null && state !== "mined" && nonce >= next) first = Math.min(first, nonce);
  }
  return first === Infinity ? 0 : first - next;
}

/** One that was told as refused is signed away; the others are sent again. */
export function reopened(transaction: LaneTransaction): LaneTransaction {
  const { state, reason, ...rest } = transaction;
  return {
    ...rest,
    state: "signed",
    open: true,
    reason: state === "refused" ? reason : null,
    blockNumber: null,
    blockHash: null,
    blockTimestamp: null,
    goneSince: null,
    sentAt: null,
  };
}

/** The error of a chain that has lost more of our nonces than may be in flight. */
export function foreignChain(nonce: number, missing: number): NodeError {
  return new NodeError(
    "CHAIN_MISMATCH",
    `The chain knows ${nonce} transactions of the wallet, the journal ${missing} more: it is another chain, or one ` +
      `that was set back. Nothing is sent. Use the store and the chain that belong together.`,
    { details: { expected: nonce + missing, found: nonce } },
  );
}
