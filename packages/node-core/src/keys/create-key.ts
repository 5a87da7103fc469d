/** Creation of API keys. */

import type { Clock, Ids, Store } from "@bourse/kernel";

import { apiKeyDocuments, digestOf, type ApiKeyDocument } from "./api-key-document.ts";
import { checkNewKey, type NewApiKey } from "./check-new-key.ts";
import type { KeyHolder } from "./key-holder.ts";
import { rightsOfChild, type DefaultQuotas } from "./key-line.ts";
import { viewOf, type ApiKeyView } from "./key-view.ts";

/** Parts that the creation of a key needs. */
export interface KeyCreation {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly defaults: DefaultQuotas;
}

/**
 * Creates a key for the node's owner, or for the holder `by` of another key.
 *
 * @throws NodeError VALIDATION_ERROR (name, scopes, expiresAt, payees, spending, sharesPerDay, gasPerDay), FORBIDDEN
 * (details.scope)
 */
export async function createKey(
  { store, clock, ids, defaults }: KeyCreation,
  request: NewApiKey,
  by?: KeyHolder,
): Promise<ApiKeyView & { readonly key: string }> {
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
  return { ...viewOf(document, defaults), key };
}
