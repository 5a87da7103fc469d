/** The rule by which a transaction that has a nonce moves on, given what the chain says. Pure. */
import { isProofLog } from "../compliance/proof-log.ts";
import type { ChainSnapshot, Log, Receipt } from "./chain-snapshot.ts";
import {
  IN_NO_BLOCK,
  parkedWithoutNonce,
  refused,
  type LaneTransaction,
  type SignedVersion,
} from "./lane-transaction.ts";
import { nonceGivenUp, openThen } from "./review-reasons.ts";

export interface FollowRules {
  /** Blocks from the transaction's own on until it is final; 1 takes its own block for final. */
  readonly confirmations: number;
  /** Milliseconds with a used nonce and no receipt of ours before the nonce counts as used by another sender. */
  readonly foreignAfterMilliseconds: number;
}

/** The same object when nothing has changed. */
export function follow(
  transaction: LaneTransaction,
  chain: ChainSnapshot,
  now: number,
  rules: FollowRules,
): LaneTransaction {
  for (const version of transaction.versions) {
    const receipt = chain.receipts.get(version.hash);
    if (receipt !== undefined) return inBlock(transaction, version, receipt, chain.head, rules);
  }
  if (transaction.nonce !== null && transaction.nonce < chain.nonce) {
    if (!transaction.reviewNext) return gone(transaction, chain.head, now, rules);
    // The comparison with the chain tells what has used the nonce.
    return transaction.state === "mined" ? backToSent(transaction) : transaction;
  }
  if (transaction.state !== "mined") {
    return transaction.goneSince === null ? transaction : { ...transaction, goneSince: null };
  }
  return backToSent(transaction);
}

function inBlock(
  transaction: LaneTransaction,
  version: SignedVersion,
  receipt: Receipt,
  head: number,
  { confirmations }: FollowRules,
): LaneTransaction {
  const { blockNumber, blockHash, blockTimestamp } = receipt;
  const known = transaction.state === "mined" && transaction.blockHash === blockHash;
  const mined: LaneTransaction =
    known && transaction.hash === version.hash
      ? transaction
      : {
          ...transaction,
          state: "mined",
          hash: version.hash,
          blockNumber,
          blockHash,
          blockTimestamp,
          reason: version.cancels ? transaction.reason : null,
          match: null,
          received: null,
          gasUsed: receipt.gasUsed,
          feePaid: receipt.feePaid,
          goneSince: null,
        };
  if (head - blockNumber + 1 < confirmations) return mined;
  if (version.cancels) {
    if (mined.reviewNext) return parkedWithoutNonce(mined, nonceGivenUp(mined));
    return refused(mined, mined.reason ?? "The nonce was given up.");
  }
  // Nothing may be told of an end that no endpoint has told.
  if (receipt.succeeded === null) return mined;
  const final = { ...mined, reviewNext: false, open: false, lostBlock: null };
  if (!receipt.succeeded) {
    return { ...final, state: "reverted", reason: "The transaction failed on the chain." };
  }
  if (!hasProof(final, receipt.logs)) {
    return {
      ...final,
      state: "unproved",
      reason:
        "The transaction succeeded on the chain, but the contract has recorded no such proof.",
    };
  }
  return { ...final, state: "confirmed", reason: null };
}

/** A reorganisation, or an endpoint that lags: both are cured by sending the same bytes again. */
function backToSent(transaction: LaneTransaction): LaneTransaction {
  return {
    ...transaction,
    state: "sent",
    // In a store that was set back it is not sent again, but given up.
    reason: transaction.reviewNext ? openThen(transaction) : transaction.reason,
    ...IN_NO_BLOCK,
  };
}

/** One endpoint that lags, or lies, must not have the last word. */
const ENOUGH_LOOKS = 5;

/** The nonce is used up, and not by a version of ours that the endpoint knows. */
function gone(
  transaction: LaneTransaction,
  head: number,
  now: number,
  { confirmations, foreignAfterMilliseconds }: FollowRules,
): LaneTransaction {
  const since = transaction.goneSince;
  if (since === null) {
    const sent = transaction.state === "mined" ? backToSent(transaction) : transaction;
    return { ...sent, goneSince: { block: head, milliseconds: now, looks: 1 } };
  }
  const deep = head - since.block + 1 >= confirmations;
  const long = now - since.milliseconds >= foreignAfterMilliseconds;
  if (!deep || !long || since.looks < ENOUGH_LOOKS) {
    return { ...transaction, goneSince: { ...since, looks: since.looks + 1 } };
  }
  return refused(transaction, usedByAnother(transaction.nonce));
}

/** Reason of a transaction whose nonce the chain has given to another one. */
export function usedByAnother(nonce: number | null, hash?: string): string {
  return (
    `Another sender has used nonce ${nonce} of this wallet${hash === undefined ? "" : ` for ${hash}`}, so this ` +
    `transaction can never be executed. Let nobody else send with the node's key, and ask again.`
  );
}

function hasProof({ proof }: LaneTransaction, logs: readonly Log[]): boolean {
  return proof === null || logs.some((log) => isProofLog(log, proof));
}
