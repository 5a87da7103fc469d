/** API keys of the node: `nk_` and 256 random bits, shown once, kept as a digest. */

import { hash } from "node:crypto";

import type { Clock, Ids, Store } from "@bourse/kernel";

import { NodeError } from "../errors.ts";
import { apiKeyDocuments, type ApiKeyDocument, type KeyScope } from "./api-key-document.ts";

/** API key without its secret. */
export interface ApiKeyView {
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

/** Holder of a valid API key. */
export interface KeyHolder {
  /** Id of the key; `given-1` and so on for keys from the options. */
  readonly id: string;
  /** Scopes of the key. */
  readonly scopes: readonly KeyScope[];
}

/** API keys of the node. A key is `nk_` and 256 random bits; the store holds only its digest. */
export interface ApiKeys {
  /**
   * Creates a key. `key` is returned here and never again. `name` has 1–100 characters, `scopes` at least one entry.
   *
   * @throws NodeError VALIDATION_ERROR
   */
  create(request: {
    readonly name: string;
    readonly scopes: readonly KeyScope[];
  }): Promise<ApiKeyView & { readonly key: string }>;
  /** Lists the keys, newest first, revoked ones included, at most 1000. Keys from the options are not listed. */
  list(): Promise<readonly ApiKeyView[]>;
  /** Revokes a key at once; revoking it again changes nothing. @throws NodeError NOT_FOUND */
  revoke(id: string): Promise<ApiKeyView>;
  /** Returns the holder of a key that has one of `scopes`, or the scope `admin`. @throws NodeError UNAUTHORIZED, FORBIDDEN (details.scope) */
  authorize(key: string | undefined, ...scopes: readonly KeyScope[]): Promise<KeyHolder>;
  /** Creates a key with every scope when there has never been one; returns undefined otherwise. */
  createFirst(): Promise<string | undefined>;
}

/** Options of {@link createApiKeys}. */
export interface ApiKeysOptions {
  /** Store of the keys, opened with `nodeCollections`. */
  readonly store: Store;
  /** Clock for creation and revocation times. */
  readonly clock: Clock;
  /** Generator of ids and keys. */
  readonly ids: Ids;
  /** Keys from outside the store, with every scope. Default none. */
  readonly given?: readonly string[];
}

const SCOPES: readonly KeyScope[] = ["share", "read", "admin"];

/** Creates the API keys of a node over its store. */
export function createApiKeys(options: ApiKeysOptions): ApiKeys {
  const { store, clock, ids, given = [] } = options;
  const givenDigests = new Map(given.map((key, place) => [digestOf(key), `given-${place + 1}`]));

  const insert = async (
    name: string,
    scopes: readonly KeyScope[],
  ): Promise<ApiKeyView & { readonly key: string }> => {
    const key = ids.token("nk_", 256);
    const document: ApiKeyDocument = {
      id: ids.uuid(),
      digest: digestOf(key),
      name,
      scopes,
      createdAt: clock.now(),
      revokedAt: null,
    };
    await store.insert(apiKeyDocuments, document);
    return { ...viewOf(document), key };
  };

  const holderOf = async (key: string): Promise<KeyHolder | undefined> => {
    const digest = digestOf(key);
    const givenId = givenDigests.get(digest);
    if (givenId !== undefined) return { id: givenId, scopes: SCOPES };
    const page = await store.find(apiKeyDocuments, {
      index: "by_digest",
      equals: [digest],
      limit: 1,
    });
    const found = page.items[0]?.value;
    return found?.revokedAt === null ? { id: found.id, scopes: found.scopes } : undefined;
  };

  return Object.freeze({
    create: async ({ name, scopes }) => {
      if (name.length < 1 || name.length > 100) {
        throw invalid("name", "expected 1 to 100 characters");
      }
      if (scopes.length === 0 || scopes.some((scope) => !SCOPES.includes(scope))) {
        throw invalid("scopes", `expected one or more of ${SCOPES.join(", ")}`);
      }
      return insert(
        name,
        SCOPES.filter((scope) => scopes.includes(scope)),
      );
    },

    list: async () => {
      const query = { index: "by_creation", order: "desc", limit: 1000 } as const;
      const page = await store.find(apiKeyDocuments, query);
      return page.items.map(({ value }) => viewOf(value));
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
      const allows = (scope: KeyScope): boolean => scopes.includes(scope) || scope === "admin";
      if (holder.scopes.some(allows)) return holder;
      throw new NodeError("FORBIDDEN", `This API key lacks the scope ${scopes.join(" or ")}.`, {
        details: { scope: scopes[0] },
      });
    },

    createFirst: async () => {
      if (given.length > 0 || (await store.count(apiKeyDocuments)) > 0) return undefined;
      return (await insert("first", SCOPES)).key;
    },
  } satisfies ApiKeys);
}

function viewOf(document: ApiKeyDocument): ApiKeyView {
  const { id, name, scopes, createdAt, revokedAt } = document;
  return { id, name, scopes, createdAt, revokedAt };
}

function digestOf(key: string): string {
  return hash("sha256", key, "hex");
}

function invalid(field: string, sentence: string): NodeError {
  return new NodeError("VALIDATION_ERROR", `${field}: ${sentence}.`, { details: { field } });
}
