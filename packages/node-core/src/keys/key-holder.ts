/** Caller with a valid API key, and what it may spend. */

import type { Address } from "../address.ts";
import type { KeyScope } from "./api-key-document.ts";

/** Limits of an API key. */
export interface KeyLimits {
  /** Time from which the key is refused, in epoch milliseconds; null for a key that does not expire. */
  readonly expiresAt: number | null;
  /** Addresses that the key may pay; null for any. */
  readonly payees: readonly Address[] | null;
  /** Limits on what the key may pay, one per token; null for none. Tokens that are not listed cannot be paid. */
  readonly spending:
    | readonly {
        /** Address of the token; the zero address is the native token. */
        readonly token: Address;
        /** Maximum amount of one call in the token's smallest unit, decimal digits; null for no limit. */
        readonly perCall: string | null;
        /** Maximum amount of any 24 hours in the token's smallest unit, decimal digits; null for no limit. */
        readonly perDay: string | null;
      }[]
    | null;
}

/** Holder of a valid API key. */
export interface KeyHolder extends KeyLimits {
  /** Id of the key; `given-1` and so on for keys from the options. */
  readonly id: string;
  /** Scopes of the key. */
  readonly scopes: readonly KeyScope[];
}
