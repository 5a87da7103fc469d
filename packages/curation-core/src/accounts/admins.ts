/** The admins of a service: listed, granted, revoked, and invited by one-time codes. */

import { type AccountMail, emailKey, findByEmailKey } from "@bourse/credentials";
import type { Store } from "@bourse/kernel";

import { type Actor, requireAdmin } from "../actor.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { type PageOf, type PageQuery, limitOf, pageOf } from "../page.ts";
import { type UserDocument, readAccount, userView, users } from "../users/user-document.ts";
import type { User } from "../users/user.ts";
import type { AdminCode, AdminCodes } from "./admin-codes.ts";
import type { AdminWallets } from "./admin-wallets.ts";
import { changeRoles } from "./change-roles.ts";
import { checkEmail } from "./check-account.ts";
import { prepareRolesNotice } from "./notices.ts";

/** An invitation of an admin by an email address. */
export interface AdminInvitation extends AdminCode {
  /** The email address that the code is for, trimmed. */
  readonly email: string;
  /** Account that has the address already and may redeem the code; null when it has yet to be registered. */
  readonly user: User | null;
}

/** Codes for the operator's file. */
export interface OperatorCodes {
  /** Open codes by email address. */
  readonly codes: ReadonlyMap<string, string>;
  /** Reserved addresses whose account is not an admin: it existed before and has to redeem a code. */
  readonly unproved: readonly string[];
}

/** The admins of a service. Every call with an actor requires the role admin. */
export interface Admins {
  /** Lists the admins, oldest account first. @throws CurationError FORBIDDEN, VALIDATION_ERROR, CURSOR_INVALID */
  list(actor: Actor, query?: PageQuery): Promise<PageOf<User>>;
  /** Makes an account an admin; without effect on an admin. @throws CurationError FORBIDDEN, NOT_FOUND */
  grant(actor: Actor, userId: string): Promise<User>;
  /**
   * Takes the role admin from an account; without effect on others. A wallet on the operator's list does not bring it
   * back.
   *
   * @throws CurationError FORBIDDEN, NOT_FOUND, LAST_ADMIN
   */
  revoke(actor: Actor, userId: string): Promise<User>;
  /**
   * Issues a one-time code for an email address, which is reserved while the code is open; an earlier code of the
   * address becomes invalid.
   *
   * @throws CurationError FORBIDDEN, VALIDATION_ERROR
   */
  invite(actor: Actor, email: string): Promise<AdminInvitation>;
  /**
   * Returns the codes that the operator's file should hold: those of `held` that are still open, and a new one for
   * every other reserved address without an account.
   */
  renewCodes(held: ReadonlyMap<string, string>): Promise<OperatorCodes>;
}

/** The parts that the admins are built from. */
export interface AdminsParts {
  readonly store: Store;
  readonly ledger: Ledger;
  readonly codes: AdminCodes;
  readonly wallets: AdminWallets;
  /** Notices by mail. */
  readonly mail: AccountMail;
}

/** Creates the admins of a store. */
export function createAdmins({ store, ledger, mail, codes, wallets }: AdminsParts): Admins {
  const holderOf = async (
    reader: Pick<Store, "find">,
    email: string,
  ): Promise<UserDocument | undefined> => {
    return (await findByEmailKey(reader, users, email))?.value;
  };

  const change = async (actor: Actor, userId: string, isAdmin: boolean): Promise<User> => {
    requireAdmin(actor);
    const before = (await readAccount(store, userId)).value.roles;
    const kept = before.filter((role) => role !== "admin");
    const next = isAdmin ? ([...kept, "admin"] as const) : kept;
    const notice = await prepareRolesNotice({ store, mail }, userId, next);
    return await ledger.run(async (unit) => {
      const found = await readAccount(unit.tx, userId);
      if (found.value.isAdmin === isAdmin) return userView(found.value);
      await mail.add(unit.tx, notice);
      const others = found.value.roles.filter((role) => role !== "admin");
      const roles = isAdmin ? ([...others, "admin"] as const) : others;
      return userView(await changeRoles(unit, found, roles, wallets));
    });
  };

  return Object.freeze({
    list: async (actor: Actor, query: PageQuery = {}): Promise<PageOf<User>> => {
      requireAdmin(actor);
      const { cursor } = query;
      const page = { limit: limitOf(query), ...(cursor === undefined ? {} : { cursor }) };
      return await pageOf(
        store.find(users, { index: "by_admin", equals: [true], ...page }),
        userView,
      );
    },
    grant: (actor: Actor, userId: string): Promise<User> => change(actor, userId, true),
    revoke: (actor: Actor, userId: string): Promise<User> => change(actor, userId, false),

    invite: async (actor: Actor, given: string): Promise<AdminInvitation> => {
      requireAdmin(actor);
      const email = checkEmail(given);
      return await ledger.run(async ({ tx }) => {
        const holder = await holderOf(tx, email);
        const issued = await codes.issue(tx, email);
        return { ...issued, email, user: holder === undefined ? null : userView(holder) };
      });
    },

    renewCodes: async (held: ReadonlyMap<string, string>): Promise<OperatorCodes> => {
      const open = new Map<string, string>();
      for (const [email, code] of held) {
        if (await codes.isOpen(store, email, code)) open.set(email, code);
      }
      const keys = new Set(Array.from(open.keys(), emailKey));
      const unproved: string[] = [];
      for (const email of codes.reserved) {
        const holder = await holderOf(store, email);
        if (holder !== undefined && !holder.isAdmin) unproved.push(email);
        if (holder !== undefined || keys.has(emailKey(email))) continue;
        open.set(email, (await ledger.run(({ tx }) => codes.issue(tx, email))).code);
      }
      return { codes: open, unproved };
    },
  });
}
