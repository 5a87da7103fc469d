/** The directory of accounts for admins. */

import type { AccountMail } from "@bourse/credentials";

import { type Actor, ROLES, type Role, requireAdmin } from "../actor.ts";
import { invalid } from "../invalid.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { PageOf, PageQuery } from "../page.ts";
import { readAccount, userView } from "../users/user-document.ts";
import type { User } from "../users/user.ts";
import type { AdminWallets } from "./admin-wallets.ts";
import { changeRoles } from "./change-roles.ts";
import { type FindUsersParts, findUsers } from "./find-users.ts";
import { listUsers } from "./list-users.ts";
import { prepareRolesNotice } from "./notices.ts";

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

/** The parts that the directory is built from. */
export interface UserDirectoryParts extends FindUsersParts {
  readonly ledger: Ledger;
  readonly adminWallets: AdminWallets;
  /** Notices by mail. */
  readonly mail: AccountMail;
}

/** Creates the directory of a store. */
export function createUserDirectory(parts: UserDirectoryParts): UserDirectory {
  const { ledger, adminWallets } = parts;
  return Object.freeze<UserDirectory>({
    list: async (actor, query = {}) => {
      requireAdmin(actor);
      return await listUsers(parts, query);
    },
    find: async (actor, word) => {
      requireAdmin(actor);
      return (await findUsers(parts, word.trim())).map(userView);
    },
    setRoles: async (actor, userId, given) => {
      requireAdmin(actor);
      if (!given.every((role) => ROLES.includes(role))) {
        throw invalid(["body", "roles"], `must be a list of ${ROLES.join(" and ")}`, "enum");
      }
      const notice = await prepareRolesNotice(parts, userId, given);
      return await ledger.run(async (unit) => {
        const found = await readAccount(unit.tx, userId);
        await parts.mail.add(unit.tx, notice);
        return userView(await changeRoles(unit, found, given, adminWallets));
      });
    },
  });
}
