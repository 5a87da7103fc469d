/** Selection of the transactions that need another version now, and its fees. */
import type { ChainSnapshot } from "./chain-snapshot.ts";
import { bounded, replacementFees, type Fees } from "./fees.ts";
import type { LaneTransaction } from "./lane-transaction.ts";
import { CANCEL_GAS } from "./sign.ts";

export interface ReplaceRules {
  readonly stuckAfterMilliseconds: number;
  /** Amount in wei. */
  readonly maximumFeePerGas: bigint;
}

export interface Replacement {
  readonly fees: Fees;
  readonly gasLimit: bigint;
  readonly cancels: boolean;
}

/** Undefined when it may wait on, or when no higher fee is allowed. */
export function replacement(
  transaction: LaneTransaction,
  chain: ChainSnapshot,
  now: number,
  rules: ReplaceRules,
): Replacement | undefined {
  const newest = transaction.versions.at(-1);
  if (newest === undefined || newest.raw === "0x" || transaction.goneSince !== null) {
    return undefined;
  }
  if (transaction.state === "mined" || (transaction.nonce ?? 0) < chain.nonce) return undefined;
  const cancels = transaction.reason !== null;
  const giveUpNow = cancels && !newest.cancels;
  if (!giveUpNow && !isStuck(transaction, chain, now, rules.stuckAfterMilliseconds)) {
    return undefined;
  }
  const { refusal } = transaction;
  const { maximumFeePerGas } = rules;
  const before: Fees = {
    maxFeePerGas: BigInt(newest.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(newest.maxPriorityFeePerGas),
  };
  const raised = replacementFees(before, chain.market, {
    maximumFeePerGas,
    leastTip: BigInt(refusal?.leastTip ?? 0),
    isSteep: refusal?.isUnderpriced ?? false,
  });
  // Where no endpoint has it any more, one that gives it up need not outbid it; where one has, it goes on by itself.
  const fees = raised ?? (giveUpNow ? bounded(before, maximumFeePerGas) : undefined);
  if (fees === undefined) return undefined;
  return { fees, cancels, gasLimit: cancels ? CANCEL_GAS : BigInt(newest.gasLimit) };
}

/** Value of `signedAt` by which the operator asks for higher fees at once. */
export const REPLACE_NOW = -1;

/** Nonces behind the first wait for that one, and are stuck of their own only when the base fee has outrun them. */
function isStuck(
  { versions, signedAt, nonce, refusal }: LaneTransaction,
  chain: ChainSnapshot,
  now: number,
  stuckAfterMilliseconds: number,
): boolean {
  if (signedAt === REPLACE_NOW) return true;
  // No endpoint has it: it does not wait for those before it.
  if (signedAt === 0 && refusal?.isUnderpriced === true) return true;
  const patience = stuckAfterMilliseconds * 2 ** Math.min(versions.length - 1, 6);
  if (signedAt === null || now - signedAt < patience) return false;
  const outrun = BigInt(versions.at(-1)?.maxFeePerGas ?? 0) < chain.baseFeePerGas;
  return nonce === chain.nonce || outrun;
}
