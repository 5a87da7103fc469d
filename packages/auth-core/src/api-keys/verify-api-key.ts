/** The check of a key that somebody was handed. */

import type { Origin } from "@bourse/credentials";

import type { Permission } from "../permissions.ts";
import type { ApiKeyActParts } from "./api-keys-parts.ts";
import { authenticateByKey, type KeyUseParts } from "./authenticate-by-key.ts";

/** Result of the verification of a key that somebody was handed. */
export interface KeyVerdict<Name extends string = Permission> {
  /** True when the key is valid and has the permission that was asked for. */
  readonly valid: boolean;
  /** `VALID`, or the reason for the refusal; FORBIDDEN for a valid key that lacks the permission. */
  readonly code: "VALID" | "INVALID_API_KEY" | "FORBIDDEN";
  /** UUID of the key; null when the key is not valid. */
  readonly id: string | null;
  /** Permissions of the key; empty when the key is not valid. */
  readonly permissions: readonly Name[];
}

/** Checks a key, and a permission of it if one is named; a valid key is used by it. */
export async function verifyApiKey(
  parts: KeyUseParts & Pick<ApiKeyActParts, "permissions">,
  key: string,
  permission?: string,
  origin?: Origin,
): Promise<KeyVerdict<string>> {
  const found = await authenticateByKey(parts, key, origin);
  if (found === undefined) {
    return { valid: false, code: "INVALID_API_KEY", id: null, permissions: [] };
  }
  const { id, permissions } = found;
  const allowed = permission === undefined || parts.permissions.permits(permissions, permission);
  return { valid: allowed, code: allowed ? "VALID" : "FORBIDDEN", id, permissions };
}
