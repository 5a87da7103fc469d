/** Revocation of API keys. */

import type { Clock, Store } from "@bourse/kernel";

import { NodeError } from "../errors.ts";
import { apiKeyDocuments } from "./api-key-document.ts";
import type { DefaultQuotas } from "./key-line.ts";
import { usedToday } from "./key-use.ts";
import { viewOf, type ApiKeyView } from "./key-view.ts";

/** Revokes a key; revoking it again changes nothing. @throws NodeError NOT_FOUND */
export function revokeKey(
  store: Store,
  clock: Clock,
  id: string,
  defaults: DefaultQuotas,
): Promise<ApiKeyView> {
  return store.transaction(async (tx) => {
    const found = await tx.get(apiKeyDocuments, id);
    if (found === undefined) throw new NodeError("NOT_FOUND", "There is no key with this id.");
    const used = await usedToday(tx, clock, id);
    if (found.value.revokedAt !== null) return viewOf(found.value, defaults, used);
    const revoked = { ...found.value, revokedAt: clock.now() };
    await tx.replace(apiKeyDocuments, revoked, found.version);
    return viewOf(revoked, defaults, used);
  });
}
