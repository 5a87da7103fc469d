/** API keys as they are shown. */

import type { ApiKeyDocument, KeyScope } from "./api-key-document.ts";
import type { KeyLimits } from "./key-holder.ts";
import { quotaOf, type DefaultQuotas } from "./key-line.ts";
import { NO_USE, type KeyUse } from "./key-use.ts";

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
  /** Maximum number of shares in a UTC day, those of the keys that descend from this one included. */
  readonly sharesPerDay: number;
  /** Maximum units of gas in a UTC day, of shares and transfers together, likewise. */
  readonly gasPerDay: number;
  /** Shares of this UTC day, those of the keys that descend from this one included. */
  readonly sharesToday: number;
  /** Units of gas that count for this UTC day, likewise: an estimate for what the chain has not confirmed. */
  readonly gasToday: number;
}

/** The key without its digest and its parent, with what it has used today. */
export function viewOf(
  document: ApiKeyDocument,
  defaults: DefaultQuotas,
  { shares, gas }: KeyUse = NO_USE,
): ApiKeyView {
  const { id, name, scopes, createdAt, revokedAt, expiresAt, payees, spending } = document;
  const { sharesPerDay, gasPerDay } = quotaOf(document, defaults);
  return {
    id,
    name,
    scopes,
    createdAt,
    revokedAt,
    expiresAt,
    payees,
    spending,
    sharesPerDay,
    gasPerDay,
    sharesToday: shares,
    gasToday: gas,
  };
}
