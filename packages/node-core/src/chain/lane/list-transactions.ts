/** Transactions of the lane as its operator sees them. */
import { NATIVE_TOKEN } from "../../address.ts";
import type { LaneEntry, TransactionState } from "../port.ts";
import { isExecuted, journalled, type LaneTransaction } from "./lane-transaction.ts";

/** State of the chain as the lane knows it, for the causes of waiting. */
export interface LaneView {
  /** Newest block seen; null before the first answer. */
  readonly head: number | null;
  /** The chain's next nonce; undefined before the first answer. */
  readonly nextNonce: number | undefined;
  readonly confirmations: number;
  /** Maximum fee per gas in gwei. */
  readonly maximumFeeGwei: number;
  /** Cause for which nothing is signed or sent now; null without one. */
  readonly held: string | null;
}

export function laneEntry(transaction: LaneTransaction, view: LaneView): LaneEntry {
  const { blockNumber, createdAt, expects, match, sentAt, to, value } = transaction;
  const { state } = journalled(transaction);
  const deep = view.head === null || blockNumber === null ? 0 : view.head - blockNumber + 1;
  const isDone = isExecuted({ state });
  return {
    ...journalled(transaction),
    to: expects?.to ?? to,
    token: expects?.token ?? NATIVE_TOKEN,
    amount: expects?.amount ?? value,
    confirmations: isDone ? view.confirmations : Math.max(0, Math.min(deep, view.confirmations)),
    confirmationsNeeded: view.confirmations,
    cause: lossAnd(transaction, causeOf(state, transaction, view, deep)),
    candidate: match?.hash ?? null,
    createdAt,
    sentAt,
  };
}

/** The cause, behind a sentence about the block that the chain has replaced. */
function lossAnd({ lostBlock = null }: LaneTransaction, cause: string | null): string | null {
  if (lostBlock === null) return cause;
  const loss = `It was final in block ${lostBlock}, and a reorganisation of the chain has replaced that block.`;
  return cause === null ? loss : `${loss} ${cause}`;
}

function causeOf(
  state: TransactionState,
  transaction: LaneTransaction,
  { confirmations, held, maximumFeeGwei, nextNonce }: LaneView,
  deep: number,
): string | null {
  const { nonce, reason, versions } = transaction;
  switch (state) {
    case "confirmed":
      return shortfall(transaction);
    case "unproved":
    case "refused":
    case "reverted":
    case "needs_review":
      return reason;
    case "mined":
      return deep >= confirmations
        ? "It is in a block, and no endpoint tells yet what came of it."
        : `It has ${Math.max(0, deep)} of ${confirmations} confirmations.`;
    case "queued":
      return held ?? "It waits for its turn.";
    case "signed":
    case "sent": {
      const refusal = refusalCause(transaction, maximumFeeGwei);
      if (refusal !== null) return refusal;
      if (held !== null) return held;
      if (nonce !== null && nextNonce !== undefined && nonce > nextNonce) {
        return `Transactions with the nonces ${nextNonce} to ${nonce - 1} come before it.`;
      }
      return versions.at(-1)?.cancels === true
        ? "It is being cancelled."
        : "It waits to be included in a block.";
    }
  }
}

/** Sentence with the words by which no endpoint has taken the newest version; null where one has. */
function refusalCause(
  { refusal, versions }: LaneTransaction,
  maximumFeeGwei: number,
): string | null {
  if (!refusal) return null;
  const what = versions.some(({ isTaken }) => isTaken)
    ? "Its newest version was not taken by an endpoint"
    : "It is signed, and no endpoint has taken it yet";
  const said = `${what}: ${refusal.words.replace(/\.$/, "")}.`;
  return refusal.isUnderpriced
    ? `${said} The node raises its fees up to ${maximumFeeGwei} gwei.`
    : said;
}

/** Sentence about an amount that did not arrive whole; null where it did, and where no endpoint can tell. */
function shortfall(transaction: LaneTransaction): string | null {
  const { expects } = transaction;
  const { received } = journalled(transaction);
  if (expects === null || received === null) return null;
  if (BigInt(received) >= BigInt(expects.amount)) return null;
  return `It succeeded, and ${received} of ${expects.amount} arrived at the payee.`;
}
