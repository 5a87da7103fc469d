/** Progress of a share, in words. */

import type { ShareList } from "@bourse/contract/node";

import { transactionOf } from "../../model/node-state.ts";

/**
 * `sealed → on its way → in block n, m of k confirmations → proved → delivered`, or `waiting` for the recipient's key.
 */
export function progressOf(share: ShareList["shares"][number]): string {
  if (share.status === "waiting") return "proved, waiting for the recipient's key";
  if (share.status !== "sealed") return share.status;
  const transaction = transactionOf(share);
  if (transaction === undefined) return "sealed";
  if (transaction.state === "queued") return "sealed, waiting for the chain";
  if (transaction.block === null) return "on its way, not yet in a block";
  const { block, confirmations, confirmations_needed: needed } = transaction;
  return `in block ${block}, ${confirmations} of ${needed} confirmations`;
}
