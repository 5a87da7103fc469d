/** The operator's list of admin wallets: an account becomes an admin when it proves an address on the list. */

import { KernelError, type Store, type Transaction } from "@bourse/kernel";

import type { WalletVerifier } from "../wallet/wallet-verifier.ts";
import { revokedWallets } from "./admin-code-document.ts";

/** The wallets of admins. */
export interface AdminWallets {
  /** True when a proof of this wallet makes its account an admin: it is on the list and was not revoked. */
  isAdmin(reader: Pick<Store, "get">, walletKey: string): Promise<boolean>;
  /** Makes the wallet's later proofs give no role; without effect on a wallet that is not on the list. */
  revoke(tx: Transaction, walletKey: string | null, now: number): Promise<void>;
  /** Undoes a revocation. */
  restore(tx: Transaction, walletKey: string | null): Promise<void>;
}

/** Parses the operator's list. @throws KernelError OPTION_INVALID for a text that is no wallet address */
export function createAdminWallets(
  wallets: readonly string[],
  verifier: Pick<WalletVerifier, "parse">,
): AdminWallets {
  const listed = new Set(
    wallets.map((wallet) => {
      const parsed = verifier.parse(wallet);
      if (parsed === undefined) {
        const message = `adminWallets: expected EVM or Solana addresses (EIP-55 in mixed case), found "${wallet}"`;
        throw new KernelError("OPTION_INVALID", message);
      }
      return parsed.key;
    }),
  );
  return Object.freeze({
    isAdmin: async (reader: Pick<Store, "get">, walletKey: string): Promise<boolean> =>
      listed.has(walletKey) && (await reader.get(revokedWallets, walletKey)) === undefined,
    revoke: async (tx: Transaction, walletKey: string | null, now: number): Promise<void> => {
      if (walletKey === null || !listed.has(walletKey)) return;
      if ((await tx.get(revokedWallets, walletKey)) !== undefined) return;
      await tx.insert(revokedWallets, { id: walletKey, revokedAt: now });
    },
    restore: async (tx: Transaction, walletKey: string | null): Promise<void> => {
      if (walletKey !== null) await tx.delete(revokedWallets, walletKey);
    },
  });
}
