/** The permissions of accounts by their roles, from a cache in front of the store. */

import { createTtlCache, type TtlCache } from "@bourse/credentials";
import type { Clock, Store } from "@bourse/kernel";

import type { PermissionSet } from "../permissions.ts";
import { OWNER, type RoleSet } from "../roles.ts";
import { accounts, type AccountDocument } from "./account.ts";

/** Milliseconds for which the role that another replica has changed still counts. */
const REPLICA_DELAY_MILLISECONDS = 1000;

/** Role of an account. */
export function roleOf({ role = OWNER }: AccountDocument): string {
  return role;
}

/** Permissions of accounts by their roles. */
export class AccountRoles {
  readonly #cache: TtlCache<readonly string[]>;
  readonly #store: Pick<Store, "get">;
  readonly #roles: RoleSet;
  readonly #permissions: PermissionSet;

  constructor(parts: {
    readonly store: Pick<Store, "get">;
    readonly clock: Clock;
    readonly roles: RoleSet;
    readonly permissions: PermissionSet;
  }) {
    const { clock } = parts;
    this.#cache = createTtlCache({ ttlMilliseconds: REPLICA_DELAY_MILLISECONDS, clock });
    this.#store = parts.store;
    this.#roles = parts.roles;
    this.#permissions = parts.permissions;
  }

  /** Permissions of an account: at once from the cache, else as a promise; none for an account that is not there. */
  of(userId: string): readonly string[] | Promise<readonly string[]> {
    const held = this.#cache.get(userId, async () => {
      const account = await this.#store.get(accounts, userId);
      return account === undefined ? NOTHING : this.#roles.permissionsOf(roleOf(account.value));
    });
    return held instanceof Promise ? held.then((found) => found ?? NOTHING) : held;
  }

  /** The permissions that a key of an account keeps: those that its role has too. */
  within(account: AccountDocument, held: readonly string[]): readonly string[] {
    const role = roleOf(account);
    if (role === OWNER) return held;
    const own = this.#roles.permissionsOf(role);
    const { names } = this.#permissions;
    const both = (name: string): boolean =>
      this.#permissions.permits(held, name) && this.#permissions.permits(own, name);
    return names.filter(both);
  }

  /** Empties the cache: after a change of a role. */
  clear(): void {
    this.#cache.clear();
  }
}

const NOTHING: readonly string[] = Object.freeze([]);
