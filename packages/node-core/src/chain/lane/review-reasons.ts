import type { UnknownTransaction } from "./lane-documents.ts";
/** Sentences that tell the operator why a transaction is parked, and what to do. */
import type { LaneTransaction } from "./lane-transaction.ts";

const COPY = "The store is a copy from an earlier time.";

/** Reason of a transaction that was open in a store that was set back. */
export function openThen({ hash, nonce }: LaneTransaction): string {
  return nonce === null
    ? `${COPY} This transaction was not sent then; no transaction on the chain is known to be the same. Send or cancel it.`
    : `${COPY} Its transaction ${hash} with nonce ${nonce} was in no block then; the nonce is being used up, and then it is known whether it was executed.`;
}

/** Reason of a transaction whose nonce was used for nothing after its store was set back. */
export function nonceGivenUp({ nonce }: LaneTransaction): string {
  return `${COPY} Nonce ${nonce} of this transaction was used for nothing, so it was not executed under it; no transaction on the chain is known to be the same. Send or cancel it.`;
}

/** Reason of a transaction that does the same as one on the chain that the journal does not know. */
export function sameAs({ hash, nonce, blockNumber }: UnknownTransaction): string {
  return (
    `Transaction ${hash} with nonce ${nonce} in block ${blockNumber} of the chain has the same payee, amount and data, ` +
    `and the store does not know it: the store is a copy from an earlier time, or something else has sent with this ` +
    `wallet. Accept it as this one if it is; otherwise send or cancel this one.`
  );
}
