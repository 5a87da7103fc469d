/** Causes for which the lane signs nothing, as sentences. */
import type { ChainSnapshot } from "./chain-snapshot.ts";
import { CANCEL_GAS } from "./sign.ts";

export const UNPAYABLE = "It waits until the wallet can pay it beside the transactions before it.";

export function tooDear(maximumFeeGwei: number): string {
  return `Gas costs more than ${maximumFeeGwei} gwei now; transactions wait until it is cheaper.`;
}

/** Cause for which nothing is signed while the journal is compared with the chain. */
export function comparing(fence: number, { balance, market, nonce }: ChainSnapshot): string {
  const left = Math.max(0, fence - nonce);
  const cost = BigInt(left) * CANCEL_GAS * market.maxFeePerGas;
  return (
    "The chain may know transactions of the wallet that the store does not know, so every nonce that they may have is " +
    "used up and looked up first" +
    (left === 0 ? "." : `; ${left} are left.`) +
    (cost > balance ? ` This can cost ${cost} wei, and the wallet has ${balance}.` : "")
  );
}
