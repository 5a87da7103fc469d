/**
 * One verification for each nonce: whoever sends other signatures with the nonce of a contract wallet causes no further
 * calls to an EVM node.
 */

import type { Clock } from "@bourse/kernel";

/** A message with its signature. */
interface SignedNonce {
  readonly nonce: string;
  /** Expiry time of the nonce in milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Digest of message and signature. */
  readonly given: string;
}

/** Outcome of a verification. */
interface OnceVerdict {
  readonly matches: boolean;
  /** True when nothing was verified because the nonce was sent with something else before, or too often. */
  readonly isSpent: boolean;
}

/** Runs `verify` for a nonce that was not seen yet; the same message and signature share its outcome. */
export type VerifyOnce = (
  signed: SignedNonce,
  verify: () => Promise<boolean>,
) => Promise<OnceVerdict>;

/** Verifications of one nonce that fail because the EVM node does not answer. */
const MAX_TRIES = 3;
const MAX_NONCES = 100_000;

interface Seen {
  readonly given: string;
  readonly expiresAt: number;
  tries: number;
  verdict: Promise<boolean> | undefined;
}

/** Nonces are remembered until they expire, in memory that is bounded. */
export function createVerifyOnce(clock: Pick<Clock, "now">): VerifyOnce {
  const nonces = new Map<string, Seen>();

  const forget = (): void => {
    for (const [nonce, { expiresAt }] of nonces) {
      if (nonces.size < MAX_NONCES && clock.now() < expiresAt) return;
      nonces.delete(nonce);
    }
  };

  return async ({ nonce, expiresAt, given }, verify) => {
    const seen = nonces.get(nonce) ?? { given, expiresAt, tries: 0, verdict: undefined };
    if (seen.given !== given) return SPENT;
    if (seen.verdict === undefined) {
      if (seen.tries >= MAX_TRIES) return SPENT;
      if (seen.tries === 0) {
        forget();
        nonces.set(nonce, seen);
      }
      seen.tries++;
      seen.verdict = verify();
    }
    try {
      return { matches: await seen.verdict, isSpent: false };
    } catch (error) {
      seen.verdict = undefined;
      throw error;
    }
  };
}

const SPENT: OnceVerdict = Object.freeze({ matches: false, isSpent: true });
