/** API keys of the node: `nk_` and 256 random bits, shown once, kept as a digest. */

import {
  integerOption,
  portOption,
  resolveOptions,
  type Clock,
  type Ids,
  type OptionRules,
  type Store,
} from "@bourse/kernel";

import { apiKeyDocuments, keyPaymentDocuments, type KeyScope } from "./api-key-document.ts";
import { authorizeKey, givenHolders } from "./authorize-key.ts";
import { QUOTA_BOUNDS, type NewApiKey } from "./check-new-key.ts";
import { createKey } from "./create-key.ts";
import type { KeyHolder } from "./key-holder.ts";
import type { DefaultQuotas } from "./key-line.ts";
import { countWork } from "./key-use.ts";
import type { ApiKeyView } from "./key-view.ts";
import { transferWork } from "./key-work.ts";
import { listKeys, type KeysPage, type KeysQuery } from "./list-keys.ts";
import { revokeKey } from "./revoke-key.ts";
import { spend, type KeyPayment } from "./spending.ts";

/** API keys of the node. A key is `nk_` and 256 random bits; the store holds only its digest. */
export interface ApiKeys {
  /**
   * Creates a key. `key` is returned here and never again. A key that the holder
   * `by` of another one creates has no right that its parent lacks, pays no one else, ends no later (without
   * `expiresAt` with it), and is revoked with it. Default: the node's owner creates it.
   * What it uses in a day counts against its parent's bounds too.
   *
   * @throws NodeError VALIDATION_ERROR (name, scopes, expiresAt, payees, spending, sharesPerDay, gasPerDay); FORBIDDEN
   * (details.scope) for a right that `by` lacks
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
   * Counts a transfer, with the gas that it is expected to use, against the limits of its key, or refuses it and counts
   * nothing. The same payment counts once. A running node corrects the gas once the chain has told it.
   *
   * @throws NodeError FORBIDDEN (no scope `transfer`, another payee, over a limit); KEY_LIMIT_REACHED (gas of the day)
   */
  spend(holder: KeyHolder, payment: KeyPayment): Promise<void>;
  /**
   * Takes back a payment that was counted and will not be made; its gas stays counted until a running node has seen
   * that there is no transaction. Without effect for an unknown id.
   */
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
  /**
   * Maximum number of shares in a UTC day by a key that has no number of its own. 1–1,000,000,000, default 1000.
   */
  readonly sharesPerDay?: number;
  /**
   * Maximum units of gas in a UTC day by a key that has no number of its own. 21,000–1,000,000,000,000, default
   * 100,000,000.
   */
  readonly gasPerDay?: number;
}

/** Shares and units of gas in a UTC day of a key that has no numbers of its own. */
export const DEFAULT_QUOTAS: DefaultQuotas = { sharesPerDay: 1000, gasPerDay: 100_000_000 };

const RULES: OptionRules<Required<ApiKeysOptions>> = {
  store: portOption<Store>(["transaction", "find", "get", "count"]),
  clock: portOption<Clock>(["now"]),
  ids: portOption<Ids>(["uuid", "token"]),
  given: {
    expected: "a list of keys",
    accepts: (value) => Array.isArray(value) && value.every((key) => typeof key === "string"),
    absent: () => [],
  },
  sharesPerDay: integerOption({
    ...QUOTA_BOUNDS.sharesPerDay,
    default: DEFAULT_QUOTAS.sharesPerDay,
  }),
  gasPerDay: integerOption({ ...QUOTA_BOUNDS.gasPerDay, default: DEFAULT_QUOTAS.gasPerDay }),
};

/** Creates the API keys of a node over its store. @throws KernelError OPTION_INVALID */
export function createApiKeys(options: ApiKeysOptions): ApiKeys {
  const resolved = resolveOptions<Required<ApiKeysOptions>>("createApiKeys", options, RULES);
  const { store, clock, ids, given: givenKeys, sharesPerDay, gasPerDay } = resolved;
  const defaults = { sharesPerDay, gasPerDay };
  const given = givenHolders(givenKeys, defaults);
  return Object.freeze({
    create: (request, by) => createKey({ store, clock, ids, defaults }, request, by),
    list: (query = {}) => listKeys({ store, clock, defaults }, query),
    revoke: (id) => revokeKey(store, clock, id, defaults),
    authorize: (key, ...scopes) => authorizeKey({ store, clock, given, defaults }, key, scopes),
    spend: (holder, payment) =>
      store.transaction(async (tx) => {
        await spend(tx, clock, holder, payment);
        await countWork(tx, clock, holder, transferWork(payment));
      }),
    unspend: async (paymentId) => {
      await store.delete(keyPaymentDocuments, paymentId);
    },
    createFirst: async (scopes) => {
      if (givenKeys.length > 0 || (await store.count(apiKeyDocuments)) > 0) return undefined;
      return (await createKey({ store, clock, ids, defaults }, { name: "first", scopes })).key;
    },
  } satisfies ApiKeys);
}
