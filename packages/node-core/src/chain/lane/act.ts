/** Commands of the operator on a transaction that is not final. */
import { NodeError } from "../../errors.ts";
import type { TransactionAction } from "../port.ts";
import { adopted } from "./adopted.ts";
import { isFinal, isOvertaken, refused, type LaneTransaction } from "./lane-transaction.ts";
import { REPLACE_NOW } from "./replace.ts";

/**
 * The transaction after the command. `nextNonce` is the chain's; undefined until it was compared with the journal.
 *
 * @throws NodeError ACTION_NOT_POSSIBLE
 */
export function acted(
  transaction: LaneTransaction,
  action: TransactionAction,
  nextNonce: number | undefined,
): LaneTransaction {
  const { state, nonce, match } = transaction;
  if (isFinal(transaction)) throw impossible(action, `it is ${state} already`);
  switch (action) {
    case "send":
      if (state !== "needs_review") throw impossible(action, "only a parked one waits for this");
      if (nextNonce !== undefined && isOvertaken(transaction, nextNonce)) {
        throw impossible(action, "the chain has used its nonce, and it is not known yet for what");
      }
      return sent(transaction, nextNonce);
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

/** A nonce that the chain has used is given up: the operator has decided that nothing was paid under it. */
function sent(transaction: LaneTransaction, nextNonce: number | undefined): LaneTransaction {
  const { nonce, match, notThese } = transaction;
  if (nextNonce === undefined) {
    throw impossible("send", "it is not compared with the chain yet; try again in a moment");
  }
  const free = {
    ...transaction,
    reason: null,
    match: null,
    // Where the chain has more that are like it, it is parked again with the next one.
    notThese: match === null ? notThese : [...notThese, match.hash],
    goneSince: null,
  };
  if (nonce === null) return { ...free, state: "queued" };
  if (nonce >= nextNonce) return { ...free, state: "signed", sentAt: null };
  return { ...free, state: "queued", nonce: null, nonceKey: null, hash: null, versions: [] };
}

function impossible(action: TransactionAction, why: string): NodeError {
  return new NodeError(
    "ACTION_NOT_POSSIBLE",
    `The transaction cannot be changed by "${action}": ${why}.`,
  );
}
