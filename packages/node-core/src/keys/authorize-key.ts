/** Authorization by API keys: who holds a key, and whether its scopes are enough. */

import type { Clock, Store } from "@bourse/kernel";

import { NodeError } from "../errors.ts";
import { apiKeyDocuments, digestOf, type KeyScope } from "./api-key-document.ts";
import type { KeyHolder } from "./key-holder.ts";
import { quotasOf, withLine, type DefaultQuotas } from "./key-line.ts";

/** Holders of the keys from the options, by the digests of their keys. */
export type GivenHolders = ReadonlyMap<string, KeyHolder>;

/** Sources of the holders of keys: the store, and the keys from the options. */
export interface KeyLookup {
  readonly store: Store;
  readonly clock: Clock;
  readonly given: GivenHolders;
  readonly defaults: DefaultQuotas;
}

/** Scopes of the keys from the options, with which every documented call works. */
const GIVEN_SCOPES: readonly KeyScope[] = ["share", "read", "transfer"];

/** The holders of keys from the options: with the default quotas and no other limits, named `given-1` and so on. */
export function givenHolders(keys: readonly string[], defaults: DefaultQuotas): GivenHolders {
  const rights = { scopes: GIVEN_SCOPES, expiresAt: null, payees: null, spending: null };
  return new Map(
    keys.map((key, place) => {
      const id = `given-${place + 1}`;
      return [
        digestOf(key),
        Object.freeze({ id, ...rights, quotas: [{ keyId: id, ...defaults }] }),
      ];
    }),
  );
}

/**
 * Returns the holder of a key that has one of `scopes`.
 *
 * @throws NodeError UNAUTHORIZED, FORBIDDEN (details.scope)
 */
export async function authorizeKey(
  lookup: KeyLookup,
  key: string | undefined,
  scopes: readonly KeyScope[],
): Promise<KeyHolder> {
  const holder = key === undefined || key === "" ? undefined : await holderOf(lookup, key);
  if (holder === undefined) {
    throw new NodeError("UNAUTHORIZED", "Expected a good API key in the header X-API-Key.");
  }
  if (holder.scopes.some((scope) => scopes.includes(scope))) return holder;
  throw new NodeError("FORBIDDEN", `This API key lacks the scope ${scopes.join(" or ")}.`, {
    details: { scope: scopes[0] },
  });
}

/** The holder of a key; undefined for one that is unknown, revoked or expired. */
async function holderOf(
  { store, clock, given, defaults }: KeyLookup,
  key: string,
): Promise<KeyHolder | undefined> {
  const digest = digestOf(key);
  const givenHolder = given.get(digest);
  if (givenHolder !== undefined) return givenHolder;
  const page = await store.find(apiKeyDocuments, {
    index: "by_digest",
    equals: [digest],
    limit: 1,
  });
  const found = page.items[0]?.value;
  if (found === undefined) return undefined;
  const { id, scopes, expiresAt, payees, spending, revokedAt } = await withLine(store, found);
  if (revokedAt !== null) return undefined;
  if (expiresAt !== null && expiresAt <= clock.now()) return undefined;
  const quotas = await quotasOf(store, found, defaults);
  return { id, scopes, expiresAt, payees, spending, quotas };
}
