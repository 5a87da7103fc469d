/** The operator's list of admins: an account becomes an admin when it proves an address on the list. */

import { emailKey } from "@bourse/credentials";

import type { Role } from "../actor.ts";
import type { WalletVerifier } from "../wallet/wallet-verifier.ts";
import type { UserDocument } from "./user-document.ts";

/** The wallet and email addresses of admins. */
export interface AdminList {
  /** The roles of an account whose email address was proven by its password, or whose wallet by a signature. */
  rolesOf(
    user: Pick<UserDocument, "roles">,
    proved: { readonly email?: string | null; readonly walletKey?: string | null },
  ): Pick<UserDocument, "roles" | "isAdmin">;
}

/** Parses the operator's lists. @throws TypeError for a text that is no wallet address */
export function createAdminList(
  wallets: readonly string[],
  emails: readonly string[],
  verifier: Pick<WalletVerifier, "parse">,
): AdminList {
  const keys = new Set(
    wallets.map((wallet) => {
      const parsed = verifier.parse(wallet);
      if (parsed === undefined)
        throw new TypeError(`adminWallets: expected EVM or Solana addresses, found "${wallet}"`);
      return parsed.key;
    }),
  );
  const listed = new Set(emails.map(emailKey));
  return Object.freeze({
    rolesOf: (
      { roles }: Pick<UserDocument, "roles">,
      { email, walletKey }: { readonly email?: string | null; readonly walletKey?: string | null },
    ) => {
      const isListed = listed.has(emailKey(email ?? "")) || keys.has(walletKey ?? "");
      const now: readonly Role[] =
        isListed && !roles.includes("admin") ? [...roles, "admin"] : roles;
      return { roles: now, isAdmin: now.includes("admin") };
    },
  });
}
