/** Commands of the operator on a transaction that is not final. */
import { NodeError } from "../../errors.ts";
import type { TransactionAction } from "../port.ts";
import { adopted } from "./adopted.ts";
import { isFinal, isForReview, refused, type LaneTransaction } from "./lane-transaction.ts";
import { REPLACE_NOW } from "./replace.ts";

/**
 * The transaction after the command. `isCompared` is true when the journal was compared with the chain.
 *
 * @throws NodeError ACTION_NOT_POSSIBLE
 */
export function acted(
  transaction: LaneTransaction,
  action: TransactionAction,
  isCompared: boolean,
): LaneTransaction {
  const { state, nonce, match } = transaction;
  if (isForReview(transaction) && !isCompared) {
    throw impossible(action, "it is not compared with the chain yet; try again in a moment");
  }
  if (isFinal(transaction)) throw impossible(action, `it is ${state} already`);
  switch (action) {
    case "send":
      if (state !== "needs_review") throw impossible(action, "only a parked one waits for this");
      return {
        ...transaction,
        state: "queued",
        reason: null,
        match: null,
        // Where the chain has more that are like it, it is parked again with the next one.
        notThese: match === null ? transaction.notThese : [...transaction.notThese, match.hash],
      };
    case "accept":
      if (match === null) throw impossible(action, "the chain has no transaction that could be it");
      return adopted(transaction, match);
    case "replace":
      if (state !== "signed" && state !== "sent") {
        throw impossible(action, `it is ${state}, and only one that is sent can be replaced`);
      }
      return { ...transaction, signedAt: REPLACE_NOW };
    case "cancel":
      if (nonce === null) return refused(transaction, CANCELLED);
      if (state === "mined") throw impossible(action, "it is in a block already");
      return { ...transaction, state: "signed", sentAt: null, reason: CANCELLED, match: null };
  }
}

const CANCELLED = "It was cancelled by the operator.";

function impossible(action: TransactionAction, why: string): NodeError {
  return new NodeError(
    "ACTION_NOT_POSSIBLE",
    `The transaction cannot be changed by "${action}": ${why}.`,
  );
}
