/** The check of a key that somebody was handed. */

import type { Origin } from "@bourse/credentials";

import type { KeyRequest } from "../key-use/restrictions.ts";
import type { Permission } from "../permissions.ts";
import type { ApiKeyActParts } from "./api-keys-parts.ts";
import { checkKeyRequest, judgeKey, type KeyUseParts } from "./authenticate-by-key.ts";

/** Result of the verification of a key that somebody was handed. */
export interface KeyVerdict<Name extends string = Permission> {
  /** True when the key is valid, within its limits, and has the permission that was asked for. */
  readonly valid: boolean;
  /**
   * `VALID`, or the reason for the refusal. FORBIDDEN: a valid key lacks the permission, or is bound to other addresses
   * or origins. RATE_LIMITED: it was used as much as its limits allow.
   */
  readonly code: "VALID" | "INVALID_API_KEY" | "FORBIDDEN" | "RATE_LIMITED";
  /** UUID of the key; null when the key is not valid. */
  readonly id: string | null;
  /** Permissions of the key; empty when the key is not valid. */
  readonly permissions: readonly Name[];
  /** Seconds until the key may be used again; only with RATE_LIMITED. */
  readonly retryAfterSeconds?: number;
  /** Id of the account that the key belongs to; only with VALID, where the request asks for it. */
  readonly ownerId?: string;
}

/** The request that a key is verified for. */
export interface KeyToVerify extends KeyRequest {
  /** True to be told the owner of a valid key. Default false. */
  readonly owner?: boolean | undefined;
}

/** A text that is no address, and in no network. */
const UNKNOWN_ADDRESS = "";

/**
 * Checks a key, and a permission of it if one is named; a valid key is used by it. A key that is bound to addresses or
 * origins is refused where `request` does not name one of them.
 *
 * @throws AuthError VALIDATION_ERROR
 */
export async function verifyApiKey(
  parts: KeyUseParts & Pick<ApiKeyActParts, "permissions">,
  key: string,
  permission?: string,
  origin?: Origin,
  request: KeyToVerify = {},
): Promise<KeyVerdict<string>> {
  checkKeyRequest(request);
  // The call comes from the service that asks: its address is not that of the key's user.
  const asked = { ...request, address: request.address ?? UNKNOWN_ADDRESS };
  const judgement = await judgeKey(parts, key, asked, origin);
  const { code } = judgement;
  if (code === "INVALID_API_KEY") return { valid: false, code, id: null, permissions: [] };
  const { id, userId, permissions } = judgement.holder;
  if (code === "RATE_LIMITED") {
    const { retryAfterSeconds } = judgement;
    return { valid: false, code, id, permissions, retryAfterSeconds };
  }
  const allowed =
    code === "VALID" &&
    (permission === undefined || parts.permissions.permits(permissions, permission));
  if (!allowed) return { valid: false, code: "FORBIDDEN", id, permissions };
  const told = request.owner === true ? { ownerId: userId } : {};
  return { valid: true, code: "VALID", id, permissions, ...told };
}
