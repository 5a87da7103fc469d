/** The directory of accounts for admins. */

import { emailKey } from "@bourse/credentials";
import type { Store } from "@bourse/kernel";

import { type Actor, ROLES, type Role, requireAdmin } from "../actor.ts";
import { invalid } from "../invalid.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { cursorInvalid } from "../page-cursor.ts";
import { type PageOf, type PageQuery, limitOf, pageOf } from "../page.ts";
import { type UserDocument, readAccount, userView, users } from "../users/user-document.ts";
import type { User } from "../users/user.ts";
import type { WalletVerifier } from "../wallet/wallet-verifier.ts";
import type { AdminWallets } from "./admin-wallets.ts";
import { changeRoles } from "./change-roles.ts";

/** The directory of accounts; every call requires the role admin. */
export interface UserDirectory {
  /**
   * Lists accounts, newest first, or finds them: `search` is a whole id, wallet address or email address, which come
   * first, or the beginning of a username (sorted by username), at most 254 characters.
   *
   * @throws CurationError FORBIDDEN, VALIDATION_ERROR, CURSOR_INVALID
   */
  list(actor: Actor, query?: PageQuery & { readonly search?: string }): Promise<PageOf<User>>;
  /**
   * Finds the accounts that a word names exactly: with the prefix `id:`, `wallet:`, `email:` or `user:` by that alone,
   * without one by its id, and where no account has it as its id, by each of the others. More than one account means
   * that the word is ambiguous.
   *
   * @throws CurationError FORBIDDEN
   */
  find(actor: Actor, word: string): Promise<readonly User[]>;
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
  const inIndex = async (
    index: "by_wallet" | "by_email" | "by_username",
    key: string,
  ): Promise<readonly UserDocument[]> =>
    (await store.find(users, { index, equals: [key], limit: 1 })).items.map(({ value }) => value);

  /** The account that a word names, for each kind of word. */
  const named = {
    id: async (word: string): Promise<readonly UserDocument[]> => {
      const found = await store.get(users, word);
      return found === undefined ? [] : [found.value];
    },
    wallet: async (word: string): Promise<readonly UserDocument[]> => {
      const wallet = verifier.parse(word);
      return wallet === undefined ? [] : await inIndex("by_wallet", wallet.key);
    },
    email: async (word: string): Promise<readonly UserDocument[]> =>
      word.includes("@") ? await inIndex("by_email", emailKey(word)) : [],
    user: (word: string): Promise<readonly UserDocument[]> =>
      inIndex("by_username", word.toLowerCase()),
  };

  /** The account with this id, wallet address or email address, the first of them that there is. */
  const exactly = async (search: string): Promise<readonly UserDocument[]> => {
    for (const lookUp of [named.id, named.wallet, named.email]) {
      const found = await lookUp(search);
      if (found.length > 0) return found;
    }
    return [];
  };

  const find = async (word: string): Promise<readonly UserDocument[]> => {
    const [, kind, rest = ""] = /^(id|wallet|email|user):(.*)$/s.exec(word) ?? [];
    if (kind !== undefined) return await named[kind as keyof typeof named](rest);
    const byId = await named.id(word);
    if (byId.length > 0) return byId;
    const others = [named.wallet, named.email, named.user].map((lookUp) => lookUp(word));
    const found = (await Promise.all(others)).flat();
    return found.filter(({ id }, at) => found.findIndex((other) => other.id === id) === at);
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

    find: async (actor: Actor, word: string): Promise<readonly User[]> => {
      requireAdmin(actor);
      return (await find(word.trim())).map(userView);
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
