/** Nonces that the chain waits for and no open transaction has. */
import type { LaneTransaction } from "./lane-transaction.ts";

/** How many are missing from the chain's next nonce on, before the first open transaction; 0 when none is open. */
export function missingNonces(next: number, open: readonly LaneTransaction[]): number {
  let first = Infinity;
  for (const { nonce, state } of open) {
    if (nonce !== null && state !== "mined" && nonce >= next) first = Math.min(first, nonce);
  }
  return first === Infinity ? 0 : first - next;
}
