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

/** Bounds on what the calls of one API key use in a UTC day. */
export interface KeyQuota {
  /** Id of the key. */
  readonly keyId: string;
  /** Maximum number of shares in a UTC day. */
  readonly sharesPerDay: number;
  /** Maximum units of gas in a UTC day, of shares and transfers together. */
  readonly gasPerDay: number;
}

/** Holder of a valid API key. */
export interface KeyHolder extends KeyLimits {
  /** Id of the key; `given-1` and so on for keys from the options. */
  readonly id: string;
  /** Scopes of the key. */
  readonly scopes: readonly KeyScope[];
  /**
   * Bounds of the key and of those that it descends from: what it uses counts against each. Default: none, and nothing
   * is counted.
   */
  readonly quotas?: readonly KeyQuota[];
}
