/**
 * The store of a client's tokens: memory by default, a file or the browser's storage by an implementation of the
 * caller.
 */

import { checkKind } from "./kinds.ts";

/** The tokens of a login. Both are secrets. */
export interface Tokens {
  /** Access token, which is sent as `Authorization: Bearer`. */
  readonly token: string;
  /** Refresh token, which is exchanged for a new access token. */
  readonly refreshToken: string;
  /** Time in milliseconds since the epoch, by this machine's clock, from which the token is refreshed before use. */
  readonly renewAt: number;
}

/** A store of the tokens of one login. Its calls may overlap; their errors reach the caller of the client. */
export interface TokenStore {
  /** Returns the tokens, or undefined without a login. */
  readonly load: () => Tokens | undefined | Promise<Tokens | undefined>;
  /** Replaces the tokens. */
  readonly save: (tokens: Tokens) => void | Promise<void>;
  /** Removes the tokens. */
  readonly clear: () => void | Promise<void>;
  /**
   * Runs `work`, a refresh, while no other client that shares the tokens runs one, in other processes and tabs too;
   * resolves or rejects as it does. Default: only the clients of this object share a refresh.
   */
  readonly exclusive?: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * Creates a token store in memory, which is lost when the process ends.
 *
 * @throws ClientError OPTION_INVALID for tokens of another shape
 */
export function memoryTokens(initial?: Tokens): TokenStore {
  if (initial !== undefined) {
    checkKind(initial, { token: "", refreshToken: "", renewAt: 1 }, "tokens");
  }
  let kept = initial;
  return {
    load: () => kept,
    save: (tokens) => {
      kept = tokens;
    },
    clear: () => {
      kept = undefined;
    },
  };
}

/**
 * Returns the time in milliseconds at which to refresh a token: a tenth of its lifetime before its end, at most 30
 * seconds before. A token of unknown lifetime is refreshed once it is refused.
 */
export function renewalOf(now: number, lifeSeconds = 1e9): number {
  return now + Math.max(lifeSeconds - 30, lifeSeconds * 0.9) * 1000;
}
