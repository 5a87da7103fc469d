/** API keys of the node: `nk_` and 256 random bits, shown once, kept as a digest. */

import { hash } from "node:crypto";

import type { Clock, Ids, Store } from "@bourse/kernel";

import { NodeError } from "../errors.ts";
import { findPage } from "../internal/find-page.ts";
import {
  apiKeyDocuments,
  keyPaymentDocuments,
  type ApiKeyDocument,
  type KeyScope,
} from "./api-key-document.ts";
import { checkNewKey, type NewApiKey } from "./check-new-key.ts";
import type { KeyHolder, KeyLimits } from "./key-holder.ts";
import { rightsOfChild, withLine } from "./key-line.ts";
import { spend, type KeyPayment } from "./spending.ts";

/** API key without its secret. */
export interface ApiKeyView extends KeyLimits {
  /** Id of the key. */
  readonly id: string;
  /** Name that the owner gave it. 1–100 characters. */
  readonly name: string;
  /** Scopes of the key. */
  readonly scopes: readonly KeyScope[];
  /** Creation time in epoch milliseconds. */
  readonly createdAt: number;
  /** Revocation time in epoch milliseconds; null while the key is valid. */
  readonly revokedAt: number | null;
}

/** Query for API keys. */
export interface KeysQuery {
  /** Maximum number of keys. 1–1000, default 1000. */
  readonly limit?: number;
  /** Cursor that the page before gave. Default: the newest keys. */
  readonly cursor?: string | undefined;
}

/** Page of the API keys. */
export interface KeysPage {
  /** Keys, newest first. */
  readonly keys: readonly ApiKeyView[];
  /** Cursor of the next page; null on the last page. */
  readonly next: string | null;
}

/** API keys of the node. A key is `nk_` and 256 random bits; the store holds only its digest. */
export interface ApiKeys {
  /**
   * Creates a key. `key` is returned here and never again. Without scopes the key may only read. A key that the holder
   * `by` of another one creates has no right that its parent lacks, pays no one else, ends no later (without
   * `expiresAt` with it), and is revoked with it. Default: the node's owner creates it.
   *
   * @throws NodeError VALIDATION_ERROR (name, scopes, expiresAt, payees, spending); FORBIDDEN (details.scope) for a
   * right that `by` lacks
   */
  create(request: NewApiKey, by?: KeyHolder): Promise<ApiKeyView & { readonly key: string }>;
  /**
   * Lists a page of the keys, newest first, revoked ones included. Keys from the options are not listed.
   *
   * @throws NodeError CURSOR_INVALID
   */
  list(query?: KeysQuery): Promise<KeysPage>;
  /**
   * Revokes a key and all that descend from it at once; revoking it again changes nothing.
   *
   * @throws NodeError NOT_FOUND
   */
  revoke(id: string): Promise<ApiKeyView>;
  /**
   * Returns the holder of a key that has one of `scopes`. No scope includes another.
   *
   * @throws NodeError UNAUTHORIZED, FORBIDDEN (details.scope)
   */
  authorize(key: string | undefined, ...scopes: readonly KeyScope[]): Promise<KeyHolder>;
  /**
   * Counts a payment against the limits of its key, or refuses it and counts nothing. The same payment counts once.
   *
   * @throws NodeError FORBIDDEN (no scope `transfer`, another payee, over a limit)
   */
  spend(holder: KeyHolder, payment: KeyPayment): Promise<void>;
  /** Takes back a payment that was counted and will not be made. Without effect for an unknown id. */
  unspend(paymentId: string): Promise<void>;
  /** Creates a key with these scopes when there has never been one; returns undefined otherwise. */
  createFirst(scopes: readonly KeyScope[]): Promise<string | undefined>;
}

/** Options of {@link createApiKeys}. */
export interface ApiKeysOptions {
  /** Store of the keys, opened with `nodeCollections`. */
  readonly store: Store;
  /** Clock for creation, expiry and revocation times. */
  readonly clock: Clock;
  /** Generator of ids and keys. */
  readonly ids: Ids;
  /** Keys from outside the store, with the scopes `share`, `read` and `transfer`. Default none. */
  readonly given?: readonly string[];
}

/** Scopes of the keys from the options, with which every documented call works. */
const GIVEN_SCOPES: readonly KeyScope[] = ["share", "read", "transfer"];

const NO_LIMITS: KeyLimits = { expiresAt: null, payees: null, spending: null };

/** Creates the API keys of a node over its store. */
export function createApiKeys(options: ApiKeysOptions): ApiKeys {
  const { store, clock, ids, given = [] } = options;
  const givenDigests = new Map(given.map((key, place) => [digestOf(key), `given-${place + 1}`]));

  const create = async (
    request: NewApiKey,
    by?: KeyHolder,
  ): Promise<ApiKeyView & { readonly key: string }> => {
    const key = ids.token("nk_", 256);
    const now = clock.now();
    const asked = checkNewKey(request, now);
    const document: ApiKeyDocument = {
      id: ids.uuid(),
      digest: digestOf(key),
      ...(by === undefined ? asked : await rightsOfChild(store, asked, by)),
      createdAt: now,
      revokedAt: null,
    };
    await store.insert(apiKeyDocuments, document);
    return { ...viewOf(document), key };
  };

  const holderOf = async (key: string): Promise<KeyHolder | undefined> => {
    const digest = digestOf(key);
    const givenId = givenDigests.get(digest);
    if (givenId !== undefined) return { id: givenId, scopes: GIVEN_SCOPES, ...NO_LIMITS };
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
    return { id, scopes, expiresAt, payees, spending };
  };

  return Object.freeze({
    create,

    list: async ({ limit = 1000, cursor }: KeysQuery = {}) => {
      const more = cursor === undefined ? {} : { cursor };
      const query = { index: "by_creation", order: "desc", limit, ...more } as const;
      const page = await findPage(store, apiKeyDocuments, query);
      const keys = await Promise.all(page.items.map(({ value }) => withLine(store, value)));
      return { keys: keys.map(viewOf), next: page.next };
    },

    revoke: (id) =>
      store.transaction(async (tx) => {
        const found = await tx.get(apiKeyDocuments, id);
        if (found === undefined) throw new NodeError("NOT_FOUND", "There is no key with this id.");
        if (found.value.revokedAt !== null) return viewOf(found.value);
        const revoked = { ...found.value, revokedAt: clock.now() };
        await tx.replace(apiKeyDocuments, revoked, found.version);
        return viewOf(revoked);
      }),

    authorize: async (key, ...scopes) => {
      const holder = key === undefined || key === "" ? undefined : await holderOf(key);
      if (holder === undefined) {
        throw new NodeError("UNAUTHORIZED", "Expected a good API key in the header X-API-Key.");
      }
      if (holder.scopes.some((scope) => scopes.includes(scope))) return holder;
      throw new NodeError("FORBIDDEN", `This API key lacks the scope ${scopes.join(" or ")}.`, {
        details: { scope: scopes[0] },
      });
    },

    spend: (holder, payment) => store.transaction((tx) => spend(tx, clock, holder, payment)),

    unspend: async (paymentId) => {
      await store.delete(keyPaymentDocuments, paymentId);
    },

    createFirst: async (scopes) => {
      if (given.length > 0 || (await store.count(apiKeyDocuments)) > 0) return undefined;
      return (await create({ name: "first", scopes })).key;
    },
  } satisfies ApiKeys);
}

function viewOf(document: ApiKeyDocument): ApiKeyView {
  const { id, name, scopes, createdAt, revokedAt, expiresAt, payees, spending } = document;
  return { id, name, scopes, createdAt, revokedAt, expiresAt, payees, spending };
}

function digestOf(key: string): string {
  return hash("sha256", key, "hex");
}
