/**
 * The operator's lists of admins: an account becomes an admin when it proves a wallet on the list, and where the
 * operator wants so, when its owner proves an email address on the list by a link.
 */

import { emailKey } from "@bourse/credentials";
import { KernelError, type Store, type Transaction } from "@bourse/kernel";
import { sha256 } from "@bourse/kernel/platform";

import type { UserDocument } from "../users/user-document.ts";
import type { WalletVerifier } from "../wallet/wallet-verifier.ts";
import { revokedWallets } from "./admin-code-document.ts";

/** Keys by which an account is found on the lists. */
type Listed = Pick<UserDocument, "walletKey" | "emailKey">;

/** The email addresses of admins, and the operator's word about links. */
export interface AdminEmailList {
  readonly addresses: readonly string[];
  /** True when a link that proves an address on the list makes its account an admin. */
  readonly byLink: boolean;
}

/** The wallets of admins, and their email addresses where a link proves one. */
export interface AdminWallets {
  /** True when a proof of this wallet makes its account an admin: it is on the list and was not revoked. */
  isAdmin(reader: Pick<Store, "get">, walletKey: string): Promise<boolean>;
  /** True when a link that proves this address makes its account an admin: it is on the list and was not revoked. */
  isAdminByLink(reader: Pick<Store, "get">, emailKey: string | null): Promise<boolean>;
  /** Makes later proofs of an account's wallet and address give no role; without effect on what is on no list. */
  revoke(tx: Transaction, account: Listed, now: number): Promise<void>;
  /** Undoes a revocation. */
  restore(tx: Transaction, account: Listed): Promise<void>;
}

/** Parses the operator's lists. @throws KernelError OPTION_INVALID for a text that is no wallet address */
export function createAdminWallets(
  wallets: readonly string[],
  verifier: Pick<WalletVerifier, "parse">,
  emails: AdminEmailList = { addresses: [], byLink: false },
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
  const addresses = new Set(emails.addresses.map((address) => emailId(emailKey(address))));
  const isRevoked = async (reader: Pick<Store, "get">, id: string): Promise<boolean> =>
    (await reader.get(revokedWallets, id)) !== undefined;
  const idsOf = ({ walletKey, emailKey: key }: Listed): readonly string[] => [
    ...(walletKey === null ? [] : [walletKey]),
    ...(key === null ? [] : [emailId(key)]),
  ];
  return Object.freeze<AdminWallets>({
    isAdmin: async (reader, walletKey) =>
      listed.has(walletKey) && !(await isRevoked(reader, walletKey)),
    isAdminByLink: async (reader, key) => {
      if (!emails.byLink || key === null || !addresses.has(emailId(key))) return false;
      return !(await isRevoked(reader, emailId(key)));
    },
    revoke: async (tx, account, now) => {
      for (const id of idsOf(account)) {
        const isListed = listed.has(id) || addresses.has(id);
        if (!isListed || (await isRevoked(tx, id))) continue;
        await tx.insert(revokedWallets, { id, revokedAt: now });
      }
    },
    restore: async (tx, account) => {
      for (const id of idsOf(account)) await tx.delete(revokedWallets, id);
    },
  });
}

/** An address on the list as a revocation is stored: it outlives the account, so it is a digest. */
function emailId(key: string): string {
  return `email ${sha256(key, "base64url")}`;
}
