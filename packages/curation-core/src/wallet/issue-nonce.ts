/** The issue of a nonce with the message to sign. */

import type { Origin } from "@bourse/credentials";
import { type RateLimitDecision, limitKey } from "@bourse/kernel";

import { CurationError } from "../errors.ts";
import { parseWallet } from "./parse-wallet.ts";
import { type ProofActParts, chainOf, siteOf } from "./proof-parts.ts";
import { writeSignInMessage } from "./sign-in-message.ts";

/** A nonce with the message to sign. */
export interface IssuedNonce {
  /** The nonce in the message: valid for one proof. */
  readonly nonce: string;
  /** The whole message to be signed, byte for byte. */
  readonly message: string;
  /** Expiry time of the nonce in milliseconds since the epoch. */
  readonly expiresAt: number;
}

const STATEMENT = "Sign in to curate markets. This costs nothing and moves no funds.";

/** Issues a nonce for one proof; nothing is stored. @throws CurationError VALIDATION_ERROR, RATE_LIMITED */
export function issueNonce(
  parts: ProofActParts,
  walletAddress: string,
  { ip }: Origin = {},
  host?: string,
): IssuedNonce {
  const wallet = parseWallet(parts.verifier, walletAddress);
  if (ip !== undefined) checkLimit(parts.limiter.take(limitKey(ip)));
  const now = Math.floor(parts.clock.now());
  const expiresAt = now + parts.nonceSeconds * 1000;
  const nonce = parts.seal.issue(wallet.key, expiresAt);
  const { domain, uri } = siteOf(parts, host?.toLowerCase());
  const message = writeSignInMessage({
    domain,
    account: wallet.chain === "evm" ? "Ethereum" : "Solana",
    address: wallet.address,
    statement: STATEMENT,
    uri,
    version: "1",
    chainId: chainOf(parts, wallet),
    nonce,
    issuedAt: new Date(now).toISOString(),
    expirationTime: new Date(expiresAt).toISOString(),
  });
  if (message === undefined) {
    throw new TypeError("options domain and uri: expected an authority and a URI of RFC 3986");
  }
  return { nonce, message, expiresAt };
}

function checkLimit({ allowed, retryAfterSeconds }: RateLimitDecision): void {
  if (allowed) return;
  throw new CurationError("RATE_LIMITED", "Too many nonces were requested; try again later.", {
    details: { retryAfterSeconds },
  });
}
