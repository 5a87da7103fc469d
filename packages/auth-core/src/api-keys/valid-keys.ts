/** Valid keys by their text, from a cache in front of the store. */

import { type TtlCache, createTtlCache } from "@bourse/credentials";
import type { Clock, Store } from "@bourse/kernel";

import { acceptsKeys, accounts } from "../accounts/account.ts";
import { type ApiKeyDocument, apiKeys } from "./api-key.ts";
import { KEY_LENGTH, digestOfKey, isWellFormedKey } from "./key-format.ts";
import { keyInForce } from "./key-line.ts";

/** Milliseconds for which a key that another replica revokes is still accepted. */
const REPLICA_DELAY_MILLISECONDS = 1000;

/** The valid keys of a store; one that was found is cached for at most a second. */
export class ValidKeys {
  /** Keyed by digest: no key is kept in memory. */
  readonly #cache: TtlCache<ApiKeyDocument>;
  readonly #store: Store;
  readonly #clock: Clock;

  constructor({ store, clock }: { readonly store: Store; readonly clock: Clock }) {
    this.#store = store;
    this.#clock = clock;
    this.#cache = createTtlCache({
      ttlMilliseconds: REPLICA_DELAY_MILLISECONDS,
      clock,
      expiresAt: (key) => key.expiresAt ?? Infinity,
    });
  }

  /** The document of a valid key: at once when its digest is cached, else as a promise; undefined for any other. */
  find(key: string): ApiKeyDocument | undefined | Promise<ApiKeyDocument | undefined> {
    if (key.length !== KEY_LENGTH) return undefined;
    const digest = digestOfKey(key);
    const cached = this.#cache.peek(digest);
    if (cached !== undefined || !isWellFormedKey(key)) return cached;
    return this.#cache.get(digest, (given) => this.#read(given));
  }

  /** Empties the cache: after a revocation or a change of an account. */
  clear(): void {
    this.#cache.clear();
  }

  async #read(digest: string): Promise<ApiKeyDocument | undefined> {
    const page = await this.#store.find(apiKeys, {
      index: "by_digest",
      equals: [digest],
      limit: 1,
    });
    const found = page.items[0]?.value;
    if (found === undefined) return undefined;
    const key = await keyInForce(this.#store, found, this.#clock.now());
    if (key === undefined) return undefined;
    const owner = await this.#store.get(accounts, key.userId);
    return owner !== undefined && acceptsKeys(owner.value) ? key : undefined;
  }
}
