/** Where a client keeps what a login gave it: memory by default, a file or the browser's storage by the caller's own. */

/** What a login leaves with its caller. Secrets, both. */
export interface Tokens {
  /** Sent as `Authorization: Bearer`. */
  readonly token: string;
  readonly refreshToken: string;
  /** Milliseconds since the epoch by this machine's clock: from then on refreshed before use. */
  readonly renewAt: number;
}

/** One login. Calls may overlap; what they throw comes out of the client's call. */
export interface TokenStore {
  readonly load: () => Tokens | undefined | Promise<Tokens | undefined>;
  readonly save: (tokens: Tokens) => void | Promise<void>;
  readonly clear: () => void | Promise<void>;
}

/** Forgets everything when the process ends. */
export function memoryTokens(initial?: Tokens): TokenStore {
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
 * When to renew a token: a tenth of its life before its end, at most 30 seconds.
 *
 * Where nobody said how long it lives that is far away: it is renewed once it is refused.
 */
export function renewalOf(now: number, lifeSeconds = 1e9): number {
  return now + Math.max(lifeSeconds - 30, lifeSeconds * 0.9) * 1000;
}
