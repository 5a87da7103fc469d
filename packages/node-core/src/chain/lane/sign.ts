/** A new signed version of a transaction: with its first nonce, or in the place of an earlier version. */
import type { Hex } from "../../address.ts";
import type { WalletSigner } from "../../identity/port.ts";
import type { Fees } from "./fees.ts";
import { nonceKey, type LaneTransaction, type SignedVersion } from "./lane-transaction.ts";

export interface SigningTerms {
  readonly chainId: number;
  readonly fees: Fees;
  /** True for a chain without EIP-1559. */
  readonly isLegacy: boolean;
  readonly gasLimit: bigint;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Gas of a payment of nothing to oneself. */
export const CANCEL_GAS = 21_000n;

/** The transaction with a nonce and its first version. */
export async function firstVersion(
  signer: WalletSigner,
  transaction: LaneTransaction,
  nonce: number,
  terms: SigningTerms,
): Promise<LaneTransaction> {
  const placed = { ...transaction, nonce, nonceKey: nonceKey(transaction.lane, nonce) };
  return nextVersion(signer, placed, nonce, terms, false);
}

/** The transaction with one version more; `cancels` gives the nonce up. */
export async function nextVersion(
  signer: WalletSigner,
  transaction: LaneTransaction,
  nonce: number,
  { chainId, fees, gasLimit, isLegacy, now }: SigningTerms,
  cancels: boolean,
): Promise<LaneTransaction> {
  const { raw, hash } = await signer.signTransaction({
    chainId,
    nonce,
    to: cancels ? signer.address : transaction.to,
    data: cancels ? "0x" : transaction.data,
    value: cancels ? 0n : BigInt(transaction.value),
    gasLimit,
    ...fees,
    ...(isLegacy ? { type: 0 } : {}),
  });
  const version: SignedVersion = {
    hash: hash.toLowerCase() as Hex,
    raw,
    gasLimit: gasLimit.toString(),
    maxFeePerGas: fees.maxFeePerGas.toString(),
    maxPriorityFeePerGas: fees.maxPriorityFeePerGas.toString(),
    cancels,
  };
  return {
    ...transaction,
    state: "signed",
    hash: version.hash,
    versions: [...transaction.versions, version],
    signedAt: now,
    sentAt: null,
  };
}

/** The most that the wallet can lose by it while it is in no block, in wei. */
export function reserved({ state, value, versions }: LaneTransaction): bigint {
  if (state === "mined") return 0n;
  let most = 0n;
  for (const { gasLimit, maxFeePerGas } of versions) {
    const cost = BigInt(gasLimit) * BigInt(maxFeePerGas) + BigInt(value);
    if (cost > most) most = cost;
  }
  return most;
}
