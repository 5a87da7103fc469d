import { adopted } from "./adopted.ts";
/** Looks up what the chain has under a nonce of ours that none of our signed versions is known to have used. */
import type { ChainSnapshot } from "./chain-snapshot.ts";
import { usedByAnother } from "./follow.ts";
import type { LaneSettings } from "./lane-options.ts";
import { refused, type LaneTransaction } from "./lane-transaction.ts";
import { contentOf, searchChain, type FoundTransaction } from "./search-chain.ts";

/**
 * The transaction as the one that the chain has under its nonce when that does the same, else refused; `foreign` is the
 * one that has used the nonce. While the chain cannot tell, the transaction is looked at some more.
 *
 * @throws NodeError CHAIN_UNAVAILABLE, CHAIN_MISMATCH
 */
export async function findGone(
  { clock, rpc, signer }: LaneSettings,
  transaction: LaneTransaction & { readonly nonce: number },
  { head }: ChainSnapshot,
  signal: AbortSignal,
): Promise<{ readonly to: LaneTransaction; readonly foreign: FoundTransaction | undefined }> {
  const { createdAt, goneSince, nonce, versions } = transaction;
  const { found, isWhole } = await searchChain(rpc, signer.address, signal, {
    from: nonce,
    below: nonce + 1,
    head,
    ageMilliseconds: clock.now() - createdAt,
  });
  const used = found[0];
  const isOurs = versions.some(({ hash }) => hash === used?.hash);
  if (isOurs || (used === undefined && !isWhole)) {
    const again = goneSince === null ? null : { ...goneSince, looks: 0 };
    return { to: { ...transaction, goneSince: again }, foreign: undefined };
  }
  if (used !== undefined && used.content === contentOf(transaction)) {
    return { to: adopted(transaction, used), foreign: undefined };
  }
  return { to: refused(transaction, usedByAnother(nonce, used?.hash)), foreign: used };
}
