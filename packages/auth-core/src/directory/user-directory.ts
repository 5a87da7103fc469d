/** The directory of all accounts, for the operator of the service: no call checks who asks. */

import { emailKey, type Origin } from "@bourse/credentials";
import type { FindQuery } from "@bourse/kernel";

import { noAccount } from "../accounts/account-refusals.ts";
import { roleOf } from "../accounts/account-roles.ts";
import { type AccountDocument, type User, accounts, userOf } from "../accounts/account.ts";
import { changeAccountRole, type RoleParts } from "../accounts/change-account-role.ts";
import { type StatusParts, changeStatus } from "../accounts/change-status.ts";
import { findByEmail } from "../accounts/find-account.ts";
import type { ApiKeys } from "../api-keys/api-keys.ts";
import { invalid } from "../invalid.ts";
import type { ListOptions, RecordPage } from "../page.ts";

/** All statuses of an account. */
export const USER_STATUSES = ["active", "disabled"] as const;

/** Status of an account: a disabled one has no session, and its keys and logins are refused. */
export type UserStatus = (typeof USER_STATUSES)[number];

/** An account as the operator sees it in a list. All times in milliseconds since the Unix epoch (UTC). */
export interface ListedUser extends User {
  /** Present status; `active` at first. */
  readonly status: UserStatus;
  /** Role that bounds what the account may do; `owner` may do everything. */
  readonly role: string;
  /** Time of the registration. */
  readonly createdAt: number;
  /** Time of the last login or of the registration, at most a minute too early; null where it was not recorded. */
  readonly lastLoginAt: number | null;
}

/** An account as the operator sees it by itself. */
export interface UserDetail extends ListedUser {
  /** Number of live sessions, 0–1000. */
  readonly sessions: number;
  /** Number of API keys that are neither revoked nor expired, 0–1000. A disabled account keeps them, refused. */
  readonly apiKeys: number;
}

/** Search for accounts; every filter that is given must match. */
export interface UserQuery extends ListOptions {
  /** Beginning of an e-mail address or all of it, at most 254 characters, in any case. Default: every account. */
  readonly email?: string;
  /** Status of the accounts. Default: every status. */
  readonly status?: UserStatus;
}

/** The directory of all accounts. */
export interface UserDirectory {
  /**
   * A page of the accounts, newest first; those that a search by e-mail finds come in the order of their addresses.
   *
   * @throws AuthError VALIDATION_ERROR, details.path `email` or `status`; StoreError STORE_CURSOR_INVALID
   */
  list(query?: UserQuery): Promise<RecordPage<ListedUser>>;
  /** One account with the numbers of its sessions and keys. @throws AuthError NOT_FOUND */
  get(userId: string): Promise<UserDetail>;
  /**
   * Disables an account: all of its sessions and their access tokens end, its API keys and logins are refused. A
   * disabled account stays as it is.
   *
   * @throws AuthError NOT_FOUND
   */
  disable(userId: string, origin?: Origin): Promise<UserDetail>;
  /**
   * Enables an account: its API keys and logins are accepted again; the sessions that ended stay so. An active account
   * stays as it is.
   *
   * @throws AuthError NOT_FOUND
   */
  enable(userId: string, origin?: Origin): Promise<UserDetail>;
  /**
   * Gives an account a role of the option `roles`, and tells its holder by mail. Its sessions and API keys may do what
   * the role allows from the next request on, in other processes within a second; keys of organizations stay as they
   * are. An account that has the role stays as it is.
   *
   * @throws AuthError NOT_FOUND, VALIDATION_ERROR (details.path `role`)
   */
  setRole(userId: string, role: string, origin?: Origin): Promise<UserDetail>;
}

/** Parts that the directory is built from. */
export interface UserDirectoryParts extends StatusParts, RoleParts {
  readonly keys: Pick<ApiKeys<string>, "list">;
}

/** Creates the directory of a store. */
export function createUserDirectory(parts: UserDirectoryParts): UserDirectory {
  const { store, logins, keys } = parts;

  const detailOf = async (account: AccountDocument | undefined): Promise<UserDetail> => {
    if (account === undefined) throw noAccount();
    const [live, held] = await Promise.all([
      logins.sessions.list(account.id),
      keys.list(account.id),
    ]);
    const apiKeys = held.filter(({ status }) => status === "active").length;
    return { ...listed(account), sessions: live.length, apiKeys };
  };

  return Object.freeze({
    list: async (query: UserQuery = {}): Promise<RecordPage<ListedUser>> => {
      // An account of an earlier version may be stored under another spelling of its address.
      const holder = query.email === undefined ? undefined : await findByEmail(store, query.email);
      const { items, next } = await store.find(accounts, findOf(query, holder?.emailKey));
      return { items: items.map(({ value }) => listed(value)), next };
    },

    get: async (userId: string): Promise<UserDetail> =>
      detailOf((await store.get(accounts, userId))?.value),

    disable: async (userId: string, origin?: Origin): Promise<UserDetail> =>
      detailOf(await changeStatus(parts, userId, "disabled", origin)),

    enable: async (userId: string, origin?: Origin): Promise<UserDetail> =>
      detailOf(await changeStatus(parts, userId, "active", origin)),

    setRole: async (userId: string, role: string, origin?: Origin): Promise<UserDetail> =>
      detailOf(await changeAccountRole(parts, userId, role, origin)),
  });
}

/** The query whose index has the filters first and then the order of the list. */
function findOf(
  { email, status, limit = 20, cursor }: UserQuery,
  storedKey: string | undefined,
): FindQuery<keyof typeof accounts.indexes> {
  if (status !== undefined && !USER_STATUSES.includes(status)) {
    throw invalid("status", `A status is one of ${USER_STATUSES.join(", ")}.`);
  }
  const page = { limit, ...(cursor === undefined ? {} : { cursor }) };
  const equals = status === undefined ? [] : [status];
  if (email === undefined) {
    const index = status === undefined ? "by_created" : "by_status";
    return { index, equals, order: "desc", ...page };
  }
  const typedKey = searchKey(email);
  const key = storedKey ?? typedKey;
  const index = status === undefined ? "by_email" : "by_status_email";
  return { index, equals, range: { gte: key, lt: `${key}\uffff` }, ...page };
}

const MAX_SEARCH = 254;

function searchKey(email: string): string {
  const key = emailKey(email);
  if (key !== "" && email.length <= MAX_SEARCH) return key;
  throw invalid(
    "email",
    `A search by e-mail has 1 to ${MAX_SEARCH} characters, one of them visible.`,
  );
}

function listed(account: AccountDocument): ListedUser {
  const { status, createdAt, lastLoginAt = null } = account;
  return { ...userOf(account), status, role: roleOf(account), createdAt, lastLoginAt };
}
