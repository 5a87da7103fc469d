/** A transaction as the lane keeps it in the store: the intent, every signed version, and what the chain said. */
import { defineCollection, type Collection } from "@bourse/kernel";

import type { Address, Hex } from "../../address.ts";
import type { JournalledTransaction, TransactionIntent } from "../port.ts";

/** One signed form of a transaction. All versions of a transaction have its nonce: the chain takes one of them. */
export interface SignedVersion {
  readonly hash: Hex;
  readonly raw: Hex;
  /** Wei, decimal. */
  readonly gasLimit: string;
  readonly maxFeePerGas: string;
  readonly maxPriorityFeePerGas: string;
  /** Gives the nonce up: a payment of nothing to oneself in the intent's place. */
  readonly cancels: boolean;
  /** True when an endpoint has said that it has it. Absent in rows of earlier releases. */
  readonly isTaken?: boolean;
}

/** Answer of an endpoint that has not taken the newest version. */
export interface SendRefusal {
  /** Its words, fit to be shown. */
  readonly words: string;
  /** True when the fees are lower than what the endpoint takes. */
  readonly isUnderpriced: boolean;
  /** Least priority fee per gas that the words name, wei, decimal; null for none. */
  readonly leastTip: string | null;
}

export interface LaneTransaction extends JournalledTransaction {
  /** `<chain id>:<wallet>`. */
  readonly lane: string;
  /** Position in the order of enqueueing, from 1. */
  readonly place: number;
  /** Not final. */
  readonly open: boolean;
  /** The lane and the nonce: the store itself lets no nonce be given twice. Null before. */
  readonly nonceKey: string | null;
  readonly to: Address;
  readonly data: Hex;
  /** Wei, decimal. */
  readonly value: string;
  readonly expects: Expected | null;
  readonly proof: NonNullable<TransactionIntent["proof"]> | null;
  readonly allowance: Allowance | null;
  /** `<token>:<spender>` where this is the lane's own allowance for intents that wait. */
  readonly allows: string | null;
  /** Number of allowances that were made for this intent. */
  readonly allowancesMade: number;
  /** Oldest first. */
  readonly versions: readonly SignedVersion[];
  /** Milliseconds since the epoch: when the newest version was signed, and last handed to an endpoint. */
  readonly signedAt: number | null;
  readonly sentAt: number | null;
  /** Refusal of the newest version that was handed to an endpoint; null when it was taken. Absent in old rows. */
  readonly refusal?: SendRefusal | null;
  readonly blockHash: Hex | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Transactions on the chain of which the operator has said that they are not this one. */
  readonly notThese: readonly Hex[];
  /** Parked: transaction on the chain, unknown to the journal, that could be this one. */
  readonly match: { readonly hash: Hex; readonly nonce: number } | null;
  /** First sight of the nonce as used without one of our receipts, and the number of consecutive sights. */
  readonly goneSince: {
    readonly block: number;
    readonly milliseconds: number;
    readonly looks: number;
  } | null;
  /**
   * True while the nonce of a transaction of a store that was set back is given up: when it is used for nothing, the
   * transaction waits for review; when it was used for the payment, that counts.
   */
  readonly reviewNext: boolean;
}

interface Expected {
  readonly token: Address;
  readonly from: Address;
  readonly to: Address;
  readonly amount: string;
}

interface Allowance {
  readonly token: Address;
  readonly spender: Address;
  readonly amount: string;
}

export const laneTransactions: Collection<LaneTransaction, "by_open" | "by_place" | "by_nonce"> =
  defineCollection<LaneTransaction>()({
    name: "chain_transactions",
    indexes: {
      by_open: { fields: ["lane", "open", "place"] },
      by_place: { fields: ["lane", "place"], unique: true },
      by_nonce: { fields: ["nonceKey"], unique: true },
    },
  });

export function nonceKey(lane: string, nonce: number): string {
  return `${lane}:${String(nonce).padStart(16, "0")}`;
}

/** A queued transaction of `intent`. */
export function queuedTransaction(
  lane: string,
  place: number,
  intent: TransactionIntent,
  now: number,
  allows: string | null = null,
): LaneTransaction {
  const { id, to, data, value, expects, proof, allowance } = intent;
  return {
    id,
    lane,
    place,
    open: true,
    state: "queued",
    hash: null,
    nonce: null,
    nonceKey: null,
    blockNumber: null,
    blockTimestamp: null,
    blockHash: null,
    reason: null,
    received: null,
    gasUsed: null,
    feePaid: null,
    to,
    data,
    value: value.toString(),
    expects: expects === undefined ? null : { ...expects, amount: expects.amount.toString() },
    proof: proof ?? null,
    allowance:
      allowance === undefined ? null : { ...allowance, amount: allowance.amount.toString() },
    allows,
    allowancesMade: 0,
    versions: [],
    signedAt: null,
    sentAt: null,
    createdAt: now,
    notThese: [],
    match: null,
    goneSince: null,
    reviewNext: false,
  };
}

/** Returns the public part of a transaction. */
export function journalled(transaction: LaneTransaction): JournalledTransaction {
  const { id, hash, nonce, blockNumber, blockTimestamp, reason, lostBlock = null } = transaction;
  const state = isForReview(transaction) ? "needs_review" : transaction.state;
  const received = receivedBy(transaction);
  // Rows of earlier releases have no such field.
  const gasUsed = (transaction.gasUsed as number | null | undefined) ?? null;
  const chain = { hash, nonce, blockNumber, blockTimestamp, lostBlock };
  const { feePaid = null } = transaction;
  return { id, state, ...chain, reason, received, gasUsed, feePaid };
}

/** Returns true for a transaction that is parked, or will be unless the chain shows that it was executed. */
export function isForReview({ state, reviewNext, reason }: LaneTransaction): boolean {
  return state === "needs_review" || (reviewNext && reason !== null);
}

/** A native value always arrives whole. */
function receivedBy({ data, state, value, received }: LaneTransaction): string | null {
  if (data === "0x" && state === "confirmed") return value;
  // Rows of earlier releases have no such field.
  return (received as string | null | undefined) ?? null;
}

type WithState = Pick<JournalledTransaction, "state">;

export function isFinal({ state }: WithState): boolean {
  return state === "refused" || isExecuted({ state });
}

/** Returns true for a final transaction that the chain has executed, whatever came of it. */
export function isExecuted({ state }: WithState): boolean {
  return state === "confirmed" || state === "unproved" || state === "reverted";
}

/** Returns the transaction as parked for review, with the reason and the one on the chain that could be it. */
export function parked(
  transaction: LaneTransaction,
  reason: string,
  match: { readonly hash: Hex; readonly nonce: number } | null = null,
): LaneTransaction {
  const found = match === null ? null : { hash: match.hash, nonce: match.nonce };
  return { ...transaction, state: "needs_review", reason, match: found };
}

/** Returns the transaction without its nonce, parked for review: nothing was or can be executed under that nonce. */
export function parkedWithoutNonce(
  transaction: LaneTransaction,
  reason: string,
  match: { readonly hash: Hex; readonly nonce: number } | null = null,
): LaneTransaction {
  return { ...parked(withoutNonce(transaction), reason, match), open: true };
}

/** Returns the transaction as if it had never had a nonce. */
function withoutNonce(transaction: LaneTransaction): LaneTransaction {
  return {
    ...transaction,
    nonce: null,
    nonceKey: null,
    hash: null,
    versions: [],
    ...IN_NO_BLOCK,
    reviewNext: false,
  };
}

/** Fields of a transaction that no block holds and that is to be sent. */
export const IN_NO_BLOCK: Readonly<
  Record<
    | "sentAt"
    | "blockNumber"
    | "blockHash"
    | "blockTimestamp"
    | "received"
    | "gasUsed"
    | "feePaid"
    | "goneSince",
    null
  >
> = {
  sentAt: null,
  blockNumber: null,
  blockHash: null,
  blockTimestamp: null,
  received: null,
  gasUsed: null,
  feePaid: null,
  goneSince: null,
};

const FILLER = "filler:";

/** Id of the transaction of nothing that fills a gap in the nonces. */
export function fillerId(lane: string, nonce: number): string {
  return `${FILLER}${lane}:${nonce}`;
}

/** Fills a gap, and is nobody's intent. */
export function isFiller({ id }: LaneTransaction): boolean {
  return id.startsWith(FILLER);
}

/** Returns the transaction as refused, with the reason. */
export function refused(transaction: LaneTransaction, reason: string): LaneTransaction {
  return { ...transaction, state: "refused", open: false, reason };
}
