/** Changes of an API key: its name, its limits, and the places that it is accepted from. */

import type { Origin } from "@bourse/credentials";

import { checkLimits, type KeyLimits } from "../key-use/key-limits.ts";
import { checkAddresses, checkOrigins } from "../key-use/restrictions.ts";
import { type ApiKeyDocument, type ApiKeyView, apiKeys, subjectOf } from "./api-key.ts";
import type { ApiKeyActParts } from "./api-keys-parts.ts";
import { checkKeyName } from "./create-api-key.ts";
import { checkManager } from "./key-line.ts";
import { ownedKey, viewOfKey } from "./own-keys.ts";

/** A change of an API key; what is left out stays as it is. */
export interface ApiKeyChange {
  /** Name of the key, 1–100 characters. Default: unchanged. */
  readonly name?: string | undefined;
  /** Maximum use of the key, in place of all limits before; null for none. Default: unchanged. */
  readonly limits?: KeyLimits | null | undefined;
  /**
   * IP addresses and networks that the key is accepted from, such as `192.0.2.0/24`, at most 32; empty for everywhere.
   * Default: unchanged.
   */
  readonly addresses?: readonly string[] | undefined;
  /**
   * Web origins that the key is accepted from, such as `https://app.example.com`, at most 32; empty for everywhere. A
   * request without the header `Origin` comes from none. Default: unchanged.
   */
  readonly origins?: readonly string[] | undefined;
  /** Id of the key that makes the change, which may change only those that descend from it. Default: the account. */
  readonly byKeyId?: string | undefined;
}

/**
 * Changes a key of a user; of use from the next request on.
 *
 * @throws AuthError NOT_FOUND, VALIDATION_ERROR, FORBIDDEN
 */
export async function updateApiKey(
  parts: Omit<ApiKeyActParts, "ids" | "keysPerAccount">,
  userId: string,
  id: string,
  { name, limits, addresses, origins, byKeyId }: ApiKeyChange,
  origin?: Origin,
): Promise<ApiKeyView<string>> {
  if (name !== undefined) checkKeyName(name);
  if (limits !== undefined && limits !== null) checkLimits(limits);
  const bound = {
    ...(addresses !== undefined && { addresses: checkAddresses(addresses) }),
    ...(origins !== undefined && { origins: checkOrigins(origins) }),
  };
  const { value } = await parts.store.transaction(async (tx) => {
    const found = await ownedKey(tx, userId, id);
    await checkManager(tx, byKeyId, found.value, false);
    const { limits: before, ...rest } = found.value;
    const after = limits === undefined ? before : (limits ?? undefined);
    const changed: ApiKeyDocument = {
      ...rest,
      ...bound,
      ...(name !== undefined && { name }),
      ...(after !== undefined && { limits: defined(after) }),
    };
    return await tx.replace(apiKeys, changed, found.version);
  });
  parts.valid.clear();
  parts.audit.record("api_key.changed", subjectOf(value), origin);
  return await viewOfKey(parts, value);
}

/** The limits without members that are undefined, which no store holds. */
function defined({ requests, bytes, cost, windowSeconds }: KeyLimits): KeyLimits {
  return {
    ...(requests !== undefined && { requests }),
    ...(bytes !== undefined && { bytes }),
    ...(cost !== undefined && { cost }),
    windowSeconds,
  };
}
