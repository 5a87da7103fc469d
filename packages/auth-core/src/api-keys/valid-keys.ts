/** Valid keys by their text, from a cache in front of the store. */

import { type TtlCache, createTtlCache } from "@bourse/credentials";
import type { Clock, Store } from "@bourse/kernel";

import type { AccountRoles } from "../accounts/account-roles.ts";
import { acceptsKeys, accounts } from "../accounts/account.ts";
import type { KeyLimiter, LimitedKey } from "../key-use/key-limits.ts";
import { admissionOf } from "../key-use/restrictions.ts";
import { isThere } from "../organizations/membership.ts";
import { organizations } from "../organizations/organization-document.ts";
import type { PermissionSet } from "../permissions.ts";
import { type ApiKeyDocument, apiKeys } from "./api-key.ts";
import { formerKeys, type FormerKeyDocument } from "./former-key.ts";
import { digestOfKey, isWellFormedKey, MAX_KEY_LENGTH } from "./key-format.ts";
import { type KeyInForce, keyInForce } from "./key-line.ts";

/** Milliseconds for which a key that another replica revokes is still accepted. */
const REPLICA_DELAY_MILLISECONDS = 1000;

/** A key that is accepted, and the checks that are due at each use. */
export interface ValidKey extends KeyInForce {
  /** Set when the text is of a key that a rotation has replaced. */
  readonly former?: FormerKeyDocument;
  /** Judges where a request comes from; absent for a key that is accepted everywhere. */
  readonly admits?: (address: string | undefined, origin: string | undefined) => boolean;
  /** Keys of the line that have limits; absent where none has. */
  readonly limited?: readonly LimitedKey[];
}

/** Parts of {@link ValidKeys}. */
export interface ValidKeysParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly permissions: PermissionSet;
  readonly limiter: KeyLimiter;
  /** Roles of the accounts that own keys. */
  readonly roles: Pick<AccountRoles, "within">;
}

/** The permissions that its owner leaves a key; undefined when the owner is not there or disabled. */
async function permissionsOf(
  { store, roles }: Pick<ValidKeysParts, "store" | "roles">,
  { userId, organizationId, permissions }: ApiKeyDocument,
): Promise<readonly string[] | undefined> {
  if (organizationId !== undefined) {
    const organization = (await store.get(organizations, organizationId))?.value;
    return isThere(organization) ? permissions : undefined;
  }
  const owner = (await store.get(accounts, userId))?.value;
  if (owner === undefined || !acceptsKeys(owner)) return undefined;
  return roles.within(owner, permissions);
}

/** The valid keys of a store; one that was found is cached for at most a second. */
export class ValidKeys {
  /** Keyed by digest: no key is kept in memory. */
  readonly #cache: TtlCache<ValidKey>;
  readonly #parts: ValidKeysParts;

  constructor(parts: ValidKeysParts) {
    this.#parts = parts;
    this.#cache = createTtlCache({
      ttlMilliseconds: REPLICA_DELAY_MILLISECONDS,
      clock: parts.clock,
      expiresAt: ({ expiresAt, former }) =>
        Math.min(expiresAt ?? Infinity, former?.until ?? Infinity),
    });
  }

  /** The document of a valid key: at once when its digest is cached, else as a promise; undefined for any other. */
  find(key: string): ValidKey | undefined | Promise<ValidKey | undefined> {
    if (key.length > MAX_KEY_LENGTH) return undefined;
    const digest = digestOfKey(key);
    const cached = this.#cache.peek(digest);
    if (cached !== undefined || !isWellFormedKey(key)) return cached;
    return this.#cache.get(digest, (given) => this.#read(given));
  }

  /** Empties the cache: after a change of a key or an account. */
  clear(): void {
    this.#cache.clear();
  }

  async #read(digest: string): Promise<ValidKey | undefined> {
    const { store, clock, permissions, limiter } = this.#parts;
    const page = await store.find(apiKeys, { index: "by_digest", equals: [digest], limit: 1 });
    const current = page.items[0]?.value;
    const former = current === undefined ? await this.#former(digest) : undefined;
    const found = former === undefined ? current : (await store.get(apiKeys, former.keyId))?.value;
    if (found === undefined) return undefined;
    const key = await keyInForce(store, permissions, found, clock.now());
    if (key === undefined) return undefined;
    const held = await permissionsOf(this.#parts, key);
    if (held === undefined) return undefined;
    const admits = admissionOf(key.line);
    const limited = key.line.flatMap(({ id, userId, limits }) =>
      limits === undefined ? [] : [{ id, userId, limits }],
    );
    await limiter.read(limited);
    return {
      ...key,
      permissions: held,
      ...(former !== undefined && { former }),
      ...(admits !== undefined && { admits }),
      ...(limited.length > 0 && { limited }),
    };
  }

  async #former(digest: string): Promise<FormerKeyDocument | undefined> {
    const former = (await this.#parts.store.get(formerKeys, digest))?.value;
    return former !== undefined && this.#parts.clock.now() < former.until ? former : undefined;
  }
}
