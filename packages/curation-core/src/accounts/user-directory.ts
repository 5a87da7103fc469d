/** The directory of accounts for admins. */

import { emailKey } from "@bourse/credentials";
import type { Store } from "@bourse/kernel";

import { type Actor, ROLES, type Role, requireAdmin } from "../actor.ts";
import { invalid } from "../invalid.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { cursorInvalid } from "../page-cursor.ts";
import { type PageOf, type PageQuery, limitOf, pageOf } from "../page.ts";
import type { WalletVerifier } from "../wallet/wallet-verifier.ts";
import type { AdminWallets } from "./admin-wallets.ts";
import { changeRoles } from "./change-roles.ts";
import { type UserDocument, readAccount, userView, users } from "./user-document.ts";
import type { User } from "./user.ts";

/** The directory of accounts; every call requires the role admin. */
export interface UserDirectory {
  /**
   * Lists accounts, newest first, or finds them: `search` is the beginning of a username (sorted by username), a whole
   * email address or a whole wallet address, at most 254 characters.
   *
   * @throws CurationError FORBIDDEN, VALIDATION_ERROR, CURSOR_INVALID
   */
  list(actor: Actor, query?: PageQuery & { readonly search?: string }): Promise<PageOf<User>>;
  /**
   * Replaces the roles of an account; effective from its next request.
   *
   * @throws CurationError FORBIDDEN, VALIDATION_ERROR, NOT_FOUND, LAST_ADMIN
   */
  setRoles(actor: Actor, userId: string, roles: readonly Role[]): Promise<User>;
}

/** Creates the directory of a store. */
export function createUserDirectory(
  store: Store,
  ledger: Ledger,
  verifier: Pick<WalletVerifier, "parse">,
  wallets: AdminWallets,
): UserDirectory {
  const exactly = async (search: string): Promise<readonly UserDocument[]> => {
    const wallet = verifier.parse(search);
    if (wallet === undefined && !search.includes("@")) return [];
    const index = wallet === undefined ? "by_email" : "by_wallet";
    const equals = [wallet?.key ?? emailKey(search)];
    return (await store.find(users, { index, equals, limit: 1 })).items.map(({ value }) => value);
  };

  return Object.freeze({
    list: async (
      actor: Actor,
      query: PageQuery & { readonly search?: string } = {},
    ): Promise<PageOf<User>> => {
      requireAdmin(actor);
      const { cursor } = query;
      const search = query.search?.trim() ?? "";
      const page = { limit: limitOf(query), ...(cursor === undefined ? {} : { cursor }) };
      if (search === "") {
        const newest = { index: "by_created", order: "desc", ...page } as const;
        return await pageOf(store.find(users, newest), userView);
      }
      if (Array.from(search).length > 254)
        throw invalid(["query", "search"], "must have at most 254 characters", "string");
      const found = await exactly(search);
      // One account, and so no page that a cursor could lead to.
      if (found.length > 0 && cursor !== undefined) throw cursorInvalid();
      if (found.length > 0) return { items: found.map(userView), next: null };
      const key = search.toLowerCase();
      const range = { gte: key, lt: `${key}\uffff` };
      return await pageOf(store.find(users, { index: "by_username", range, ...page }), userView);
    },

    setRoles: async (actor: Actor, userId: string, given: readonly Role[]): Promise<User> => {
      requireAdmin(actor);
      if (!given.every((role) => ROLES.includes(role))) {
        throw invalid(["body", "roles"], `must be a list of ${ROLES.join(" and ")}`, "enum");
      }
      return await ledger.run(async (unit) => {
        const found = await readAccount(unit.tx, userId);
        return userView(await changeRoles(unit, found, given, wallets));
      });
    },
  });
}
