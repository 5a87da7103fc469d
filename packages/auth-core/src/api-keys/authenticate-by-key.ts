/** The authentication of a caller by its API key. */

import type { Origin } from "@bourse/credentials";

import type { Permission } from "../permissions.ts";
import type { ApiKeyDocument } from "./api-key.ts";
import type { ApiKeyActParts } from "./api-keys-parts.ts";

/** The identity behind an API key. */
export interface KeyHolder<Name extends string = Permission> {
  /** UUID of the key. */
  readonly id: string;
  /** Id of the key's owner. */
  readonly userId: string;
  /** Permissions of the key. */
  readonly permissions: readonly Name[];
}

/** The parts that find a key and record its use. */
export type KeyUseParts = Pick<ApiKeyActParts, "valid" | "lastUsed" | "audit">;

/** The holder of a valid key: at once when the key is cached, else as a promise. Records the use. */
export function authenticateByKey(
  parts: KeyUseParts,
  key: string,
  origin?: Origin,
): KeyHolder<string> | undefined | Promise<KeyHolder<string> | undefined> {
  const found = parts.valid.find(key);
  return found instanceof Promise
    ? found.then((document) => used(parts, document, origin))
    : used(parts, found, origin);
}

function used(
  { lastUsed, audit }: KeyUseParts,
  key: ApiKeyDocument | undefined,
  origin: Origin | undefined,
): ApiKeyDocument | undefined {
  if (key !== undefined && lastUsed.note(key.id, key.lastUsedAt)) {
    audit.record("api_key.first_used", { userId: key.userId, keyId: key.id }, origin);
  }
  return key;
}
