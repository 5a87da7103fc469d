/** Second wallets of accounts as they are stored: each was proved, logs in to nothing, and can recover its account. */

import { type Collection, type Entity, type Transaction, defineCollection } from "@bourse/kernel";

/** A stored second wallet. */
export interface AccountWalletDocument extends Entity {
  /** Comparable form of the address, so that no two accounts have it. */
  readonly id: string;
  /** Account that the wallet can recover. */
  readonly userId: string;
  /** Address: EIP-55 (EVM) or base58 (Solana). */
  readonly address: string;
  /** Time of the proof, in milliseconds since the epoch. */
  readonly addedAt: number;
}

/** The collection of second wallets. */
export const accountWallets: Collection<AccountWalletDocument, "by_user"> =
  defineCollection<AccountWalletDocument>()({
    name: "account_wallets",
    indexes: { by_user: { fields: ["userId", "addedAt"] } },
  });

/** Removes the second wallets that an account got from a time on, in the caller's transaction. Default: all. */
export async function removeAccountWallets(
  tx: Transaction,
  userId: string,
  since = 0,
): Promise<void> {
  const { items } = await tx.find(accountWallets, { index: "by_user", equals: [userId] });
  for (const { value } of items)
    if (value.addedAt >= since) await tx.delete(accountWallets, value.id);
}
