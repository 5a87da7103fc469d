/** Looks up what the chain has under a nonce of ours that none of our signed versions has used. */
import type { Address } from "../../address.ts";
import type { ChainRpc } from "../port.ts";
import { adopted } from "./adopted.ts";
import { usedByAnother } from "./follow.ts";
import { parked, type LaneTransaction } from "./lane-transaction.ts";
import { contentOf, searchChain } from "./search-chain.ts";

/**
 * The refused transaction as it was, or as the one that the chain has when that does the same: a version that another
 * copy of the store has signed. What cannot be found is parked, because nobody knows if it was paid.
 *
 * @throws NodeError CHAIN_UNAVAILABLE, CHAIN_MISMATCH
 */
export async function findGone(
  rpc: ChainRpc,
  wallet: Address,
  refused: LaneTransaction,
  head: number,
  signal: AbortSignal,
): Promise<LaneTransaction> {
  const { nonce } = refused;
  if (nonce === null) return refused;
  const nonces = { from: nonce, below: nonce + 1 };
  const { found: all } = await searchChain(rpc, wallet, nonces, head, signal);
  const found = all[0];
  if (found === undefined) {
    return {
      ...parked(
        refused,
        `Another sender has used nonce ${nonce} of this wallet, and the newest blocks do not tell for what. Look the ` +
          `nonce up: if it has paid this, keep it cancelled; if not, send this transaction.`,
      ),
      open: true,
    };
  }
  if (found.content === contentOf(refused)) return { ...adopted(refused, found), open: true };
  return { ...refused, reason: usedByAnother(nonce, found.hash) };
}
