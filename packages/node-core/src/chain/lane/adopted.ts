import type { Hex } from "../../address.ts";
import { nonceKey, type LaneTransaction } from "./lane-transaction.ts";

/** The transaction as the one that the chain has. It is never sent again: its bytes are not known. */
export function adopted(
  transaction: LaneTransaction,
  { hash, nonce }: { readonly hash: Hex; readonly nonce: number },
): LaneTransaction {
  const known = { gasLimit: "0", maxFeePerGas: "0", maxPriorityFeePerGas: "0" };
  return {
    ...transaction,
    state: "sent",
    hash,
    nonce,
    nonceKey: nonceKey(transaction.lane, nonce),
    reason: null,
    match: null,
    goneSince: null,
    reviewNext: false,
    versions: [...transaction.versions, { hash, raw: "0x", ...known, cancels: false }],
  };
}
