/** API keys as they are shown. */

import type { ApiKeyDocument, KeyScope } from "./api-key-document.ts";
import type { KeyLimits } from "./key-holder.ts";

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

/** The key without its digest and its parent. */
export function viewOf(document: ApiKeyDocument): ApiKeyView {
  const { id, name, scopes, createdAt, revokedAt, expiresAt, payees, spending } = document;
  return { id, name, scopes, createdAt, revokedAt, expiresAt, payees, spending };
}
